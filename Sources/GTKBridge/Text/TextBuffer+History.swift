import CGTK
import Phrases

extension TextBuffer {
    /// What the buffer does with its own history of edits.
    public enum HistoryStep: Sendable {
        /// It takes an edit back.
        case undoing
        /// It makes one again that was taken back.
        case redoing
    }

    /// Tells when a step is undone or done again, and with nil when that is over; edits are told between.
    public func onHistoryStep(
        _ body: @escaping @MainActor (HistoryStep?) -> Void
    ) -> [SignalConnection] {
        [
            connectPlain("undo") { body(.undoing) },
            connectPlain("redo") { body(.redoing) },
            connectAfter("undo") { body(nil) },
            connectAfter("redo") { body(nil) },
        ]
    }

    private func connectAfter(
        _ signal: String,
        _ body: @escaping @MainActor () -> Void
    ) -> SignalConnection {
        let function: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            Callback<Void, Void>.call(data, ())
        }
        let handler = g_signal_connect_data(
            pointer,
            signal,
            unsafeBitCast(function, to: GCallback.self),
            Unmanaged.passRetained(Callback<Void, Void>(body)).toOpaque(),
            { data, _ in releaseCallback(data) },
            G_CONNECT_AFTER
        )
        return SignalConnection(object: self, handler: handler)
    }
}
