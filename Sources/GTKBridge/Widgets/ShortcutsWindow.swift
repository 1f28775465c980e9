import CGTK
import Phrases

/// A window that lists keys and what they do (GtkShortcutsWindow).
@MainActor
public enum ShortcutsWindow {
    /// Keys that belong together.
    public struct Group {
        var title: String
        var keys: [(accelerator: String, title: String)]

        /// A group of keys in GTK's spelling, such as `<Control>n`; several are separated by spaces.
        public init(title: String, keys: [(accelerator: String, title: String)]) {
            self.title = title
            self.keys = keys
        }
    }

    /// Shows the window over another one.
    public static func show(_ groups: [Group], over parent: Window) {
        let description = description(of: groups)
        let builder = gtk_builder_new_from_string(description, gssize(description.utf8.count))
        defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
        guard let object = gtk_builder_get_object(builder, "shortcuts") else { return }
        let window = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_transient_for(window, parent.cast())
        gtk_window_set_destroy_with_parent(window, 1)
        gtk_window_present(window)
    }

    /// The window can only be described in GTK's XML: its parts have no calls to add them in 4.8.
    ///
    /// The lines of a column are so many that all fit on one page: the buttons for several pages have
    /// labels that GTK finds too narrow. Newer GTKs give the window a role that has no name for a screen reader.
    private static func description(of groups: [Group]) -> String {
        let body = groups.map { group in
            let keys = group.keys.map { key in
                """
                <child><object class="GtkShortcutsShortcut">
                <property name="accelerator">\(escaped(key.accelerator))</property>
                <property name="title">\(escaped(key.title))</property></object></child>
                """
            }
            return """
                <child><object class="GtkShortcutsGroup">
                <property name="title">\(escaped(group.title))</property>
                \(keys.joined())</object></child>
                """
        }
        return """
            <interface><object class="GtkShortcutsWindow" id="shortcuts">
            <property name="accessible-role">window</property>
            <property name="modal">1</property>
            <child><object class="GtkShortcutsSection">
            <property name="section-name">all</property>
            <property name="max-height">24</property>\(body.joined())</object></child>
            </object></interface>
            """
    }

    private static func escaped(_ text: String) -> String {
        takeString(g_markup_escape_text(text, gssize(text.utf8.count))) ?? ""
    }
}
