import CGTK
import GTKBridge
import Phrases

/// How large text is on the whole display.
@MainActor
enum TextScale {
    /// Shows text so many times as large while the body runs, as a person may have chosen it.
    static func use(_ factor: Double, _ body: @MainActor () throws -> Void) rethrows {
        let settings = gtk_settings_get_default()
        defer {
            gtk_settings_reset_property(settings, property)
            MainLoop.drain()
        }
        var value = GValue()
        g_value_init(&value, g_type_from_name("gint"))
        // In dots per inch, of which there are 96 as a rule, times 1024.
        g_value_set_int(&value, gint((factor * 96 * 1024).rounded()))
        let object = settings.map(UnsafeMutableRawPointer.init)
        g_object_set_property(object?.assumingMemoryBound(to: GObject.self), property, &value)
        g_value_unset(&value)
        try body()
    }

    private static let property = "gtk-xft-dpi"
}
