import Foundation
import GRDB

/// Values of an exported page that an import does not take.
extension LibraryImporter {
    /// Whether a shown part has other values than an exported page, besides those that
    /// ``takeChanges(_:from:)`` takes. Pictures are not compared.
    ///
    /// - Parameter fields: the names of the columns that the reader has changed elsewhere.
    public func leavesOut(_ value: EditedPart, taking fields: [String]) throws -> Bool {
        switch value {
        case .series(let series):
            return try leavesOut(SeriesRecord(series, replacing: nil), .series, fields)
        case .book(let book): return try leavesOut(BookRecord(book), .book, fields)
        case .chapter(let chapter): return try leavesOut(ChapterRecord(chapter), .chapter, fields)
        case .character(let character):
            return try leavesOut(CharacterRecord(character), .character, fields)
        case .relation(var relation, let position):
            if relation.bookID == nil,
                let present = try RelationRecord.fetchOne(db, key: relation.id),
                let bookID = present.relation.bookID, try series(ofBook: bookID) == nil
            {
                // Books in the trash are not exported.
                relation.bookID = bookID
            }
            return try leavesOut(RelationRecord(relation, position: position), .relation, fields)
        }
    }

    /// The shown chapters of a book, or the relations of a character that an export has on its page,
    /// each with the other character.
    public func listedParts(of part: SeriesPart) throws -> [(id: UUID, other: UUID?)] {
        let sql: String
        switch part {
        case .book:
            sql = "SELECT chapter.id, NULL FROM \(ChapterRecord.shownRows) AND bookID = ?"
        case .character:
            sql = """
                SELECT id, secondID FROM relation WHERE firstID = ?
                AND deletedAt IS NULL AND withdrawnAt IS NULL
                AND secondID IN (SELECT character.id FROM \(CharacterRecord.shownRows))
                """
        case .series, .chapter, .relation: return []
        }
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [part.id])
            .map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) }
    }

    private func leavesOut<Record: EditableRecord>(
        _ other: Record,
        _ table: SeriesTable,
        _ fields: [String]
    ) throws -> Bool {
        guard let present = try Record.fetchOne(db, key: other.id),
            present.state.deletedAt == nil, present.state.withdrawnAt == nil
        else { return false }
        let taken = takenFields(fields, table, present.state)
        var names = Set(table.fields.joined()).subtracting(taken.joined())
            .subtracting(Self.pictureFields)
        // Editions of a bundled series may have another order.
        if present.state.origin == .bundled { names.remove("position") }
        let (here, there) = (try values(of: present), try values(of: other))
        return names.contains { here[$0] ?? .null != there[$0] ?? .null }
    }

    private func values(of record: some EditableRecord) throws -> [String: DatabaseValue] {
        try record.databaseDictionary.merging(record.lists) { own, _ in own }
    }

    /// The fields of a part that are taken from the reader's changes elsewhere.
    func takenFields(
        _ fields: [String],
        _ table: SeriesTable,
        _ state: SeriesRowState
    ) -> [[String]] {
        guard state.origin == .bundled else { return [] }
        return table.fields.filter { field in
            !Set(fields).isDisjoint(with: field) && Self.pictureFields.isDisjoint(with: field)
                && state.changedFields.isDisjoint(with: field)
        }
    }

    /// How far the reader has read in a series.
    public func readUpTo(in seriesID: UUID) throws -> ReadingPosition? {
        try SeriesRecord.fetchOne(db, key: seriesID)?.readUpTo
    }

    /// Pictures come separately.
    private static let pictureFields: Set = ["coverID", "avatarID", "coverFile", "avatarFile"]
}
