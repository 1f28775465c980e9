import Foundation
import GRDB

/// Saving what was edited for a while, when others may have edited the same meanwhile.
///
/// Only the fields count that are different from what the edit began with: what somebody else did to
/// the others stays, and what both did to the same field in different ways is a conflict.
extension Library {
    /// Saves what a series is called.
    ///
    /// - Parameter base: what the edit began with.
    /// - Throws: `.emptyTitle` if the title is nothing but blanks; `.notFound` if the series is gone.
    public func edit(
        _ details: SeriesDetails,
        base: SeriesDetails
    ) throws -> EditOutcome<SeriesDetails> {
        try requireTitle(details.title)
        return try edit(SeriesRecord.self, in: .series, details, base)
    }

    /// Saves a book that was edited.
    ///
    /// - Parameter base: what the edit began with.
    /// - Throws: `.emptyTitle` if the title is nothing but blanks; `.notFound` if the book is gone.
    public func edit(_ book: Book, base: Book) throws -> EditOutcome<Book> {
        try requireTitle(book.title)
        return try edit(BookRecord.self, in: .book, book, base)
    }

    /// Saves a chapter that was edited.
    ///
    /// - Parameter base: what the edit began with.
    /// - Throws: `.emptyTitle` if the name is nothing but blanks; `.notFound` if the chapter is gone.
    public func edit(_ chapter: Chapter, base: Chapter) throws -> EditOutcome<Chapter> {
        try requireTitle(chapter.name)
        return try edit(ChapterRecord.self, in: .chapter, chapter, base)
    }

    /// Saves a character that was edited.
    ///
    /// - Parameter base: what the edit began with.
    /// - Throws: `.emptyTitle` if the name is nothing but blanks; `.notFound` if the character or its
    ///   book is gone.
    public func edit(_ character: Character, base: Character) throws -> EditOutcome<Character> {
        try requireTitle(character.name)
        return try edit(CharacterRecord.self, in: .character, character, base)
    }

    /// Saves a relation that was edited.
    ///
    /// - Parameter base: what the edit began with.
    /// - Throws: `.notFound` if the relation or one of the characters is gone.
    public func edit(_ relation: Relation, base: Relation) throws -> EditOutcome<Relation> {
        try edit(RelationRecord.self, in: .relation, relation, base)
    }

    private func edit<Record: EditableRecord>(
        _ type: Record.Type,
        in table: SeriesTable,
        _ value: Record.Value,
        _ base: Record.Value
    ) throws -> EditOutcome<Record.Value> {
        var conflict: EditConflict<Record.Value>?
        let undo = try changeLibrary("save that") { recorder in
            let name = table.rawValue
            guard
                let old = try Record.fetchOne(
                    recorder.db,
                    sql: "SELECT \(name).* FROM \(Record.shownRows) AND \(name).id = ?",
                    arguments: [value.id]
                )
            else { throw LibraryError.partNotFound }
            let merge = try EditMerge(old: old, yours: value, base: base)
            guard merge.conflicts.isEmpty else {
                conflict = EditConflict(
                    base: base,
                    yours: value,
                    theirs: old.value,
                    fields: Record.Value.Field.allCases.filter {
                        merge.conflicts.contains($0.rawValue)
                    }
                )
                return
            }
            try merge.merged.requireParents(recorder.db)
            try recorder.save(merge.merged, in: table)
        }
        return conflict.map { .conflict($0) } ?? .saved(undo)
    }
}

/// Puts two edits of a row together.
private struct EditMerge<Record: EditableRecord> {
    /// The row with the changes of both.
    let merged: Record
    /// The first columns of the fields to which both have done different things.
    let conflicts: Set<String>

    init(old: Record, yours value: Record.Value, base: Record.Value) throws {
        let theirs = try old.databaseDictionary
        let yours = try Record(value, replacing: old).databaseDictionary
        let before = try Record(base, replacing: old).databaseDictionary
        var result = theirs
        var conflicts: Set<String> = []
        for field in Record.fields where field.contains(where: { yours[$0] != before[$0] }) {
            let isTheirs = field.contains { theirs[$0] != before[$0] }
            let isSame = field.allSatisfy { theirs[$0] == yours[$0] }
            if isTheirs, !isSame, let first = field.first { conflicts.insert(first) }
            for column in field { result[column] = yours[column] }
        }
        self.conflicts = conflicts
        merged = try Record(row: Row(result))
    }
}
