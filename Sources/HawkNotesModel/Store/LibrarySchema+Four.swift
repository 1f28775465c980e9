import GRDB

extension LibrarySchema {
    /// Schema 4: supports the reader's own library. No existing row is rewritten.
    ///
    /// - A note may have a place (`chapterID`, which may refer to a deleted chapter, and `place` in
    ///   the reader's words, of which `placeNumber` is the number to order by), and a quotation
    ///   from the book, which is not the reader's own text.
    /// - `trashedNote` contains the notes in the trash: every query of `note` finds only shown
    ///   ones, and deleted notes don't slow down a page. `sequence` is the note's former number.
    ///   Series, books, characters, relations and chapters in the trash have a `deletedAt`; after
    ///   permanent deletion, `purgedAt` marks those that a new edition must not restore.
    /// - `noteVersion` contains the texts of notes before they were changed, with the time of the
    ///   change.
    /// - `mention` is derived from the texts of the notes, in which a mention is a link: see
    ///   `MentionLinks`.
    /// - `picture` stores each picture once; its id is the beginning of the SHA-256 of its bytes.
    /// - `importBatch` and `importedItem` record the imported items and their sources: an item is
    ///   imported only once, even if it was deleted since.
    static let makeRoomForOwnLibrary: Step = { db in
        try addColumns(db)
        try createNoteTables(db)
        try createOtherTables(db)
    }

    private static func addColumns(_ db: Database) throws {
        for table in ["series", "book", "character", "relation"] {
            try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN purgedAt INTEGER")
        }
        try db.execute(
            sql: """
                ALTER TABLE series ADD COLUMN openedAt INTEGER;
                ALTER TABLE series ADD COLUMN readBookID BLOB;
                ALTER TABLE series ADD COLUMN readChapterID BLOB;

                ALTER TABLE book ADD COLUMN number TEXT;
                ALTER TABLE book ADD COLUMN linkName TEXT;
                ALTER TABLE book ADD COLUMN coverID BLOB;

                ALTER TABLE character ADD COLUMN aliases TEXT;
                ALTER TABLE character ADD COLUMN chapterID BLOB;
                ALTER TABLE character ADD COLUMN avatarID BLOB;

                ALTER TABLE relation ADD COLUMN word TEXT;
                ALTER TABLE relation ADD COLUMN bookID BLOB;
                ALTER TABLE relation ADD COLUMN chapterID BLOB;

                ALTER TABLE note ADD COLUMN chapterID BLOB;
                ALTER TABLE note ADD COLUMN place TEXT;
                ALTER TABLE note ADD COLUMN placeNumber REAL;
                ALTER TABLE note ADD COLUMN quote TEXT;
                ALTER TABLE note ADD COLUMN quoteColor TEXT;
                ALTER TABLE note ADD COLUMN quoteStyle TEXT;

                CREATE INDEX seriesByOpening ON series (openedAt);
                CREATE INDEX seriesInTrash ON series (deletedAt) WHERE deletedAt IS NOT NULL;
                CREATE INDEX bookInTrash ON book (deletedAt) WHERE deletedAt IS NOT NULL;
                CREATE INDEX characterInTrash ON character (deletedAt)
                    WHERE deletedAt IS NOT NULL;
                CREATE INDEX bookByCover ON book (coverID) WHERE coverID IS NOT NULL;
                CREATE INDEX characterByAvatar ON character (avatarID) WHERE avatarID IS NOT NULL;
                CREATE INDEX noteByPlace
                    ON note (subjectKind, subjectID, chapterID, placeNumber, createdAt, sequence)
                    WHERE chapterID IS NOT NULL OR place IS NOT NULL;
                """
        )
    }

    private static func createNoteTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE trashedNote (
                    sequence INTEGER PRIMARY KEY,
                    deletedAt INTEGER NOT NULL,
                    id BLOB NOT NULL UNIQUE,
                    subjectKind TEXT NOT NULL CHECK (subjectKind IN ('book', 'character')),
                    subjectID BLOB NOT NULL,
                    text TEXT NOT NULL,
                    createdAt INTEGER NOT NULL,
                    modifiedAt INTEGER NOT NULL,
                    textChecksum INTEGER,
                    chapterID BLOB,
                    place TEXT,
                    placeNumber REAL,
                    quote TEXT,
                    quoteColor TEXT,
                    quoteStyle TEXT
                ) STRICT;
                CREATE INDEX trashedNoteByDeletion ON trashedNote (deletedAt);
                CREATE INDEX trashedNoteBySubject ON trashedNote (subjectKind, subjectID);

                CREATE TABLE noteVersion (
                    number INTEGER PRIMARY KEY,
                    noteID BLOB NOT NULL,
                    savedAt INTEGER NOT NULL,
                    replacedAt INTEGER NOT NULL,
                    text TEXT NOT NULL,
                    textChecksum INTEGER
                ) STRICT;
                CREATE INDEX noteVersionByNote ON noteVersion (noteID, replacedAt);
                CREATE INDEX noteVersionByReplacement ON noteVersion (replacedAt);

                CREATE TABLE mention (
                    characterID BLOB NOT NULL,
                    note INTEGER NOT NULL REFERENCES note (sequence) ON DELETE CASCADE,
                    PRIMARY KEY (characterID, note)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX mentionByNote ON mention (note);
                """
        )
    }

    private static func createOtherTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE chapter (
                    id BLOB PRIMARY KEY NOT NULL,
                    position INTEGER NOT NULL,
                    bookID BLOB NOT NULL REFERENCES book (id) ON DELETE CASCADE,
                    name TEXT NOT NULL,
                    origin TEXT NOT NULL DEFAULT 'bundled'
                        CHECK (origin IN ('bundled', 'own', 'imported')),
                    changedFields TEXT,
                    deletedAt INTEGER,
                    withdrawnAt INTEGER,
                    purgedAt INTEGER
                ) STRICT;
                CREATE INDEX chapterByBook ON chapter (bookID, position);

                CREATE TABLE picture (
                    id BLOB PRIMARY KEY NOT NULL,
                    width INTEGER NOT NULL,
                    height INTEGER NOT NULL,
                    type TEXT NOT NULL,
                    data BLOB NOT NULL,
                    unusedSince INTEGER
                ) STRICT;

                CREATE TABLE importBatch (
                    id BLOB PRIMARY KEY NOT NULL,
                    importedAt INTEGER NOT NULL,
                    format TEXT NOT NULL,
                    name TEXT NOT NULL,
                    report TEXT,
                    undoneAt INTEGER
                ) STRICT;
                CREATE INDEX importBatchByDate ON importBatch (importedAt);

                CREATE TABLE importedItem (
                    number INTEGER PRIMARY KEY,
                    batchID BLOB NOT NULL,
                    kind TEXT NOT NULL,
                    itemID BLOB NOT NULL,
                    source BLOB UNIQUE
                ) STRICT;
                CREATE INDEX importedItemByBatch ON importedItem (batchID);
                CREATE INDEX importedItemByItem ON importedItem (itemID);
                """
        )
    }
}
