import Foundation
import GRDB

extension Library {
    /// Makes several changes of series in one transaction: all of them, or none if one fails.
    ///
    /// The body reads the library's current contents, which don't change until the transaction
    /// ends. An editor can compare its values there with changes made elsewhere in the meantime.
    ///
    /// - Returns: the body's return value, and the undo of all changes.
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

    /// A series as it is now; nil if it does not (or no longer) exist.
    public func series(_ id: UUID) throws -> Series? { try recorder.db.fetchSeries(id) }

    /// Creates a series, or changes the title and author of an existing one.
    ///
    /// - Throws: `.emptyTitle` if the title is blank.
    public func save(_ details: SeriesDetails) throws {
        try save(SeriesRecord.self, in: .series, details, title: details.title)
    }

    /// Saves a new or existing book; an existing one stays in its series.
    ///
    /// - Throws: `.emptyTitle`; `.notFound` if the series does not exist.
    public func save(_ book: Book) throws {
        try save(BookRecord.self, in: .book, book, title: book.title)
    }

    /// Saves a chapter.
    ///
    /// - Throws: `.emptyTitle`; `.notFound` if the book does not exist.
    public func save(_ chapter: Chapter) throws {
        try save(ChapterRecord.self, in: .chapter, chapter, title: chapter.name)
    }

    /// Saves a character.
    ///
    /// - Throws: `.emptyTitle`; `.notFound` if the series does not exist or does not contain the
    ///   book.
    public func save(_ character: Character) throws {
        try save(CharacterRecord.self, in: .character, character, title: character.name)
    }

    /// Saves a relation; a new one is added at the end.
    ///
    /// - Throws: `.notFound` if a character does not exist, or they are not in the same series.
    public func save(_ relation: Relation) throws {
        let old = try RelationRecord.fetchOne(recorder.db, key: relation.id)
        var record = RelationRecord(relation, replacing: old)
        // A relation that has ended up between two series is left alone.
        let joins = [record.relation.first, record.relation.second]
        if let old, joins == [old.relation.first, old.relation.second] {
            return try recorder.save(record, in: .relation)
        }
        let seriesID = try record.requireParents(recorder.db)
        if old == nil { record.position = try recorder.db.nextRelationPosition(in: seriesID) }
        try recorder.save(record, in: .relation)
    }

    /// Moves a part and its contents to the trash.
    ///
    /// - Throws: `.notFound` if the part does not exist.
    public func delete(_ part: SeriesPart) throws {
        try recorder.require(part)
        try recorder.setDeleted(part.table, part.id, to: recorder.dateOfDeletion())
    }

    /// Restores a deleted part as it was, and its parents.
    ///
    /// - Throws: `.notFound` if the part does not exist.
    public func restore(_ part: SeriesPart) throws {
        try recorder.require(part)
        try recorder.restore(part)
    }

    /// Puts books in this order. Other books of the series keep their positions.
    public func arrange(books ids: [UUID]) throws { try arrange(BookRecord.self, .book, ids) }

    /// Puts chapters of a book in this order.
    public func arrange(chapters ids: [UUID]) throws {
        try arrange(ChapterRecord.self, .chapter, ids)
    }

    /// Puts relations in this order. Other relations of the series keep their positions.
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

    /// Redistributes the positions of the rows among them.
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
