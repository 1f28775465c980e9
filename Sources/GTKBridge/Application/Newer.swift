import CGTK
import Foundation

/// Features that newer versions of GTK added or dropped. They are looked up at run time, because
/// the program is built for GTK 4.8, and runs with it as well.
///
/// | from | what | on older versions |
/// |---|---|---|
/// | 4.10 | `GtkFileDialog` | `GtkFileChooserNative` |
/// | 4.10 | `gtk_accessible_get_first_accessible_child` | screen readers miss links of labels |
/// | 4.12 | hidden windows are “suspended” | all windows count as visible |
/// | 4.14 | `gtk_accessible_announce` | a description of the focused widget |
/// | 4.20 | the desktop's scheme, contrast and motion | the portal, and the theme's colors |
/// | 4.22 | GTK no longer joins the session | `register-session` |
@MainActor
public enum Newer {
    /// Whether the program has to join the user's session itself (`SessionClient`). In a sandbox
    /// GTK still watches the portal.
    public static var leavesSessionToProgram: Bool {
        isVersion(atLeast: 22) && !FileManager.default.fileExists(atPath: "/.flatpak-info")
    }

    /// Whether `GtkFileDialog` is used to choose files.
    static var hasFileDialog: Bool { cgtk_has_file_dialog() != 0 }

    static let suspendedProperty = "suspended"

    /// Whether the desktop reports the window as not visible.
    static func isSuspended(_ window: Window) -> Bool {
        guard cgtk_object_has(window.pointer, suspendedProperty) != 0 else { return false }
        return cgtk_object_get_int(window.pointer, suspendedProperty) != 0
    }

    /// The desktop's settings, as read by GTK.
    enum DesktopSetting: String, CaseIterable {
        case colorScheme = "gtk-interface-color-scheme"
        case contrast = "gtk-interface-contrast"
        case reducedMotion = "gtk-interface-reduced-motion"
    }

    /// The values of `GtkInterfaceColorScheme`, `GtkInterfaceContrast` and `GtkReducedMotion`.
    enum DesktopValue {
        static let dark: CInt = 2
        static let light: CInt = 3
        static let moreContrast: CInt = 2
        static let motion: CInt = 0
        static let reducedMotion: CInt = 1
    }

    /// The value of a setting; nil if GTK has no setting of that name. Setting it only affects this
    /// program.
    static func value(of setting: DesktopSetting) -> CInt? {
        settings(having: setting).map { cgtk_object_get_int($0, setting.rawValue) }
    }

    /// Sets a value for this program.
    ///
    /// - Returns: whether GTK has a setting of that name.
    @discardableResult
    static func set(_ setting: DesktopSetting, to value: CInt) -> Bool {
        guard let settings = settings(having: setting) else { return false }
        cgtk_object_set_int(settings, setting.rawValue, value)
        return true
    }

    /// Returns to the desktop's value.
    static func reset(_ setting: DesktopSetting) {
        guard let settings = settings(having: setting) else { return }
        gtk_settings_reset_property(OpaquePointer(settings), setting.rawValue)
    }

    private static func settings(having setting: DesktopSetting) -> UnsafeMutableRawPointer? {
        guard let settings = gtk_settings_get_default().map(UnsafeMutableRawPointer.init),
            cgtk_object_has(settings, setting.rawValue) != 0
        else { return nil }
        return settings
    }

    private static func isVersion(atLeast minor: UInt32) -> Bool {
        gtk_check_version(4, minor, 0) == nil
    }
}
