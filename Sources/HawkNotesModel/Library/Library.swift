import Foundation

/// The one place where books, characters, notes and favourites are kept; bodies follow.
public final class Library: Sendable {
    let environment: LibraryEnvironment
    init(environment: LibraryEnvironment) { self.environment = environment }

    public static func open(at url: URL, environment: LibraryEnvironment = .live) throws -> Library
    { throw LibraryError(.other, "Not written yet.") }
    public static func inMemory(environment: LibraryEnvironment = .live) throws -> Library
    { throw LibraryError(.other, "Not written yet.") }
    public func close() throws {}

    @discardableResult
    public func importSeries(from url: URL) throws -> SeriesImport { .unchanged }
    public func series() throws -> Series { throw LibraryError(.noSeries, "No series.") }

    public func note(_ id: UUID) throws -> Note? { nil }
    public func notes(on subject: NoteSubject) throws -> [Note] { [] }
    public func allNotes() throws -> [Note] { [] }
    public func noteCounts() throws -> [NoteSubject: Int] { [:] }
    @discardableResult
    public func addNote(_ text: String, on subject: NoteSubject) throws -> Note { throw LibraryError(.other, "Not written yet.") }
    @discardableResult
    public func updateNote(_ id: UUID, text: String) throws -> Note { throw LibraryError(.other, "Not written yet.") }
    @discardableResult
    public func deleteNote(_ id: UUID) throws -> Note { throw LibraryError(.other, "Not written yet.") }
    public func restoreNote(_ note: Note) throws {}

    public func favorites() throws -> Set<UUID> { [] }
    public func setFavorite(_ characterID: UUID, _ isFavorite: Bool) throws {}
    @discardableResult
    public func toggleFavorite(_ characterID: UUID) throws -> Bool { false }

    @MainActor
    public func observeNotes(
        on subject: NoteSubject,
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor ([Note]) -> Void
    ) throws -> LibraryObservation { LibraryObservation {} }
    @MainActor
    public func observeNoteCounts(
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor ([NoteSubject: Int]) -> Void
    ) throws -> LibraryObservation { LibraryObservation {} }
    @MainActor
    public func observeFavorites(
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor (Set<UUID>) -> Void
    ) throws -> LibraryObservation { LibraryObservation {} }
    @MainActor
    public func observeSeries(
        onError: @escaping @MainActor (LibraryError) -> Void,
        onChange: @escaping @MainActor (Series) -> Void
    ) throws -> LibraryObservation { LibraryObservation {} }
}

/// What an import did.
public enum SeriesImport: Hashable, Sendable {
    /// The file is the one that was imported last; nothing was read from it or written.
    case unchanged
    /// The books, characters and relations are now those of the file.
    case imported(revision: Int)
}
