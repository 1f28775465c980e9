import Foundation
import GRDB

// The steps to separate joined parts are stored as long as the joined part is in the trash: *Undo*
// ends when its toast closes, but restoring from the trash also separates them, even after a
// restart.

extension Database {
    /// Stores a join and the steps to separate it.
    func keep(_ join: PartJoin) throws {
        let kind = join.joined.table.rawValue
        try execute(
            sql: "INSERT OR REPLACE INTO idAlias (alias, kind, id) VALUES (?, ?, ?)",
            arguments: [join.joined.id, kind, join.kept]
        )
        let steps = try JSONEncoder().encode(join.steps.map(StoredStep.init))
        try execute(
            sql: """
                INSERT INTO importedChange (batchID, kind, itemID, field, earlier)
                VALUES (?1, ?2, ?1, '\(Self.fieldOfJoin)', ?3)
                """,
            arguments: [join.joined.id, kind, steps]
        )
    }

    /// Forgets that a part was joined with another.
    func forget(_ join: PartJoin) throws {
        let id = join.joined.id
        try execute(sql: "DELETE FROM idAlias WHERE alias = ?", arguments: [id])
        try execute(
            sql: "DELETE FROM importedChange WHERE batchID = ? AND field = '\(Self.fieldOfJoin)'",
            arguments: [id]
        )
    }

    /// Whether a part was joined with another.
    func isAlias(_ id: UUID, of kept: UUID) throws -> Bool {
        try Bool.fetchOne(
            self,
            sql: "SELECT EXISTS (SELECT 1 FROM idAlias WHERE alias = ? AND id = ?)",
            arguments: [id, kept]
        ) ?? false
    }

    /// The join of a part in the trash; nil if it was not joined.
    func fetchJoin(of part: SeriesPart) throws -> PartJoin? {
        let row = try Row.fetchOne(
            self,
            sql: """
                SELECT idAlias.id, earlier FROM idAlias JOIN importedChange ON batchID = alias
                WHERE alias = ? AND field = '\(Self.fieldOfJoin)' ORDER BY number DESC LIMIT 1
                """,
            arguments: [part.id]
        )
        guard let row else { return nil }
        let data: Data = try row.decode(forColumn: "earlier")
        let stored = try JSONDecoder().decode([StoredStep].self, from: data)
        return PartJoin(
            joined: part,
            kept: try row.decode(forColumn: "id"),
            steps: stored.compactMap(\.step)
        )
    }

    static let fieldOfJoin = "join"
}

/// The stored form of a step. The names are in users' libraries, and never change.
private struct StoredStep: Codable {
    private var notes: StoredNotes?
    private var chapters: StoredNotes?
    private var favorite: UUID?
    private var row: StoredRow?
    private var book: StoredBookMove?

    init(_ step: LibraryUndo.Step) {
        switch step {
        case .pageJoined(let ids, let old, let new):
            notes = StoredNotes(kind: new.kind, ids: ids, from: old.id, to: new.id)
        case .chapterJoined(let ids, let old, let new):
            chapters = StoredNotes(kind: "", ids: ids, from: old, to: new)
        case .favorite(let id, let isFavorite): favorite = isFavorite ? id : nil
        case .row(let change): row = StoredRow(change)
        case .bookMoved(let move): book = StoredBookMove(move)
        // A join never consists of these.
        case .deleted, .restored, .moved, .changed, .imported, .joined, .separated,
            .separatedRows, .pairedRows, .settled:
            break
        }
    }

    var step: LibraryUndo.Step? {
        if let notes {
            let isBook = notes.kind == NoteSubject.book(notes.to).kind
            func page(_ id: UUID) -> NoteSubject { isBook ? .book(id) : .character(id) }
            return .pageJoined(notes.ids, from: page(notes.from), to: page(notes.to))
        }
        if let chapters {
            return .chapterJoined(chapters.ids, from: chapters.from, to: chapters.to)
        }
        if let favorite { return .favorite(favorite, true) }
        if let change = row?.change { return .row(change) }
        return (book?.move).map { .bookMoved($0) }
    }
}

private struct StoredNotes: Codable {
    var kind: String
    var ids: [UUID]
    var from: UUID
    var to: UUID
}

private struct StoredRow: Codable {
    var table: String
    var id: UUID
    var before: [String: StoredValue]
    var after: [String: StoredValue]

    /// Stores only the columns that differ.
    init(_ change: SeriesRowChange) {
        (table, id) = (change.table.rawValue, change.id)
        let old = change.before ?? [:]
        let names = Set(change.after.keys.filter { old[$0] != change.after[$0] })
        before = old.filter { names.contains($0.key) }.mapValues(StoredValue.init)
        after = change.after.filter { names.contains($0.key) }.mapValues(StoredValue.init)
    }

    var change: SeriesRowChange? {
        SeriesTable(rawValue: table).map {
            SeriesRowChange(
                table: $0,
                id: id,
                before: before.mapValues(\.value),
                after: after.mapValues(\.value)
            )
        }
    }
}

/// The stored form of a value of a column. The names are in users' libraries, and never change.
struct StoredValue: Codable {
    private var integer: Int64?
    private var real: Double?
    private var text: String?
    private var blob: Data?

    init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: break
        case .int64(let number): integer = number
        case .double(let number): real = number
        case .string(let string): text = string
        case .blob(let data): blob = data
        }
    }

    var value: DatabaseValue {
        integer?.databaseValue ?? real?.databaseValue ?? text?.databaseValue
            ?? blob?.databaseValue ?? .null
    }
}

private struct StoredBookMove: Codable {
    private struct Point: Codable {
        var book: UUID
        var chapter: UUID?

        init(_ position: ReadingPosition) {
            (book, chapter) = (position.bookID, position.chapterID)
        }

        var position: ReadingPosition { ReadingPosition(bookID: book, chapterID: chapter) }
    }

    private var book, from, to: UUID
    private var fromPosition, toPosition: Int
    private var hadOwnPosition, madeTarget, removedSource: Bool
    private var sourceBefore, sourceAfter, targetBefore, targetAfter: Point?

    init(_ move: BookMove) {
        (book, from, to) = (move.bookID, move.from, move.to)
        (fromPosition, toPosition) = (move.fromPosition, move.toPosition)
        hadOwnPosition = move.hadOwnPosition
        (madeTarget, removedSource) = (move.madeTarget, move.removedSource)
        sourceBefore = move.pointOfSource.before.map(Point.init)
        sourceAfter = move.pointOfSource.after.map(Point.init)
        targetBefore = move.pointOfTarget.before.map(Point.init)
        targetAfter = move.pointOfTarget.after.map(Point.init)
    }

    var move: BookMove {
        BookMove(
            bookID: book,
            from: from,
            to: to,
            fromPosition: fromPosition,
            toPosition: toPosition,
            hadOwnPosition: hadOwnPosition,
            pointOfSource: .init(before: sourceBefore?.position, after: sourceAfter?.position),
            pointOfTarget: .init(before: targetBefore?.position, after: targetAfter?.position),
            madeTarget: madeTarget,
            removedSource: removedSource
        )
    }
}
