import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What is deleted comes back whole, until its time is over.
final class TrashTests: LibraryTestCase {
    private let environment = TestEnvironment()
    private static let day: TimeInterval = 24 * 60 * 60

    private func makeLibrary() throws -> Library {
        let library = try Library.inMemory(environment: environment.library)
        try library.importSeries(from: try write(TestSeries()))
        try library.saveSeries(uuid(2), title: "Mine")
        try library.save(Book(id: uuid(111), seriesID: uuid(2), title: "My book", position: 0))
        try library.save(Chapter(id: uuid(151), bookID: uuid(111), name: "1", position: 0))
        for number in 0..<2 {
            try library.save(
                Character(
                    id: uuid(121 + number),
                    seriesID: uuid(2),
                    name: "Person \(number)",
                    bookID: uuid(111),
                    position: number
                )
            )
            try library.setFavorite(uuid(121 + number), true)
        }
        try library.save(Relation(id: uuid(131), first: uuid(121), second: uuid(122)))
        for subject in [
            NoteSubject.book(uuid(111)), .character(uuid(121)), .character(uuid(122)),
            .character(TestSeries.hawk),
        ] {
            let note = try library.addNote("first", on: subject)
            try library.updateNote(note.id, text: "on \(subject.kind)")
        }
        return library
    }

    private func rowCount(of table: String, _ library: Library) throws -> Int {
        try library.read("look") { try $0.rowCount(of: table) }
    }

    func testEverythingInTheTrashIsListedLastDeletedFirstAndComesBack() throws {
        let library = try makeLibrary()
        let whole = try library.series(uuid(2))
        let notes = try library.allNotes()
        let note = notes[3]
        try library.deleteNote(note.id)
        environment.advance(by: 1)
        try library.delete(.character(uuid(121)))
        environment.advance(by: 1)
        try library.delete(.book(uuid(111)))
        environment.advance(by: 1)
        try library.delete(.series(uuid(2)))
        let items = try library.trash(limit: 9)
        XCTAssertEqual(items.map(\.kind), [.series, .book, .character, .note])
        XCTAssertEqual(items.map(\.title), ["Mine", "My book", "Person 0", note.text])
        XCTAssertEqual(try library.trash(offset: 1, limit: 2), Array(items[1...2]))
        let count = try library.trashCount()
        XCTAssertEqual(count, TrashCount(series: 1, notes: 4))

        // The character brings back what it stands in.
        let undo = try library.restore([items[2]])
        XCTAssertEqual(try library.series(uuid(2)), whole)
        XCTAssertEqual(try library.trash(limit: 9).map(\.kind), [.note])
        try library.undo(undo)
        XCTAssertEqual(try library.trash(limit: 9), items)

        try library.restore(items)
        XCTAssertEqual(try library.series(uuid(2)), whole)
        XCTAssertEqual(try library.allNotes(), notes)
        XCTAssertEqual(try library.trash(limit: 9), [])
        XCTAssertEqual(try library.trashCount(), TrashCount())
        XCTAssertEqual(try library.check(), LibraryFindings())
    }

    func testNoteThatComesBackBringsWhatItIsAbout() throws {
        let library = try makeLibrary()
        let note = try library.notes(on: .character(uuid(121)))[0]
        try library.deleteNote(note.id)
        try library.delete(.character(uuid(121)))
        try library.restore(try library.trash(limit: 9).filter { $0.kind == .note })
        XCTAssertEqual(try library.notes(on: .character(uuid(121))), [note])
        XCTAssertNotNil(try library.series(uuid(2))?.character(uuid(121)))
    }

