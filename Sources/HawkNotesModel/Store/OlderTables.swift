import GRDB

/// Lets a library be read whose tables could not be brought up to date yet, because there is no room
/// for the copy that is made before.
///
/// A connection that only reads sees views in the place of older tables, with what later versions
/// would have put into their columns. Writing waits for the migration.
enum OlderTables {
    static func cover(in db: Database) throws {
        guard db.configuration.readonly,
            (1..<3).contains(try LibrarySchema.version(of: db))
        else { return }
        let state =
            "'bundled' AS origin, NULL AS changedFields, NULL AS deletedAt, NULL AS withdrawnAt"
        try db.execute(
            sql: """
                CREATE TEMP VIEW series AS SELECT rowid, *, \(state) FROM main.series;
                CREATE TEMP VIEW book AS SELECT *, \(state) FROM main.book;
                CREATE TEMP VIEW character AS
                    SELECT character.*, book.seriesID AS seriesID, \(state)
                    FROM main.character JOIN main.book ON book.id = bookID;
                CREATE TEMP VIEW relation AS SELECT *, \(state) FROM main.relation;
                CREATE TEMP VIEW noteCount AS
                    SELECT subjectKind, subjectID, count(*) AS count FROM main.note
                    GROUP BY subjectKind, subjectID;
                """
        )
    }
}
