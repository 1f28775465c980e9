import GRDB

/// The tags of a note: names without `#`, in the order in which they were given.
///
/// Two that differ in nothing but case, accents or width are one, as with ``ShelfNames``.
public enum NoteTags {
    /// Normalizes names that were typed or read from a file: without `#` before them and blanks
    /// around them, on one line, each once.
    public static func normalized(_ names: some Sequence<String>) -> [String] {
        ShelfNames.normalized(names.map { String($0.drop { $0.isWhitespace || $0 == "#" }) })
    }

    /// The names that a column holds, a line each.
    static func names(in column: String?) -> [String] {
        BookLists.lines(column)
    }

    /// What the column holds for these names; nil for none.
    static func column(_ names: [String]) -> String? {
        names.isEmpty ? nil : names.joined(separator: "\n")
    }

    /// Writes down in the table of tags which ones a note has.
    ///
    /// - Parameter isNew: whether nothing was written down for it before.
    static func write(
        _ names: [String],
        of sequence: Int64,
        isNew: Bool,
        in db: Database
    ) throws {
        if !isNew {
            try db.cachedStatement(sql: "DELETE FROM noteTag WHERE note = ?")
                .execute(arguments: [sequence])
        }
        for tag in Set(names.map(\.folded)) where !tag.isEmpty {
            try db.cachedStatement(sql: "INSERT INTO noteTag (tag, note) VALUES (?, ?)")
                .execute(arguments: [tag, sequence])
        }
    }

    /// Makes the table anew.
    static func rebuild(in db: Database) throws {
        try db.execute(sql: "DELETE FROM noteTag")
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT sequence, tags FROM note WHERE tags IS NOT NULL"
        )
        while let row = try rows.next() {
            let names = names(in: try row.decode(forColumn: "tags"))
            try write(names, of: try row.decode(forColumn: "sequence"), isNew: true, in: db)
        }
    }
}
