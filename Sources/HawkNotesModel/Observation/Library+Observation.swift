import Foundation

/// Watching the library: a value at once, and each later one on the main thread.
///
/// The first value is handed over before the call returns, so that a page is not drawn empty; where a
/// slow disk keeps it waiting for more than `LibraryEnvironment.readingPatience`, as soon as it is there.
/// Later ones come after the write that caused them has reached the disk; values equal to the
/// last one are not repeated. If a later read fails, `onError` is told and the observation goes
/// on. Keep the returned object: the observation ends with it. Who watches the same value shares one
/// reading of it.
extension Library {
    /// Watches the notes on a book or a character, the oldest first.
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

    /// Watches how many notes there are on each book and character of a series.
    ///
    /// A whole import makes one reading of it, or two: while one is under way, no other is begun.
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

    /// Watches the ids of the favourite characters.
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

    /// Watches for what writes do, one thing after another, in their order.
    ///
    /// For lists that read only what they show: subscribe, read, then apply each change by its id.
    /// A change that the reading has seen already may be told as well. Told on the main thread after
    /// the write has reached the disk, several writes in a row at once; nothing is read for it.
    ///
    /// - Parameter subject: whose notes to watch; nil for every change in the library.
    @MainActor
    public func observeChanges(
        on subject: NoteSubject? = nil,
        onChange: @escaping @MainActor ([LibraryChange]) -> Void
    ) -> LibraryObservation {
        observers.changes.subscribe(to: subject, onChange: onChange)
    }

    /// Tells what has changed, and reads again what is watched as a whole.
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

/// Everything that is being watched.
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
