import CGLib

/// GLib's default main loop: delayed calls, and iterations of the loop for tests.
@MainActor
public enum MainLoop {
    /// The maximum time that a call waits for the loop to be idle.
    public static let longestWaitForIdle: Duration = .milliseconds(50)

    /// Calls the closure once, when the loop is idle, or after a while at the latest.
    ///
    /// If drawing a frame takes longer than a frame lasts, as on a slow machine, the loop is never
    /// idle while anything is animated, even a blinking cursor.
    ///
    /// - Parameter limit: the maximum time to wait; nil waits for as long as it takes.
    @discardableResult
    public static func whenIdle(
        afterAtMost limit: Duration? = longestWaitForIdle,
        _ body: @escaping @MainActor () -> Void
    ) -> LoopSource {
        final class Sources {
            var all = LoopSource(identifiers: [])
        }
        let sources = Sources()
        let once: @MainActor () -> Void = {
            sources.all.cancel()
            body()
        }
        if let limit { sources.all = after(limit, once) }
        let data = Unmanaged.passRetained(Callback<Void, Void>(once)).toOpaque()
        let idle = g_idle_add_full(
            G_PRIORITY_DEFAULT_IDLE,
            onceTrampoline,
            data,
            releaseCallback
        )
        sources.all.identifiers.append(idle)
        return sources.all
    }

    /// Calls the closure once, after a time, rounded to whole milliseconds.
    @discardableResult
    public static func after(
        _ delay: Duration,
        _ body: @escaping @MainActor () -> Void
    ) -> LoopSource {
        let data = Unmanaged.passRetained(Callback<Void, Void>(body)).toOpaque()
        let source = g_timeout_add_full(
            G_PRIORITY_DEFAULT,
            guint(max(0, delay.milliseconds)),
            onceTrampoline,
            data,
            releaseCallback
        )
        return LoopSource(identifiers: [source])
    }

    /// Calls the closure on SIGTERM, SIGINT or SIGHUP, on the main loop rather than in the handler.
    public static func onSignal(_ number: Int32, _ body: @escaping @MainActor () -> Void) {
        let data = Unmanaged.passRetained(Callback<Void, Void>(body)).toOpaque()
        g_unix_signal_add_full(
            G_PRIORITY_HIGH,
            number,
            { data in
                Callback<Void, Void>.call(data, ())
                return 1
            },
            data,
            releaseCallback
        )
    }

    /// Runs the loop until the condition holds or the number of seconds has passed; for tests.
    ///
    /// - Returns: whether the condition holds.
    public static func run(
        upTo seconds: Double = 10,
        until condition: @MainActor () -> Bool
    ) -> Bool {
        let end = g_get_monotonic_time() + gint64(seconds * 1_000_000)
        let tick = g_timeout_add(5, { _ in 1 }, nil)
        defer { g_source_remove(tick) }
        while !condition() {
            if g_get_monotonic_time() > end { return false }
            g_main_context_iteration(nil, 1)
        }
        return true
    }

    /// Runs what is ready now and returns; for tests.
    public static func drain() {
        while g_main_context_iteration(nil, 0) != 0 {}
    }
}

/// A scheduled call.
@MainActor
public struct LoopSource {
    /// GLib's identifiers: one call may have several sources, and the first of them makes it.
    fileprivate(set) var identifiers: [guint]

    /// Cancels the call. Does nothing if it has been made.
    public func cancel() {
        for identifier in identifiers {
            if let source = g_main_context_find_source_by_id(nil, identifier) {
                g_source_destroy(source)
            }
        }
    }
}

private let onceTrampoline: GSourceFunc = { data in
    Callback<Void, Void>.call(data, ())
    return 0
}

/// Makes GLib's main loop run the main dispatch queue.
///
/// Without it `Task { @MainActor in … }` and `DispatchQueue.main` never run under GTK: nothing
/// drains the queue. libdispatch signals waiting work through a file descriptor. The queue is
/// drained when the loop is idle, so that a flood of tasks cannot starve a frame, or after a while
/// at the latest, so that continuous drawing cannot starve a task. Draining is not re-entrant: a
/// task must not run a nested main loop.
@MainActor
public final class MainQueuePump {
    /// GLib's identifier of the watch.
    private(set) var source: guint = 0
    /// The scheduled draining.
    private var next: LoopSource?

    /// Starts draining; ends when the pump is released.
    public init() {
        let signaled = Callback<Void, Void> { [weak self] in self?.drainSoon() }
        source = g_unix_fd_add_full(
            G_PRIORITY_DEFAULT,
            _dispatch_get_main_queue_handle_4CF(),
            G_IO_IN,
            { descriptor, _, data in
                // Draining does not reset the signal. Unread, it would wake the loop forever.
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

extension Duration {
    /// The time in whole milliseconds, the unit of GLib and GTK.
    public var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
