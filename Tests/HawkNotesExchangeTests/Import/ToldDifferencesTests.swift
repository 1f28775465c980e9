import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import HawkNotesExchange

/// What a library has otherwise than a source is told by name.
final class ToldDifferencesTests: ExchangeTestCase {
    private static func goodreads(_ rows: String...) -> ImportSource {
        let head = "Book Id,Title,Author,ISBN13,Exclusive Shelf,Bookshelves"
        return source("goodreads.csv", ([head] + rows).joined(separator: "\n") + "\n")
    }

    private func add(_ title: String, to series: String, _ library: Library) throws -> Book {
        let id = UUID()
        try library.saveSeries(id, title: series, author: "Noor Vale")
        let book = Book(id: UUID(), seriesID: id, title: title, author: "Noor Vale", position: 0)
        try library.save(book)
        let other = Book(id: UUID(), seriesID: id, title: "Other", author: "Noor Vale", position: 1)
        try library.save(other)
        return book
    }

    private func book(_ id: UUID, _ library: Library) throws -> Book? {
        try library.allSeries().compactMap { try library.series($0.id) }.flatMap(\.books)
            .first { $0.id == id }
    }

    // MARK: - Series

    func testABookThatStaysInItsSeriesIsNamed() async throws {
        let library = try makeLibrary()
        let ebb = try add("The Ebb", to: "My Shore", library)
        let isbn = "9780306406157"
        var own = ebb
        own.isbn10 = isbn
        try library.save(own)
        let source = Self.goodreads("1,\"The Ebb (Tides, #2)\",Noor Vale,\(isbn),read,")
        let outcome = try await run(source, into: library)
        XCTAssertNil(try book(ebb.id, library)?.number)
        let remark = try XCTUnwrap(outcome.report.remark(.series))
        XCTAssertEqual(remark.count, 1)
        XCTAssertEqual(
            remark.examples,
            [.init(book: "The Ebb", here: "My Shore", source: "Tides, 2")]
        )
        XCTAssertEqual(
            LibraryImportReport(try XCTUnwrap(outcome.batch))?.remarks,
            outcome.report.remarks
        )
    }

    func testItIsNamedOnceForWhatTheSourceSays() async throws {
        let library = try makeLibrary()
        let isbn = "9780306406157"
        var ebb = try add("The Ebb", to: "My Shore", library)
        ebb.isbn10 = isbn
        try library.save(ebb)
        func table(_ number: Int, _ status: String) -> ImportSource {
            Self.goodreads("1,\"The Ebb (Tides, #\(number))\",Noor Vale,\(isbn),\(status),")
        }
        let first = try await run(table(2, "read"), into: library)
        XCTAssertEqual(first.report.remark(.series)?.count, 1)
        for status in ["read", "to-read"] {
            let preview = try await imports(into: library).preview(table(2, status))
            XCTAssertEqual(preview.report.remarks, [], status)
            let again = try await run(table(2, status), into: library)
            XCTAssertEqual(again.report.remarks, [], status)
        }
        // The reader has given the series another name: its source has not said anything new.
        try library.saveSeries(ebb.seriesID, title: "Our Shore", author: "Noor Vale")
        let renamed = try await run(table(2, "read"), into: library)
        XCTAssertEqual(renamed.report.remarks, [])

        let other = try await run(table(3, "read"), into: library)
        XCTAssertEqual(
            other.report.remark(.series)?.examples,
            [.init(book: "The Ebb", here: "Our Shore", source: "Tides, 3")]
        )
        try library.undoImport(try XCTUnwrap(first.batch).id)
        let undone = try await imports(into: library).preview(table(2, "read"))
        XCTAssertEqual(undone.report.remark(.series)?.count, 1)
    }

    func testABookOfTheSameSeriesGetsItsNumber() async throws {
        for name in ["Tides", "The Tides", "Tides Trilogy", "the tides series"] {
            let library = try makeLibrary()
            let ebb = try add("The Ebb", to: name, library)
            var own = ebb
            own.isbn10 = "9780306406157"
            try library.save(own)
            let source = Self.goodreads("1,\"The Ebb (Tides, #2)\",Noor Vale,9780306406157,read,")
            let outcome = try await run(source, into: library)
            XCTAssertEqual(try book(ebb.id, library)?.number, "2", name)
            XCTAssertNil(outcome.report.remark(.series), name)
        }
    }

