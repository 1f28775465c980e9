import Foundation
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Every word that a page shows, besides the labels of fields, is found and leads to that page.
final class VisibleWordsTests: SearchTestCase {
    private let (agatha, bea) = (uuid(21), uuid(22))

    @MainActor
    private func makeLibraryWithEverything() throws -> (Library, LibrarySearch) {
        let library = try makeLibrary()
        try library.saveSeries(series, title: "Shadowtrilogy", author: "Seriesauthor")
        var book = Book(id: hawkBook, seriesID: series, title: "Booktitle", position: 0)
        book.author = "Bookauthor"
        book.published = PublicationDate(year: 2019)
        book.tagline = "Booktagline"
        book.overview = "Bookoverview"
        book.isbn10 = "1536207152"
        book.number = "4b"
        book.linkName = "Linklabel"
        book.amazonURL = URL(string: "https://example.org/")
        book.language = "pt"
        book.rating = 7
        book.readingStatus = .finished
        book.readings = [ReadingDates(startedOn: "2023-05-17")]
        book.shelves = ["Bookshelf"]
        try library.save(book)
        try library.save(
            Chapter(id: uuid(51), bookID: hawkBook, name: "Chaptername", position: 0)
        )
        try library.save(
            Character(
                id: agatha,
                seriesID: series,
                name: "Agatha",
                summary: "Onelinesummary",
                synopsis: "Longsynopsis",
                bookID: hawkBook,
                position: 0,
                aliases: ["Othername"]
            )
        )
        try library.save(
            Character(id: bea, seriesID: series, name: "Bea", bookID: hawkBook, position: 1)
        )
        try library.save(Relation(id: uuid(61), first: bea, second: agatha, word: "sisterly"))
        try library.saveSeries(uuid(2), title: "Emptyseries", author: "Emptyauthor")
        let link = Mention.link(to: agatha, name: "Agatha")
        let note = try library.addNote("Notetext about \(link)", on: .book(hawkBook))
        try library.setQuote(Quote("Quotedwords"), of: note.id)
        try library.setTags(["Notetag"], of: note.id)
        try library.setPlace(NotePlace(chapterID: uuid(51), text: "p. 4711"), of: note.id)
        let trashed = try library.addNote("Trashedtext", on: .book(hawkBook))
        try library.deleteNote(trashed.id)
        let wording = SearchWording(name: "test") { facts in
            facts.status == nil ? [] : ["Statusname", "Languagename"]
        }
        return (library, makeSearch(library, wording))
    }

    @MainActor
    func testEveryKindOfWordLeadsToItsPage() async throws {
        let (_, search) = try makeLibraryWithEverything()
        let pages: [SearchHit.ID: [String]] = [
            .book(hawkBook): [
                "shadowtrilogy", "seriesauthor", "booktitle", "bookauthor", "2019", "booktagline",
                "bookoverview", "1536207152", "4b", "linklabel", "pt", "languagename", "★★★½",
                "statusname", "2023-05-17", "bookshelf", "chaptername",
            ],
            .character(agatha): [
                "agatha", "othername", "onelinesummary", "longsynopsis", "sisterly",
            ],
            .character(bea): ["bea", "sisterly"],
            .series(uuid(2)): ["emptyseries", "emptyauthor"],
        ]
        for (page, words) in pages {
            for word in words {
                let found = try results(word, search).parts.map(\.id)
                XCTAssertTrue(found.contains(page), "\(word) does not lead to \(page): \(found)")
            }
        }
        for word in ["notetext", "agatha", "quotedwords", "notetag", "\"p. 4711\"", "chaptername"] {
            XCTAssertEqual(try notes(word, search).count, 1, word)
        }
        XCTAssertEqual(try results("trashedtext", search).trash.count, 1)
    }

    // MARK: Chapters

    private let (ford, home) = (uuid(51), uuid(52))

    /// A book with two chapters and three notes, of which the second is at the first chapter, and
    /// the third in the trash.
    @MainActor
    private func makeChapters() throws -> (Library, Note) {
        let library = try makeLibrary()
        try library.save(Book(id: hawkBook, seriesID: series, title: "Book", position: 0))
        for (index, (id, name)) in [(ford, "Chapter 12: The Ford"), (home, "Home")].enumerated() {
            try library.save(Chapter(id: id, bookID: hawkBook, name: name, position: index))
        }
        try library.addNote("They cross a ford", on: .book(hawkBook))
        let place = NotePlace(chapterID: ford)
        let trashed = try library.addNote("thrown", on: .book(hawkBook), place: place)
        try library.deleteNote(trashed.id)
        return (library, try library.addNote("placed", on: .book(hawkBook), place: place))
    }

    @MainActor
    func testNotesAreFoundByTheNameOfTheirChapterBelowThoseWithTheWords() async throws {
        let (library, _) = try makeChapters()
        let search = makeSearch(library)
        XCTAssertEqual(try notes("ford", search), ["They cross a ford", "placed"])
        for words in ["Chapter 12: The Ford", "\"the ford\"", "placed chap", "12 placed"] {
            XCTAssertEqual(try notes(words, search), ["placed"], words)
        }
        XCTAssertEqual(try results("chapter 12", search).trash.count, 1)
        XCTAssertEqual(try notes("home", search), [])
    }

    @MainActor
    func testWithoutAnIndexNotesAreFoundByTheNameOfTheirChapter() async throws {
        let (library, _) = try makeChapters()
        let folder = directory.appendingPathComponent("folder.sqlite")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("x"),
            withIntermediateDirectories: true
        )
        let search = LibrarySearch(library, index: folder, dates: SearchDates())
        XCTAssertEqual(Set(try notes("ford", search)), ["They cross a ford", "placed"])
        XCTAssertEqual(try notes("chapter 12", search), ["placed"])
    }

    @MainActor
    func testChangesOfChaptersAndPlacesAreFound() async throws {
        let (library, note) = try makeChapters()
        let search = makeSearch(library)
        XCTAssertEqual(try notes("chapter", search), ["placed"])
        try library.save(Chapter(id: ford, bookID: hawkBook, name: "The Bridge", position: 0))
        XCTAssertEqual(try notes("chapter", search), [])
        XCTAssertEqual(try notes("bridge", search), ["placed"])
        try library.setPlace(NotePlace(chapterID: home), of: note.id)
        XCTAssertEqual(try notes("bridge", search), [])
        XCTAssertEqual(try notes("home", search), ["placed"])
        try library.delete(.chapter(home))
        XCTAssertEqual(try notes("home", search), [])
    }

    @MainActor
    func testAChapterThatWasRenamedWithoutTheIndexIsFound() async throws {
        let (library, _) = try makeChapters()
        let first = makeSearch(library)
        XCTAssertEqual(try notes("chapter", first), ["placed"])
        first.close()
        try library.save(Chapter(id: ford, bookID: hawkBook, name: "The Bridge", position: 0))
        let search = makeSearch(library)
        XCTAssertEqual(try notes("chapter", search), [])
        XCTAssertEqual(try notes("bridge", search), ["placed"])
    }
}
