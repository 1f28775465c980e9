import CGTK
import Foundation
import Phrases

extension FileChooser {
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
        show(title, action, name: nil, over: widget, completion)
    }

    /// Lets a person choose where a file is saved, and asks before one is taken that is there.
    ///
    /// - Parameters:
    ///   - name: what the file is called at first.
    ///   - completion: told it; not called when nothing is chosen.
    public static func chooseToSave(
        title: String,
        name: String,
        over widget: Widget,
        _ completion: @escaping @MainActor (URL) -> Void
    ) {
        show(title, GTK_FILE_CHOOSER_ACTION_SAVE, name: name, over: widget, completion)
    }

    private static func show(
        _ title: String,
        _ action: GtkFileChooserAction,
        name: String?,
        over widget: Widget,
        _ completion: @escaping @MainActor (URL) -> Void
    ) {
        let window = gtk_widget_get_ancestor(widget.widget, gtk_window_get_type())
        let parent = UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self)
        guard let native = gtk_file_chooser_native_new(title, parent, action, nil, nil) else {
            return
        }
        // Nobody else keeps it: it stays until it has been answered.
        let dialog = Object(adopting: UnsafeMutableRawPointer(native))
        if let name {
            // Else it would be wherever the program was started.
            let documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS) ?? g_get_home_dir()
            let folder = g_file_new_for_path(documents)
            gtk_file_chooser_set_current_folder(dialog.opaque, folder, nil)
            if let folder { g_object_unref(UnsafeMutableRawPointer(folder)) }
            gtk_file_chooser_set_current_name(dialog.opaque, name)
        }
        gtk_native_dialog_set_modal(dialog.cast(), 1)
        let handler = AnswerHandler()
        handler.connection = dialog.connectInteger("response") { answer in
            var path: String?
            if answer == GTK_RESPONSE_ACCEPT.rawValue,
                let file = gtk_file_chooser_get_file(dialog.opaque)
            {
                path = takeString(g_file_get_path(file))
                g_object_unref(UnsafeMutableRawPointer(file))
            }
            // The closure goes with the connection, and the dialog with the closure.
            handler.connection?.disconnect()
            handler.connection = nil
            if let path { completion(URL(fileURLWithPath: path)) }
        }
        gtk_native_dialog_show(dialog.cast())
    }
}

@MainActor
private final class AnswerHandler {
    var connection: SignalConnection?
}
