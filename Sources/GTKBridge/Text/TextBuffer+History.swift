import CGTK

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
            connectPlain("undo", after: true) { body(nil) },
            connectPlain("redo", after: true) { body(nil) },
        ]
    }
}
