import HawkNotesModel
import Phrases
import Synchronization

/// The notes that a window moves to the trash, and that *Undo* brings back out of it, all of them.
///
/// A note is gone from the window's lists at once, and comes back when it could not be deleted. Nothing
/// waits for the toast to go: the library is asked at once, and the other windows follow it.
@MainActor
package final class DeletedNotes {
    /// What has become of a note.
    package enum Event {
        /// Others are hidden, or on their way back.
        case changed
        /// The library has answered that it has this one no more.
        case deleted(Note.ID)
        /// The library has answered that it has this one again.
        case returned(Note)
    }

    /// One deletion, on the main thread and on the library's.
    private final class Deletion: Sendable {
        /// As it was shown.
        let note: Note
        /// As it was in the library; nil until it is gone from there.
        let taken = Mutex<Note?>(nil)

        init(_ note: Note) { self.note = note }
    }

    /// The notes that are not to be shown although the library may have them.
    package private(set) var hidden: Set<Note.ID> = []
    /// The notes that are to be shown although the library may not have them yet.
    package private(set) var returning: [Note.ID: Note] = [:]

    private let library: Library
    private let pendingNotes: PendingNotes
    private let messages: any MessagePresenter
    private lazy var offer = UndoOffer<Deletion>(in: messages) { deletions in
        localized("Note deleted", plural: "%1 notes deleted", count: deletions.count)
    } takeBack: { [weak self] deletions in
        // The one that is back last is shown: the one that was deleted last.
        for deletion in deletions.reversed() { self?.bringBack(deletion) }
    }
    /// The number of what was asked last for each note: only its answer counts for what is shown.
    private var newest: [Note.ID: Int] = [:]
    private var count = 0
    private let observers = ChangeObservers<Event>()

    /// - Parameters:
    ///   - pendingNotes: worth being tried again when something could be saved.
    ///   - messages: the toasts of the window.
    package init(in library: Library, pendingNotes: PendingNotes, messages: any MessagePresenter) {
        self.library = library
        self.pendingNotes = pendingNotes
        self.messages = messages
    }

    /// Calls the body when something has become of a note.
    package func observe(_ body: @escaping @MainActor (Event) -> Void) -> ChangeObservation {
        observers.add(body)
    }

    /// Deletes a note, and offers to bring it back, together with those deleted just before it.
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
            // Another window was quicker; it is for that one to bring the note back.
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

    /// No longer offers to bring back what is not gone.
    private func withdraw(_ deletion: Deletion) { offer.withdraw { $0 === deletion } }

    /// The library takes it up after the deletion, however long that takes.
    private func bringBack(_ deletion: Deletion) {
        let id = deletion.note.id
        hidden.remove(id)
        returning[id] = deletion.note
        let number = ask(about: id)
        library.perform { library in
            let taken = deletion.taken.withLock { $0 }
            if let taken { try library.restoreNote(taken) }
            // As it is now, which may be more than this window has seen of it.
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
