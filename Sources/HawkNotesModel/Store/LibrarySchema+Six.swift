import GRDB

extension LibrarySchema {
    /// Schema 6: supports the reader's own data on books, and merging two libraries. No existing
    /// row is rewritten.
    ///
    /// - A book has a language (BCP 47), a reading status, a rating in half stars, the times that
    ///   it was read (`bookReading`, with ISO 8601 days, months or years) and shelves.
    /// - A note has tags, one per line like the aliases of a character, and a flag for an unknown
    ///   date of writing. `noteTag` is derived from the tags, in the form used for comparison.
    /// - A version of a note may have its place, quotation and tags: older versions have only the
    ///   text.
    /// - `importedItem` has digests of a note as an import read it: the beginnings of the SHA-256
    ///   of its text and its quotation, and `restDigest`, which consists of four numbers of four
    ///   bytes: of everything that was read, and of the place, of the quotation's color and style,
    ///   and of the tags as they were stored in the note. `importedChange` records an import's
    ///   changes to existing items.
    /// - `purgedItem` has the ids of permanently deleted items, `idAlias` those of joined parts,
    ///   `formerSeries` the former series of books, `fieldStamp` when and where a field was
    ///   changed, and `outbox` the changes still to be sent to others.
    static let makeRoomForReadingAndJoining: Step = { db in
        try addColumns(db)
        try createTablesOfBooksAndNotes(db)
        try createTablesOfJoining(db)
    }

    private static func addColumns(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE book ADD COLUMN language TEXT;
                ALTER TABLE book ADD COLUMN readingStatus TEXT
                    CHECK (readingStatus IN ('toRead', 'reading', 'finished', 'stopped'));
                ALTER TABLE book ADD COLUMN rating INTEGER;

                ALTER TABLE note ADD COLUMN tags TEXT;
                ALTER TABLE note ADD COLUMN isUndated INTEGER;
                ALTER TABLE trashedNote ADD COLUMN tags TEXT;
                ALTER TABLE trashedNote ADD COLUMN isUndated INTEGER;

                ALTER TABLE noteVersion ADD COLUMN chapterID BLOB;
                ALTER TABLE noteVersion ADD COLUMN place TEXT;
                ALTER TABLE noteVersion ADD COLUMN placeNumber REAL;
                ALTER TABLE noteVersion ADD COLUMN quote TEXT;
                ALTER TABLE noteVersion ADD COLUMN quoteColor TEXT;
                ALTER TABLE noteVersion ADD COLUMN quoteStyle TEXT;
                ALTER TABLE noteVersion ADD COLUMN tags TEXT;
                ALTER TABLE noteVersion ADD COLUMN hasPlaceAndQuote INTEGER;

                ALTER TABLE importedItem ADD COLUMN textDigest BLOB;
                ALTER TABLE importedItem ADD COLUMN quoteDigest BLOB;
                ALTER TABLE importedItem ADD COLUMN restDigest BLOB;
                """
        )
    }

    private static func createTablesOfBooksAndNotes(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE bookReading (
                    number INTEGER PRIMARY KEY,
                    bookID BLOB NOT NULL REFERENCES book (id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    startedOn TEXT,
                    finishedOn TEXT
                ) STRICT;
                CREATE INDEX bookReadingByBook ON bookReading (bookID, position);

                CREATE TABLE bookShelf (
                    bookID BLOB NOT NULL REFERENCES book (id) ON DELETE CASCADE,
                    name TEXT NOT NULL,
                    position INTEGER NOT NULL,
                    PRIMARY KEY (bookID, name)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX bookShelfByName ON bookShelf (name);

                CREATE TABLE noteTag (
                    tag TEXT NOT NULL,
                    note INTEGER NOT NULL REFERENCES note (sequence) ON DELETE CASCADE,
                    PRIMARY KEY (tag, note)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX noteTagByNote ON noteTag (note);
                """
        )
    }

    private static func createTablesOfJoining(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE importedChange (
                    number INTEGER PRIMARY KEY,
                    batchID BLOB NOT NULL,
                    kind TEXT NOT NULL,
                    itemID BLOB NOT NULL,
                    field TEXT NOT NULL,
                    earlier ANY,
                    laterDigest BLOB
                ) STRICT;
                CREATE INDEX importedChangeByBatch ON importedChange (batchID);
                CREATE INDEX importedChangeByItem ON importedChange (itemID);

                CREATE TABLE purgedItem (
                    id BLOB PRIMARY KEY NOT NULL,
                    kind TEXT NOT NULL,
                    purgedAt INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE idAlias (
                    alias BLOB PRIMARY KEY NOT NULL,
                    kind TEXT NOT NULL,
                    id BLOB NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX idAliasByID ON idAlias (id);

                CREATE TABLE formerSeries (
                    bookID BLOB NOT NULL,
                    seriesID BLOB NOT NULL,
                    leftAt INTEGER NOT NULL,
                    PRIMARY KEY (bookID, seriesID)
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE fieldStamp (
                    kind TEXT NOT NULL,
                    itemID BLOB NOT NULL,
                    field TEXT NOT NULL,
                    time INTEGER NOT NULL,
                    count INTEGER NOT NULL,
                    device BLOB NOT NULL,
                    PRIMARY KEY (kind, itemID, field)
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE outbox (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    kind TEXT NOT NULL,
                    itemID BLOB NOT NULL,
                    field TEXT,
                    madeAt INTEGER NOT NULL
                ) STRICT;
                """
        )
    }
}
