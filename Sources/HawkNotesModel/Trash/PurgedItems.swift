import Foundation
import GRDB

/// The ids of permanently deleted items. If another library still contains them, merging the two
/// does not restore them.
struct PurgedItems {
    let db: Database
    let now: Date

    /// Records items that are about to be permanently deleted, and removes the records of imports'
    /// changes to them.
    ///
    /// - Parameters:
    ///   - kind: "note", or the name of a table of series.
    ///   - ids: a query that selects them.
    func add(_ kind: String, _ ids: String, _ arguments: StatementArguments) throws {
        try db.execute(
            sql: "DELETE FROM importedChange WHERE itemID IN (\(ids))",
            arguments: arguments
        )
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO purgedItem (id, kind, purgedAt)
                SELECT id, '\(kind)', \(now.milliseconds) FROM (\(ids))
                """,
            arguments: arguments
        )
    }

    /// Records a part of a series with all its contents.
    func add(_ part: SeriesPart) throws {
        let id = part.id
        try add(part.table.rawValue, "SELECT id FROM \(part.table.rawValue) WHERE id = ?", [id])
        switch part {
        case .series:
            let books = "SELECT id FROM book WHERE seriesID = ?"
            try add("book", books, [id])
            try add("chapter", "SELECT id FROM chapter WHERE bookID IN (\(books))", [id])
            try addCharacters("seriesID = ?", id)
        case .book:
            try add("chapter", "SELECT id FROM chapter WHERE bookID = ?", [id])
            try addCharacters("bookID = ?", id)
        case .character:
            try addCharacters("id = ?", id)
        case .chapter, .relation: break
        }
    }

    private func addCharacters(_ condition: String, _ id: UUID) throws {
        let characters = "SELECT id FROM character WHERE \(condition)"
        try add("character", characters, [id])
        for end in ["firstID", "secondID"] {
            try add("relation", "SELECT id FROM relation WHERE \(end) IN (\(characters))", [id])
        }
    }
}

extension Database {
    /// Forgets that an item was permanently deleted, as it is in the library again.
    func forgetPurge(of id: UUID) throws {
        try cachedStatement(sql: "DELETE FROM purgedItem WHERE id = ?").execute(arguments: [id])
    }
}
