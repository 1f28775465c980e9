import Foundation
import GRDB

/// Permanently deletes items in the trash.
///
/// If a new edition of a series could restore an item, its row is kept and marked so that it does
/// not.
struct TrashPurge {
    let db: Database
    let now: Date
    /// Only items deleted before this; nil for all.
    let cutoff: Date?

    private var limit: Int64 { cutoff?.milliseconds ?? .max }
    private var purged: PurgedItems { PurgedItems(db: db, now: now) }

    /// The number of items.
    func count() throws -> TrashCount {
        var count = TrashCount()
        count.series = try number("SELECT count(*) FROM series \(Self.due)", [limit])
        count.books = try number(
            """
            SELECT count(*) FROM book \(Self.due)
            AND seriesID NOT IN (SELECT id FROM series \(Self.due))
            """,
            [limit, limit]
        )
        count.characters = try number(
            """
            SELECT count(*) FROM character \(Self.due)
            AND seriesID NOT IN (SELECT id FROM series \(Self.due))
            AND (bookID IS NULL OR bookID NOT IN (SELECT id FROM book \(Self.due)))
            """,
            [limit, limit, limit]
        )
        let notes = try number("SELECT count(*) FROM trashedNote WHERE deletedAt < ?", [limit])
        count.notes = try notes + hangingNotes()
        return count
    }

    /// Deletes the items.
    func run() throws -> TrashCount {
        let counted = try count()
        for (table, part) in [
            ("series", SeriesPart.series), ("book", SeriesPart.book),
            ("character", SeriesPart.character),
        ] {
            let ids = try UUID.fetchAll(
                db,
                sql: "SELECT id FROM \(table) \(Self.due)",
                arguments: [limit]
            )
            for id in ids { try purge(part(id)) }
        }
        for table in ["relation", "chapter"] {
            let rows = "FROM \(table) WHERE deletedAt < ? AND origin <> 'bundled'"
            try purged.add(table, "SELECT id \(rows)", [limit])
            try db.execute(sql: "DELETE \(rows)", arguments: [limit])
        }
        let notes = "FROM trashedNote WHERE deletedAt < ?"
        try deleteVersions(of: "SELECT id \(notes)", [limit])
        // After the repair of a damaged library, one of them may be shown as well.
        try purged.add("note", "SELECT id \(notes) AND id NOT IN (SELECT id FROM note)", [limit])
        try db.execute(sql: "DELETE \(notes)", arguments: [limit])
        return counted
    }

    /// Permanently deletes a part, with the notes on it and on its contents.
    func purge(_ part: SeriesPart) throws {
        let (sql, id) = Self.subjects(of: part)
        for (kind, subjects) in sql {
            for table in ["note", "trashedNote"] {
                let rows = "FROM \(table) WHERE subjectKind = ? AND subjectID IN (\(subjects))"
                try deleteVersions(of: "SELECT id \(rows)", [kind, id])
                try purged.add("note", "SELECT id \(rows)", [kind, id])
                try db.execute(sql: "DELETE \(rows)", arguments: [kind, id])
            }
            if kind == "character" {
                try db.execute(
                    sql: "DELETE FROM favorite WHERE characterID IN (\(subjects))",
                    arguments: [id]
                )
            }
        }
        let table = part.table.rawValue
        let own = try UUID.fetchAll(
            db,
            sql: "SELECT id FROM \(table) WHERE id = ? AND origin <> 'bundled'",
            arguments: [id]
        )
        guard own.isEmpty else { return try delete(part) }
        try purged.add(table, "SELECT id FROM \(table) WHERE id = ?", [id])
        try db.execute(
            sql: "UPDATE \(table) SET purgedAt = ? WHERE id = ?",
            arguments: [now.milliseconds, id]
        )
        try purgeOwnRows(in: part)
    }

    /// Permanently deletes a note in the trash. After the repair of a damaged library it may be
    /// shown as well: then the shown one stays, with its versions.
    func purge(note id: UUID) throws {
        let isShown = try db.fetchNote(id) != nil
        guard try db.isInTrash(id) else { return }
        if !isShown {
            try deleteVersions(of: "?", [id])
            try purged.add("note", "SELECT id FROM trashedNote WHERE id = ?", [id])
        }
        try db.execute(sql: "DELETE FROM trashedNote WHERE id = ?", arguments: [id])
    }

    /// Deletes the reader's own additions to a bundled series as well.
    private func purgeOwnRows(in part: SeriesPart) throws {
        let parts: [(String, (UUID) -> SeriesPart)]
        switch part {
        case .series:
            parts = [
                ("book WHERE seriesID", SeriesPart.book),
                ("character WHERE seriesID", SeriesPart.character),
            ]
        case .book: parts = [("character WHERE bookID", SeriesPart.character)]
        case .chapter, .character, .relation: return
        }
        for (rows, makePart) in parts {
            let ids = try UUID.fetchAll(
                db,
                sql: "SELECT id FROM \(rows) = ? AND origin <> 'bundled'",
                arguments: [part.id]
            )
            for id in ids { try delete(makePart(id)) }
        }
    }

    /// Deletes a row with all its contents.
    private func delete(_ part: SeriesPart) throws {
        try purged.add(part)
        try db.execute(
            sql: "DELETE FROM \(part.table.rawValue) WHERE id = ?",
            arguments: [part.id]
        )
    }

    private func hangingNotes() throws -> Int {
        let books = """
            SELECT id FROM book \(Self.due)
            UNION SELECT id FROM book WHERE seriesID IN (SELECT id FROM series \(Self.due))
            """
        let characters = """
            SELECT id FROM character \(Self.due)
            UNION SELECT id FROM character WHERE bookID IN (\(books))
            UNION SELECT id FROM character WHERE seriesID IN (SELECT id FROM series \(Self.due))
            """
        let total = "SELECT total(count) FROM noteCount WHERE subjectKind"
        return try number(
            "\(total) = 'book' AND subjectID IN (\(books))",
            [limit, limit]
        )
            + number(
                "\(total) = 'character' AND subjectID IN (\(characters))",
                [limit, limit, limit, limit]
            )
    }

    private func deleteVersions(of notes: String, _ arguments: StatementArguments) throws {
        try db.execute(
            sql: "DELETE FROM noteVersion WHERE noteID IN (\(notes))",
            arguments: arguments
        )
    }

    private func number(_ sql: String, _ arguments: StatementArguments) throws -> Int {
        Int(try Double.fetchOne(db, sql: sql, arguments: arguments) ?? 0)
    }

    /// The possible subjects of notes in a part, by kind; each query takes the part's id.
    private static func subjects(of part: SeriesPart) -> ([(String, String)], UUID) {
        switch part {
        case .series(let id):
            return (
                [
                    ("book", "SELECT id FROM book WHERE seriesID = ?"),
                    ("character", "SELECT id FROM character WHERE seriesID = ?"),
                ], id
            )
        case .book(let id):
            let characters = "SELECT id FROM character WHERE bookID = ?"
            return ([("book", "?"), ("character", characters)], id)
        case .character(let id):
            return ([("character", "?")], id)
        case .chapter(let id), .relation(let id):
            return ([], id)
        }
    }

    private static let due = "\(Library.isInTrash) AND deletedAt < ?"
}
