import Foundation
import GRDB

/// The table of mentions, which follows from the texts of the notes.
enum Mentions {
    /// Writes down whom a note mentions.
    ///
    /// - Parameter isNew: whether nothing was written down for it before.
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

    /// Makes the table anew.
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
