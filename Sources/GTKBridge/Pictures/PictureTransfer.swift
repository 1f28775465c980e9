import CGTK
import Foundation
import Phrases

/// Pictures from other programs, by drop or through the clipboard.
@MainActor
public enum PictureTransfer {
    /// The received content.
    public enum Content: Sendable {
        /// The bytes of a file.
        case bytes(Data)
        /// A file, which may be remote.
        case file(URL)
        /// There was a picture, but it could not be read, or exceeds the limit.
        case failed
    }

    /// The requested types, the best first: picture data is the picture, while a file that is
    /// offered with it may be the web page that contained it.
    private static let types =
        ["image/png", "image/jpeg", "image/webp", "image/svg+xml", fileList]
    private static let fileList = "text/uri-list"

    /// Whether the clipboard may contain a picture.
    public static var isOnClipboard: Bool {
        guard let clipboard else { return false }
        let formats = gdk_clipboard_get_formats(clipboard)
        return types.contains { gdk_content_formats_contain_mime_type(formats, $0) != 0 }
    }

    /// Reads the clipboard.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes to read.
    ///   - completion: called with the content; nil if there is no picture.
    public static func paste(
        limit: Int,
        _ completion: @escaping @MainActor (Content?) -> Void
    ) {
        guard isOnClipboard, let clipboard else { return completion(nil) }
        let source = Object(borrowing: UnsafeMutableRawPointer(clipboard))
        let reader = Callback<UInt, Void> { address in
            var type: UnsafePointer<CChar>?
            let stream = gdk_clipboard_read_finish(
                source.opaque,
                OpaquePointer(bitPattern: address),
                &type,
                nil
            )
            take(stream, type.map { String(cString: $0) }, limit: limit, completion)
        }
        withTypes { types in
            gdk_clipboard_read_async(
                clipboard,
                types,
                G_PRIORITY_DEFAULT,
                nil,
                asyncCallback,
                Unmanaged.passRetained(reader).toOpaque()
            )
        }
    }

    /// Copies the bytes of a picture to the clipboard; for tests.
    public static func copy(_ data: Data, type: String) {
        guard let clipboard else { return }
        let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        let provider = gdk_content_provider_new_for_bytes(type, bytes)
        g_bytes_unref(bytes)
        guard let provider else { return }
        gdk_clipboard_set_content(clipboard, provider)
        g_object_unref(UnsafeMutableRawPointer(provider))
    }

    /// Makes a widget accept dropped pictures.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes to read.
    ///   - onHover: called when such a drag enters or leaves the widget.
    ///   - onDrop: called with the dropped content.
    public static func addDrop(
        to widget: Widget,
        limit: Int,
        onHover: @escaping @MainActor (Bool) -> Void,
        onDrop: @escaping @MainActor (Content) -> Void
    ) {
        let builder = gdk_content_formats_builder_new()
        for type in types { gdk_content_formats_builder_add_mime_type(builder, type) }
        let target = widget.addController(
            gtk_drop_target_async_new(
                gdk_content_formats_builder_free_to_formats(builder),
                GDK_ACTION_COPY
            ),
            phase: .bubble
        )
        DropTarget.connectHover(target, onHover)
        target.connectDropQuestion("drop") { drop, _, _ in
            onHover(false)
            if let drop { read(Object(borrowing: drop), limit: limit, onDrop) }
            return 1
        }
    }

    private static func read(
        _ drop: Object,
        limit: Int,
        _ onDrop: @escaping @MainActor (Content) -> Void
    ) {
        let reader = Callback<UInt, Void> { address in
            var type: UnsafePointer<CChar>?
            let result = OpaquePointer(bitPattern: address)
            let stream = gdk_drop_read_finish(drop.opaque, result, &type, nil)
            take(stream, type.map { String(cString: $0) }, limit: limit) { content in
                let hasCome = if case .failed? = content { false } else { content != nil }
                gdk_drop_finish(drop.opaque, hasCome ? GDK_ACTION_COPY : GdkDragAction(rawValue: 0))
                onDrop(content ?? .failed)
            }
        }
        withTypes { types in
            gdk_drop_read_async(
                drop.opaque,
                types,
                G_PRIORITY_DEFAULT,
                nil,
                asyncCallback,
                Unmanaged.passRetained(reader).toOpaque()
            )
        }
    }

    private static func take(
        _ stream: UnsafeMutablePointer<GInputStream>?,
        _ type: String?,
        limit: Int,
        _ completion: @escaping @MainActor (Content?) -> Void
    ) {
        guard let stream, let type else { return completion(.failed) }
        ByteReader(UnsafeMutableRawPointer(stream), limit: limit) { data in
            guard let data else { return completion(.failed) }
            completion(type == fileList ? firstFile(in: data).map(Content.file) : .bytes(data))
        }.read()
    }

    /// The first address of a list with one address per line.
    private static func firstFile(in data: Data) -> URL? {
        String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
            .first { !$0.hasPrefix("#") }
            .flatMap { URL(string: $0.trimmingCharacters(in: .whitespaces)) }
    }

    private static var clipboard: OpaquePointer? {
        gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) }
    }

    private static func withTypes(
        _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Void
    ) {
        let copies = types.map { g_strdup($0) }
        defer { for copy in copies { g_free(copy) } }
        var list = copies.map { UnsafePointer($0) } + [nil]
        body(&list)
    }
}

/// Reads a stream to its end in large chunks.
@MainActor
private final class ByteReader {
    private let stream: Object
    private let limit: Int
    private let completion: @MainActor (Data?) -> Void
    private var data = Data()

    /// Takes ownership of a reference to the stream.
    ///
    /// - Parameter completion: called with the data; nil on failure, or if it exceeds `limit`.
    init(
        _ stream: UnsafeMutableRawPointer,
        limit: Int,
        _ completion: @escaping @MainActor (Data?) -> Void
    ) {
        self.stream = Object(adopting: stream)
        self.limit = limit
        self.completion = completion
    }

    func read() {
        let reader = Callback<UInt, Void> { [self] address in
            let result = OpaquePointer(bitPattern: address)
            guard let bytes = g_input_stream_read_bytes_finish(stream.cast(), result, nil) else {
                return completion(nil)
            }
            defer { g_bytes_unref(bytes) }
            var size: gsize = 0
            guard let start = g_bytes_get_data(bytes, &size), size > 0 else {
                return completion(data)
            }
            guard data.count + Int(size) <= limit else { return completion(nil) }
            data.append(start.assumingMemoryBound(to: UInt8.self), count: Int(size))
            read()
        }
        g_input_stream_read_bytes_async(
            stream.cast(),
            1 << 20,
            G_PRIORITY_DEFAULT,
            nil,
            asyncCallback,
            Unmanaged.passRetained(reader).toOpaque()
        )
    }
}
