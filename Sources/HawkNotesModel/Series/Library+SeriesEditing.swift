import Foundation
import GRDB

/// A series or something in it, by its id.
public enum SeriesPart: Hashable, Sendable {
    /// A whole series.
    case series(UUID)
    /// A book, with the characters that it introduces.
    case book(UUID)
    /// A character, with its relations.
    case character(UUID)
    /// A relation of two characters.
    case relation(UUID)
}

/// What the reader makes of series. What is changed in one that is not the reader's own is noted down
/// field by field: a new edition leaves it alone.
extension Library {
    /// Makes a new series, or gives one that there is another title and author.
    ///
    /// - Throws: `.emptyTitle` if there is nothing but blanks.
    public func saveSeries(_ id: UUID, title: String, author: String? = nil) throws {
        try requireTitle(title)
        try writeSeries("save the series") { db in
            let record = SeriesRecord(id: id, origin: .own, title: title, author: author)
            // What is not the reader's to change.
            var saved = record
            let old = try SeriesRecord.fetchOne(db, key: id)
            saved.revision = old?.revision
            saved.digest = old?.digest
            guard try saved.save(to: db) else { return nil }
            return old == nil ? .seriesAdded(id) : .seriesChanged(id)
        }
    }

    /// Saves a book, a new one or one that there is; it stays in its series.
    ///
    /// - Throws: `.emptyTitle` if the title is nothing but blanks; `.notFound` if there is no such
    ///   series.
    public func save(_ book: Book) throws {
        try requireTitle(book.title)
        try writeSeries("save the book") { db in
            var record = BookRecord(book)
            if let old = try BookRecord.fetchOne(db, key: book.id) {
                record.book.seriesID = old.book.seriesID
            }
            try db.require(SeriesRecord.self, record.book.seriesID)
            return try record.save(to: db) ? .seriesChanged(record.book.seriesID) : nil
        }
    }

    /// Saves a character, a new one or one that there is; it stays in its series.
    ///
    /// - Throws: `.emptyTitle` if the name is nothing but blanks; `.notFound` if there is no such
    ///   series, or the book is none of its books.
    public func save(_ character: Character) throws {
        try requireTitle(character.name)
        try writeSeries("save the character") { db in
            var record = CharacterRecord(character)
            if let old = try CharacterRecord.fetchOne(db, key: character.id) {
                record.character.seriesID = old.character.seriesID
            }
            let seriesID = record.character.seriesID
            try db.require(SeriesRecord.self, seriesID)
            if let bookID = character.bookID {
                let book = try db.require(BookRecord.self, bookID)
                guard book.book.seriesID == seriesID else { throw LibraryError.partNotFound }
            }
            return try record.save(to: db) ? .seriesChanged(seriesID) : nil
        }
    }

    /// Saves a relation, a new one after those that there are.
    ///
    /// - Throws: `.notFound` if one of the characters is not there, or they are not of one series.
    public func save(_ relation: Relation) throws {
        try writeSeries("save the relation") { db in
            let first = try db.require(CharacterRecord.self, relation.first)
            let second = try db.require(CharacterRecord.self, relation.second)
            let seriesID = first.character.seriesID
            guard second.character.seriesID == seriesID else { throw LibraryError.partNotFound }
            let position =
                try RelationRecord.fetchOne(db, key: relation.id)?.position
                ?? db.nextRelationPosition(in: seriesID)
            let record = RelationRecord(relation, position: position)
            return try record.save(to: db) ? .seriesChanged(seriesID) : nil
        }
    }

    /// Deletes something; what stands in it goes with it. Notes and favourites stay, and are back with
    /// it. Of something that is deleted already, nothing changes.
    ///
    /// - Throws: `.notFound` if there is no such thing.
    public func delete(_ part: SeriesPart) throws {
        try setDeleted(part, environment.now(), doing: "delete that")
    }

    /// Brings back what was deleted, as it was.
    ///
    /// - Throws: `.notFound` if there is no such thing.
    public func restore(_ part: SeriesPart) throws {
        try setDeleted(part, nil, doing: "bring that back")
    }

    private func setDeleted(_ part: SeriesPart, _ date: Date?, doing: String) throws {
        try writeSeries(doing) { db in
            switch part {
            case .series(let id):
                try db.setDeleted(SeriesRecord.self, id, date) {
                    date == nil ? .seriesAdded($0.id) : .seriesRemoved($0.id)
                }
            case .book(let id):
                try db.setDeleted(BookRecord.self, id, date) { .seriesChanged($0.book.seriesID) }
            case .character(let id):
                try db.setDeleted(CharacterRecord.self, id, date) {
                    .seriesChanged($0.character.seriesID)
                }
            case .relation(let id):
                try db.setDeleted(RelationRecord.self, id, date) {
                    let first = try db.require(CharacterRecord.self, $0.relation.first)
                    return .seriesChanged(first.character.seriesID)
                }
            }
        }
    }

    private func requireTitle(_ title: String) throws {
        guard !title.allSatisfy(\.isWhitespace) else {
            throw LibraryError(.emptyTitle, "A title or a name is needed.")
        }
    }

    /// - Parameter body: returns what it has changed; nil if nothing.
    private func writeSeries(
        _ doing: String,
        _ body: (Database) throws -> LibraryChange?
    ) throws {
        // After the commit: who reads before it must not keep what it reads.
        defer { cachedSeries.withLock { $0.forget() } }
        try write(doing) { db in
            ((), try body(db).map { [$0] } ?? [])
        }
    }
}

extension LibraryError {
    fileprivate static var partNotFound: LibraryError {
        LibraryError(.notFound, "What this belongs to no longer exists.")
    }
}

extension Database {
    @discardableResult
    fileprivate func require<Record: SeriesRow>(_ type: Record.Type, _ id: UUID) throws -> Record {
        guard let record = try Record.fetchOne(self, key: id) else {
            throw LibraryError.partNotFound
        }
        return record
    }

    /// - Returns: what has changed; nil if it was so already.
    fileprivate func setDeleted<Record: SeriesRow>(
        _ type: Record.Type,
        _ id: UUID,
        _ date: Date?,
        change: (Record) throws -> LibraryChange
    ) throws -> LibraryChange? {
        var record = try require(type, id)
        guard (record.state.deletedAt == nil) != (date == nil) else { return nil }
        record.state.deletedAt = date
        try record.update(self, columns: ["deletedAt"])
        return try change(record)
    }

    fileprivate func nextRelationPosition(in seriesID: UUID) throws -> Int {
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
