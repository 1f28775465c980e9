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
        guard let dialog = makeDialog(title, GTK_FILE_CHOOSER_ACTION_OPEN, over: widget) else {
            return
        }
        let kinds = gtk_file_filter_new()
        gtk_file_filter_set_name(kinds, filter.name)
        for type in filter.types { gtk_file_filter_add_mime_type(kinds, type) }
        gtk_file_chooser_add_filter(dialog.opaque, kinds)
        if let kinds { g_object_unref(UnsafeMutableRawPointer(kinds)) }
        show(dialog, completion)
    }

    /// Lets a person choose any file or a folder to read.
    ///
    /// - Parameters:
    ///   - widget: what is in the window that the dialog stands over.
    ///   - completion: told it; not called when nothing is chosen, or something that is not on this
    ///     computer.
    public static func chooseToRead(
        title: String,
        isFolder: Bool = false,
        over widget: Widget,
        _ completion: @escaping @MainActor (URL) -> Void
    ) {
        let action =
            isFolder
            ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN
        guard let dialog = makeDialog(title, action, over: widget) else { return }
        show(dialog) { if $0.isFileURL { completion($0) } }
    }

    /// Lets a person choose where a file is saved, and asks before one is taken that is there.
    ///
    /// - Parameters:
    ///   - name: what the file is called at first.
    ///   - completion: told it; not called when nothing is chosen, or a place that is not on this computer.
    public static func chooseToSave(
        title: String,
        name: String,
        over widget: Widget,
        _ completion: @escaping @MainActor (URL) -> Void
    ) {
        guard let dialog = makeDialog(title, GTK_FILE_CHOOSER_ACTION_SAVE, over: widget) else {
            return
        }
        // Else it would be wherever the program was started.
        let documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS) ?? g_get_home_dir()
        let folder = g_file_new_for_path(documents)
        gtk_file_chooser_set_current_folder(dialog.opaque, folder, nil)
        if let folder { g_object_unref(UnsafeMutableRawPointer(folder)) }
        gtk_file_chooser_set_current_name(dialog.opaque, name)
        show(dialog) { if $0.isFileURL { completion($0) } }
    }

    private static func makeDialog(
        _ title: String,
        _ action: GtkFileChooserAction,
        over widget: Widget
    ) -> Object? {
        let window = gtk_widget_get_ancestor(widget.widget, gtk_window_get_type())
        let parent = UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self)
        guard let native = gtk_file_chooser_native_new(title, parent, action, nil, nil) else {
            return nil
        }
        let dialog = Object(adopting: UnsafeMutableRawPointer(native))
        gtk_native_dialog_set_modal(dialog.cast(), 1)
        return dialog
    }

    /// Nothing else keeps the dialog alive: it stays until it has been answered.
    private static func show(_ dialog: Object, _ completion: @escaping @MainActor (URL) -> Void) {
        var connection: SignalConnection?
        connection = dialog.connectInteger("response") { answer in
            let file = answer == GTK_RESPONSE_ACCEPT.rawValue ? chosen(in: dialog) : nil
            // The closure goes with the connection, and the dialog with the closure.
            connection?.disconnect()
            connection = nil
            if let file { completion(file) }
        }
        gtk_native_dialog_show(dialog.cast())
    }

    private static func chosen(in dialog: Object) -> URL? {
        guard let file = gtk_file_chooser_get_file(dialog.opaque) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        if let path = takeString(g_file_get_path(file)) { return URL(fileURLWithPath: path) }
        return takeString(g_file_get_uri(file)).flatMap { URL(string: $0) }
    }
}
