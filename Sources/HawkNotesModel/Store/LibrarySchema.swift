import Foundation
import GRDB

/// The tables of the library, and the migration steps from older versions.
///
/// `PRAGMA user_version` is the number of steps that a database has taken: it is in the first bytes
/// of the file, and every version of the program checks it before anything else. GRDB's migrator
/// performs the steps, with foreign keys off while tables are rebuilt and checked afterwards.
///
/// A released step is never changed. A new one that adds a column of the series file to the series
/// tables also clears `series.digest`, so that the file is read again. New columns are added at the
/// end: the recovery of damaged libraries identifies columns by their order. New columns and tables
/// must be added to `LibraryTables.swift` (LibrarySalvage) as well.
enum LibrarySchema {
    typealias Step = @Sendable (Database) throws -> Void

    static let steps: [Step] = [
        createTables, addChecksums, makeRoomForManySeries, makeRoomForOwnLibrary, addIdentity,
        makeRoomForReadingAndJoining, makeRoomForRevisions,
    ]
    /// The first version whose commits each have a token.
    static let firstVersionWithIdentity = 5

    /// The count of commits when stamps began in a library that is made by this version.
    static let stampedSinceOfNewLibraries: Int64 = 2

    static var currentVersion: Int { steps.count }

    static func version(of db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }

    /// Performs the missing steps, each completely or not at all.
    static func migrate(_ writer: any DatabaseWriter, steps: [Step] = steps) throws {
        guard try writer.unsafeRead(version) < steps.count else { return }
        var migrator = DatabaseMigrator()
        for (index, step) in steps.enumerated() {
            let version = index + 1
            migrator.registerMigration("\(version)") { db in
                // The migrator's own table is newer than the first step.
                guard try self.version(of: db) < version else { return }
                try step(db)
                if version > firstVersionWithIdentity { try countStep(db) }
                try db.execute(sql: "PRAGMA user_version = \(version)")
            }
        }
        try migrator.migrate(writer)
        // They still see the old tables: see `OlderTables`.
        (writer as? DatabasePool)?.invalidateReadOnlyConnections()
    }

    /// Schema 2: detects damage.
    ///
    /// `textChecksum` is the CRC-32 of the text's bytes; null if another program wrote the note.
    /// `commitCount` counts the transactions, so that a missing one can be detected.
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
    /// Notes and favorites deliberately have no foreign key to the series: when a later edition
    /// drops a character, the reader's notes are kept. Ids are blobs of sixteen bytes; dates are
    /// milliseconds since 1970, which are read back unchanged. `AUTOINCREMENT` reserves the number
    /// of a deleted note in case it is restored.
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
