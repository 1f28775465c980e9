/// Databases as released versions wrote them. Frozen: they are only ever added to.
enum FrozenSchema {
    static let one = """
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

        INSERT INTO series VALUES (X'00000000000040008000000000000001', 'Frozen', 'Author', 3, '0123456789abcdef');
        INSERT INTO book VALUES (X'0000000000004000800000000000000b', X'00000000000040008000000000000001', 0, 'Book', 'Author', 2020, 1, 'Tagline', 'Overview',
            '1536207152', 'https://www.amazon.com/dp/1536207152', 'covers/one.svg',
            '#112233', '#ddeeff', '#eeeeee', '#222222');
        INSERT INTO character VALUES (X'00000000000040008000000000000015', X'0000000000004000800000000000000b', 0, 'Hawk', 'Summary', 'Synopsis', 'a.svg');
        INSERT INTO character VALUES (X'00000000000040008000000000000016', X'0000000000004000800000000000000b', 1, 'Angler', 'Summary', 'Synopsis', 'b.svg');
        INSERT INTO relation VALUES (X'0000000000004000800000000000001f', 0, X'00000000000040008000000000000015', X'00000000000040008000000000000016');
        INSERT INTO note VALUES (3, X'00000000000040008000000000000029', 'book', X'0000000000004000800000000000000b', 'On the book',
            1700000000000, 1700000000000);
        INSERT INTO note VALUES (7, X'0000000000004000800000000000002a', 'character', X'00000000000040008000000000000015',
            'On the hawk' || char(10) || 'with two lines', 1700000001500, 1700000009000);
        INSERT INTO favorite VALUES (X'00000000000040008000000000000015');
        PRAGMA user_version = 1;
        """
}
