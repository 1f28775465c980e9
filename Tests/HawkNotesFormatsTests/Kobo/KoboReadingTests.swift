import Foundation
import XCTest

@testable import HawkNotesFormats

/// Books and notes of a Kobo's rows.
final class KoboReadingTests: XCTestCase {
    private static let book = "file:///mnt/onboard/Muir/Gideon.epub"

    /// The items and problems of some rows.
    private func read(
        _ bookmarks: [[String: String]],
        contents: [[String: String]] = [],
        ratings: [[String: String]] = [],
        shelves: [[String: String]] = [],
        shelvings: [[String: String]] = []
    ) throws -> (notes: [ImportedNote], items: [ImportedItem], reasons: [ImportProblem.Reason]) {
        func rows<Row: KoboRow>(_ values: [[String: String]]) -> [Row] {
            values.enumerated().map { number, row in Row(number + 1) { row[$0] } }
        }
        var device = KoboDevice()
        device.bookmarks = rows(bookmarks)
        device.contents = rows(contents)
        device.ratings = rows(ratings)
        device.shelves = rows(shelves)
        device.shelvings = rows(shelvings)
        var items: [ImportedItem] = []
        let run = ImportRun(
            limits: ImportLimits(),
            library: Reading.library,
            isCancelled: { false },
            progress: { _ in },
            consume: { items.append($0) }
        )
        try KoboReading(run).emit(device, file: "KoboReader.sqlite")
        run.tellLeftOut()
        let notes = items.compactMap { if case .note(let note) = $0 { note } else { nil } }
        return (notes, items, run.report.problems.map(\.reason))
    }

    private func bookmark(_ values: [String: String] = [:]) -> [String: String] {
        [
            "BookmarkID": "b1", "VolumeID": Self.book, "ContentID": "\(Self.book)!OEBPS!ch1.html",
            "Text": "The text", "Type": "highlight", "Hidden": "false",
            "DateCreated": "2024-05-06T07:08:09.000",
        ].merging(values) { $1 }
    }

    private func bookRow(_ values: [String: String] = [:]) -> [String: String] {
        ["ContentID": Self.book, "ContentType": "6", "Title": "Gideon"].merging(values) { $1 }
    }

    private func only(_ values: [String: String]) throws -> ImportedNote {
        try XCTUnwrap(try read([bookmark(values)], contents: [bookRow()]).notes.first)
    }

    private func theBook(
        _ values: [String: String],
        ratings: [[String: String]] = []
    ) throws -> (book: ImportedBook, reasons: [ImportProblem.Reason]) {
        let found = try read([bookmark()], contents: [bookRow(values)], ratings: ratings)
        let books = found.items.compactMap { if case .book(let book) = $0 { book } else { nil } }
        return (try XCTUnwrap(books.first), found.reasons)
    }

    // MARK: - Notes

    func testAHighlightIsKnownByItsID() throws {
        let note = try only(["Annotation": "  My words\nof two lines "])
        XCTAssertEqual(note.identity, SourceIdentity(origin: "kobo", key: "bookmark b1"))
        XCTAssertEqual(note.quote, "The text")
        XCTAssertEqual(note.text, "My words\nof two lines")
        let edited = try only(["Annotation": "Other", "Text": "Longer text", "ContentID": "x"])
        XCTAssertEqual(edited.identity, note.identity)
    }

    /// Libraries know things by these: they never change.
    func testIdentities() throws {
        let rating = ["ContentID": Self.book, "Review": "Good bones"]
        let found = try read([bookmark()], contents: [bookRow()] + parts, ratings: [rating])
        let identities = Set(found.items.map(\.identity.description))
        for identity in [
            "kobo:book /mnt/onboard/Muir/Gideon.epub", "kobo:bookmark b1",
            "kobo:8b4bc6a48286180527af1f5e69307846", "kobo:115a1f1c747b198f43ca7b19ce1410eb",
        ] {
            XCTAssertTrue(identities.contains(identity), identity)
        }
    }

    func testTextsOfMarkupAreOnOneLine() throws {
        let text = "\n  One\n      two\t three\u{A0}"
        XCTAssertEqual(try only(["Text": text]).quote, "One two three")
        XCTAssertNil(try only(["Text": " \n ", "Annotation": "Only words"]).quote)
    }

