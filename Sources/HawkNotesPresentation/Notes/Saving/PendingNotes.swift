import Foundation
import HawkNotesModel
import Phrases
import StateRestoration

/// The new notes of all windows that are being saved.
///
/// A note is stored in its window's state from the moment *Save* was pressed until the library has
/// it, and passed to the library again by the next run if necessary. Its id stays the same, so that
/// the library saves it once. A failed attempt is repeated, at growing intervals, and at once when
/// another save succeeds.
@MainActor
package final class PendingNotes {
    /// Calls a closure after a number of seconds.
    package typealias Delay = @MainActor (Double, @escaping @MainActor () -> Void) -> Void

    /// A change of the notes of a page.
    package enum Event {
        /// The pending notes have changed, or an attempt has failed again.
        case changed
        /// The library has confirmed that it has this note.
        case saved(Note)
        /// A note could not be saved, for the first time.
        case failed(PendingNote)
    }

    private final class Entry {
        var note: PendingNote
        var storage: PendingNoteStorage
        /// Whether an attempt is under way.
        var isUnderWay = false
        /// Receives the text if the attempt fails.
        var giveBack: (@MainActor (PendingNote) -> Bool)?

        init(_ note: PendingNote, _ storage: PendingNoteStorage) {
            self.note = note
            self.storage = storage
        }
    }

    private struct WeakScene { weak var scene: RestorationScene? }

    /// The pauses between two attempts, in seconds.
    private static let (firstPause, longestPause) = (2.0, 60.0)

    private let library: Library
    private let now: () -> Date
    private let after: Delay
    /// Oldest first.
    private var entries: [Entry] = []
    private var scenes: [WeakScene] = []
    private let observers = ChangeObservers<(home: RestorationScope, event: Event)>()
    private var pause = 0.0
    /// The number of the current timer, if there is one.
    private var timer: Int?
    private var timerCount = 0

    package init(library: Library, now: @escaping () -> Date, after: @escaping Delay) {
        self.library = library
        self.now = now
        self.after = after
    }

    /// The notes that were written on the page with this scope, oldest first.
    package func notes(in home: RestorationScope) -> [PendingNote] {
        entries.filter { $0.storage.home.isSame(as: home) }.map(\.note)
    }

    /// Calls the body with each event; `home` is the scope of the notes' page.
    package func observe(
        _ body: @escaping @MainActor (_ home: RestorationScope, _ event: Event) -> Void
    ) -> ChangeObservation {
        observers.add { body($0.home, $0.event) }
    }

    /// Stores a note in the window's state and passes it to the library.
    package func save(
        _ text: String,
        quoting quote: Quote? = nil,
        at place: NotePlace? = nil,
        as id: UUID,
        on subject: NoteSubject,
        in home: RestorationScope
    ) {
        let note = PendingNote(
            id: id,
            subject: subject,
            text: text,
            quote: quote,
            date: now(),
            place: place
        )
        let entry = Entry(note, PendingNoteStorage(id, in: home))
        entry.storage.write(note)
        entries.append(entry)
        observers.notify((home, .changed))
        submit(entry)
    }

    /// Passes every note that could not be saved to the library again.
    package func tryAgain() {
        pause = 0
        timer = nil
        for entry in entries where entry.note.problem != nil { submit(entry) }
    }

    /// Returns a note that could not be saved.
    ///
    /// Waits for an attempt that is under way: if the library saves the note after all, nothing is
    /// returned.
    ///
    /// - Parameter put: puts text and place into the composer; returns false when there is none any
    ///   longer.
    package func giveBack(_ id: UUID, to put: @escaping @MainActor (PendingNote) -> Bool) {
        guard let entry = entry(id), entry.note.problem != nil else { return }
        if entry.isUnderWay {
            entry.giveBack = put
        } else {
            giveBack(entry, to: put)
        }
    }

    /// Records that the library has these notes, or had them: readers of the library need no
    /// further notification.
    package func confirm(_ ids: some Sequence<UUID>) {
        guard !entries.isEmpty else { return }
        for entry in ids.compactMap(entry) {
            forget(entry)
            observers.notify((entry.storage.home, .changed))
        }
    }

    /// Called when another save has succeeded, so that a retry is worthwhile.
    package func libraryDidSave() {
        if entries.contains(where: { $0.note.problem != nil }) { tryAgain() }
    }
}

// MARK: - Opening and closing windows

