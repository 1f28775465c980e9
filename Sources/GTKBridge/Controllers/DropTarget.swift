import CGTK
import Phrases

/// A widget that accepts this program's own drags (GtkDropTargetAsync).
@MainActor
public enum DropTarget {
    /// Makes a widget accept drops of a format.
    ///
    /// - Parameters:
    ///   - type: the format's MIME type.
    ///   - accepts: called when a drag enters the widget; a rejected drag goes to the surrounding
    ///     widgets. Nil accepts everything of the format.
    ///   - uses: called on a drop while the drag is still in progress; returns whether to call
    ///     `onDrop`. A drop that is not used is accepted all the same.
    ///   - onDrop: called with the value, read from its source, and the point of the drop in the
    ///     widget. Values from other programs in the same format are read too, and are as untrusted
    ///     as any input. The drag may have ended by then.
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
            // Not the target's own formats: GTK documents them as transferred, but keeps them.
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

    /// The maximum size of a value, in bytes.
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

    /// Reads a stream to its end; returns nil on failure, or if it is longer than `limit`.
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