    func testKinds() throws {
        let found = try read([
            bookmark(["BookmarkID": "a"]),
            bookmark(["BookmarkID": "b", "Type": "note", "Annotation": "Words"]),
            bookmark(["BookmarkID": "c", "Type": "dogear", "Text": "Chapter One"]),
            bookmark(["BookmarkID": "d", "Type": "markup", "Text": ""]),
            bookmark(["BookmarkID": "e", "Type": "dogear", "Text": "", "Annotation": "Words"]),
            bookmark(["BookmarkID": "f", "Type": "something new"]),
            bookmark(["BookmarkID": "g", "Text": ""]),
        ])
        XCTAssertEqual(
            found.notes.map(\.identity.key).sorted(),
            ["a", "b", "e", "f"].map {
                "bookmark \($0)"
            }
        )
        XCTAssertEqual(found.notes.filter { $0.quote == nil }.map(\.text), ["Words"])
        XCTAssertTrue(
            found.reasons.contains(
                .leftOut(.bookmark, count: 2, example: "2024-05-06T07:08:09.000")
            )
        )
        XCTAssertTrue(
            found.reasons.contains(
                .leftOut(.handwriting, count: 1, example: "2024-05-06T07:08:09.000")
            )
        )
    }

    /// Older versions have no column for the kind.
    func testFoldedCornersOfOlderVersions() throws {
        let corner = ["StartContainerChildIndex": "0", "StartOffset": "0"]
        var row = bookmark(corner)
        row["Type"] = nil
        XCTAssertEqual(try read([row]).notes, [])
        row["StartOffset"] = "12"
        XCTAssertEqual(try read([row]).notes.count, 1)
        XCTAssertEqual(try only(corner).quote, "The text")
    }

    func testDeletedOnesInBothNotations() throws {
        for hidden in ["true", "1", "TRUE"] {
            let found = try read([bookmark(["Hidden": hidden])])
            XCTAssertEqual(found.notes, [], hidden)
            XCTAssertEqual(
                found.reasons,
                [
                    .leftOut(.discarded, count: 1, example: "The text")
                ]
            )
        }
        for hidden in ["false", "0", ""] {
            XCTAssertEqual(try read([bookmark(["Hidden": hidden])]).notes.count, 1, hidden)
        }
    }

    func testColors() throws {
        for (number, color) in ["0": "yellow", "1": "pink", "2": "blue", "3": "green"] {
            XCTAssertEqual(try only(["Color": number]).quoteColor, color)
        }
        // A device without colors writes this one for all.
        XCTAssertNil(try only(["Color": "4"]).quoteColor)
        let two = [bookmark(["Color": "4"]), bookmark(["BookmarkID": "b2", "Color": "0"])]
        XCTAssertEqual(try read(two).notes.compactMap(\.quoteColor), ["gray", "yellow"])
        XCTAssertNil(try only(["Color": "7"]).quoteColor)
        XCTAssertNil(try only([:]).quoteColor)
        XCTAssertNil(try only(["Color": "1", "Text": "", "Annotation": "Words"]).quoteColor)
    }

    func testDatesAreInUTC() throws {
        let moment = Date(timeIntervalSince1970: 1_714_979_289)
        for text in [
            "2024-05-06T07:08:09.000", "2024-05-06T07:08:09", "2024-05-06T07:08:09Z",
            "2024-05-06 07:08:09.000", "2024-05-06T09:08:09+02:00",
        ] {
            XCTAssertEqual(try only(["DateCreated": text]).created, .instant(moment), text)
        }
        let none = [
            "DateCreated": "0000-00-00T00:00:00.000", "DateModified": "2024-05-06T07:08:09Z",
        ]
        XCTAssertEqual(try only(none).created, .instant(moment))
        XCTAssertNil(try only(none).updated)
        let edited = try only(["DateModified": "2024-05-06T07:08:10Z"])
        XCTAssertEqual(edited.updated, .instant(moment.addingTimeInterval(1)))
        XCTAssertNil(try only(["DateModified": "2023-05-06T07:08:10Z"]).updated)
        let wrong = try read([bookmark(["DateCreated": "yesterday"])])
        XCTAssertNil(wrong.notes[0].created)
        XCTAssertTrue(wrong.reasons.contains(.unknownDate("yesterday")))
    }

    // MARK: - Books

