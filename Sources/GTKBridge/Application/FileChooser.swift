import CGTK
import Foundation
import Phrases

/// The desktop's file dialog (GtkFileDialog, or GtkFileChooserNative on older versions of GTK).
///
/// It starts in the folder of the last chosen file, as long as the program runs.
@MainActor
public enum FileChooser {
    /// A filter for the offered files.
    public struct Filter: Sendable {
        /// The name of the filter.
        public var name: String
        /// The MIME types: `image/png`.
        public var types: [String]

        /// A filter with a name and types.
        public init(name: String, types: [String]) {
            self.name = name
            self.types = types
        }
    }

    /// The kind of dialog.
    private enum Choice {
        case file(Filter?)
        case folder
        /// Where to save a file; the name is the initial one.
        case place(name: String)
    }

    /// The address of the folder of the last chosen file.
    private static var lastFolder: String?

    /// Lets the user choose a file to read.
    ///
    /// - Parameters:
    ///   - widget: any widget of the parent window.
    ///   - completion: called with the file; not called when the dialog is cancelled. The file may
    ///     be remote.
    public static func open(
        title: String,
        filter: Filter,
        over widget: Widget,
        _ completion: @escaping @MainActor (URL) -> Void
    ) { choose(.file(filter), title: title, over: widget, completion) }

    /// Lets the user choose any file or folder to read.
    ///
    /// - Parameters:
    ///   - widget: any widget of the parent window.
    ///   - completion: called with the choice; not called when the dialog is cancelled, or for a
    ///     choice that is not on this computer.
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

    /// Lets the user choose where to save a file, and confirms before replacing an existing one.
    ///
    /// - Parameters:
    ///   - name: the initial name.
    ///   - completion: called with the choice; not called when the dialog is cancelled, or for a
    ///     place that is not on this computer.
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

    /// Passes on the initial folder, or nil to leave it to the desktop: GTK would complain about a
    /// folder that no longer exists.
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
        if case .file = choice { return nil }
        // Otherwise it would be the program's working directory.
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
        // Nothing else keeps the dialog alive until it is answered.
        var connection: SignalConnection?
        connection = dialog.connectInteger("response") { answer in
            let file =
                answer == GTK_RESPONSE_ACCEPT.rawValue
                ? gtk_file_chooser_get_file(dialog.opaque) : nil
            // The connection owns the closure, and the closure owns the dialog.
            connection?.disconnect()
            connection = nil
            completion(file.map { Object(adopting: UnsafeMutableRawPointer($0)) })
        }
        gtk_native_dialog_show(dialog.cast())
    }
}
