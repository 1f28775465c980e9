import Foundation
import GRDB

/// The table of mentions, which is derived from the texts of the notes.
enum Mentions {
    /// Writes the mentions of a note to the table.
    ///
    /// - Parameter isNew: whether the note has no mentions there yet.
    static func write(_ text: String, of sequence: Int64, isNew: Bool, in db: Database) throws {
        if !isNew {
            try db.cachedStatement(sql: "DELETE FROM mention WHERE note = ?")
                .execute(arguments: [sequence])
        }
        for id in Set(Mention.all(in: text).map(\.characterID)) {
            try db.cachedStatement(sql: "INSERT INTO mention (characterID, note) VALUES (?, ?)")
                .execute(arguments: [id, sequence])
        }
    }

    /// Rebuilds the table.
    static func rebuild(in db: Database) throws {
        try db.execute(sql: "DELETE FROM mention")
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT sequence, text FROM note WHERE instr(text, '](hawknotes://') > 0"
        )
        while let row = try rows.next() {
            let text: String = try row.decode(forColumn: "text")
            try write(text, of: try row.decode(forColumn: "sequence"), isNew: true, in: db)
        }
    }
}