    func testWhatIsKnownOfABook() throws {
        let (book, reasons) = try theBook(
            [
                "Attribution": "Tamsyn Muir, Ursula K. Le Guin", "ISBN": "978-1-250-31319-5",
                "Description": "<p>Bones.</p><p>More &amp; more</p>", "Series": "The Locked Tomb",
                "SeriesNumber": "1.5", "Subtitle": "A Novel", "Language": "en", "Publisher": "Tor",
                "ReadStatus": "1", "___PercentRead": "40",
            ],
            ratings: [["ContentID": Self.book, "Rating": "4"]]
        )
        XCTAssertEqual(book.identity.key, "book /mnt/onboard/Muir/Gideon.epub")
        XCTAssertEqual(book.title, "Gideon")
        XCTAssertEqual(book.authors, ["Tamsyn Muir", "Ursula K. Le Guin"])
        XCTAssertEqual(book.isbn, "9781250313195")
        XCTAssertEqual(book.overview, "Bones.\n\nMore & more")
        XCTAssertEqual(book.series?.key, "the locked tomb")
        XCTAssertEqual(book.number, 1.5)
        XCTAssertEqual(book.tagline, "A Novel")
        XCTAssertEqual(book.language, "en")
        XCTAssertEqual(book.status, .reading)
        XCTAssertEqual(book.rating, 8)
        XCTAssertEqual(
            reasons,
            [
                .leftOut(.key("Publisher"), count: 1, example: "Tor"),
                .leftOut(.key("Progress"), count: 1, example: "40 %"),
            ]
        )
    }

    func testNumbersInASeries() throws {
        XCTAssertEqual(try theBook(["Series": "S", "SeriesNumber": "2"]).book.number, 2)
        XCTAssertEqual(try theBook(["Series": "S", "SeriesNumber": "III"]).book.numberText, "III")
        XCTAssertEqual(try theBook(["Series": "S", "SeriesNumberFloat": "3.0"]).book.number, 3)
        XCTAssertNil(try theBook(["Series": "S", "SeriesNumberFloat": "0.0"]).book.number)
        XCTAssertNil(try theBook(["SeriesNumber": "2"]).book.number)
    }

    func testABookWithoutARowIsNamedAfterItsFile() throws {
        let found = try read([bookmark()])
        guard case .book(let book)? = found.items.first else { return XCTFail("no book") }
        XCTAssertEqual(book.title, "Gideon")
        XCTAssertEqual(found.reasons, [.namedAfterFile("Gideon")])
    }

    func testReviewsAreNotesOnTheBook() throws {
        let rating = [
            "ContentID": Self.book, "Rating": "0", "Review": "Good bones",
            "DateModified": "2024-05-06T07:08:09Z",
        ]
        let found = try read([], contents: [bookRow()], ratings: [rating])
        XCTAssertEqual(found.notes.map(\.text), ["Good bones"])
        XCTAssertEqual(found.notes[0].book?.key, "book /mnt/onboard/Muir/Gideon.epub")
        XCTAssertEqual(
            found.notes[0].created,
            .instant(Date(timeIntervalSince1970: 1_714_979_289))
        )
        XCTAssertEqual(found.reasons, [])
    }

    func testShelves() throws {
        let found = try read(
            [bookmark()],
            contents: [bookRow()],
            shelves: [
                ["Name": "Owned", "_IsDeleted": "false"], ["Name": "Gone", "_IsDeleted": "true"],
                ["Name": "Shown", "InternalName": "internal", "_IsDeleted": "0"],
            ],
            shelvings: ["Owned", "Gone", "internal", "Unlisted", "Owned"].map {
                ["ShelfName": $0, "ContentId": Self.book, "_IsDeleted": "false"]
            } + [["ShelfName": "Former", "ContentId": Self.book, "_IsDeleted": "1"]]
        )
        guard case .book(let book)? = found.items.first else { return XCTFail("no book") }
        XCTAssertEqual(book.shelves, ["Owned", "Shown", "Unlisted"])
    }

    func testOtherBooksAreCounted() throws {
        let found = try read(
            [bookmark()],
            contents: [
                bookRow(), bookRow(["ContentID": "x", "Title": "Unread"]),
                bookRow(["ContentID": "y", "Title": "Offered", "IsDownloaded": "false"]),
            ]
        )
        XCTAssertEqual(
            found.reasons,
            [
                .leftOut(.bookWithoutNotes, count: 1, example: "Unread")
            ]
        )
    }

