import CGTK
import Foundation
import Phrases

/// The desktop's own dialog in which a person chooses a file (GtkFileDialog, or GtkFileChooserNative on older
/// versions of GTK).
///
/// It begins in the folder of what was chosen last, as long as the program runs.
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

    /// What is to be chosen.
    private enum Choice {
        case file(Filter?)
        case folder
        /// Where a file is saved that is called this at first.
        case place(name: String)
    }

    /// The address of the folder of what was chosen last.
    private static var lastFolder: String?

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
    ) { choose(.file(filter), title: title, over: widget, completion) }

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
        choose(isFolder ? .folder : .file(nil), title: title, over: widget) {
            if $0.isFileURL { completion($0) }
        }
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
        choose(.place(name: name), title: title, over: widget) {
            if $0.isFileURL { completion($0) }
        }
    }

    private static func choose(
        _ choice: Choice,
        title: String,
        over widget: Widget,
        _ completion: @escaping @MainActor (URL) -> Void
    ) {
        let show = Newer.hasFileDialog ? showDialog : showNative
        withFolder(for: choice) { [weak widget] folder in
            guard let widget else { return }
            show(choice, title, folder, parent(of: widget)) { file in
                guard let file else { return }
                if let parent = g_file_get_parent(file.opaque) {
                    lastFolder = takeString(g_file_get_uri(parent))
                    g_object_unref(UnsafeMutableRawPointer(parent))
                }
                if let address = address(of: file) { completion(address) }
            }
        }
    }

    private static func parent(of widget: Widget) -> UnsafeMutablePointer<GtkWindow>? {
        let window = gtk_widget_get_ancestor(widget.widget, gtk_window_get_type())
        return UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self)
    }

    private static func address(of file: Object) -> URL? {
        if let path = takeString(g_file_get_path(file.opaque)) {
            return URL(fileURLWithPath: path)
        }
        return takeString(g_file_get_uri(file.opaque)).flatMap { URL(string: $0) }
    }

    // MARK: The folder

    /// Tells the folder to begin in, or nil for the desktop to decide: GTK would complain about one that is no
    /// longer there.
    private static func withFolder(
        for choice: Choice,
        _ body: @escaping @MainActor (Object?) -> Void
    ) {
        guard let lastFolder, let last = g_file_new_for_uri(lastFolder) else {
            return body(usualFolder(for: choice))
        }
        let folder = Object(adopting: UnsafeMutableRawPointer(last))
        let answered = Callback<UInt, Void> { result in
            let result = OpaquePointer(bitPattern: result)
            guard let info = g_file_query_info_finish(folder.opaque, result, nil) else {
                return body(usualFolder(for: choice))
            }
            g_object_unref(UnsafeMutableRawPointer(info))
            body(folder)
        }
        g_file_query_info_async(
            folder.opaque,
            G_FILE_ATTRIBUTE_STANDARD_TYPE,
            G_FILE_QUERY_INFO_NONE,
            G_PRIORITY_DEFAULT,
            nil,
            asyncCallback,
            Unmanaged.passRetained(answered).toOpaque()
        )
    }

    private static func usualFolder(for choice: Choice) -> Object? {
        guard case .place = choice else { return nil }
        // Else it would be wherever the program was started.
        let documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS) ?? g_get_home_dir()
        return g_file_new_for_path(documents).map {
            Object(adopting: UnsafeMutableRawPointer($0))
        }
    }

    private static func gtkFilter(_ filter: Filter) -> Object? {
        guard let kinds = gtk_file_filter_new() else { return nil }
        gtk_file_filter_set_name(kinds, filter.name)
        for type in filter.types { gtk_file_filter_add_mime_type(kinds, type) }
        return Object(adopting: UnsafeMutableRawPointer(kinds))
    }

    // MARK: The dialogs

    private static func showDialog(
        _ choice: Choice,
        title: String,
        in folder: Object?,
        over parent: UnsafeMutablePointer<GtkWindow>?,
        _ completion: @escaping @MainActor (Object?) -> Void
    ) {
        let dialog = Object(adopting: UnsafeMutableRawPointer(gtk_file_dialog_new()))
        gtk_file_dialog_set_title(dialog.opaque, title)
        if let folder { gtk_file_dialog_set_initial_folder(dialog.opaque, folder.opaque) }
        let (ask, finish) =
            switch choice {
            case .file: (gtk_file_dialog_open, gtk_file_dialog_open_finish)
            case .folder: (gtk_file_dialog_select_folder, gtk_file_dialog_select_folder_finish)
            case .place: (gtk_file_dialog_save, gtk_file_dialog_save_finish)
            }
        switch choice {
        case .file(let filter):
            guard let kinds = filter.flatMap(gtkFilter) else { break }
            let list = Object(
                adopting: UnsafeMutableRawPointer(g_list_store_new(gtk_file_filter_get_type()))
            )
            g_list_store_append(list.opaque, kinds.pointer)
            gtk_file_dialog_set_filters(dialog.opaque, list.opaque)
            gtk_file_dialog_set_default_filter(dialog.opaque, kinds.opaque)
        case .folder: break
        case .place(let name): gtk_file_dialog_set_initial_name(dialog.opaque, name)
        }
        let answered = Callback<UInt, Void> { result in
            let file = finish(dialog.opaque, OpaquePointer(bitPattern: result), nil)
            completion(file.map { Object(adopting: UnsafeMutableRawPointer($0)) })
        }
        ask(
            dialog.opaque,
            parent,
            nil,
            asyncCallback,
            Unmanaged.passRetained(answered).toOpaque()
        )
    }

    private static func showNative(
        _ choice: Choice,
        title: String,
        in folder: Object?,
        over parent: UnsafeMutablePointer<GtkWindow>?,
        _ completion: @escaping @MainActor (Object?) -> Void
    ) {
        let action =
            switch choice {
            case .file: GTK_FILE_CHOOSER_ACTION_OPEN
            case .folder: GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
            case .place: GTK_FILE_CHOOSER_ACTION_SAVE
            }
        guard let native = gtk_file_chooser_native_new(title, parent, action, nil, nil) else {
            return completion(nil)
        }
        let dialog = Object(adopting: UnsafeMutableRawPointer(native))
        gtk_native_dialog_set_modal(dialog.cast(), 1)
        if let folder { gtk_file_chooser_set_current_folder(dialog.opaque, folder.opaque, nil) }
        switch choice {
        case .file(let filter):
            if let kinds = filter.flatMap(gtkFilter) {
                gtk_file_chooser_add_filter(dialog.opaque, kinds.opaque)
            }
        case .folder: break
        case .place(let name): gtk_file_chooser_set_current_name(dialog.opaque, name)
        }
        // Nothing else keeps the dialog alive: it stays until it has been answered.
        var connection: SignalConnection?
        connection = dialog.connectInteger("response") { answer in
            let file =
                answer == GTK_RESPONSE_ACCEPT.rawValue
                ? gtk_file_chooser_get_file(dialog.opaque) : nil
            // The closure goes with the connection, and the dialog with the closure.
            connection?.disconnect()
            connection = nil
            completion(file.map { Object(adopting: UnsafeMutableRawPointer($0)) })
        }
        gtk_native_dialog_show(dialog.cast())
    }
}
