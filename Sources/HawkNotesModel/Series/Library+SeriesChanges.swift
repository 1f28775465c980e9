import Foundation
import GRDB

extension Library {
    /// Makes several changes of series in one transaction: all of them, or none when one fails.
    ///
    /// What the body reads is what the library has, and stays so until the changes are made: whoever
    /// has edited something for a while compares it there with what others have made of it.
    ///
    /// - Returns: what the body returned, and what takes all changes back.
    public func changeSeries<Value>(
        _ body: (SeriesChanges) throws -> Value
    ) throws -> (value: Value, undo: LibraryUndo) {
        var value: Value?
        let undo = try changeLibrary("save that") { value = try body(SeriesChanges(recorder: $0)) }
        guard let value else { throw LibraryError(.other, "The transaction did not run.") }
        return (value, undo)
    }
}

/// The changes of one transaction; see ``Library/changeSeries(_:)``.
public struct SeriesChanges {
    let recorder: ChangeRecorder

    /// A series as it is now; nil if there is none with that id (any more).
    public func series(_ id: UUID) throws -> Series? { try recorder.db.fetchSeries(id) }

    /// Makes a new series, or gives one that there is another title and author.
    ///
    /// - Throws: `.emptyTitle` if the title is nothing but blanks.
    public func save(_ details: SeriesDetails) throws {
        try save(SeriesRecord.self, in: .series, details, title: details.title)
    }

    /// Saves a book, a new one or one that there is; it stays in its series.
    ///
    /// - Throws: `.emptyTitle`; `.notFound` if there is no such series.
    public func save(_ book: Book) throws {
        try save(BookRecord.self, in: .book, book, title: book.title)
    }

    /// Saves a chapter.
    ///
    /// - Throws: `.emptyTitle`; `.notFound` if there is no such book.
    public func save(_ chapter: Chapter) throws {
        try save(ChapterRecord.self, in: .chapter, chapter, title: chapter.name)
    }

    /// Saves a character.
    ///
    /// - Throws: `.emptyTitle`; `.notFound` if there is no such series, or the book is none of its books.
    public func save(_ character: Character) throws {
        try save(CharacterRecord.self, in: .character, character, title: character.name)
    }

    /// Saves a relation, a new one after those that there are.
    ///
    /// - Throws: `.notFound` if one of the characters is not there, or they are not of one series.
    public func save(_ relation: Relation) throws {
        let old = try RelationRecord.fetchOne(recorder.db, key: relation.id)
        var record = RelationRecord(relation, replacing: old)
        // One that has come to be between two series is left as it is.
        let joins = [record.relation.first, record.relation.second]
        if let old, joins == [old.relation.first, old.relation.second] {
            return try recorder.save(record, in: .relation)
        }
        let seriesID = try record.requireParents(recorder.db)
        if old == nil { record.position = try recorder.db.nextRelationPosition(in: seriesID) }
        try recorder.save(record, in: .relation)
    }

    /// Moves something to the trash; what stands in it goes with it.
    ///
    /// - Throws: `.notFound` if there is no such thing.
    public func delete(_ part: SeriesPart) throws {
        try recorder.require(part)
        try recorder.setDeleted(part.table, part.id, to: recorder.dateOfDeletion())
    }

    /// Brings back what was deleted, as it was, and what it stands in.
    ///
    /// - Throws: `.notFound` if there is no such thing.
    public func restore(_ part: SeriesPart) throws {
        try recorder.require(part)
        try recorder.restore(part)
    }

    /// Puts books in this order. Others of their series stay where they are.
    public func arrange(books ids: [UUID]) throws { try arrange(BookRecord.self, .book, ids) }

    /// Puts chapters of a book in this order.
    public func arrange(chapters ids: [UUID]) throws {
        try arrange(ChapterRecord.self, .chapter, ids)
    }

    /// Puts relations in this order. Others of their series stay where they are.
    public func arrange(relations ids: [UUID]) throws {
        try arrange(RelationRecord.self, .relation, ids)
    }

    private func save<Record: EditableRecord>(
        _ type: Record.Type,
        in table: SeriesTable,
        _ value: Record.Value,
        title: String
    ) throws {
        guard !title.allSatisfy(\.isWhitespace) else {
            throw LibraryError(.emptyTitle, "A title or a name is needed.")
        }
        let old = try Record.fetchOne(recorder.db, key: value.id)
        let record = Record(value, replacing: old)
        try record.requireParents(recorder.db)
        try record.requireValues()
        try recorder.save(record, in: table)
    }

    /// Deals the positions out anew that the rows have together.
    private func arrange<Record: OrderedRecord>(
        _ type: Record.Type,
        _ table: SeriesTable,
        _ ids: [UUID]
    ) throws {
        let records = try ids.compactMap { try Record.fetchOne(recorder.db, key: $0) }
        guard
            records.map(\.position) != records.map(\.position).sorted()
                || Set(records.map(\.position)).count < records.count
        else { return }
        var next = Int.min
        for (record, position) in zip(records, records.map(\.position).sorted()) {
            var record = record
            next = max(position, next)
            if record.position != next {
                record.position = next
                try recorder.save(record, in: table)
            }
            next += 1
        }
    }
}