    // MARK: - Chapters

    private func part(
        _ kind: String,
        _ id: String,
        _ title: String,
        _ index: Int
    ) -> [String: String] {
        [
            "ContentID": id, "ContentType": kind, "BookID": Self.book, "Title": title,
            "VolumeIndex": "\(index)", "Depth": "1",
        ]
    }

    private var parts: [[String: String]] {
        let book = Self.book
        return [
            part("9", "\(book)!OEBPS!text/ch one.html", "text/ch one.html", 0),
            part("9", "\(book)!OEBPS!text/ch02.html", "ch02.html", 1),
            part("9", "\(book)!OEBPS!text/ch02b.html", "ch02b.html", 2),
            part("9", "\(book)!OEBPS!text/ch03.html", "A title of the file", 11),
            part("899", "\(book)!OEBPS!text/ch%20one.html#start-1", "One", 0),
            part("899", "\(book)!OEBPS!text/ch02.html#a-1", "Two", 1),
            part("899", "\(book)!OEBPS!text/ch02.html#b-2", "Two and a half", 2),
            part("899", "\(book)!OEBPS!text/ch04.html-1", "ch04.html", 3),
            part("899", "chapter-7", "Named by its file", 4)
                .merging(["ChapterIDBookmarked": "\(book)!OEBPS!text/ch05.html#x"]) { $1 },
            part("9", "\(book)!OEBPS!text/ch05.html", "ch05.html", 12),
        ]
    }

    func testTheChapterOfEachShapeOfName() throws {
        let book = Self.book
        for (id, chapter) in [
            ("\(book)!OEBPS!text/ch one.html", "One"), ("\(book)!!OEBPS/text/ch one.html", "One"),
            ("OEBPS/text/ch one.html", "One"), ("text/ch%20one.html", "One"),
            ("/mnt/onboard/Muir/Gideon.epub#(0)OEBPS/text/ch02.html", "Two"),
            ("\(book)!OEBPS!text/ch02.html#point(/1/2)", "Two"),
            ("\(book)!OEBPS!text/ch02b.html", "Two and a half"),
            ("\(book)!OEBPS!text/ch03.html", "A title of the file"),
            ("text/ch05.html", "Named by its file"),
            ("\(book)!OEBPS!other/ch02.html", nil), ("\(book)!OEBPS!text/ch04.html", nil),
            ("", nil),
        ] as [(String, String?)] {
            let found = try read([bookmark(["ContentID": id])], contents: [bookRow()] + parts)
            XCTAssertEqual(found.notes[0].place?.chapter, chapter, id)
        }
    }

    func testAFileNamedWithoutItsFolderIsOnlyFoundIfThereIsOne() throws {
        let others = [
            part("899", "\(Self.book)!!a/ch.html-1", "A", 0),
            part("899", "\(Self.book)!!b/ch.html-1", "B", 1),
        ]
        let found = try read([bookmark(["ContentID": "ch.html"])], contents: [bookRow()] + others)
        XCTAssertNil(found.notes[0].place)
    }

    func testChaptersOfTheBook() throws {
        let found = try read([bookmark()], contents: [bookRow()] + parts.reversed())
        let chapters = found.items.compactMap { item -> String? in
            guard case .chapter(let chapter) = item else { return nil }
            return "\(chapter.order) \(chapter.title)"
        }
        XCTAssertEqual(chapters, ["0 One", "1 Two", "2 Two and a half", "3 Named by its file"])
    }

    func testNotesComeInTheOrderOfTheirPlaces() throws {
        func row(_ id: String, _ file: String, _ progress: String) -> [String: String] {
            bookmark(["BookmarkID": id, "ContentID": file, "ChapterProgress": progress])
        }
        let found = try read(
            [
                row("e", "text/ch03.html", "0.1"), row("c", "text/ch02.html", "0.75"),
                row("d", "text/ch02b.html", "0"), row("b", "text/ch02.html", "0.5"),
                row("f", "unknown.html", "0"), row("a", "text/ch one.html", "1"),
            ],
            contents: [bookRow()] + parts
        )
        let order = found.notes.map { $0.identity.key.dropFirst("bookmark ".count) }
        XCTAssertEqual(order, ["a", "b", "c", "d", "e", "f"])
    }
}
