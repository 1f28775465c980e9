import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

/// Lifts the veil from all of the book that the window shows, and lets it down again.
@MainActor
final class VeilAction {
    private unowned let owner: MainWindow
    private let action: Action

    init(_ owner: MainWindow) {
        self.owner = owner
        action = Action(.liftVeil, isOn: false) { [weak owner] isLifted in
            guard let owner, let book = owner.shownBookID else { return }
            let isPrivate = owner.scene.isPrivate
            if isLifted {
                owner.context.series.unveiled.insert([.book(book)], isPrivate: isPrivate)
            } else {
                owner.context.series.unveiled.remove(.book(book))
            }
        }
        owner.window.add(action)
    }

    /// Enables it where something of the book may be veiled.
    func update() {
        let book = owner.shownBookID
        action.isEnabled = owner.showsTabs && book.map(owner.series.veil.reaches(book:)) == true
        action.setOn(book.map { owner.series.veil.exceptions.contains(.book($0)) } ?? false)
    }
}

extension MainWindow {
    /// The book that the page is about, or the one that its character comes from.
    fileprivate var shownBookID: Book.ID? { page.book?.id ?? page.character?.bookID }
}