    func testASeriesThatTheReaderHasRenamedIsTheSame() async throws {
        let library = try makeLibrary()
        let first = Self.goodreads("1,\"The Ebb (Tides, #1)\",Noor Vale,,read,")
        try await run(first, into: library)
        let series = try XCTUnwrap(try library.allSeries().first)
        try library.saveSeries(series.id, title: "All the water", author: "Noor Vale")
        var flood = Book(
            id: UUID(),
            seriesID: series.id,
            title: "The Flood",
            author: "Noor Vale",
            position: 1
        )
        flood.isbn10 = "9780306406157"
        try library.save(flood)
        let second = Self.goodreads(
            "1,\"The Ebb (Tides, #1)\",Noor Vale,,read,",
            "2,\"The Flood (Tides, #2)\",Noor Vale,9780306406157,read,"
        )
        let outcome = try await run(second, into: library)
        XCTAssertEqual(try book(flood.id, library)?.number, "2")
        XCTAssertNil(outcome.report.remark(.series))
    }

    // MARK: - Titles

    private static func epub(
        _ title: String,
        author: String = "Noor Vale",
        id: String = "urn:uuid:0c1d2e3f-1111-2222-3333-444455556666",
        isbn: String? = nil
    ) -> ImportSource {
        let container = """
            <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
            <rootfiles><rootfile full-path="book.opf"
            media-type="application/oebps-package+xml"/></rootfiles></container>
            """
        let number = isbn.map { "<dc:identifier opf:scheme=\"ISBN\">\($0)</dc:identifier>" } ?? ""
        let package = """
            <package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:opf="http://www.idpf.org/2007/opf"><dc:identifier id="id">\(id)</dc:identifier>
            \(number)<dc:title>\(title)</dc:title><dc:creator>\(author)</dc:creator>
            <dc:language>gsw</dc:language></metadata><manifest/><spine/></package>
            """
        return ImportSource(
            name: "Book",
            files: [
                "mimetype": Array("application/epub+zip".utf8),
                "META-INF/container.xml": Array(container.utf8), "book.opf": Array(package.utf8),
            ]
        )
    }

    private func titles(_ library: Library) throws -> [String] {
        try library.allSeries().compactMap { try library.series($0.id) }.flatMap(\.books)
            .map(\.title).sorted()
    }

    func testAFileWithAnotherTitleAndTheSameISBNIsTheSameBook() async throws {
        let library = try makeLibrary()
        let isbn = "9780306406157"
        try await run(Self.goodreads("1,The Ebb,Noor Vale,\(isbn),read,"), into: library)
        let source = Self.epub("Low Water", isbn: isbn)
        let outcome = try await run(source, into: library, as: .epub)
        XCTAssertEqual(try titles(library), ["The Ebb"])
        XCTAssertEqual(
            outcome.report.remark(.title)?.examples,
            [.init(book: "The Ebb", source: "Low Water, Noor Vale")]
        )
        let again = try await run(source, into: library, as: .epub)
        XCTAssertEqual(again.report.remarks, [])
    }

    func testAFileWithAnotherTitleAndTheSameIdentifierIsTheSameBook() async throws {
        for isEarlier in [false, true] {
            let library = try makeLibrary()
            try await run(Self.epub("The Ebb"), into: library, as: .epub)
            if isEarlier { try library.forgetFileIdentifiers() }
            let source = Self.epub("Low Water")
            let outcome = try await run(source, into: library, as: .epub)
            XCTAssertEqual(outcome.report.new, [:], "\(isEarlier)")
            XCTAssertEqual(try titles(library), ["The Ebb"], "\(isEarlier)")
            XCTAssertEqual(outcome.report.remark(.title)?.count, 1)
            let again = try await run(source, into: library, as: .epub)
            XCTAssertNil(again.batch)
            XCTAssertEqual(again.report.remarks, [])
            // What was deleted stays so under any title.
            let id = try XCTUnwrap(
                try library.allSeries().compactMap { try library.series($0.id)?.books.first }.first
            ).id
            try library.delete(.book(id))
            let third = try await run(Self.epub("Slack Water"), into: library, as: .epub)
            XCTAssertEqual(third.report.deleted, [.book: 1], "\(isEarlier)")
        }
    }

