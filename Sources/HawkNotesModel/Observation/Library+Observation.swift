import Foundation

/// Watching the library: a value at once, and each later one on the main thread.
///
/// The first value is handed over before the call returns, so that a page is not drawn empty; where a
/// slow disk keeps it waiting for more than `LibraryEnvironment.readingPatience`, as soon as it is there.
/// Later ones come after the write that caused them has reached the disk; values equal to the
/// last one are not repeated. If a later read fails, `onError` is told and the observation goes
/// on. Keep the returned object: the observation ends with it.
extension Library {
    /// Watches the notes on a book or a character, the oldest first.
    @MainActor
    public func observeNotes(
        on subject: NoteSubject,
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor ([Note]) -> Void
    ) throws -> LibraryObservation {
        try observers.notes(on: subject).subscribe(
            in: environment,
            read: { [self] in try notes(on: subject) },
            onError: onError,
            onChange: onChange
        )
    }

    /// Watches how many notes there are on each subject.
    @MainActor
    public func observeNoteCounts(
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor ([NoteSubject: Int]) -> Void
    ) throws -> LibraryObservation {
        try observers.noteCounts.subscribe(
            in: environment,
            read: { [self] in try noteCounts() },
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
            in: environment,
            read: { [self] in try favorites() },
            onError: onError,
            onChange: onChange
        )
    }

    /// Watches the series, which changes with an import only.
    @MainActor
    public func observeSeries(
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor (Series) -> Void
    ) throws -> LibraryObservation {
        try observers.series.subscribe(
            in: environment,
            read: { [self] in try series() },
            onError: onError,
            onChange: onChange
        )
    }

    /// Reads again what the changes concern and tells those who watch it.
    @MainActor
    func refreshObservers(after changes: Set<LibraryChange>) {
        // The series first: the rest is shown along with it.
        if changes.contains(.series) {
            observers.series.refresh(in: environment) { [self] in try series() }
        }
        if changes.contains(.favorites) {
            observers.favorites.refresh(in: environment) { [self] in try favorites() }
        }
        if changes.contains(.noteCounts) {
            observers.noteCounts.refresh(in: environment) { [self] in try noteCounts() }
        }
        for case .notes(let subject) in changes {
            observers.notes[subject]?.refresh(in: environment) { [self] in
                try notes(on: subject)
            }
        }
    }
}

/// Everything that is being watched.
@MainActor
final class LibraryObservers {
    let noteCounts = ObservedValue<[NoteSubject: Int]>()
    let favorites = ObservedValue<Set<UUID>>()
    let series = ObservedValue<Series>()
    private(set) var notes: [NoteSubject: ObservedValue<[Note]>] = [:]

    nonisolated init() {}

    func notes(on subject: NoteSubject) -> ObservedValue<[Note]> {
        if let value = notes[subject] { return value }
        let value = ObservedValue<[Note]>()
        notes[subject] = value
        return value
    }
}
