import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import StateRestoration

/// How far the reader has come, and what is hidden for that.
extension MainWindow {
    /// Lifts the veil, in all windows, until the reader says anew how far they have read.
    func unveil(_ things: [Veil.Exception]) {
        context.series.unveiled.insert(things, isPrivate: scene.isPrivate)
    }

    /// Shows or hides the spoilers of a book, in all windows.
    func setSpoilersShown(_ isShown: Bool, ofBook id: Book.ID) {
        if isShown { unveil([.book(id)]) } else { context.series.unveiled.remove(.book(id)) }
    }

    /// Whether something has words that the reader has yet to come to.
    func isVeiled(_ part: SeriesPart) -> Bool {
        switch part {
        case .book(let id): context.series.isDescriptionVeiled(of: id)
        case .character(let id): context.series.isVeiled(character: id)
        case .series, .chapter, .relation: false
        }
    }

    /// Saves what the reader has chosen of a book, and offers to take that back.
    func setReading(_ choice: ReadingChoice, of bookID: Book.ID) {
        // A new beginning does not show what was looked at the last time.
        if choice.setsPoint { context.series.unveiled = UnveiledThings() }
        context.library.perform { library in
            try library.setReading(choice, of: bookID)
        } completion: { [weak self] result in
            switch result {
            case .success(let undo):
                if !undo.isEmpty { self?.parts.offer(ReadingText.saved(choice), undo) }
            case .failure(let error): PartChanges.report(error, to: self)
            }
        }
    }
}

/// Shows and hides the spoilers of the window's book.
@MainActor
final class VeilAction {
    private unowned let owner: MainWindow
    private let action: Action

    init(_ owner: MainWindow) {
        self.owner = owner
        action = Action(.liftVeil, isOn: false) { [weak owner] isLifted in
            guard let owner, let book = owner.shownBookID else { return }
            owner.setSpoilersShown(isLifted, ofBook: book)
        }
        owner.window.add(action)
    }

    /// Enables the action where the book may have spoilers.
    func update() {
        let book = owner.shownBookID
        action.isEnabled = owner.showsTabs && book.map(owner.series.veil.reaches(book:)) == true
        action.setOn(book.map { owner.series.veil.exceptions.contains(.book($0)) } ?? false)
    }
}

extension MainWindow {
    /// The book of the page, or of its character.
    fileprivate var shownBookID: Book.ID? { page.book?.id ?? page.character?.bookID }
}

extension WindowManager {
    /// Restores the spoilers that the reader had chosen to see, and saves later choices.
    func keepUnveiled() {
        let stored = SceneStorage(.unveiledThings, in: session.application)
        context.series.unveiled = UnveiledThings(stored: stored.wrappedValue)
        context.series.onUnveil = { things in
            if stored.wrappedValue != things.stored { stored.wrappedValue = things.stored }
        }
    }
}