    func testAnIdentifierThatOthersHaveAsWellIsToldAndTakenForNothing() async throws {
        let library = try makeLibrary()
        try await run(Self.epub("The Ebb"), into: library, as: .epub)
        let other = Self.epub("Gravel", author: "Marta Berg")
        let outcome = try await run(other, into: library, as: .epub)
        XCTAssertEqual(try titles(library), ["Gravel", "The Ebb"])
        XCTAssertEqual(
            outcome.report.remark(.identifier)?.examples,
            [.init(book: "The Ebb", source: "Gravel")]
        )
        // Too short to be one.
        let third = try makeLibrary()
        try await run(Self.epub("The Ebb", id: "book1"), into: third, as: .epub)
        try await run(Self.epub("Low Water", id: "book1"), into: third, as: .epub)
        XCTAssertEqual(try titles(third).count, 2)
    }

    // MARK: - Days and languages

    func testAReadingThatEndsBeforeItBeginsKeepsItsEnd() async throws {
        let library = try makeLibrary()
        let table = """
            Title,Authors,ISBN/UID,Read Status,Dates Read
            The Ebb,Noor Vale,,read,"2024/12/30-2024/12/01, 2025/01/02-2025/01/09"

            """
        let outcome = try await run(Self.source("storygraph.csv", table), into: library)
        let book = try library.allSeries().compactMap { try library.series($0.id)?.books.first }
            .first
        XCTAssertEqual(
            book?.readings,
            [
                ReadingDates(finishedOn: "2024-12-01"),
                ReadingDates(startedOn: "2025-01-02", finishedOn: "2025-01-09"),
            ]
        )
        XCTAssertEqual(
            outcome.report.remark(.reading)?.examples,
            [.init(book: "The Ebb", here: "2024-12-01", source: "2024-12-30")]
        )
    }

    func testAReadingThatEndsBeforeItBeginsIsToldOnce() async throws {
        let library = try makeLibrary()
        func table(_ dates: String) -> ImportSource {
            let head = "Title,Authors,ISBN/UID,Read Status,Dates Read"
            return Self.source("storygraph.csv", "\(head)\nThe Ebb,Noor Vale,,read,\(dates)\n")
        }
        let dates = "2024/12/30-2024/12/01"
        let first = try await run(table(dates), into: library)
        XCTAssertEqual(first.report.remark(.reading)?.count, 1)
        let preview = try await imports(into: library).preview(table(dates))
        XCTAssertEqual(preview.report.remarks, [])
        XCTAssertFalse(preview.report.hasNews)

        let both = table("\"\(dates), 2025/03/09-2025/03/02\"")
        let second = try await run(both, into: library)
        XCTAssertEqual(
            second.report.remark(.reading)?.examples,
            [.init(book: "The Ebb", here: "2025-03-02", source: "2025-03-09")]
        )

        // Taken back, it comes anew.
        try library.undoImport(try XCTUnwrap(first.batch).id)
        let undone = try await run(table(dates), into: library)
        XCTAssertEqual(undone.report.remark(.reading)?.count, 1)
        let book = try library.allSeries().compactMap { try library.series($0.id)?.books.first }
            .first
        XCTAssertEqual(book?.readings, [ReadingDates(finishedOn: "2024-12-01")])
    }

    func testALanguageWithoutANameIsKept() async throws {
        let library = try makeLibrary()
        try await run(Self.epub("The Ebb"), into: library, as: .epub)
        let book = try library.allSeries().compactMap { try library.series($0.id)?.books.first }
            .first
        XCTAssertEqual(book?.language, "gsw")
    }
}
