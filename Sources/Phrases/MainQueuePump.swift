import CGLib

/// Lets GLib's main loop run what is queued on the main dispatch queue.
///
/// Without it `Task { @MainActor in … }` and `DispatchQueue.main` never run under GTK: nobody drains
/// the queue. libdispatch signals waiting work through a file descriptor. The queue is drained when the
/// loop is idle, so that a flood of tasks cannot starve a frame, or else in a while, so that no drawing
/// without a rest can starve a task. Draining is not re-entrant: a task must not run a nested main loop.
@MainActor
public final class MainQueuePump {
    /// What GLib knows the watch by.
    private(set) var source: guint = 0
    /// The draining that is to come.
    private var next: LoopSource?

    /// Starts draining; ends when the pump is let go.
    public init() {
        let signaled = Callback<Void, Void> { [weak self] in self?.drainSoon() }
        source = g_unix_fd_add_full(
            G_PRIORITY_DEFAULT,
            _dispatch_get_main_queue_handle_4CF(),
            G_IO_IN,
            { descriptor, _, data in
                // Draining leaves the signal as it is. Unread, it would wake the loop for ever.
                var count: UInt64 = 0
                _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
                Callback<Void, Void>.call(data, ())
                return gboolean(1)
            },
            Unmanaged.passRetained(signaled).toOpaque(),
            releaseCallback
        )
    }

    private func drainSoon() {
        guard next == nil else { return }
        next = MainLoop.whenIdle { [weak self] in
            self?.next = nil
            _dispatch_main_queue_callback_4CF(nil)
        }
    }

    isolated deinit {
        g_source_remove(source)
        next?.cancel()
    }
}
