import GRDB

extension LibrarySchema {
    /// Schema 6: what a reader says of their books, and what it takes to join two libraries. No row that
    /// there is is written again.
    ///
    /// - A book has a language (BCP 47), a reading status, a rating in half stars, the times at which it was
    ///   read (`bookReading`, whose days are of ISO 8601 and may be months or years) and shelves.
    /// - A note has tags, a line each as the aliases of a character, and says whether it is unknown when it
    ///   was written. `noteTag` follows from them, with the tags as they are compared.
    /// - A version of a note has its place, its quotation and its tags, if it says so: versions from before
    ///   have the text alone.
    /// - `importedItem` knows what an import has read of a note, as the beginnings of SHA-256 of its text and
    ///   its quotation; `restDigest` is made of four numbers of four bytes: of everything as it was read,
    ///   of the place, of how the quotation was marked, and of the tags as the note got them.
    ///   `importedChange` knows what an import has changed of what was there.
    /// - `purgedItem` has the ids of what was deleted for good, `idAlias` those of things that two became
    ///   one of, `formerSeries` where books have been before, `fieldStamp` when something was changed
    ///   where, and `outbox` what is still to be told to others.
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