    func testTrashIsKeptForThirtyDaysAndNoLonger() throws {
        let library = try makeLibrary()
        try library.delete(.book(uuid(111)))
        let note = try library.notes(on: .character(TestSeries.hawk))[0]
        try library.deleteNote(note.id)
        let items = try library.trash(limit: 9)
        environment.advance(by: 30 * Self.day)
        XCTAssertEqual(try library.expire(), TrashCount())
        XCTAssertEqual(try library.trash(limit: 9), items)
        XCTAssertEqual(try library.earlierVersions(of: note.id).count, 1)

        environment.advance(by: 1)
        let count = try library.expire()
        XCTAssertEqual(count.books, 1)
        XCTAssertEqual(count.notes, 4)
        XCTAssertEqual(try library.trash(limit: 9), [])
        XCTAssertEqual(try library.allNotes(), [])
        XCTAssertEqual(try library.noteCounts(), [:])
        for table in ["trashedNote", "noteVersion", "chapter", "favorite"] {
            XCTAssertEqual(try rowCount(of: table, library), 0, table)
        }
        XCTAssertEqual(try library.series(uuid(2))?.books, [])
        XCTAssertEqual(try library.series(uuid(2))?.allCharacters, [])
        try library.restore(items)
        XCTAssertEqual(try library.series(uuid(2))?.books, [], "it is over")
        XCTAssertEqual(try library.check(), LibraryFindings())
        XCTAssertEqual(try rowCount(of: "pragma_foreign_key_check", library), 0)
    }

    func testVersionsAreKeptForThirtyDaysFromWhenTheyWereReplaced() throws {
        let library = try makeLibrary()
        let note = try library.notes(on: .character(TestSeries.hawk))[0]
        environment.advance(by: 20 * Self.day)
        try library.updateNote(note.id, text: "again")
        environment.advance(by: 11 * Self.day)
        try library.expire()
        XCTAssertEqual(try library.earlierVersions(of: note.id).map(\.text), ["on character"])
        environment.advance(by: 365 * Self.day)
        try library.expire()
        XCTAssertEqual(try library.earlierVersions(of: note.id), [])
        XCTAssertEqual(try library.note(note.id)?.text, "again", "the last one stays")
    }

    func testWhatIsDeletedForGoodOfABundledSeriesDoesNotComeBackWithTheNextEdition() throws {
        let library = try makeLibrary()
        try library.delete(.book(TestSeries.bookTwo))
        try library.delete(.character(TestSeries.hawk))
        XCTAssertEqual(try library.emptyTrash().notes, 1)
        XCTAssertEqual(try library.trash(limit: 9), [])
        var file = TestSeries()
        file.set("revision", to: 2)
        file.set("books[1].title", to: "New")
        try library.importSeries(from: try write(file, as: "next.json"))
        XCTAssertEqual(try library.series().books.map(\.id), [TestSeries.bookOne])
        XCTAssertEqual(try library.series().allCharacters.map(\.id), [TestSeries.angler])

        // Asked for by name it comes back.
        try library.restore(.book(TestSeries.bookTwo))
        XCTAssertEqual(try library.series().books.map(\.title), ["Title", "New"])
    }

    func testBundledSeriesThatIsDeletedForGoodTakesWhatTheReaderAddedToIt() throws {
        let library = try makeLibrary()
        try library.save(Book(id: uuid(113), seriesID: uuid(1), title: "Added", position: 2))
        try library.addNote("on it", on: .book(uuid(113)))
        try library.delete(.series(uuid(1)))
        XCTAssertEqual(try library.emptyTrash(), TrashCount(series: 1, notes: 2))
        try library.importSeries(from: try write(TestSeries(), as: "again.json"))
        XCTAssertEqual(try library.allSeries().map(\.title), ["Mine"])
        try library.restore(.series(uuid(1)))
        XCTAssertEqual(try library.series().books.count, 2)
        XCTAssertEqual(try library.allNotes().count, 3)
    }

    func testOneThingIsDeletedForGood() throws {
        let library = try makeLibrary()
        try library.delete(.character(uuid(121)))
        let note = try library.notes(on: .character(TestSeries.hawk))[0]
        try library.deleteNote(note.id)
        for item in try library.trash(limit: 9) { try library.purge(item) }
        XCTAssertEqual(try library.trash(limit: 9), [])
        XCTAssertEqual(try library.earlierVersions(of: note.id), [])
        XCTAssertEqual(try library.allNotes().count, 2)
        XCTAssertEqual(try library.series(uuid(2))?.relations, [])
    }

