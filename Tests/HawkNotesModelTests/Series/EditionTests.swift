import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Each kind of change that a reader can make to a bundled series, against each that an edition can.
final class EditionTests: LibraryTestCase {
    /// What the reader does; says how to tell that it is still done.
    private typealias Change = (Library) throws -> (Series) -> Bool

    private let readersChanges: [(String, Change)] = [
        ("nothing", { _ in { _ in true } }),
        (
            "each field of a book",
            { library in
                var book = try XCTUnwrap(try library.series().book(TestSeries.bookOne))
                book.title = "Mine"
                book.author = "Me"
                book.published = PublicationDate(year: 1990)
                book.tagline = nil
                book.overview = "Mine"
                book.isbn10 = nil
                book.amazonURL = nil
                book.coverFile = nil
                book.accent = nil
                book.tint = nil
                book.number = "2"
                book.linkName = "Shop"
                book.coverID = uuid(61)
                book.language = "de"
                book.readingStatus = .finished
                book.rating = 9
                book.readings = [ReadingDates(finishedOn: "2019-05")]
                book.shelves = ["Mine"]
                book.position = 5
                try library.save(book)
                return { [book] in $0.book(TestSeries.bookOne) == book }
            }
        ),
        (
            "each field of a character",
            { library in
                var hawk = try XCTUnwrap(try library.series().character(TestSeries.hawk))
                hawk.name = "Mine"
                hawk.summary = nil
                hawk.synopsis = "Mine"
                hawk.avatarFile = nil
                hawk.aliases = ["Other"]
                hawk.avatarID = uuid(62)
                hawk.chapterID = uuid(51)
                hawk.bookID = nil
                hawk.position = 5
                try library.save(hawk)
                return { [hawk] in $0.character(TestSeries.hawk) == hawk }
            }
        ),
        (
            "a relation",
            { library in
                let relation = Relation(
                    id: uuid(32),
                    origin: .bundled,
                    first: TestSeries.angler,
                    second: TestSeries.hawk,
                    word: "mother of",
                    bookID: TestSeries.bookOne
                )
                try library.save(relation)
                return { $0.relations.contains(relation) }
            }
        ),
        (
            "the series",
            { library in
                try library.saveSeries(uuid(1), title: "Mine", author: nil)
                return { $0.title == "Mine" && $0.author == nil }
            }
        ),
        (
            "what is new",
            { library in
                let chapter = Chapter(
                    id: uuid(51),
                    bookID: TestSeries.bookTwo,
                    name: "Mine",
                    position: 0
                )
                let friend = Character(
                    id: uuid(121),
                    seriesID: uuid(1),
                    name: "Mine",
                    bookID: TestSeries.bookOne,
                    position: 2
                )
                let relation = Relation(id: uuid(131), first: friend.id, second: TestSeries.hawk)
                try library.save(chapter)
                try library.save(friend)
                try library.save(relation)
                return { series in
                    series.chapters.contains(chapter) && series.relations.contains(relation)
                        && series.character(friend.id) == friend
                }
            }
        ),
        (
            "deleting a book",
            { library in
                try library.delete(.book(TestSeries.bookTwo))
                return { $0.book(TestSeries.bookTwo) == nil }
            }
        ),
        (
            "deleting a character for good",
            { library in
                try library.delete(.character(TestSeries.hawk))
                try library.emptyTrash()
                return { $0.character(TestSeries.hawk) == nil }
            }
        ),
        (
            "deleting a relation",
            { library in
                try library.delete(.relation(uuid(32)))
                return { !$0.relations.contains { $0.id == uuid(32) } }
            }
        ),
        (
            "the order",
            { library in
                try library.move(.book(TestSeries.bookTwo), before: TestSeries.bookOne)
                return { series in
                    let known = [TestSeries.bookOne, TestSeries.bookTwo]
                    let books = series.books.map(\.id).filter(known.contains)
                    return books.count < 2 || books == known.reversed()
                }
            }
        ),
        (
            "how far it is read",
            { library in
                let position = ReadingPosition(bookID: TestSeries.bookOne)
                try library.setReadUpTo(position, in: uuid(1))
                return { $0.readUpTo == position }
            }
        ),
    ]

    private let editions: [(String, (inout TestSeries) -> Void)] = [
        ("the same", { _ in }),
        (
            "other words everywhere",
            { file in
                file.set("title", to: "New")
                for book in 0..<2 {
                    for (key, value) in [
                        ("title", "New"), ("author", "New"), ("published", "2022-02"),
                        ("tagline", "New"), ("overview", "New"), ("isbn10", "1536207489"),
                        ("cover", "new.svg"), ("language", "fr"),
                    ] {
                        file.set("books[\(book)].\(key)", to: value)
                    }
                    file.set("books[\(book)].characters[0].name", to: "New")
                    file.set("books[\(book)].characters[0].synopsis", to: "New")
                }
            }
        ),
        (
            "more of everything",
            { file in
                file.set(
                    "books",
                    to: ((file.json["books"] as? [Any]) ?? []) + [
                        TestSeries.book(uuid(13), characters: [TestSeries.character(uuid(24))])
                    ]
                )
                file.set(
                    "relations",
                    to: ((file.json["relations"] as? [Any]) ?? []) + [
                        TestSeries.relation(uuid(33), uuid(24), TestSeries.hawk)
                    ]
                )
            }
        ),
        ("no relations", { $0.set("relations", to: []) }),
        (
            "without a book",
            { file in
                file.set("books[1]", to: nil)
                file.set("relations[0]", to: nil)
            }
        ),
        (
            "without a character",
            { file in
                file.set("books[0].characters[0]", to: nil)
                file.set("relations", to: [])
            }
        ),
        (
            "in another order",
            { file in
                let books = (file.json["books"] as? [Any]) ?? []
                file.set("books", to: Array(books.reversed()))
            }
        ),
    ]

    func testWhatTheReaderDidStaysWhateverTheEditionBrings() throws {
        for (reader, change) in readersChanges {
            for (edition, alter) in editions {
                let library = try Library.inMemory()
                try library.importSeries(from: try write(TestSeries()))
                let note = try library.addNote("note", on: .book(TestSeries.bookOne))
                let isStillDone = try change(library)
                XCTAssertTrue(isStillDone(try library.series()), "\(reader) at first")
                var file = TestSeries()
                file.set("revision", to: 2)
                alter(&file)
                try library.importSeries(from: try write(file, as: "next.json"))
                let merged = try library.series()
                XCTAssertTrue(isStillDone(merged), "\(reader) after an edition with \(edition)")
                XCTAssertEqual(try library.notes(on: .book(TestSeries.bookOne)), [note])
                // And in the edition after that, which is the first again.
                var first = TestSeries()
                first.set("revision", to: 3)
                try library.importSeries(from: try write(first, as: "first.json"))
                XCTAssertTrue(
                    isStillDone(try library.series()),
                    "\(reader) after \(edition) and the first edition again"
                )
                XCTAssertEqual(try library.check(), LibraryFindings())
            }
        }
    }
}
