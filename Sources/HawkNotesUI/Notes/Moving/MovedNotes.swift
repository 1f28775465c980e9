import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The notes that a window moves to other pages, and that *Undo* moves back, all of them.
///
/// Nothing waits for the toast to go: the library is asked at once, and all windows follow it.
@MainActor
final class MovedNotes {
    /// Told of a note that is back where it was.
    var onReturn: @MainActor (Note.ID) -> Void = { _ in }

    private let context: AppContext
    private let toasts: ToastPresenter
    /// What *Undo* takes back.
    private var offered: [(target: NoteSubject, undo: LibraryUndo)] = []

    init(context: AppContext, toasts: ToastPresenter) {
        self.context = context
        self.toasts = toasts
    }

    /// Moves notes, and offers to take that back, together with what was moved just before. Those that are
    /// no longer where they were seen stay where they are.
    func move(_ ids: [Note.ID], from source: NoteSubject, to target: NoteSubject) {
        guard !ids.isEmpty, source != target else { return }
        context.library.perform { library in
            try library.moveNotes(ids, from: source, to: target)
        } completion: { [context, weak self] result in
            if case .success = result { context.pendingNotes.libraryDidSave() }
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
            offer(undo, to: target, passedOver: count - undo.movedNotes.count)
        case .failure(let error) where error.code == .notFound:
            toasts.show(
                Toast(text: localized("Nothing was moved: that page is no longer there"))
            )
        case .failure(let error):
            Log.warn("\(error)")
            let reason = LibraryText.savingReason(error)
            toasts.show(Toast(text: localized("The notes could not be moved: %1", reason)))
        }
    }

    // MARK: Undo

    private func offer(_ undo: LibraryUndo, to target: NoteSubject, passedOver: Int) {
        guard !undo.isEmpty else {
            return toasts.show(Toast(text: NoteMoveText.passedOver(passedOver)))
        }
        offered.append((target, undo))
        let count = offered.reduce(0) { $0 + $1.undo.movedNotes.count }
        let isOnePage = offered.allSatisfy { $0.target == target }
        let page = isOnePage ? context.mentions.title(of: target) : nil
        var sentences = [NoteMoveText.moved(count, to: page)]
        if passedOver > 0 { sentences.append(NoteMoveText.passedOver(passedOver)) }
        let toast = Toast(
            text: sentences.joined(separator: " · "),
            action: .init(title: localized("Undo")) { [weak self] in self?.takeBack() },
            onGone: { [weak self] in self?.offered = [] }
        )
        if offered.count == 1 { toasts.show(toast) } else { toasts.replace(with: toast) }
    }

    private func takeBack() {
        let undos = offered.reversed().map(\.undo)
        context.library.perform { library in
            try undos.flatMap { try library.undo($0).movedNotes }
        } completion: { [context, weak self] result in
            if case .success = result { context.pendingNotes.libraryDidSave() }
            self?.finishReturn(result, of: undos.reduce(0) { $0 + $1.movedNotes.count })
        }
    }

    private func finishReturn(_ result: Result<[Note.ID], LibraryError>, of count: Int) {
        switch result {
        case .success(let returned):
            if let first = returned.first { onReturn(first) }
            guard returned.count < count else { return }
            toasts.show(Toast(text: NoteMoveText.passedOver(count - returned.count)))
        case .failure(let error):
            Log.warn("\(error)")
            let reason = LibraryText.savingReason(error)
            toasts.show(Toast(text: localized("The notes could not be moved back: %1", reason)))
        }
    }
}

/// The sentences of moving.
@MainActor
enum NoteMoveText {
    /// - Parameter page: what the page is called; nil where there are several.
    static func moved(_ count: Int, to page: String?) -> String {
        let notes = localized("Note moved", plural: "%1 notes moved", count: count)
        // Translators: %1 is “Note moved” or “3 notes moved”, %2 a book or a character.
        return page.map { localized("%1 to “%2”", notes, $0.beginning(limit: 40)) } ?? notes
    }

    /// That notes were left alone that somebody else has dealt with meanwhile.
    static func passedOver(_ count: Int) -> String {
        localized(
            "One note was deleted or moved elsewhere meanwhile",
            plural: "%1 notes were deleted or moved elsewhere meanwhile",
            count: count
        )
    }

    /// That notes were left alone that somebody is writing at.
    static func beingEdited(_ count: Int) -> String {
        localized(
            "A note that is being edited stays here",
            plural: "%1 notes that are being edited stay here",
            count: count
        )
    }
}
