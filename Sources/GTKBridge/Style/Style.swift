import CGTK
import Foundation
import Phrases

/// The look of the whole display: style sheets, icons, light and dark.
@MainActor
public enum Style {
    /// Loads a style sheet from a file and adds it on top of the theme. Errors in the sheet are
    /// reported one by one; its valid rules still apply.
    public static func load(path: String, onError: @escaping @MainActor (String) -> Void) {
        let provider = makeProvider(name: path, onError: onError)
        gtk_css_provider_load_from_path(provider.cast(), path)
        add(provider)
    }

    /// Adds rules on top of the theme.
    ///
    /// - Returns: the sheet, for `replace`.
    public static func add(rules: String, onError: @escaping @MainActor (String) -> Void)
        -> StyleSheet
    {
        let provider = makeProvider(name: "rules", onError: onError)
        gtk_css_provider_load_from_data(provider.cast(), rules, gssize(rules.utf8.count))
        add(provider)
        return StyleSheet(provider: provider)
    }

    /// Adds a folder of icons in the layout of the icon theme specification.
    public static func addIcons(path: String) {
        guard let display = gdk_display_get_default() else { return }
        gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), path)
    }

    /// Whether the theme's dark variant is requested.
    public static var prefersDark: Bool {
        get {
            switch Newer.value(of: .colorScheme) {
            case Newer.DesktopValue.dark: true
            case Newer.DesktopValue.light: false
            default: settingsPreferDark
            }
        }
        set {
            let scheme = newValue ? Newer.DesktopValue.dark : Newer.DesktopValue.light
            requestedScheme = scheme
            guard !Newer.set(.colorScheme, to: scheme), newValue != settingsPreferDark else {
                return
            }
            setBoolean(darkProperty, newValue)
        }
    }

    /// Whether GTK's own settings ask for dark. Newer versions of GTK no longer follow the user's
    /// file of settings here.
    public static var settingsPreferDark: Bool { boolean(darkProperty) }

    /// The value of GTK's color scheme that was requested last; nil if GTK decides.
    private static var requestedScheme: CInt?

    /// Leaves light and dark to GTK's own settings, or to the desktop's where GTK reads them.
    public static func resetDark() {
        requestedScheme = nil
        guard Newer.value(of: .colorScheme) == nil else {
            Newer.reset(.colorScheme)
            // With the scheme, GTK forgets that a theme is dark by its name.
            return chooseTheme()
        }
        guard let settings = gtk_settings_get_default() else { return }
        gtk_settings_reset_property(settings, darkProperty)
    }

    /// Whether the theme draws light text on a dark background behind the widget, for any reason.
    public static func isDark(_ widget: Widget) -> Bool {
        var color = GdkRGBA()
        let context = gtk_widget_get_style_context(widget.widget)
        guard gtk_style_context_lookup_color(context, "theme_bg_color", &color) != 0 else {
            return prefersDark
        }
        return (color.red + color.green + color.blue) / 3 < 0.5
    }

    /// Whether windows are laid out from right to left, as the user's language is written.
    public static var isRightToLeft: Bool {
        gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL
    }

    /// Whether the theme is a high-contrast one: its borders stand out.
    public static func hasHighContrast(_ widget: Widget) -> Bool {
        if Newer.value(of: .contrast) == Newer.DesktopValue.moreContrast { return true }
        let context = gtk_widget_get_style_context(widget.widget)
        var (border, page) = (GdkRGBA(), GdkRGBA())
        guard gtk_style_context_lookup_color(context, "borders", &border) != 0,
            gtk_style_context_lookup_color(context, "theme_bg_color", &page) != 0
        else { return false }
        let luminances = [luminance(border), luminance(page)].sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05) > 2
    }

    /// Turns high contrast on, or follows GTK's setting from the desktop. Not every version of GTK
    /// reads that setting, and none does on X11.
    public static func setHighContrast(_ isWanted: Bool) {
        if Newer.value(of: .contrast) != nil {
            if isWanted {
                Newer.set(.contrast, to: Newer.DesktopValue.moreContrast)
            } else {
                Newer.reset(.contrast)
            }
        } else {
            usesHighContrastTheme = isWanted
            chooseTheme()
        }
    }

    /// Whether a theme that is always dark is replaced by its light variant. The dark variants of
    /// many themes are themes of their own, such as Adwaita-dark.
    public static var avoidsDarkThemes = false {
        didSet { if avoidsDarkThemes != oldValue { chooseTheme() } }
    }

    private static var usesHighContrastTheme = false

    private static func chooseTheme() {
        guard let settings = gtk_settings_get_default() else { return }
        gtk_settings_reset_property(settings, themeProperty)
        let object = UnsafeMutableRawPointer(settings)
        if usesHighContrastTheme {
            cgtk_object_set_string(object, themeProperty, "HighContrast")
        } else if avoidsDarkThemes,
            let name = takeString(cgtk_object_get_string(object, themeProperty)),
            let light = lightVariant(ofTheme: name)
        {
            cgtk_object_set_string(object, themeProperty, light)
        }
        // Newer versions of GTK forget the scheme with a theme that is dark by its name.
        if let requestedScheme { Newer.set(.colorScheme, to: requestedScheme) }
    }

    /// The name of a dark theme's light variant; nil if the theme is not dark by its name.
    static func lightVariant(ofTheme name: String) -> String? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        let rest = parts.filter { $0.lowercased() != "dark" }
        return rest.count < parts.count && !rest.isEmpty ? rest.joined(separator: "-") : nil
    }

    /// The relative luminance of WCAG 2.1.
    private static func luminance(_ color: GdkRGBA) -> Double {
        func linear(_ value: Float) -> Double {
            let value = Double(value)
            return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
            + 0.0722 * linear(color.blue)
    }

    /// Whether animations are enabled.
    public static var animates: Bool {
        get {
            boolean("gtk-enable-animations")
                && Newer.value(of: .reducedMotion) != Newer.DesktopValue.reducedMotion
        }
        set {
            setBoolean("gtk-enable-animations", newValue)
            if newValue { Newer.set(.reducedMotion, to: Newer.DesktopValue.motion) }
        }
    }

    /// Makes animations follow the system's setting.
    public static func resetAnimates() {
        Newer.reset(.reducedMotion)
        guard let settings = gtk_settings_get_default() else { return }
        gtk_settings_reset_property(settings, "gtk-enable-animations")
    }

    fileprivate static let darkProperty = "gtk-application-prefer-dark-theme"
    fileprivate static let themeProperty = "gtk-theme-name"

    private static func boolean(_ property: String) -> Bool {
        guard let settings = gtk_settings_get_default() else { return false }
        return cgtk_object_get_int(UnsafeMutableRawPointer(settings), property) != 0
    }

    private static func setBoolean(_ property: String, _ value: Bool) {
        guard let settings = gtk_settings_get_default() else { return }
        cgtk_object_set_boolean(UnsafeMutableRawPointer(settings), property, value.gboolean)
    }

    private static func makeProvider(
        name: String,
        onError: @escaping @MainActor (String) -> Void
    ) -> Object {
        let provider = Object(adopting: UnsafeMutableRawPointer(gtk_css_provider_new()))
        provider.connectPointers("parsing-error") { section, error in
            let place = takeString(gtk_css_section_to_string(OpaquePointer(section))) ?? "?"
            let message = error?.assumingMemoryBound(to: GError.self).pointee.message
            let reason = message.map { String(cString: $0) } ?? "?"
            onError("\(name): \(place): \(reason)")
        }
        return provider
    }

    private static func add(_ provider: Object) {
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_add_provider_for_display(
            display,
            provider.opaque,
            guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)
        )
    }
}

/// Rules that can be replaced while the program runs.
@MainActor
public final class StyleSheet {
    private let provider: Object

    init(provider: Object) { self.provider = provider }

    /// Replaces all rules.
    public func replace(rules: String) {
        gtk_css_provider_load_from_data(provider.cast(), rules, gssize(rules.utf8.count))
    }
}

extension Style {
    /// Called when the theme changes, or its dark variant or contrast, until the connections are
    /// ended.
    public static func onChange(_ body: @escaping @MainActor () -> Void) -> [SignalConnection] {
        guard let settings = gtk_settings_get_default() else { return [] }
        let object = Object(borrowing: UnsafeMutableRawPointer(settings))
        let newer = [Newer.DesktopSetting.colorScheme, .contrast].map(\.rawValue)
        return ([darkProperty, themeProperty] + newer).map { object.onNotify($0, body) }
    }
}
