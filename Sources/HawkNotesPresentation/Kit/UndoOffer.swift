/// The last changes, which the *Undo* of one toast reverts.
///
/// Changes that are made while the toast is visible join it. All of them are reverted together, and
/// forgotten when the toast disappears.
@MainActor
package final class UndoOffer<Change> {
    private let messages: any MessagePresenter
    private let text: @MainActor ([Change]) -> String
    private let takeBack: @MainActor ([Change]) -> Void
    /// Newest last.
    private var changes: [Change] = []

    /// - Parameters:
    ///   - messages: is retained, so it must not own the offer: a window's toasts, not the window.
    ///   - text: describes the changes; the last one is the newest, and there is always one.
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

    /// Offers to undo a change, together with those that are already offered.
    package func add(_ change: Change) { offer(changes + [change]) }

    /// Offers to undo a change, and no earlier ones.
    package func replace(with change: Change) { offer([change]) }

    /// Removes changes from the offer that have not happened after all.
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
