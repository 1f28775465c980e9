import CGTK

/// Lets GLib's main loop run what is queued on the main dispatch queue.
///
/// Without it `Task { @MainActor in … }` and `DispatchQueue.main` never run under GTK: nobody drains
/// the queue. libdispatch signals waiting work through a file descriptor, which is watched at a
/// priority below drawing, so that a flood of tasks cannot starve a frame. Draining is not re-entrant:
/// a task must not run a nested main loop.
@MainActor
public final class MainQueuePump {
    /// What GLib knows the watch by.
    let source: guint

    /// Starts draining; ends when the pump is let go.
    public init() {
        source = g_unix_fd_add_full(
            200,
            _dispatch_get_main_queue_handle_4CF(),
            G_IO_IN,
            { descriptor, _, _ in
                // Draining leaves the signal as it is. Unread, it would wake the loop for ever.
                var count: UInt64 = 0
                _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
                _dispatch_main_queue_callback_4CF(nil)
                return gboolean(1)
            },
            nil,
            nil
        )
    }

    isolated deinit { g_source_remove(source) }
}
