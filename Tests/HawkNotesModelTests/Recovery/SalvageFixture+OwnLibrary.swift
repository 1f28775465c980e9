import Foundation
import GRDB

@testable import HawkNotesModel
@testable import LibrarySalvage

extension SalvageFixture {
    /// Rows of the tables and columns that came with a reader's own library.
    static func fillOwnLibrary(_ db: Database) throws {
        try fillSeries(db)
        try fillReadings(db)
        try fillNotes(db)
        try fillRevisions(db)
        for picture in 0..<3 {
            let data = Data(text(bytes: 200 + 1500 * picture, seed: picture).utf8)
            try db.execute(
                sql: "INSERT INTO picture VALUES (?, 40, 60, 'image/png', ?, ?)",
                arguments: [
                    PictureID.of(data), data, picture == 0 ? nil : 1_700_000_000_000,
                ]
            )
        }
        for batch in 0..<3 {
            try db.execute(
                sql: "INSERT INTO importBatch VALUES (?, ?, 'a format of 16', 'file', ?, ?)",
                arguments: [
                    id(6, batch), 1_700_000_000_000 + batch, batch == 0 ? nil : "{}",
                    batch == 2 ? 1_700_000_000_000 : nil,
                ]
            )
        }
        for item in 0..<20 {
            try db.execute(
                sql: """
                    INSERT INTO importedItem
                        (batchID, kind, itemID, source, textDigest, quoteDigest, restDigest)
                    VALUES (?, 'note', ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id(6, item % 3), id(5, item), item == 0 ? nil : id(7, item),
                    item % 4 == 0 ? nil : id(10, item), item % 4 == 0 ? nil : id(11, item),
                    item % 4 == 0 ? nil : id(14, item),
                ]
            )
        }
        for item in 0..<9 {
            let earlier: (any DatabaseValueConvertible)? =
                [nil, 87.5, "What it was", id(12, item), 7][item % 5]
            try db.execute(
                sql: """
                    INSERT INTO importedChange
                        (batchID, kind, itemID, field, earlier, laterDigest)
                    VALUES (?, 'note', ?, 'quote', ?, ?)
                    """,
                arguments: [id(6, item % 3), id(5, item), earlier, item == 1 ? nil : id(13, item)]
            )
        }
    }

    private static func fillRevisions(_ db: Database) throws {
        for revision in 0..<9 {
            let replaced =
                revision == 0
                ? nil
                : id(15, revision - 1).map { byte in
                    String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
                }.joined()
            try db.execute(
                sql: """
                    INSERT INTO noteRevision
                        (noteID, id, content, replaced, time, count, device, state)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id(5, revision / 3), id(15, revision), id(16, revision), replaced,
                    1_700_000_000_000 + revision, revision % 2, id(17, 0),
                    [nil, "shown", "purged"][revision % 3],
                ]
            )
        }
    }

    private static func fillSeries(_ db: Database) throws {
        for chapter in 0..<14 {
            try db.execute(
                sql: """
                    INSERT INTO chapter (id, position, bookID, name, origin, deletedAt)
                    VALUES (?, ?, ?, ?, 'own', ?)
                    """,
                arguments: [
                    id(8, chapter), chapter, id(2, chapter % 3),
                    text(bytes: 12 + chapter, seed: chapter),
                    chapter == 5 ? 1_700_000_000_000 : nil,
                ]
            )
        }
        try db.execute(
            sql: """
                UPDATE series SET openedAt = 1700000000000, readBookID = :book,
                    readChapterID = :chapter WHERE id = :series;
                UPDATE book SET number = '1.5', linkName = 'A name', coverID = :cover
                    WHERE id = :book;
                UPDATE character SET aliases = 'One' || char(10) || 'Two', chapterID = :chapter,
                    avatarID = :cover WHERE bookID = :book;
                UPDATE relation SET word = 'sister of', bookID = :book, chapterID = :chapter
                    WHERE position % 2 = 0;
                """,
            arguments: [
                "series": id(1, 0), "book": id(2, 1), "chapter": id(8, 1), "cover": id(9, 1),
            ]
        )
    }

    /// Books of a reader who keeps a record of them.
    private static func fillReadings(_ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE book SET language = 'pt-BR', readingStatus = 'finished', rating = 9
                    WHERE id = ?
                """,
            arguments: [id(2, 1)]
        )
        let dates: [(started: String?, finished: String?)] = [
            ("2019", "2019-05-17"), (nil, "2020-02"), ("2021", nil),
        ]
        for (book, dates) in dates.enumerated() {
            try db.execute(
                sql: """
                    INSERT INTO bookReading (bookID, position, startedOn, finishedOn)
                    VALUES (?, 0, ?, ?)
                    """,
                arguments: [id(2, book), dates.started, dates.finished]
            )
        }
    }

    private static func fillNotes(_ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE note SET chapterID = ?, place = 'p. 87', placeNumber = 87.0,
                    quote = 'What the book says', quoteColor = 'yellow',
                    tags = 'One' || char(10) || 'Two', isUndated = 1
                WHERE sequence % 7 = 0
                """,
            arguments: [id(8, 2)]
        )
        for number in 500..<512 {
            let text = text(bytes: 40 * (number - 499), seed: number)
            try db.execute(
                sql: """
                    INSERT INTO trashedNote (sequence, deletedAt, id, subjectKind, subjectID, text,
                        createdAt, modifiedAt, textChecksum, place)
                    VALUES (?, ?, ?, 'book', ?, ?, ?, ?, ?, 'p. 1')
                    """,
                arguments: [
                    number, 1_700_000_000_000 + number, id(5, number), id(2, 0), text,
                    1_700_000_000_000, 1_700_000_000_500, TextChecksum.of(text),
                ]
            )
            try db.execute(
                sql: """
                    INSERT INTO noteVersion (noteID, savedAt, replacedAt, text, textChecksum,
                        chapterID, place, placeNumber, quote, tags, hasPlaceAndQuote)
                    VALUES (?, ?, ?, ?, ?, ?, 'p. 4', 4.0, 'Before', 'Tag', ?)
                    """,
                arguments: [
                    id(5, number - 500), 1_700_000_000_000, 1_700_000_000_500, text,
                    TextChecksum.of(text), id(8, 2), number % 2 == 0 ? 1 : nil,
                ]
            )
        }
    }
}