    func testIdsOfWhatIsDeletedForGoodRemainUntilItIsBack() throws {
        let library = try makeLibrary()
        func purged() throws -> [String: Set<UUID>] {
            try library.read("look") { try $0.purgedItems() }
        }
        let notes = try library.allNotes().filter { $0.subject != .character(TestSeries.hawk) }
        let whole = try XCTUnwrap(try library.series(uuid(2)))
        try library.write("note a change by an import down") { db in
            let sql = """
                INSERT INTO importedChange (batchID, kind, itemID, field) VALUES (?, 'note', ?, 'quote')
                """
            for note in [notes[0].id, uuid(99)] {
                try db.execute(sql: sql, arguments: [uuid(98), note])
            }
            return ((), [])
        }
        try library.delete(.series(uuid(2)))
        XCTAssertEqual(try purged(), [:])
        try library.emptyTrash()
        XCTAssertEqual(
            try purged(),
            [
                "series": [uuid(2)], "book": [uuid(111)], "chapter": [uuid(151)],
                "character": [uuid(121), uuid(122)], "relation": [uuid(131)],
                "note": Set(notes.map(\.id)),
            ]
        )
        XCTAssertEqual(try rowCount(of: "importedChange", library), 1)

        // By an import of what was exported before, or by taking a deletion back.
        try library.saveSeries(uuid(2), title: "Mine")
        try library.save(whole.books[0])
        try library.restoreNote(notes[0])
        XCTAssertEqual(
            try purged(),
            [
                "chapter": [uuid(151)], "character": [uuid(121), uuid(122)],
                "relation": [uuid(131)], "note": Set(notes.dropFirst().map(\.id)),
            ]
        )
    }

    func testIdsOfABundledSeriesAreThoseOfWhatIsGone() throws {
        let library = try makeLibrary()
        func purged() throws -> Set<UUID> {
            try library.read("look") { try Set($0.purgedItems().values.joined()) }
        }
        let notes = try library.notes(on: .character(TestSeries.hawk)).map(\.id)
        try library.save(Book(id: uuid(113), seriesID: uuid(1), title: "Added", position: 2))
        try library.save(Chapter(id: uuid(153), bookID: uuid(113), name: "1", position: 0))
        try library.delete(.series(uuid(1)))
        try library.emptyTrash()
        XCTAssertEqual(try purged(), Set([uuid(1), uuid(113), uuid(153)] + notes))
        try library.restore(.series(uuid(1)))
        XCTAssertEqual(try purged(), Set([uuid(113), uuid(153)] + notes))
    }

    func testPicturesAreKeptOnceAndForAsLongAsTheyAreShown() throws {
        let library = try makeLibrary()
        let picture = StoredPicture(
            data: Data((0..<5000).map { UInt8(truncatingIfNeeded: $0) }),
            type: "image/png",
            width: 1024,
            height: 700
        )
        XCTAssertEqual(try library.addPicture(picture), try library.addPicture(picture))
        XCTAssertEqual(try rowCount(of: "picture", library), 1)
        XCTAssertEqual(try library.picture(picture.id), picture)
        var large = picture
        large = StoredPicture(data: large.data, type: "image/png", width: 1025, height: 1)
        assertThrows(.other) { try library.addPicture(large) }

        var book = try XCTUnwrap(try library.series(uuid(2))?.book(uuid(111)))
        book.coverID = picture.id
        try library.save(book)
        for _ in 0..<3 {
            environment.advance(by: 31 * Self.day)
            try library.expire()
        }
        XCTAssertNotNil(try library.picture(picture.id))
        book.coverID = nil
        let undo = try library.save(book)
        try library.expire()
        environment.advance(by: 29 * Self.day)
        try library.expire()
        try library.undo(undo)
        XCTAssertNotNil(try library.picture(picture.id), "the change can still be taken back")
        environment.advance(by: 5 * Self.day)
        book.coverID = nil
        try library.save(book)
        XCTAssertEqual(try library.expire().pictures, 0, "it was shown until now")
        environment.advance(by: 31 * Self.day)
        XCTAssertEqual(try library.expire().pictures, 1)
        XCTAssertNil(try library.picture(picture.id))
    }

    func testDigestIsThatOfTheStandard() {
        func hex(_ data: Data) -> String {
            SHA256.digest(data).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        XCTAssertEqual(
            hex(Data("abc".utf8)),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        XCTAssertEqual(
            hex(Data()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
        XCTAssertEqual(
            hex(Data(String(repeating: "a", count: 1_000_000).utf8)),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        )
    }
}
