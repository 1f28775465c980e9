import CGTK
import Foundation

/// What newer versions of GTK offer or no longer do. It is looked up while the program runs, since the program
/// is built for GTK 4.8, and runs with it as well.
///
/// | from | what | on older versions |
/// |---|---|---|
/// | 4.10 | `GtkFileDialog` | `GtkFileChooserNative` |
/// | 4.10 | `gtk_accessible_get_first_accessible_child` | links of labels are not told to screen readers |
/// | 4.12 | windows out of sight are “suspended” | all windows count as seen |
/// | 4.14 | `gtk_accessible_announce` | a description of what has the focus |
/// | 4.20 | scheme, contrast and motion of the desktop (`GtkSettings`) | the portal, and the theme's colors |
/// | 4.22 | the session is no longer joined by GTK | `register-session` |
@MainActor
public enum Newer {
    /// Whether GTK leaves it to the program to join the person's session (`SessionClient`). In a sandbox it
    /// still watches the portal itself.
    public static var leavesSessionToProgram: Bool {
        isVersion(atLeast: 22) && !FileManager.default.fileExists(atPath: "/.flatpak-info")
    }

    /// Whether files are chosen by `GtkFileDialog`.
    static var hasFileDialog: Bool { cgtk_has_file_dialog() != 0 }

    static let suspendedProperty = "suspended"

    /// Whether the desktop says that the window is out of sight.
    static func isSuspended(_ window: Window) -> Bool {
        guard cgtk_object_has(window.pointer, suspendedProperty) != 0 else { return false }
        return cgtk_object_get_int(window.pointer, suspendedProperty) != 0
    }

    /// The desktop's settings, as GTK has read them.
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

    /// The value of a setting; nil where GTK has none of that name. Setting it is for this program alone.
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

    /// Goes back to what the desktop says.
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
