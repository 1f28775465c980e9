import Foundation
import GRDB

extension Library {
    /// Moves a book, a character, a chapter or a relation within its list.
    ///
    /// The list contains the books of the series, the characters of the same book (or of none), the
    /// chapters of the book, or the relations of the series. Series themselves have no order.
    ///
    /// - Parameter next: the element to insert before; nil, or one that is not (or no longer) in
    ///   the list, for the end.
    /// - Throws: `.notFound` if the part does not exist.
    @discardableResult
    public func move(_ part: SeriesPart, before next: UUID?) throws -> LibraryUndo {
        try changeLibrary("change the order") { recorder in
            switch part {
            case .series:
                break
            case .book(let id):
                let book = try recorder.db.require(BookRecord.self, id).book
                try recorder.order(
                    BookRecord.self,
                    in: .book,
                    "SELECT \(BookRecord.selection) FROM \(BookRecord.shownRows) AND book.seriesID = ?",
                    [book.seriesID],
                    id,
                    before: next
                )
            case .chapter(let id):
                let chapter = try recorder.db.require(ChapterRecord.self, id).chapter
                try recorder.order(
                    ChapterRecord.self,
                    in: .chapter,
                    "SELECT chapter.* FROM \(ChapterRecord.shownRows) AND chapter.bookID = ?",
                    [chapter.bookID],
                    id,
                    before: next
                )
            case .character(let id):
                let character = try recorder.db.require(CharacterRecord.self, id).character
                try recorder.order(
                    CharacterRecord.self,
                    in: .character,
                    """
                    SELECT character.* FROM \(CharacterRecord.shownRows)
                    AND character.seriesID = ? AND character.bookID IS ?
                    """,
                    [character.seriesID, character.bookID],
                    id,
                    before: next
                )
            case .relation(let id):
                let relation = try recorder.db.require(RelationRecord.self, id).relation
                let first = try recorder.db.require(CharacterRecord.self, relation.first)
                try recorder.order(
                    RelationRecord.self,
                    in: .relation,
                    """
                    SELECT relation.* FROM relation JOIN character ON character.id = firstID
                    WHERE relation.deletedAt IS NULL AND relation.withdrawnAt IS NULL
                    AND character.seriesID = ?
                    """,
                    [first.character.seriesID],
                    id,
                    before: next
                )
            }
        }
    }
}

/// A row with a position in a list.
protocol OrderedRecord: SeriesRow {
    var position: Int { get set }
}

extension BookRecord: OrderedRecord {
    var position: Int {
        get { book.position }
        set { book.position = newValue }
    }
}

extension ChapterRecord: OrderedRecord {
    var position: Int {
        get { chapter.position }
        set { chapter.position = newValue }
    }
}

extension CharacterRecord: OrderedRecord {
    var position: Int {
        get { character.position }
        set { character.position = newValue }
    }
}

extension RelationRecord: OrderedRecord {}

extension ChangeRecorder {
    /// - Parameter list: selects the row's list.
    fileprivate func order<Record: OrderedRecord>(
        _ type: Record.Type,
        in table: SeriesTable,
        _ list: String,
        _ arguments: StatementArguments,
        _ id: UUID,
        before next: UUID?
    ) throws {
        var records = try Record.fetchAll(
            db,
            sql: "\(list) ORDER BY \(table.rawValue).position, \(table.rawValue).id",
            arguments: arguments
        )
        guard next != id, let index = records.firstIndex(where: { $0.id == id }) else { return }
        let moved = records.remove(at: index)
        let target = records.firstIndex { $0.id == next } ?? records.endIndex
        records.insert(moved, at: target)
        guard target != index else { return }
        let positions = ListPosition.afterMove(to: target, in: records.map(\.position))
        for (index, position) in positions.sorted(by: { $0.key < $1.key }) {
            var record = records[index]
            record.position = position
            try save(record, in: table)
        }
    }
}
