import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// What the reader has not come to yet is not found, nor is it told how much there is of it.
final class SearchVeilTests: SearchTestCase {
    private let (first, second) = (uuid(11), uuid(12))
    private let (known, secret) = (uuid(21), uuid(22))
    private let chapters = [uuid(41), uuid(42)]

    @MainActor
    private func makeNotes() throws -> (Library, LibrarySearch) {
        let library = try makeLibrary()
        for (number, id) in [first, second].enumerated() {
            try library.save(
                Book(id: id, seriesID: series, title: "Book \(number)", position: number)
            )
        }
        for (number, id) in chapters.enumerated() {
            try library.save(Chapter(id: id, bookID: first, name: "\(number)", position: number))
        }
        try library.save(
            Character(
                id: known,
                seriesID: series,
                name: "Agatha",
                bookID: first,
                position: 0
            )
        )
        try library.save(
            Character(
                id: secret,
                seriesID: series,
                name: "Nathara",
                bookID: second,
                position: 0,
                aliases: ["Thara"]
            )
        )
        let later = try library.addNote("raven in a later chapter", on: .book(first))
        try library.setPlace(NotePlace(chapterID: chapters[1]), of: later.id)
        let early = try library.addNote("raven in an early chapter", on: .character(known))
        try library.setPlace(NotePlace(chapterID: chapters[0]), of: early.id)
        try library.addNote("raven of the second book", on: .book(second))
        try library.addNote("raven of hers", on: .character(secret))
        let link = Mention.link(to: secret, name: "Nathara")
        try library.addNote("a raven and \(link)", on: .book(first))
        let deleted = try library.addNote("raven in the trash", on: .book(second))
        try library.deleteNote(deleted.id)
        return (library, makeSearch(library))
    }

    @MainActor
    private func check(_ library: Library, _ search: LibrarySearch) throws {
        let mention = "a raven and \(Mention.link(to: secret, name: "Nathara"))"
        XCTAssertEqual(try results("raven", search).notes.count, 5)
        XCTAssertEqual(try results("nathara", search).parts.count, 1)
        XCTAssertEqual(try notes("nathara", search), [mention])

        try library.setReadUpTo(
            ReadingPosition(bookID: first, chapterID: chapters[0]),
            in: series
        )
        let found = try results("raven", search)
        XCTAssertEqual(try notes("raven", search), [mention, "raven in an early chapter"])
        XCTAssertEqual(found.noteCount, .exactly(2))
        XCTAssertEqual(found.trash, [])
        for words in ["nathara", "thara", "nathara raven"] {
            XCTAssertEqual(try results(words, search).parts, [], words)
            XCTAssertEqual(try notes(words, search), [], words)
        }
        XCTAssertEqual(try notes("raven character:nathara", search), [])

        // A note that comes meanwhile is veiled as well.
        try library.addNote("one more raven", on: .book(second))
        XCTAssertEqual(try results("raven", search).noteCount, .exactly(2))

        try library.setReadUpTo(nil, in: series)
        XCTAssertEqual(try results("raven", search).noteCount, .exactly(6))
        XCTAssertEqual(try results("raven", search).trash.count, 1)
    }

    /// The shelf of a later book is shown, and so is what it is called.
    @MainActor
    func testWhatTellsOfALaterBookIsNotFound() async throws {
        let (library, search) = try makeNotes()
        var book = try XCTUnwrap(try library.series(series)?.book(second))
        book.tagline = "A queen returns"
        book.overview = "Everyone is betrayed."
        book.shelves = ["Seaside"]
        try library.save(book)
        try library.setReadUpTo(ReadingPosition(bookID: first), in: series)
        for words in ["queen", "betrayed", "book queen", "seaside betrayed"] {
            XCTAssertEqual(try results(words, search).parts, [], words)
            let lifted = SearchRequest(words, unveiled: [.thing(second)])
            XCTAssertEqual(try results(lifted, search).parts.map(\.title), ["Book 1"], words)
        }
        XCTAssertEqual(try results("seaside", search).parts.map(\.title), ["Book 1"])
        // No passage tells more than may be known.
        book.shelves = ["Queen"]
        try library.save(book)
        XCTAssertEqual(try results("queen", search).parts.map(\.passage), ["Queen"])
        book.shelves = ["Seaside"]
        try library.save(book)
        // Without an index as well.
        try FileManager.default.createDirectory(
            at: directory.appendingPathComponent("none"),
            withIntermediateDirectories: true
        )
        let folder = directory.appendingPathComponent("none")
        let scanning = LibrarySearch(library, index: folder, dates: SearchDates())
        XCTAssertEqual(try results("queen", scanning).parts, [])
        XCTAssertEqual(try results("seaside", scanning).parts.map(\.title), ["Book 1"])
    }

    @MainActor
    func testWhatIsVeiledIsNotFound() async throws {
        let (library, search) = try makeNotes()
        try check(library, search)
    }

    @MainActor
    func testTheVeilIsLiftedFromWhatIsFound() async throws {
        let (library, search) = try makeNotes()
        try library.setReadUpTo(ReadingPosition(bookID: first), in: series)
        XCTAssertEqual(try results("raven", search).noteCount, .exactly(3))
        func found(_ words: String, _ unveiled: Set<Veil.Exception>) throws -> SearchResults {
            try results(SearchRequest(words, unveiled: unveiled), search)
        }
        let character = try found("nathara", [.thing(secret)])
        XCTAssertEqual(character.parts.map(\.title), ["Nathara"])
        XCTAssertEqual(character.notes.count, 1)
        XCTAssertEqual(try found("hers", [.thing(secret)]).noteCount, .exactly(1))
        XCTAssertEqual(try found("second", [.thing(secret)]).noteCount, .exactly(0))
        XCTAssertEqual(try found("raven", [.book(second)]).noteCount, .exactly(5))
        let note = try XCTUnwrap(
            library.notes(on: .book(second)).first
        )
        XCTAssertEqual(try found("second", [.thing(note.id)]).notes.map(\.id), [.note(note.id)])
    }
}
