import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

/// How far the reader has come, and what is hidden for that.
extension MainWindow {
    /// Lifts the veil, in all windows, until somebody says anew how far they have read.
    func unveil(_ things: [Veil.Exception]) {
        context.series.unveiled.insert(things, isPrivate: scene.isPrivate)
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
        // Whoever begins anew does not want to see what they looked at the last time.
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
