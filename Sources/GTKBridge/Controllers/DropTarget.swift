import CGTK
import Phrases

/// A widget on which this program's own drags can be dropped (GtkDropTargetAsync).
@MainActor
public enum DropTarget {
    /// Lets a widget take drops of a format.
    ///
    /// - Parameters:
    ///   - type: the format's MIME type.
    ///   - accepts: asked when a drag comes over the widget: what it is not to have goes to the widgets
    ///     around it. Nil takes everything of the format.
    ///   - uses: asked when something is let go, while the drag is still on: whether `onDrop` is to be
    ///     told. What is not used is taken all the same.
    ///   - onDrop: told the value, read from its source, and the point of the widget on which it was let
    ///     go. What other programs offer in the same format is read alike, and is as untrusted as any
    ///     input. The drag may have ended meanwhile.
    public static func add(
        _ type: String,
        to widget: Widget,
        accepts: (@MainActor () -> Bool)? = nil,
        uses: @escaping @MainActor () -> Bool = { true },
        onHover: @escaping @MainActor (Bool) -> Void = { _ in },
        onDrop: @escaping @MainActor (String, (x: Double, y: Double)) -> Void
    ) {
        let builder = gdk_content_formats_builder_new()
        gdk_content_formats_builder_add_mime_type(builder, type)
        let formats = gdk_content_formats_builder_free_to_formats(builder)
        let target = widget.addController(
            gtk_drop_target_async_new(formats, GDK_ACTION_COPY),
            phase: .bubble
        )
        if let accepts { connectAccept(target, type, accepts) }
        connectHover(target, onHover)
        target.connectDropQuestion("drop") { drop, x, y in
            onHover(false)
            if let drop {
                let isUsed = uses()
                read(type, of: Object(borrowing: drop)) { if isUsed { onDrop($0, (x, y)) } }
            }
            return 1
        }
    }

    private static func connectAccept(
        _ target: Object,
        _ type: String,
        _ body: @escaping @MainActor () -> Bool
    ) {
        target.connectPointerQuestion("accept") { drop in
            // Not by the target's own formats: GTK says that these are given away, and keeps them.
            guard let drop, let formats = gdk_drop_get_formats(OpaquePointer(drop)) else {
                return false
            }
            return gdk_content_formats_contain_mime_type(formats, type) != 0 && body()
        }
    }

    static func connectHover(
        _ target: Object,
        _ body: @escaping @MainActor (Bool) -> Void
    ) {
        target.connectDropQuestion("drag-enter") { _, _, _ in
            body(true)
            return gint(GDK_ACTION_COPY.rawValue)
        }
        target.connectPointer("drag-leave") { _ in body(false) }
    }

    private static func read(
        _ type: String,
        of drop: Object,
        _ onDrop: @escaping @MainActor (String) -> Void
    ) {
        var types: [UnsafePointer<CChar>?] = [UnsafePointer(g_strdup(type)), nil]
        defer { g_free(UnsafeMutableRawPointer(mutating: types[0])) }
        let reader = Callback<UInt, Void> { address in
            finish(drop, UnsafeMutableRawPointer(bitPattern: address), onDrop)
        }
        gdk_drop_read_async(
            drop.opaque,
            &types,
            G_PRIORITY_DEFAULT,
            nil,
            asyncCallback,
            Unmanaged.passRetained(reader).toOpaque()
        )
    }

    /// The largest value that is read, in bytes.
    static let limit = 64 * 1024

    private static func finish(
        _ drop: Object,
        _ result: UnsafeMutableRawPointer?,
        _ onDrop: @escaping @MainActor (String) -> Void
    ) {
        let stream = gdk_drop_read_finish(drop.opaque, OpaquePointer(result), nil, nil)
        guard let stream else { return gdk_drop_finish(drop.opaque, GdkDragAction(rawValue: 0)) }
        readAll(of: Object(adopting: UnsafeMutableRawPointer(stream))) { value in
            let action = value == nil ? GdkDragAction(rawValue: 0) : GDK_ACTION_COPY
            gdk_drop_finish(drop.opaque, action)
            if let value { onDrop(value) }
        }
    }

    /// Reads a stream to its end; gives nil when that fails, or when it is longer than `limit`.
    static func readAll(
        of stream: Object,
        after soFar: [UInt8] = [],
        _ completion: @escaping @MainActor (String?) -> Void
    ) {
        let reader = Callback<UInt, Void> { address in
            let result = OpaquePointer(bitPattern: address)
            guard let bytes = g_input_stream_read_bytes_finish(stream.cast(), result, nil) else {
                return completion(nil)
            }
            defer { g_bytes_unref(bytes) }
            var size: gsize = 0
            let data = g_bytes_get_data(bytes, &size)
            let collected = soFar + UnsafeRawBufferPointer(start: data, count: Int(size))
            if collected.count > limit {
                completion(nil)
            } else if size > 0 {
                readAll(of: stream, after: collected, completion)
            } else {
                completion(String(decoding: collected, as: UTF8.self))
            }
        }
        g_input_stream_read_bytes_async(
            stream.cast(),
            gsize(limit),
            G_PRIORITY_DEFAULT,
            nil,
            asyncCallback,
            Unmanaged.passRetained(reader).toOpaque()
        )
    }
}
