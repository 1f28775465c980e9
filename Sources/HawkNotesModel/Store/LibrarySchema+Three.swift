import GRDB

extension LibrarySchema {
    /// Schema 3: many series, of which only titles and names are required, and the number of notes
    /// on each page.
    ///
    /// Each row of a series has its origin (`origin`), the columns that the reader has changed
    /// (`changedFields`, names separated by blanks), and the date since which it is not shown:
    /// because the reader deleted it (`deletedAt`), or because the edition that was imported last
    /// does not have it (`withdrawnAt`). Rows are kept, so that deleted parts stay deleted. Parts
    /// of a deleted book or series are not shown either, and need not be marked.
    ///
    /// `noteCount` is maintained by triggers, for every program that writes notes.
    static let makeRoomForManySeries: Step = { db in
        try rebuildSeriesTables(db)
        try countNotes(db)
    }

    private static let state = """
        origin TEXT NOT NULL DEFAULT 'bundled' CHECK (origin IN ('bundled', 'own', 'imported')),
        changedFields TEXT,
        deletedAt INTEGER,
        withdrawnAt INTEGER
        """

    /// Uses temporary names, as columns cannot be changed to accept nulls.
    private static func rebuildSeriesTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE newSeries (
                    id BLOB PRIMARY KEY NOT NULL,
                    title TEXT NOT NULL,
                    author TEXT,
                    revision INTEGER,
                    digest TEXT,
                    \(state)
                ) STRICT;
                INSERT INTO newSeries (id, title, author, revision, digest)
                    SELECT id, title, author, revision, digest FROM series ORDER BY rowid;

                CREATE TABLE newBook (
                    id BLOB PRIMARY KEY NOT NULL,
                    seriesID BLOB NOT NULL REFERENCES series (id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    title TEXT NOT NULL,
                    author TEXT,
                    publishedYear INTEGER,
                    publishedMonth INTEGER,
                    tagline TEXT,
                    overview TEXT,
                    isbn10 TEXT,
                    amazonURL TEXT,
                    coverFile TEXT,
                    accentLight TEXT,
                    accentDark TEXT,
                    tintLight TEXT,
                    tintDark TEXT,
                    \(state)
                ) STRICT;
                INSERT INTO newBook (id, seriesID, position, title, author, publishedYear,
                        publishedMonth, tagline, overview, isbn10, amazonURL, coverFile,
                        accentLight, accentDark, tintLight, tintDark)
                    SELECT id, seriesID, position, title, author, publishedYear,
                        publishedMonth, tagline, overview, isbn10, amazonURL, coverFile,
                        accentLight, accentDark, tintLight, tintDark
                    FROM book ORDER BY rowid;

                CREATE TABLE newCharacter (
                    id BLOB PRIMARY KEY NOT NULL,
                    bookID BLOB REFERENCES book (id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    summary TEXT,
                    synopsis TEXT,
                    avatarFile TEXT,
                    seriesID BLOB NOT NULL REFERENCES series (id) ON DELETE CASCADE,
                    \(state)
                ) STRICT;
                INSERT INTO newCharacter (id, bookID, position, name, summary, synopsis, avatarFile,
                        seriesID)
                    SELECT character.id, bookID, character.position, name, summary, synopsis,
                        avatarFile, book.seriesID
                    FROM character JOIN book ON book.id = bookID ORDER BY character.rowid;

                CREATE TABLE newRelation (
                    id BLOB PRIMARY KEY NOT NULL,
                    position INTEGER NOT NULL,
                    firstID BLOB NOT NULL REFERENCES character (id) ON DELETE CASCADE,
                    secondID BLOB NOT NULL REFERENCES character (id) ON DELETE CASCADE,
                    \(state)
                ) STRICT;
                INSERT INTO newRelation (id, position, firstID, secondID)
                    SELECT id, position, firstID, secondID FROM relation ORDER BY rowid;

                DROP TABLE relation;
                DROP TABLE character;
                DROP TABLE book;
                DROP TABLE series;
                ALTER TABLE newSeries RENAME TO series;
                ALTER TABLE newBook RENAME TO book;
                ALTER TABLE newCharacter RENAME TO character;
                ALTER TABLE newRelation RENAME TO relation;

                CREATE INDEX bookBySeries ON book (seriesID, position);
                CREATE INDEX characterByBook ON character (bookID, position);
                CREATE INDEX characterBySeries ON character (seriesID, position);
                CREATE INDEX relationByFirst ON relation (firstID);
                CREATE INDEX relationBySecond ON relation (secondID);
                """
        )
    }

    private static func countNotes(_ db: Database) throws {
        let count = """
            INSERT INTO noteCount (subjectKind, subjectID, count)
                SELECT new.subjectKind, new.subjectID, 0
                WHERE NOT EXISTS (SELECT 1 FROM noteCount
                    WHERE subjectKind = new.subjectKind AND subjectID = new.subjectID);
            UPDATE noteCount SET count = count + 1
                WHERE subjectKind = new.subjectKind AND subjectID = new.subjectID;
            """
        let discount = """
            UPDATE noteCount SET count = count - 1
                WHERE subjectKind = old.subjectKind AND subjectID = old.subjectID;
            DELETE FROM noteCount
                WHERE subjectKind = old.subjectKind AND subjectID = old.subjectID AND count <= 0;
            """
        try db.execute(
            sql: """
                CREATE TABLE noteCount (
                    subjectKind TEXT NOT NULL,
                    subjectID BLOB NOT NULL,
                    count INTEGER NOT NULL,
                    PRIMARY KEY (subjectKind, subjectID)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO noteCount (subjectKind, subjectID, count)
                    SELECT subjectKind, subjectID, count(*) FROM note GROUP BY subjectKind, subjectID;
                CREATE TRIGGER noteIsAdded AFTER INSERT ON note BEGIN
                    \(count)
                END;
                CREATE TRIGGER noteIsRemoved AFTER DELETE ON note BEGIN
                    \(discount)
                END;
                CREATE TRIGGER noteIsMoved AFTER UPDATE OF subjectKind, subjectID ON note BEGIN
                    \(discount)
                    \(count)
                END;
                """
        )
    }
}