extension PendingNotes {
    /// Resumes the notes in the state of a window, before its first page is made.
    package func resume(in scene: RestorationScene) {
        scenes.append(WeakScene(scene: scene))
        var resumed: [Entry] = []
        for (id, home) in PendingNoteStorage.all(in: scene) {
            let storage = PendingNoteStorage(id, in: home)
            guard let note = storage.note else {
                // Without a text, it was being written or removed; a note of another version is
                // left alone.
                if !storage.hasText { storage.forget() }
                continue
            }
            if storage.isReturning {
                let text = MentionText.editable(note.text)
                if StoredDraft(in: home).restoreText(text, quoting: note.quote, at: note.place) {
                    storage.forget()
                    continue
                }
                storage.isReturning = false
            }
            StoredDraft(in: home).settle(with: note.id, note.text, quoting: note.quote)
            if let entry = entry(id) {
                entry.storage.forget()
                entry.storage = storage
            } else {
                resumed.append(Entry(note, storage))
            }
        }
        resumed.sort { $0.note.date < $1.note.date }
        entries += resumed
        resumed.forEach(submit)
    }

    /// Moves the pending notes of a closing window to another window's state.
    ///
    /// The file of a closed window is not written any longer: a note that was saved and deleted
    /// later would reappear when the window is reopened. The last window keeps its notes; so does a
    /// private one, in memory.
    package func sceneWillClose(_ scene: RestorationScene) {
        scenes.removeAll { $0.scene == nil || $0.scene === scene }
        guard !scene.isPrivate,
            let heir = scenes.compactMap(\.scene).last(where: { !$0.isPrivate })
        else { return }
        for entry in entries where entry.storage.home.scene === scene {
            let left = entry.storage
            let identifiers = RestorationScope.components(of: left.home.path)
            let home = heir.root.scope(identifiers)
            entry.storage = PendingNoteStorage(entry.note.id, in: home)
            entry.storage.write(entry.note)
            left.forget()
            observers.notify((home, .changed))
        }
    }
}

// MARK: - Saving

extension PendingNotes {
    private func entry(_ id: UUID) -> Entry? { entries.first { $0.note.id == id } }

    private func submit(_ entry: Entry) {
        guard !entry.isUnderWay else { return }
        entry.isUnderWay = true
        let note = entry.note
        library.perform {
            try $0.addNote(
                note.text,
                on: note.subject,
                id: note.id,
                place: note.place,
                quote: note.quote
            )
        } completion: { [weak self] in
            self?.finish(note.id, $0)
        }
    }

    private func finish(_ id: UUID, _ result: Result<Note, LibraryError>) {
        // The library may already be known to have the note.
        let entry = entry(id)
        entry?.isUnderWay = false
        switch result {
        case .success(let note):
            if let entry {
                forget(entry)
                observers.notify((entry.storage.home, .saved(note)))
            }
            libraryDidSave()
        case .failure(let error) where error.code == .noteNotFound:
            // The last run had already saved it, and it was deleted since.
            confirm([id])
        case .failure(let error):
            guard let entry else { return }
            let problem = SavingProblem(error)
            // Attempts repeat: log each problem once.
            if entry.note.problem != problem { Log.warn("\(error)") }
            failed(entry, problem)
        }
    }

    private func failed(_ entry: Entry, _ problem: SavingProblem) {
        let isFirst = entry.note.problem == nil
        entry.note.problem = problem
        scheduleRetry()
        if let put = entry.giveBack {
            entry.giveBack = nil
            giveBack(entry, to: put)
        } else {
            observers.notify((entry.storage.home, isFirst ? .failed(entry.note) : .changed))
        }
    }

    private func scheduleRetry() {
        guard timer == nil else { return }
        pause = min(max(2 * pause, Self.firstPause), Self.longestPause)
        timerCount += 1
        let number = timerCount
        timer = number
        after(pause) { [weak self] in
            guard let self, self.timer == number else { return }
            self.timer = nil
            for entry in self.entries where entry.note.problem != nil { self.submit(entry) }
        }
    }

    private func giveBack(_ entry: Entry, to put: @MainActor (PendingNote) -> Bool) {
        // If the program is killed before the end, the text is in both places, and this flag says
        // so.
        entry.storage.isReturning = true
        guard put(entry.note) else {
            entry.storage.isReturning = false
            return
        }
        forget(entry)
        observers.notify((entry.storage.home, .changed))
    }

    private func forget(_ entry: Entry) {
        entries.removeAll { $0 === entry }
        entry.storage.forget()
    }
}

extension RestorationScope {
    /// Whether both are the same place in the same window.
    package func isSame(as other: RestorationScope) -> Bool {
        scene != nil && scene === other.scene && path == other.path
    }
}
