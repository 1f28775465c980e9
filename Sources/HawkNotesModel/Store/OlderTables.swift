import GRDB

/// Lets a library be read whose tables could not be brought up to date yet, because there is no room
/// for the copy that is made before.
///
/// A connection that only reads sees views in the place of older tables, with what later versions
/// would have put into their columns, and empty ones for tables that were not there yet. Writing waits
/// for the migration.
enum OlderTables {
    static func cover(in db: Database) throws {
        guard let version = try coveredVersion(in: db) else { return }
        let state =
            version < 3
            ? """
            'bundled' AS origin, NULL AS changedFields, NULL AS deletedAt, NULL AS withdrawnAt,
            NULL AS purgedAt
            """ : "NULL AS purgedAt"
        let seriesOfCharacter = version < 3 ? "book.seriesID AS seriesID," : ""
        let books = version < 3 ? "JOIN main.book ON book.id = bookID" : ""
        try db.execute(
            sql: """
                CREATE TEMP VIEW series AS SELECT rowid, *, \(state), NULL AS openedAt,
                    NULL AS readBookID, NULL AS readChapterID FROM main.series;
                CREATE TEMP VIEW book AS SELECT *, \(state), NULL AS number, NULL AS linkName,
                    NULL AS coverID FROM main.book;
                CREATE TEMP VIEW character AS
                    SELECT character.*, \(seriesOfCharacter) \(state), NULL AS aliases,
                        NULL AS chapterID, NULL AS avatarID
                    FROM main.character \(books);
                CREATE TEMP VIEW relation AS SELECT *, \(state), NULL AS word, NULL AS bookID,
                    NULL AS chapterID FROM main.relation;
                CREATE TEMP VIEW note AS SELECT *, NULL AS chapterID, NULL AS place,
                    NULL AS placeNumber, NULL AS quote, NULL AS quoteColor, NULL AS quoteStyle
                    FROM main.note;
                """
        )
        if version < 3 {
            try db.execute(
                sql: """
                    CREATE TEMP VIEW noteCount AS
                        SELECT subjectKind, subjectID, count(*) AS count FROM main.note
                        GROUP BY subjectKind, subjectID;
                    """
            )
        }
        for (table, columns) in try newTables() {
            let values = columns.map { "NULL AS \($0)" }.joined(separator: ", ")
            try db.execute(sql: "CREATE TEMP VIEW \(table) AS SELECT \(values) WHERE 0")
        }
    }

    /// Whether a connection sees views: they have no index, and none of the columns of later versions has
    /// a value.
    static func areCovered(in db: Database) throws -> Bool { try coveredVersion(in: db) != nil }

    private static func coveredVersion(in db: Database) throws -> Int? {
        guard db.configuration.readonly else { return nil }
        let version = try LibrarySchema.version(of: db)
        return (1..<4).contains(version) ? version : nil
    }

    /// The tables of schema 4 with their columns.
    private static func newTables() throws -> [(String, [String])] {
        let model = try DatabaseQueue()
        try LibrarySchema.migrate(model)
        return try model.unsafeRead { db in
            try [
                "trashedNote", "noteVersion", "mention", "chapter", "picture", "importBatch",
                "importedItem",
            ].map { ($0, try db.columns(in: $0).map(\.name)) }
        }
    }
}
