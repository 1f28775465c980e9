import CGTK

/// What GLib and GTK have complained about: an assertion of theirs that failed is a mistake of ours.
///
/// GLib takes one writer of messages per process. Its queue is found by name, because the writer is a C
/// function without context.
public enum GLibMessages {
    /// Records warnings and worse from now on.
    public static func startRecording() {
        guard queue == nil else { return }
        g_type_set_qdata(cgtk_type_object(), name, UnsafeMutableRawPointer(g_async_queue_new()))
        g_log_set_writer_func(
            { level, fields, count, _ in
                let severe =
                    G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue
                    | G_LOG_LEVEL_WARNING.rawValue
                if level.rawValue & severe != 0, let queue = GLibMessages.queue {
                    let line = g_log_writer_format_fields(level, fields, count, 0)
                    g_async_queue_push(queue, line)
                }
                return g_log_writer_default(level, fields, count, nil)
            },
            nil,
            nil
        )
    }

    /// The complaints since the last call, without those that GTK has of itself.
    public static func take() -> [String] {
        var messages: [String] = []
        while let line = g_async_queue_try_pop(queue) {
            messages.append(String(cString: line.assumingMemoryBound(to: CChar.self)))
            g_free(line)
        }
        return messages.filter { message in !ownMistakes.contains { message.contains($0) } }
    }

    /// A tooltip that was about to come when its window was closed: GTK 4.8 does not call it off, and half
    /// a second later asks where the pointer is over a surface that has gone.
    private static let ownMistakes = [
        "gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE (surface)' failed",
        "_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE (surface)' failed",
    ]

    private static var name: GQuark { g_quark_from_string("hawk-notes-test-messages") }

    private static var queue: OpaquePointer? {
        g_type_get_qdata(cgtk_type_object(), name).map { OpaquePointer($0) }
    }
}
