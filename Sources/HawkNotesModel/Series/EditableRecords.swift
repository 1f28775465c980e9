import Foundation
import GRDB

/// A row that is edited as a value.
protocol EditableRecord: SeriesRow {
    associatedtype Value: Identifiable where Value.ID == UUID

    /// Creates the row of a value.
    ///
    /// - Parameter old: the row to replace; values that are not editable are kept from it.
    init(_ value: Value, replacing old: Self?)

    /// Checks that the row's parents exist.
    ///
    /// - Returns: the series that the row belongs to.
    /// - Throws: `.notFound`.
    @discardableResult
    func requireParents(_ db: Database) throws -> UUID

    /// Checks that every value is valid.
    func requireValues() throws
}

extension EditableRecord {
    func requireValues() throws {}
}

extension SeriesRecord: EditableRecord {
    /// The row of a lone book's series exists as long as the book does.
    static let shownRows = """
        series WHERE deletedAt IS NULL AND (title <> '' OR EXISTS (SELECT 1 FROM book
            WHERE seriesID = series.id AND deletedAt IS NULL AND withdrawnAt IS NULL))
        """

    init(_ value: SeriesDetails, replacing old: SeriesRecord?) {
        self.init(id: value.id, origin: .own, title: value.title, author: value.author)
        revision = old?.revision
        digest = old?.digest
        if let old { state = old.state }
    }

    func requireParents(_ db: Database) throws -> UUID { id }
}

extension BookRecord: EditableRecord {
    init(_ value: Book, replacing old: BookRecord?) {
        self.init(value)
        guard let old else { return }
        book.seriesID = old.book.seriesID
        state = old.state
    }

    func requireParents(_ db: Database) throws -> UUID {
        try db.require(SeriesRecord.self, book.seriesID).id
    }

    func requireValues() throws {
        if let rating = book.rating, !Self.ratings.contains(rating) {
            throw LibraryError(.other, "The rating of “\(book.title)” is \(rating) half stars.")
        }
        for date in book.readings.flatMap({ [$0.startedOn, $0.finishedOn] }).compactMap(\.self)
        where !ReadingDates.isDate(date) {
            throw LibraryError(.other, "“\(date)” is no date on which to read “\(book.title)”.")
        }
    }
}

extension ChapterRecord: EditableRecord {
    init(_ value: Chapter, replacing old: ChapterRecord?) {
        self.init(value)
        guard let old else { return }
        chapter.bookID = old.chapter.bookID
        state = old.state
    }

    func requireParents(_ db: Database) throws -> UUID {
        try db.require(BookRecord.self, chapter.bookID).book.seriesID
    }
}

extension CharacterRecord: EditableRecord {
    init(_ value: Character, replacing old: CharacterRecord?) {
        self.init(value)
        guard let old else { return }
        character.seriesID = old.character.seriesID
        state = old.state
    }

    func requireParents(_ db: Database) throws -> UUID {
        let seriesID = try db.require(SeriesRecord.self, character.seriesID).id
        if let bookID = character.bookID {
            let book = try db.require(BookRecord.self, bookID)
            guard book.book.seriesID == seriesID else { throw LibraryError.partNotFound }
        }
        return seriesID
    }
}

extension RelationRecord: EditableRecord {
    init(_ value: Relation, replacing old: RelationRecord?) {
        self.init(value, position: old?.position ?? 0)
        if let old { state = old.state }
    }

    /// The series of both characters.
    func requireEnds(_ db: Database) throws -> (first: UUID, second: UUID) {
        let first = try db.require(CharacterRecord.self, relation.first)
        let second = try db.require(CharacterRecord.self, relation.second)
        return (first.character.seriesID, second.character.seriesID)
    }

    func requireParents(_ db: Database) throws -> UUID {
        let (first, second) = try requireEnds(db)
        // Keeps an existing relation between two series, left by a moved book.
        let known = try RelationRecord.fetchOne(db, key: relation.id)?.relation
        let isKnown = known?.hasEnds(of: relation) == true
        guard first == second || isKnown else { throw LibraryError.partNotFound }
        return first
    }
}

extension Relation {
    fileprivate func hasEnds(of other: Relation) -> Bool {
        (first, second) == (other.first, other.second)
    }
}
