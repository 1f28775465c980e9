import Foundation

/// Observes the library: delivers a value at once, and each later one on the main thread.
///
/// The first value is delivered before the call returns, so that a page is not drawn empty; if a
/// slow disk takes longer than `LibraryEnvironment.readingPatience`, it is delivered when ready.
/// Later values come after the write that caused them has reached the disk; values equal to the
/// last one are not repeated. If a later read fails, `onError` is called and the observation
/// continues. Keep the returned object: the observation ends when it is released. Observers of the
/// same value share one read.
/// reading of it.
extension Library {
    /// Observes the notes on a book or a character, oldest first.
    @MainActor
    public func observeNotes(
        on subject: NoteSubject,
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor ([Note]) -> Void
    ) throws -> LibraryObservation {
        try observers.notes(on: subject).subscribe(
            to: source { try $0.notes(on: subject) },
            onError: onError,
            onChange: onChange
        )
    }

    /// Observes the number of notes on each book and character of a series.
    ///
    /// An import causes only one or two reads: no read begins while another one is running.
    @MainActor
    public func observeNoteCounts(
        ofSeries id: UUID,
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor ([NoteSubject: Int]) -> Void
    ) throws -> LibraryObservation {
        try observers.noteCounts(ofSeries: id).subscribe(
            to: source { try $0.noteCounts(ofSeries: id) },
            onError: onError,
            onChange: onChange
        )
    }

    /// Observes the ids of the favorite characters.
    @MainActor
    public func observeFavorites(
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor (Set<UUID>) -> Void
    ) throws -> LibraryObservation {
        try observers.favorites.subscribe(
            to: source { try $0.favorites() },
            onError: onError,
            onChange: onChange
        )
    }

    /// Observes the individual changes made by writes, in order.
    ///
    /// For lists that read only their visible part: subscribe, read, then apply each change by its
    /// id. A change that the read already includes may be reported as well. Called on the main
    /// thread after the write has reached the disk, once for several writes in a row; reads
    /// nothing.
    ///
    /// - Parameter subject: whose notes to observe; nil for every change in the library.
    @MainActor
    public func observeChanges(
        on subject: NoteSubject? = nil,
        onChange: @escaping @MainActor ([LibraryChange]) -> Void
    ) -> LibraryObservation {
        observers.changes.subscribe(to: subject, onChange: onChange)
    }

    /// Reports the changes, and reads the affected observed values again.
    @MainActor
    func tellObservers(of changes: [LibraryChange]) {
        let parts = ChangedParts(changes)
        observers.changes.tell(changes)
        if parts.favorites { observers.favorites.refresh(from: source { try $0.favorites() }) }
        if parts.noteCounts {
            for (id, counts) in observers.noteCounts {
                counts.refresh(from: source { try $0.noteCounts(ofSeries: id) })
            }
        }
        for subject in parts.notes {
            observers.notes[subject]?.refresh(from: source { try $0.notes(on: subject) })
        }
    }

    private func source<Value>(
        _ read: @escaping @Sendable (Library) throws -> Value
    ) -> ObservedValue<Value>.Source {
        ObservedValue.Source(
            environment: environment,
            writeCount: { [self] in writeCount },
            read: { [self] in try read(self) }
        )
    }
}

/// All observed values and subscribers.
@MainActor
final class LibraryObservers {
    let changes = ObservedChanges()
    let favorites = ObservedValue<Set<UUID>>()
    private(set) var notes: [NoteSubject: ObservedValue<[Note]>] = [:]
    private(set) var noteCounts: [UUID: ObservedValue<[NoteSubject: Int]>] = [:]

    nonisolated init() {}

    func notes(on subject: NoteSubject) -> ObservedValue<[Note]> {
        if let value = notes[subject] { return value }
        let value = ObservedValue<[Note]>()
        notes[subject] = value
        return value
    }

    func noteCounts(ofSeries id: UUID) -> ObservedValue<[NoteSubject: Int]> {
        if let value = noteCounts[id] { return value }
        let value = ObservedValue<[NoteSubject: Int]>()
        noteCounts[id] = value
        return value
    }
}
