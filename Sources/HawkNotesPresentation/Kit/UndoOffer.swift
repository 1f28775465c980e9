/// What was done last, and can be taken back with the *Undo* of one toast.
///
/// What is done while the toast is there joins it. All of it is taken back together, and forgotten when the
/// toast is gone.
@MainActor
package final class UndoOffer<Change> {
    private let messages: any MessagePresenter
    private let text: @MainActor ([Change]) -> String
    private let takeBack: @MainActor ([Change]) -> Void
    /// The last one is the newest.
    private var changes: [Change] = []

    /// - Parameters:
    ///   - messages: is kept, so it must not own the offer: a window's toasts, not the window.
    ///   - text: says what was done; the last change is the newest, and there is always one.
    ///   - takeBack: gets the newest change first.
    package init(
        in messages: any MessagePresenter,
        text: @escaping @MainActor ([Change]) -> String,
        takeBack: @escaping @MainActor ([Change]) -> Void
    ) {
        self.messages = messages
        self.text = text
        self.takeBack = takeBack
    }

    /// Offers to take back a change, together with those that are offered already.
    package func add(_ change: Change) { offer(changes + [change]) }

    /// Offers to take back a change, and nothing that was done before it.
    package func replace(with change: Change) { offer([change]) }

    /// No longer offers to take back what was not done after all.
    package func withdraw(where isWithdrawn: (Change) -> Bool) {
        let rest = changes.filter { !isWithdrawn($0) }
        if rest.count < changes.count { offer(rest) }
    }

    private func offer(_ new: [Change]) {
        changes = new
        guard !new.isEmpty else { return messages.withdrawToast(of: self) }
        messages.show(
            Toast(
                text: text(new),
                action: .undo { [weak self] in self?.undo() },
                source: self,
                onGone: { [weak self] in self?.changes = [] }
            )
        )
    }

    private func undo() { takeBack(changes.reversed()) }
}
