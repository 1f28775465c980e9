import GRDB

/// The tags of a note: names without `#`, in the order in which they were added.
///
/// Names that differ only in case, accents or width are the same, as with ``ShelfNames``.
public enum NoteTags {
    /// Normalizes typed or imported names: removes the leading `#`, trims them, puts each on one
    /// line and removes duplicates.
    public static func normalized(_ names: some Sequence<String>) -> [String] {
        ShelfNames.normalized(names.map { String($0.drop { $0.isWhitespace || $0 == "#" }) })
    }

    /// The names in a column, one per line.
    static func names(in column: String?) -> [String] {
        BookLists.lines(column)
    }

    /// The column's value for these names; nil if there are none.
    static func column(_ names: [String]) -> String? {
        names.isEmpty ? nil : names.joined(separator: "\n")
    }

    /// Writes a note's tags to the table of tags.
    ///
    /// - Parameter isNew: whether the note has no tags there yet.
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

    /// Rebuilds the table.
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
