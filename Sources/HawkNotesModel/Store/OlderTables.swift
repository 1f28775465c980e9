import GRDB

/// Makes a library readable that could not be migrated yet, because there is no room for the backup
/// before the migration.
///
/// A read-only connection sees views instead of older tables, with the values that later versions
/// would have added to their columns, and empty views for tables that did not exist. Writes must
/// wait for the migration.
/// for the migration.
enum OlderTables {
    static func cover(in db: Database) throws {
        guard let version = try coveredVersion(in: db) else { return }
        for (table, columns) in try presentTables() {
            if table == "noteCount", version < 3 {
                try db.execute(sql: "CREATE TEMP VIEW noteCount AS \(countedNotes)")
            } else if try db.tableExists(table, in: "main") {
                let known = try db.columns(in: table, in: "main").map(\.name)
                let missing = columns.filter { !known.contains($0) }
                if !missing.isEmpty { try cover(table, known, missing, in: db) }
            } else {
                let values = columns.map { "NULL AS \($0)" }.joined(separator: ", ")
                try db.execute(sql: "CREATE TEMP VIEW \(table) AS SELECT \(values) WHERE 0")
            }
        }
    }

    /// Whether the table of notes is of a version without places and their index.
    static func lackPlaces(in db: Database) throws -> Bool {
        try coveredVersion(in: db).map { $0 < 4 } ?? false
    }

    private static func coveredVersion(in db: Database) throws -> Int? {
        guard db.configuration.readonly else { return nil }
        let version = try LibrarySchema.version(of: db)
        return (1..<LibrarySchema.currentVersion).contains(version) ? version : nil
    }

    private static func cover(
        _ table: String,
        _ known: [String],
        _ missing: [String],
        in db: Database
    ) throws {
        let isCharacterOfBook = table == "character" && missing.contains("seriesID")
        let values = missing.map { column in
            switch column {
            case "origin": "'bundled' AS origin"
            case "seriesID" where isCharacterOfBook: "book.seriesID AS seriesID"
            default: "NULL AS \(column)"
            }
        }
        // Queries of series order by it, and a view has none of its own.
        let number = known.first == "id" ? ["\(table).rowid AS rowid"] : []
        let all = number + ["\(table).*"] + values
        try db.execute(
            sql: """
                CREATE TEMP VIEW \(table) AS SELECT \(all.joined(separator: ", "))
                FROM main.\(table) \(isCharacterOfBook ? "JOIN main.book ON book.id = bookID" : "")
                """
        )
    }

    private static let countedNotes = """
        SELECT subjectKind, subjectID, count(*) AS count FROM main.note
        GROUP BY subjectKind, subjectID
        """

    /// The tables of the current version with their columns, except the one that identifies
    /// commits: its readers need the actual contents of the file.
    private static func presentTables() throws -> [(String, [String])] {
        let model = try DatabaseQueue()
        try LibrarySchema.migrate(model)
        return try model.unsafeRead { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'commitCount'
                    AND name NOT LIKE 'grdb%' AND name NOT LIKE 'sqlite%'
                    """
            ).map { ($0, try db.columns(in: $0).map(\.name)) }
        }
    }
}
