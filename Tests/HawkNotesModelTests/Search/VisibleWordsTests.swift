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
        for word in ["notetext", "agatha", "quotedwords", "notetag", "\"p. 4711\""] {
            XCTAssertEqual(try notes(word, search).count, 1, word)
        }
        XCTAssertEqual(try results("trashedtext", search).trash.count, 1)
    }
}
