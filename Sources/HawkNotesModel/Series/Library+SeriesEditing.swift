import Foundation
import GRDB

/// A series or a part of one, by its id.
public enum SeriesPart: Hashable, Sendable {
    /// A series.
    case series(UUID)
    /// A book, with the characters that it introduces.
    case book(UUID)
    /// A character, with its relations.
    case character(UUID)
    /// A chapter of a book.
    case chapter(UUID)
    /// A relation between two characters.
    case relation(UUID)
}

/// The reader's edits of series. Changes of a series that is not the reader's own are recorded
/// field by field: a new edition leaves these fields alone.
///
/// Each call is a transaction of ``SeriesChanges``, and returns its undo.
extension Library {
    /// Saves a new or existing character; an existing one stays in its series.
    ///
    /// - Throws: `.emptyTitle` if the name is blank; `.notFound` if the series does not exist or
    ///   does not contain the book.
    @discardableResult
    public func save(_ character: Character) throws -> LibraryUndo {
        try change("save the character") { try $0.save(character) }
    }

    /// Moves a part and its contents to the trash. Notes and favorites stay in the library and
    /// reappear with it. Does nothing if the part is already deleted.
    ///
    /// - Throws: `.notFound` if the part does not exist.
    @discardableResult
    public func delete(_ part: SeriesPart) throws -> LibraryUndo {
        try change("delete that") { try $0.delete(part) }
    }

    private func change(
        _ doing: String,
        _ body: (SeriesChanges) throws -> Void
    ) throws -> LibraryUndo {
        try changeLibrary(doing) { try body(SeriesChanges(recorder: $0)) }
    }
}

extension SeriesPart {
    var table: SeriesTable {
        switch self {
        case .series: .series
        case .book: .book
        case .chapter: .chapter
        case .character: .character
        case .relation: .relation
        }
    }

    /// The id of the part.
    public var id: UUID {
        switch self {
        case .series(let id), .book(let id), .chapter(let id), .character(let id),
            .relation(let id):
            id
        }
    }
}

extension ChangeRecorder {
    /// - Throws: `.notFound` if the part does not exist, neither shown nor in the trash.
    func require(_ part: SeriesPart) throws {
        let isThere = try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM \(part.table.rawValue) WHERE id = ?)",
            arguments: [part.id]
        )
        guard isThere == true else { throw LibraryError.partNotFound }
    }
}

extension LibraryError {
    static var partNotFound: LibraryError {
        LibraryError(.notFound, "What this belongs to no longer exists.")
    }
}

extension Database {
    @discardableResult
    func require<Record: SeriesRow>(_ type: Record.Type, _ id: UUID) throws -> Record {
        guard let record = try Record.fetchOne(self, key: id) else {
            throw LibraryError.partNotFound
        }
        return record
    }

    /// The existing parents of a part, outermost first.
    func parents(of part: SeriesPart) throws -> [SeriesPart] {
        switch part {
        case .series:
            return []
        case .book(let id):
            guard let book = try BookRecord.fetchOne(self, key: id) else { return [] }
            return [.series(book.book.seriesID)]
        case .chapter(let id):
            guard let chapter = try ChapterRecord.fetchOne(self, key: id) else { return [] }
            let book = SeriesPart.book(chapter.chapter.bookID)
            return try parents(of: book) + [book]
        case .character(let id):
            guard let record = try CharacterRecord.fetchOne(self, key: id) else { return [] }
            let book = record.character.bookID.map { [SeriesPart.book($0)] } ?? []
            return [.series(record.character.seriesID)] + book
        case .relation(let id):
            guard let record = try RelationRecord.fetchOne(self, key: id) else { return [] }
            let ends = [record.relation.first, record.relation.second].map(SeriesPart.character)
            var seen: Set<SeriesPart> = []
            return try ends.flatMap { try parents(of: $0) + [$0] }
                .filter { seen.insert($0).inserted }
        }
    }

    func nextRelationPosition(in seriesID: UUID) throws -> Int {
        let last = try Int.fetchOne(
            self,
            sql: """
                SELECT max(relation.position) FROM relation
                JOIN character ON character.id = firstID WHERE character.seriesID = ?
                """,
            arguments: [seriesID]
        )
        return (last ?? -1) + 1
    }
}
