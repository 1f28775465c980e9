import HawkNotesModel
import Phrases

/// The notes that a window moves to other pages. *Undo* moves all of them back.
///
/// Nothing waits for the toast to disappear: the library moves them at once, and all windows
/// follow.
@MainActor
package final class MovedNotes {
    /// Called with a note that was moved back.
    package var onReturn: @MainActor (Note.ID) -> Void = { _ in }

    private struct Move {
        let target: NoteSubject
        let undo: LibraryUndo
        /// The number of notes that had been moved elsewhere by then.
        let passedOver: Int
    }

    private let library: Library
    private let pendingNotes: PendingNotes
    private let mentions: SeriesMentions
    private let messages: any MessagePresenter
    private lazy var offer = UndoOffer<Move>(in: messages) { [mentions] moves in
        Self.text(of: moves, mentions)
    } takeBack: { [weak self] moves in
        self?.takeBack(moves.map(\.undo))
    }

    /// - Parameters:
    ///   - pendingNotes: retried after a successful save.
    ///   - mentions: knows the titles of pages.
    ///   - messages: the toasts of the window.
    package init(
        in library: Library,
        pendingNotes: PendingNotes,
        mentions: SeriesMentions,
        messages: any MessagePresenter
    ) {
        self.library = library
        self.pendingNotes = pendingNotes
        self.mentions = mentions
        self.messages = messages
    }

    /// Moves notes and offers Undo, together with the previous move if that was just before. Skips
    /// notes that are no longer on the source page.
    package func move(_ ids: [Note.ID], from source: NoteSubject, to target: NoteSubject) {
        guard !ids.isEmpty, source != target else { return }
        library.perform { library in
            try library.moveNotes(ids, from: source, to: target)
        } completion: { [pendingNotes, weak self] result in
            if case .success = result { pendingNotes.libraryDidSave() }
            self?.finish(result, of: ids.count, to: target)
        }
    }

    private func finish(
        _ result: Result<LibraryUndo, LibraryError>,
        of count: Int,
        to target: NoteSubject
    ) {
        switch result {
        case .success(let undo):
            let passedOver = count - undo.movedNotes.count
            if undo.isEmpty {
                messages.show(NoteMoveText.passedOver(passedOver))
            } else {
                offer.add(Move(target: target, undo: undo, passedOver: passedOver))
            }
        case .failure(let error) where error.code == .notFound:
            messages.show(localized("Nothing was moved: that page no longer exists"))
        case .failure(let error):
            error.report(to: messages) { localized("The notes could not be moved: %1", $0) }
        }
    }

    /// The number of moved notes, and how many the last move skipped.
    private static func text(of moves: [Move], _ mentions: SeriesMentions) -> String {
        let count = moves.reduce(0) { $0 + $1.undo.movedNotes.count }
        let isOnePage = Set(moves.map(\.target)).count == 1
        let page = isOnePage ? mentions.title(of: moves[0].target) : nil
        let moved = NoteMoveText.moved(count, to: page)
        guard let passedOver = moves.last?.passedOver, passedOver > 0 else { return moved }
        return moved + " · " + NoteMoveText.passedOver(passedOver)
    }

    private func takeBack(_ undos: [LibraryUndo]) {
        library.perform { library in
            try undos.flatMap { try library.undo($0).movedNotes }
        } completion: { [pendingNotes, weak self] result in
            if case .success = result { pendingNotes.libraryDidSave() }
            self?.finishReturn(result, of: undos.reduce(0) { $0 + $1.movedNotes.count })
        }
    }

    private func finishReturn(_ result: Result<[Note.ID], LibraryError>, of count: Int) {
        switch result {
        case .success(let returned):
            if let first = returned.first { onReturn(first) }
            guard returned.count < count else { return }
            messages.show(NoteMoveText.passedOver(count - returned.count))
        case .failure(let error):
            error.report(to: messages) { localized("The notes could not be moved back: %1", $0) }
        }
    }
}

/// The messages of moving notes.
@MainActor
package enum NoteMoveText {
    /// - Parameter page: the page's title; nil for several pages.
    static func moved(_ count: Int, to page: String?) -> String {
        let notes = localized("Note moved", plural: "%1 notes moved", count: count)
        // Translators: %1 is “Note moved” or “3 notes moved”, %2 a book or a character.
        return page.map { localized("%1 to “%2”", notes, $0.beginning(limit: 40)) } ?? notes
    }

    /// Says that notes were skipped because they were moved or deleted meanwhile.
    static func passedOver(_ count: Int) -> String {
        localized(
            "One note was deleted or moved elsewhere",
            plural: "%1 notes were deleted or moved elsewhere",
            count: count
        )
    }

    /// Says that notes were skipped because they are being edited.
    package static func beingEdited(_ count: Int) -> String {
        localized(
            "A note that is being edited stays here",
            plural: "%1 notes that are being edited stay here",
            count: count
        )
    }
}
