import Foundation
import GRDB
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// Every change of a value gets a stamp, whichever way it is made.
final class ChangeStampingTests: LibraryTestCase {
    private let environment = TestEnvironment()

    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory(environment: environment.library)
        try library.importSeries(from: write(TestSeries()))
        try library.saveSeries(uuid(101), title: "Own")
        try library.save(Book(id: uuid(111), seriesID: uuid(101), title: "Book", position: 0))
        try library.save(Chapter(id: uuid(131), bookID: uuid(111), name: "One", position: 0))
        for (number, position) in [(121, 0), (122, 1)] {
            try library.save(
                Character(
                    id: uuid(number),
                    seriesID: uuid(101),
                    name: "\(number)",
                    position: position
                )
            )
        }
        try library.save(Relation(id: uuid(141), first: uuid(121), second: uuid(122)))
        try library.addNote("note", on: .book(uuid(111)), id: uuid(201))
        try library.addNote("in the trash", on: .book(uuid(111)), id: uuid(202))
        try library.deleteNote(uuid(202))
        return library
    }

    private func stamp(
        _ library: Library,
        _ kind: String,
        _ id: UUID,
        _ field: String
    ) throws -> ChangeStamp? {
        try library.read("look") { db in
            try Row.fetchOne(
                db,
                sql: "SELECT * FROM fieldStamp WHERE kind = ? AND itemID = ? AND field = ?",
                arguments: [kind, id, field]
            ).map {
                ChangeStamp(
                    milliseconds: $0["time"],
                    count: $0["count"],
                    storedDevice: $0["device"]
                )
            }
        }
    }

    private func stampCount(_ library: Library) throws -> Int {
        try library.read("look") { try $0.rowCount(of: "fieldStamp") }
    }

    private func change(
        _ library: Library,
        _ sql: String,
        _ arguments: StatementArguments = []
    ) throws {
        try library.write("change") { db in
            try db.execute(sql: sql, arguments: arguments)
            return ((), [.importsChanged])
        }
    }

    private static let rows: [StampedTable: UUID] = [
        .series: uuid(101), .book: uuid(111), .chapter: uuid(131), .character: uuid(121),
        .relation: uuid(141), .note: uuid(201), .trashedNote: uuid(202),
    ]

    /// Another value of a column that its constraints allow.
    private static func other(_ column: String) -> any DatabaseValueConvertible {
        switch column {
        case "readingStatus": "stopped"
        case "subjectKind": "character"
        case "seriesID": uuid(1)
        case "bookID": TestSeries.bookOne
        case "firstID", "secondID": TestSeries.hawk
        case _ where column.hasSuffix("ID"): uuid(199)
        case "placeNumber": 4.5
        case "position", "publishedYear", "publishedMonth", "rating", "createdAt", "isUndated": 9
        default: "other"
        }
    }

    func testEachColumnOfEachFieldIsStampedWhenItChanges() throws {
        let library = try makeLibrary()
        for table in StampedTable.allCases {
            let id = try XCTUnwrap(Self.rows[table])
            for field in table.fields {
                for column in field.columns {
                    let before = try stamp(library, table.kind, id, field.name)
                    let sql = "UPDATE \(table.rawValue) SET \(column) = ? WHERE id = ?"
                    try change(library, sql, [Self.other(column), id])
                    let after = try XCTUnwrap(
                        try stamp(library, table.kind, id, field.name),
                        "\(table.rawValue).\(column)"
                    )
                    if let before { XCTAssertLessThan(before, after, column) }
                    let count = try stampCount(library)
                    try change(library, sql, [Self.other(column), id])
                    XCTAssertEqual(try stamp(library, table.kind, id, field.name), after)
                    XCTAssertEqual(try stampCount(library), count, "nothing has changed")
                }
            }
        }
    }

    func testStampsAreLaterThanTheOnesBeforeWhateverTheClockSays() throws {
        let library = try makeLibrary()
        var expected: ChangeStamp?
        let device = try XCTUnwrap(
            try library.read("look") {
                try UUID.fetchOne($0, sql: "SELECT device FROM commitCount")
            }
        )
        let number = ChangeStamp(milliseconds: 0, count: 0, storedDevice: device).device
        XCTAssertNotEqual(number, 0)
        for (index, pause) in [0, 0, 5, -20, 0, 10, 7, 0].enumerated() {
            environment.advance(by: TimeInterval(pause))
            try change(
                library,
                "UPDATE book SET tagline = ? WHERE id = ?",
                ["\(index)", uuid(111)]
            )
            expected = .replacing(
                expected,
                at: environment.library.now().milliseconds,
                on: number
            )
            XCTAssertEqual(try stamp(library, "book", uuid(111), "tagline"), expected)
        }
    }

    func testValuesOfAnEditionHaveNoStamps() throws {
        let library = try makeLibrary()
        let count = try stampCount(library)
        var series = TestSeries()
        series.set("revision", to: 2)
        series.set("books[0].title", to: "Another title")
        series.set("books[0].tagline", to: "Another tagline")
        try library.importSeries(from: write(series))
        XCTAssertEqual(try library.series(uuid(1))?.books[0].title, "Another title")
        XCTAssertEqual(try stampCount(library), count)
        // A value of the reader's has, also where it is taken back.
        var book = try XCTUnwrap(try library.series(uuid(1))?.books[0])
        book.tagline = "Mine"
        let undo = try library.save(book)
        let changed = try XCTUnwrap(try stamp(library, "book", book.id, "tagline"))
        XCTAssertNil(try stamp(library, "book", book.id, "title"))
        try library.undo(undo)
        XCTAssertLessThan(changed, try XCTUnwrap(stamp(library, "book", book.id, "tagline")))
    }

    func testListsMarksAndImportsAreStamped() throws {
        let library = try makeLibrary()
        var book = try XCTUnwrap(try library.series(uuid(101))?.books[0])
        XCTAssertNil(try stamp(library, "book", book.id, "shelves"))
        book.shelves = ["Whales"]
        try library.save(book)
        let first = try XCTUnwrap(try stamp(library, "book", book.id, "shelves"))
        XCTAssertNil(try stamp(library, "book", book.id, "readings"))
        book.shelves = []
        book.readings = [ReadingDates(startedOn: "2019", finishedOn: nil)]
        try library.save(book)
        XCTAssertLessThan(first, try XCTUnwrap(stamp(library, "book", book.id, "shelves")))
        XCTAssertNotNil(try stamp(library, "book", book.id, "readings"))

        try library.setFavorite(uuid(121), true)
        let marked = try XCTUnwrap(try stamp(library, "favorite", uuid(121), "row"))
        try library.setFavorite(uuid(121), false)
        XCTAssertLessThan(marked, try XCTUnwrap(stamp(library, "favorite", uuid(121), "row")))

        let undo = try library.join(.character(uuid(122)), into: uuid(121))
        let joined = try XCTUnwrap(try stamp(library, "idAlias", uuid(122), "row"))
        try library.undo(undo)
        XCTAssertLessThan(joined, try XCTUnwrap(stamp(library, "idAlias", uuid(122), "row")))

        func add() throws -> ImportBatch? {
            try library.importBatch(format: "test", name: "file") { importer in
                try importer.add(
                    ImportedNote(on: .book(uuid(111)), text: "imported"),
                    source: "one"
                )
                return nil
            }
        }
        let batch = try XCTUnwrap(try add())
        XCTAssertNil(try stamp(library, "importBatch", batch.id, "undoneAt"))
        try library.undoImport(batch.id)
        XCTAssertNotNil(try stamp(library, "importBatch", batch.id, "undoneAt"))
        let known = "SELECT count(*) FROM fieldStamp WHERE kind = 'importedItem'"
        XCTAssertEqual(try library.read("look") { try Int.fetchOne($0, sql: known) }, 0)
        _ = try add()
        XCTAssertEqual(
            try library.read("look") { try Int.fetchOne($0, sql: known) },
            1,
            "the source has become another note"
        )
    }

    func testADeletionKnowsTheLastChangeBeforeIt() throws {
        let library = try makeLibrary()
        environment.advance(by: 1)
        var book = try XCTUnwrap(try library.series(uuid(101))?.books[0])
        book.tagline = "Changed"
        try library.save(book)
        let last = try XCTUnwrap(try stamp(library, "book", book.id, "tagline"))
        environment.advance(by: 1)
        try library.delete(.book(book.id))
        XCTAssertEqual(try stamp(library, "book", book.id, "seen"), last)
        let deleted = try XCTUnwrap(try stamp(library, "book", book.id, "state"))
        environment.advance(by: 1)
        try library.emptyTrash()
        XCTAssertEqual(try stamp(library, "book", book.id, "seen"), last)
        XCTAssertLessThan(deleted, try XCTUnwrap(stamp(library, "book", book.id, "state")))
        XCTAssertEqual(try stamp(library, "book", book.id, "tagline"), last)
        XCTAssertNotNil(try stamp(library, "chapter", uuid(131), "state"), "deleted with its book")
        XCTAssertNil(try stamp(library, "note", uuid(201), "tags"))
    }

    /// Also its index, its mentions and its commit are as they were.
    func testANewNoteHasNoStampAndNoRevision() throws {
        let library = try makeLibrary()
        let (stamps, revisions) = try library.read("look") {
            (try $0.rowCount(of: "fieldStamp"), try $0.rowCount(of: "noteRevision"))
        }
        try library.addNote("new", on: .book(uuid(111)), tags: ["One"])
        _ = try library.importBatch(format: "test", name: "file") { importer in
            for number in 0..<20 {
                try importer.add(
                    ImportedNote(on: .book(uuid(111)), text: "imported \(number)"),
                    source: "\(number)"
                )
            }
            return nil
        }
        XCTAssertEqual(try stampCount(library), stamps)
        XCTAssertEqual(try library.read("look") { try $0.rowCount(of: "noteRevision") }, revisions)
    }

    func testAnotherProgramCanWriteAndWhatItWritesCounts() throws {
        let library = try Library.open(at: databaseURL, environment: environment.library)
        try library.addNote("one", on: .book(uuid(111)), id: uuid(201))
        try library.updateNote(uuid(201), text: "two")
        let other = try DatabaseQueue(path: databaseURL.path)
        try other.write { db in
            try db.execute(sql: "UPDATE note SET text = 'of another program', textChecksum = NULL")
            try db.execute(
                sql: """
                    INSERT INTO note (id, subjectKind, subjectID, text, createdAt, modifiedAt)
                    VALUES (?, 'book', ?, 'new', 1, 1)
                    """,
                arguments: [uuid(202), uuid(111)]
            )
        }
        try other.close()
        func shown() throws -> NoteRevisions.Shown? {
            try library.read("look") { try $0.fetchTexts(of: uuid(201)).shown }
        }
        let foreign = try XCTUnwrap(try shown())
        XCTAssertEqual(foreign.text, "of another program")
        XCTAssertEqual(foreign.beside, [])
        try library.updateNote(uuid(201), text: "mine")
        XCTAssertEqual(try shown()?.text, "mine")
        XCTAssertEqual(try shown()?.beside, [])
        let texts = try library.read("look") { try $0.fetchTexts(of: uuid(201)) }
        XCTAssertEqual(texts.rows.count, 4)
        // The other program kept no version of what it replaced.
        XCTAssertEqual(Set(texts.texts.values), ["one", "of another program", "mine"])
        XCTAssertEqual(try library.check(), LibraryFindings())
        try library.close()
    }
}
