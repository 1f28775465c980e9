import Foundation
import GRDB

/// The tables of the library, and the steps by which older ones become the present ones.
///
/// `PRAGMA user_version` holds how many steps a database has taken: it stands in the first bytes of
/// the file, and every version of the program looks at it before it does anything else. GRDB's
/// migrator takes the steps, with foreign keys off while tables are rebuilt and checked after.
///
/// A released step is never changed. A new one that gives the series tables a column of the series
/// file's also clears `series.digest`, so that the file is read again. New columns stand at the end:
/// what brings back the rows of a damaged library knows them by their order, and is told of them and of
/// new tables in `LibraryTables.swift` (LibrarySalvage).
enum LibrarySchema {
    typealias Step = @Sendable (Database) throws -> Void

    static let steps: [Step] = [
        createTables, addChecksums, makeRoomForManySeries, makeRoomForOwnLibrary, addIdentity,
        makeRoomForReadingAndJoining,
    ]
    /// The first version whose commits have a token each.
    static let firstVersionWithIdentity = 5

    static var currentVersion: Int { steps.count }

    static func version(of db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }

    /// Takes the steps that are missing, each all or not at all.
    static func migrate(_ writer: any DatabaseWriter, steps: [Step] = steps) throws {
        guard try writer.unsafeRead(version) < steps.count else { return }
        var migrator = DatabaseMigrator()
        for (index, step) in steps.enumerated() {
            let version = index + 1
            migrator.registerMigration("\(version)") { db in
                // The migrator's own list is younger than the first step.
                guard try self.version(of: db) < version else { return }
                try step(db)
                if version > firstVersionWithIdentity { try countStep(db) }
                try db.execute(sql: "PRAGMA user_version = \(version)")
            }
        }
        try migrator.migrate(writer)
        // They see the tables as they were: see `OlderTables`.
        (writer as? DatabasePool)?.invalidateReadOnlyConnections()
    }

    /// Schema 2: what tells damage.
    ///
    /// `textChecksum` is the CRC-32 of the text's bytes; null where another program wrote the note.
    /// `commitCount` counts the transactions, so that one that is missing can be told.
    private static let addChecksums: Step = { db in
        db.add(function: .textChecksum)
        try db.execute(
            sql: """
                ALTER TABLE note ADD COLUMN textChecksum INTEGER;
                UPDATE note SET textChecksum = textChecksum(text);
                CREATE TABLE commitCount (
                    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
                    count INTEGER NOT NULL
                ) STRICT;
                INSERT INTO commitCount (id, count) VALUES (1, 0);
                """
        )
    }

    /// Schema 1.
    ///
    /// Notes and favourites deliberately have no foreign key into the series: when a later
    /// edition drops a character, what the reader wrote about them stays. Ids are blobs of
    /// sixteen bytes; dates are milliseconds since 1970, which survive the way there and back.
    /// `AUTOINCREMENT` keeps the number of a deleted note free for its return.
    private static let createTables: Step = { db in
        try db.execute(
            sql: """
                CREATE TABLE series (
                    id BLOB PRIMARY KEY NOT NULL,
                    title TEXT NOT NULL,
                    author TEXT NOT NULL,
                    revision INTEGER NOT NULL,
                    digest TEXT NOT NULL
                ) STRICT;

                CREATE TABLE book (
                    id BLOB PRIMARY KEY NOT NULL,
                    seriesID BLOB NOT NULL REFERENCES series (id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    title TEXT NOT NULL,
                    author TEXT NOT NULL,
                    publishedYear INTEGER NOT NULL,
                    publishedMonth INTEGER NOT NULL,
                    tagline TEXT NOT NULL,
                    overview TEXT NOT NULL,
                    isbn10 TEXT NOT NULL,
                    amazonURL TEXT NOT NULL,
                    coverFile TEXT NOT NULL,
                    accentLight TEXT NOT NULL,
                    accentDark TEXT NOT NULL,
                    tintLight TEXT NOT NULL,
                    tintDark TEXT NOT NULL
                ) STRICT;
                CREATE INDEX bookBySeries ON book (seriesID, position);

                CREATE TABLE character (
                    id BLOB PRIMARY KEY NOT NULL,
                    bookID BLOB NOT NULL REFERENCES book (id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    summary TEXT NOT NULL,
                    synopsis TEXT NOT NULL,
                    avatarFile TEXT NOT NULL
                ) STRICT;
                CREATE INDEX characterByBook ON character (bookID, position);

                CREATE TABLE relation (
                    id BLOB PRIMARY KEY NOT NULL,
                    position INTEGER NOT NULL,
                    firstID BLOB NOT NULL REFERENCES character (id) ON DELETE CASCADE,
                    secondID BLOB NOT NULL REFERENCES character (id) ON DELETE CASCADE
                ) STRICT;
                CREATE INDEX relationByFirst ON relation (firstID);
                CREATE INDEX relationBySecond ON relation (secondID);

                CREATE TABLE note (
                    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                    id BLOB NOT NULL UNIQUE,
                    subjectKind TEXT NOT NULL CHECK (subjectKind IN ('book', 'character')),
                    subjectID BLOB NOT NULL,
                    text TEXT NOT NULL,
                    createdAt INTEGER NOT NULL,
                    modifiedAt INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX noteBySubject
                    ON note (subjectKind, subjectID, createdAt, sequence);

                CREATE TABLE favorite (
                    characterID BLOB PRIMARY KEY NOT NULL
                ) STRICT;
                """
        )
    }
}
