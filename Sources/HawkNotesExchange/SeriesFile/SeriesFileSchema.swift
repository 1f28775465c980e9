/// The tables of a series file, documented for others in `data/series/README.md`.
///
/// A reader only accepts a file with exactly these tables: anything else in a schema would run when
/// it is read. A new version has a new number, and adds columns at the ends of earlier tables.
enum SeriesFileSchema {
    /// "HWKN": marks a database as a series file.
    static let applicationID = 0x4857_4B4E
    /// The version of the tables that this version writes.
    static let version = 2
    /// The file extension.
    static let fileExtension = "hawknotes"

    /// The tables that this version writes.
    static let tables = tables(of: version)

    /// The tables by name, in the order in which they are filled.
    static func tables(of version: Int) -> [(name: String, sql: String)] {
        firstTables.map { table in
            let columns = (later[table.name] ?? []).filter { $0.version <= version }
            let end = columns.map { ",\n    \($0.column)" }.joined() + "\n) STRICT"
            return (table.name, table.sql.replacing("\n) STRICT", with: end))
        }
    }

    /// The columns that later versions added, by table.
    private static let later: [String: [(version: Int, column: String)]] = [
        "book": [
            (2, "language TEXT"), (2, "status TEXT"), (2, "rating INTEGER"), (2, "readings TEXT"),
            (2, "shelves TEXT"),
        ],
        "note": [(2, "tags TEXT"), (2, "undated INTEGER")],
    ]

    /// The tables of version 1.
    private static let firstTables: [(name: String, sql: String)] = [
        (
            "series",
            """
            CREATE TABLE series (
                id BLOB PRIMARY KEY NOT NULL,
                title TEXT NOT NULL,
                author TEXT,
                origin TEXT
            ) STRICT
            """
        ),
        (
            "book",
            """
            CREATE TABLE book (
                id BLOB PRIMARY KEY NOT NULL,
                series BLOB NOT NULL,
                position INTEGER,
                title TEXT NOT NULL,
                author TEXT,
                number TEXT,
                year INTEGER,
                month INTEGER,
                tagline TEXT,
                overview TEXT,
                isbn TEXT,
                web TEXT,
                webName TEXT,
                accentLight TEXT,
                accentDark TEXT,
                tintLight TEXT,
                tintDark TEXT,
                origin TEXT
            ) STRICT
            """
        ),
        (
            "chapter",
            """
            CREATE TABLE chapter (
                id BLOB PRIMARY KEY NOT NULL,
                book BLOB NOT NULL,
                position INTEGER NOT NULL,
                name TEXT NOT NULL,
                origin TEXT
            ) STRICT
            """
        ),
        (
            "character",
            """
            CREATE TABLE character (
                id BLOB PRIMARY KEY NOT NULL,
                series BLOB NOT NULL,
                book BLOB,
                chapter BLOB,
                position INTEGER,
                name TEXT NOT NULL,
                aliases TEXT,
                summary TEXT,
                synopsis TEXT,
                origin TEXT
            ) STRICT
            """
        ),
        (
            "picture",
            """
            CREATE TABLE picture (
                subject BLOB PRIMARY KEY NOT NULL,
                data BLOB NOT NULL
            ) STRICT
            """
        ),
        (
            "relation",
            """
            CREATE TABLE relation (
                id BLOB PRIMARY KEY NOT NULL,
                first BLOB NOT NULL,
                second BLOB NOT NULL,
                word TEXT,
                book BLOB,
                chapter BLOB,
                position INTEGER,
                origin TEXT
            ) STRICT
            """
        ),
        (
            "note",
            """
            CREATE TABLE note (
                number INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE,
                book BLOB,
                character BLOB,
                text TEXT NOT NULL,
                quote TEXT,
                quoteColor TEXT,
                quoteStyle TEXT,
                chapter BLOB,
                place TEXT,
                created INTEGER,
                modified INTEGER
            ) STRICT
            """
        ),
    ]
}
