import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// What a book lacks comes with a later source; what it has stays, and undoing takes it back.
final class FillingTests: ExchangeTestCase {
    private static let clipping = """
        The Ebb (Vale, Noor)
        - Your Highlight on page 12 | location 100-101 | Added on 1 December 2024 14:46:33

        The sea was out.
        ==========

        """

    /// As calibre keeps it, with a cover beside it.
    private static func calibre(title: String = "The Ebb", series: String? = "Tides")
        -> ImportSource
    {
        let package = """
            <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:opf="http://www.idpf.org/2007/opf">
            <dc:identifier opf:scheme="uuid">\(title)</dc:identifier><dc:title>\(title)</dc:title>
            <dc:creator opf:role="aut">Noor Vale</dc:creator><dc:language>eng</dc:language>
            <dc:identifier opf:scheme="ISBN">9780306406157</dc:identifier>
            <dc:date>2019-09-10</dc:date><dc:description>Of the sea.</dc:description>
            <meta name="calibre:rating" content="7"/>
            \(series.map { "<meta name=\"calibre:series\" content=\"\($0)\"/>" } ?? "")
            <meta name="calibre:series_index" content="2"/>
            </metadata></package>
            """
        let cover: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 16)
        return ImportSource(
            name: "Calibre Library",
            files: [
                "metadata.db": [], "Noor Vale/\(title) (1)/metadata.opf": Array(package.utf8),
                "Noor Vale/\(title) (1)/cover.jpg": cover,
            ]
        )
    }

    private func book(_ library: Library) throws -> (book: Book, series: String) {
        let all = try library.allSeries()
        let found = try all.compactMap { try library.series($0.id) }.filter { !$0.books.isEmpty }
        let series = try XCTUnwrap(found.first)
        XCTAssertEqual(found.count, 1)
        return (try XCTUnwrap(series.books.first), series.title)
    }

    func testALaterSourceFillsWhatTheBookLacks() async throws {
        let library = try makeLibrary()
        try await run(Self.source("My Clippings.txt", Self.clipping), into: library)
        let before = try book(library)
        let outcome = try await run(Self.calibre(), into: library)
        XCTAssertEqual(outcome.report.new, [:])
        XCTAssertEqual(outcome.report.joined, [.book: 1])
        let fields: [FilledField] = [
            .cover, .series, .number, .year, .overview, .isbn, .language, .rating,
        ]
        XCTAssertEqual(
            outcome.report.filled,
            Dictionary(uniqueKeysWithValues: fields.map { ($0, 1) })
        )
        XCTAssertEqual(outcome.report.filledBookCount, 1)
        XCTAssertEqual(
            LibraryImportReport(try XCTUnwrap(outcome.batch))?.filled,
            outcome.report.filled
        )
        let after = try book(library)
        XCTAssertEqual(after.book.id, before.book.id)
        XCTAssertEqual(after.series, "Tides")
        XCTAssertEqual(after.book.number, "2")
        XCTAssertEqual(after.book.isbn10, "9780306406157")
        XCTAssertEqual(after.book.published?.year, 2019)
        XCTAssertEqual(after.book.overview, "Of the sea.")
        XCTAssertEqual(after.book.language, "en")
        XCTAssertEqual(after.book.rating, 7)
        XCTAssertNotNil(try after.book.coverID.flatMap { try library.picture($0) })
        XCTAssertEqual(try library.notes(on: .book(after.book.id)).count, 1)

        // Nothing is left to be filled.
        let again = try await run(Self.calibre(), into: library)
        XCTAssertNil(again.batch)
        XCTAssertEqual(again.report.filled, [:])

        // Taken back, and that taken back.
        let undo = try library.undoImport(try XCTUnwrap(outcome.batch).id).undo
        XCTAssertEqual(try book(library).book, before.book)
        XCTAssertEqual(try book(library).series, before.series)
        try library.undo(undo)
        XCTAssertEqual(try book(library).book, after.book)
        XCTAssertEqual(try book(library).series, after.series)
    }

    func testWhatTheReaderHasWrittenSinceStays() async throws {
        let library = try makeLibrary()
        try await run(Self.source("My Clippings.txt", Self.clipping), into: library)
        let outcome = try await run(Self.calibre(), into: library)
        var changed = try book(library).book
        changed.overview = "My own words."
        try library.save(changed)
        try library.undoImport(try XCTUnwrap(outcome.batch).id)
        let after = try book(library).book
        XCTAssertEqual(after.overview, "My own words.")
        XCTAssertNil(after.isbn10)
    }

    func testWhatIsThereStays() async throws {
        let library = try makeLibrary()
        try await run(Self.source("My Clippings.txt", Self.clipping), into: library)
        var own = try book(library).book
        own.overview = "My own words."
        own.rating = 2
        own.isbn10 = "0306406152"
        try library.save(own)
        let outcome = try await run(Self.calibre(), into: library)
        let after = try book(library).book
        XCTAssertEqual(after.overview, "My own words.")
        XCTAssertEqual(after.rating, 2)
        XCTAssertEqual(after.isbn10, "0306406152")
        XCTAssertNil(outcome.report.filled[.overview])
        // What the reader has emptied is not filled again.
        own = after
        own.overview = nil
        own.published = nil
        try library.save(own)
        let again = try await run(Self.calibre(), into: library)
        XCTAssertEqual(again.report.filled, [:])
        XCTAssertNil(try book(library).book.overview)
    }

    func testABookJoinsTheSeriesThatIsThere() async throws {
        let library = try makeLibrary()
        let tides = UUID()
        try library.saveSeries(tides, title: "Tides", author: "Noor Vale")
        try library.save(
            Book(id: UUID(), seriesID: tides, title: "The Flood", author: "Noor Vale", position: 0)
        )
        try await run(Self.source("My Clippings.txt", Self.clipping), into: library)
        XCTAssertEqual(try library.allSeries().count, 2)
        let outcome = try await run(Self.calibre(), into: library)
        XCTAssertEqual(outcome.report.filled[.series], 1)
        XCTAssertEqual(try library.series(tides)?.books.map(\.title), ["The Flood", "The Ebb"])
        XCTAssertEqual(try library.allSeries().map(\.title), ["Tides"])
        try library.undoImport(try XCTUnwrap(outcome.batch).id)
        XCTAssertEqual(try library.series(tides)?.books.map(\.title), ["The Flood"])
        XCTAssertEqual(try library.allSeries().count, 2)
    }

    func testASeriesThatTheReaderHasNamedIsNotRenamed() async throws {
        let library = try makeLibrary()
        let mine = UUID()
        try library.saveSeries(mine, title: "On my table", author: "Noor Vale")
        try library.save(
            Book(id: UUID(), seriesID: mine, title: "The Ebb", author: "Noor Vale", position: 0)
        )
        let source = Self.calibre(series: nil)
        let outcome = try await run(source, into: library)
        XCTAssertEqual(outcome.report.joined, [.book: 1])
        XCTAssertNil(outcome.report.filled[.number])
        XCTAssertEqual(try book(library).series, "On my table")
        XCTAssertEqual(try book(library).book.isbn10, "9780306406157")
    }

    func testATableBringsWhatItSaysOfItsReader() async throws {
        let library = try makeLibrary()
        let table = """
            Book Id,Title,Author,Exclusive Shelf,Bookshelves,My Rating,Date Read
            1,The Ebb,Noor Vale,read,"sea, salt",4,2024/12/30
            2,The Flood,Noor Vale,to-read,to-read,0,

            """
        try await run(Self.source("goodreads.csv", table), into: library)
        let books = try library.allSeries().compactMap { try library.series($0.id)?.books }
            .joined().sorted { $0.title < $1.title }
        XCTAssertEqual(books.map(\.readingStatus), [.finished, .toRead])
        XCTAssertEqual(books.map(\.rating), [8, nil])
        XCTAssertEqual(books.map(\.shelves), [["sea", "salt"], []])
        XCTAssertEqual(books.map(\.readings), [[ReadingDates(finishedOn: "2024-12-30")], []])
        // A status hides nothing.
        XCTAssertEqual(
            try library.allSeries().compactMap { try library.series($0.id)?.readUpTo },
            []
        )
    }
}
