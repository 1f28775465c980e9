import CGTK
import Foundation
import Phrases

/// The desktop's own dialog in which a person chooses a file (GtkFileChooserNative).
@MainActor
public enum FileChooser {
    /// The files that are offered at first.
    public struct Filter: Sendable {
        /// What they are called together.
        public var name: String
        /// Their kinds: `image/png`.
        public var types: [String]

        /// Takes both as they are.
        public init(name: String, types: [String]) {
            self.name = name
            self.types = types
        }
    }

    /// Lets a person choose a file to read.
    ///
    /// - Parameters:
    ///   - widget: what is in the window that the dialog stands over.
    ///   - completion: told the file; not called when none is chosen. It may be on another computer.
    public static func open(
        title: String,
        filter: Filter,
        over widget: Widget,
        _ completion: @escaping @MainActor (URL) -> Void
    ) {
        let window = gtk_widget_get_ancestor(widget.widget, gtk_window_get_type())
        let native = gtk_file_chooser_native_new(
            title,
            UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self),
            GTK_FILE_CHOOSER_ACTION_OPEN,
            nil,
            nil
        )
        guard let native else { return }
        // Nobody else keeps it: it stays until it has been answered.
        let dialog = Object(adopting: UnsafeMutableRawPointer(native))
        let kinds = gtk_file_filter_new()
        gtk_file_filter_set_name(kinds, filter.name)
        for type in filter.types { gtk_file_filter_add_mime_type(kinds, type) }
        gtk_file_chooser_add_filter(dialog.opaque, kinds)
        if let kinds { g_object_unref(UnsafeMutableRawPointer(kinds)) }
        gtk_native_dialog_set_modal(dialog.cast(), 1)
        let handler = Handler()
        handler.connection = dialog.connectInteger("response") { answer in
            let file = answer == GTK_RESPONSE_ACCEPT.rawValue ? chosen(in: dialog) : nil
            // The closure goes with the connection, and the dialog with the closure.
            handler.connection?.disconnect()
            handler.connection = nil
            if let file { completion(file) }
        }
        gtk_native_dialog_show(dialog.cast())
    }

    @MainActor
    private final class Handler {
        var connection: SignalConnection?
    }

    private static func chosen(in dialog: Object) -> URL? {
        guard let file = gtk_file_chooser_get_file(dialog.opaque) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        if let path = takeString(g_file_get_path(file)) { return URL(fileURLWithPath: path) }
        return takeString(g_file_get_uri(file)).flatMap { URL(string: $0) }
    }
}
