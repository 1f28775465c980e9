import HawkNotesModel
import Phrases
import Synchronization

/// The notes that a window moves to the trash. *Undo* restores all of them.
///
/// A note disappears from the window's lists at once, and reappears if it could not be deleted.
/// Nothing waits for the toast to disappear: the library deletes at once, and the other windows
/// follow.
@MainActor
package final class DeletedNotes {
    /// A change of a deleted note.
    package enum Event {
        /// The hidden or returning notes have changed.
        case changed
        /// The library has deleted this note.
        case deleted(Note.ID)
        /// The library has confirmed that it has this note again.
        case returned(Note)
    }

    /// One deletion, shared between the main thread and the library's.
    private final class Deletion: Sendable {
        /// The note as shown.
        let note: Note
        /// The note as the library had it; nil until it is deleted there.
        let taken = Mutex<Note?>(nil)

        init(_ note: Note) { self.note = note }
    }

    /// The notes that are hidden although the library may have them.
    package private(set) var hidden: Set<Note.ID> = []
    /// The notes that are shown although the library may not have them yet.
    package private(set) var returning: [Note.ID: Note] = [:]

    private let library: Library
    private let pendingNotes: PendingNotes
    private let messages: any MessagePresenter
    private lazy var offer = UndoOffer<Deletion>(in: messages) { deletions in
        localized("Note deleted", plural: "%1 notes deleted", count: deletions.count)
    } takeBack: { [weak self] deletions in
        // The note that is restored last gets shown: the one that was deleted last.
        for deletion in deletions.reversed() { self?.bringBack(deletion) }
    }
    /// The number of the last request for each note: only its answer affects what is shown.
    private var newest: [Note.ID: Int] = [:]
    private var count = 0
    private let observers = ChangeObservers<Event>()

    /// - Parameters:
    ///   - pendingNotes: retried after a successful save.
    ///   - messages: the toasts of the window.
    package init(in library: Library, pendingNotes: PendingNotes, messages: any MessagePresenter) {
        self.library = library
        self.pendingNotes = pendingNotes
        self.messages = messages
    }

    /// Calls the body with each event.
    package func observe(_ body: @escaping @MainActor (Event) -> Void) -> ChangeObservation {
        observers.add(body)
    }

    /// Deletes a note, and offers to restore it together with those deleted just before it.
    package func delete(_ note: Note) {
        guard hidden.insert(note.id).inserted else { return }
        returning[note.id] = nil
        let number = ask(about: note.id)
        let deletion = Deletion(note)
        offer.add(deletion)
        pendingNotes.confirm([note.id])
        library.perform { library in
            let taken = try library.deleteNote(deletion.note.id)
            deletion.taken.withLock { $0 = taken }
        } completion: { [pendingNotes, weak self] in
            self?.finish(deletion, number, $0)
            if case .success = $0 { pendingNotes.libraryDidSave() }
        }
    }

    private func ask(about id: Note.ID) -> Int {
        count += 1
        newest[id] = count
        observers.notify(.changed)
        return count
    }

    private func finish(
        _ deletion: Deletion,
        _ number: Int,
        _ result: Result<Void, LibraryError>
    ) {
        let id = deletion.note.id
        let counts = newest[id] == number
        if counts { hidden.remove(id) }
        switch result {
        case .success:
            if counts { observers.notify(.deleted(id)) }
        case .failure(let error) where error.code == .noteNotFound:
            // Another window was quicker, and will restore the note.
            if counts { observers.notify(.deleted(id)) }
            withdraw(deletion)
        case .failure(let error):
            withdraw(deletion)
            guard counts else { return }
            observers.notify(.changed)
            error.report(to: messages) { localized("The note could not be deleted: %1", $0) }
        }
    }

    // MARK: Undo

    /// Withdraws the offer to restore a note that is not deleted.
    private func withdraw(_ deletion: Deletion) { offer.withdraw { $0 === deletion } }

    /// The library handles this after the deletion, however long that takes.
    private func bringBack(_ deletion: Deletion) {
        let id = deletion.note.id
        hidden.remove(id)
        returning[id] = deletion.note
        let number = ask(about: id)
        library.perform { library in
            let taken = deletion.taken.withLock { $0 }
            if let taken { try library.restoreNote(taken) }
            // In its present state, which may be newer than what this window has shown.
            return try taken.map { try library.note($0.id) ?? $0 }
        } completion: { [pendingNotes, weak self] in
            self?.finishReturn(of: id, number, $0)
            if case .success = $0 { pendingNotes.libraryDidSave() }
        }
    }

    private func finishReturn(
        of id: Note.ID,
        _ number: Int,
        _ result: Result<Note?, LibraryError>
    ) {
        let counts = newest[id] == number
        if counts { returning[id] = nil }
        switch result {
        case .success(let note):
            if counts { observers.notify(note.map { .returned($0) } ?? .changed) }
        case .failure(let error):
            if counts { observers.notify(.changed) }
            error.report(to: messages) { localized("The note could not be restored: %1", $0) }
        }
    }
}
