import Foundation
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// What is read twice is read once, whatever other programs have written.
final class GeneratedSourcesTests: ExchangeTestCase {
    private static let seeds = 0..<sample(few: 12, more: 60, all: 400)

    // MARK: - KOReader

    private func koreader(_ device: RandomKOReader) -> ImportSource {
        ImportSource(name: "device", files: device.files)
    }

    func testSidecarsOfKOReader() async throws {
        for seed in Self.seeds {
            var device = RandomKOReader(seed: seed)
            let library = try makeLibrary()
            let first = try await run(koreader(device), into: library, as: .koreaderSidecar)
            XCTAssertEqual(first.report.new[.note] ?? 0, device.noteCount, "\(seed)")
            let titles = try library.allSeries().flatMap { try library.series($0.id)?.books ?? [] }
                .map(\.title)
            XCTAssertEqual(Set(titles), Set(device.books.map(\.shownTitle)), "\(seed)")

            let again = try await run(koreader(device), into: library, as: .koreaderSidecar)
            XCTAssertEqual(again.report.new, [:], "\(seed)")
            XCTAssertNil(again.batch, "\(seed)")

            device.addMark()
            let grown = try await run(koreader(device), into: library, as: .koreaderSidecar)
            XCTAssertEqual(grown.report.new, [.note: 1], "\(seed)")

            device.editEveryQuote()
            let edited = try await run(koreader(device), into: library, as: .koreaderSidecar)
            XCTAssertEqual(edited.report.new, [:], "\(seed)")
        }
    }

    // MARK: - Goodreads

    private func goodreads(_ text: String) -> ImportSource { Self.source("goodreads.csv", text) }

    private func books(_ source: ImportSource, _ library: Library) throws -> [ImportedBook] {
        var books: [ImportedBook] = []
        _ = try imports(into: library).importer.readNow(source, as: .goodreads) { item in
            if case .book(let book) = item { books.append(book) }
        }
        return books
    }

    func testTablesOfGoodreads() async throws {
        for seed in Self.seeds {
            let table = RandomGoodreads(seed: seed)
            let library = try makeLibrary()
            let source = goodreads(table.table())
            let first = try await run(source, into: library)
            XCTAssertEqual(first.report.new[.book], table.books.count, "\(seed)")
            XCTAssertEqual(first.report.new[.note] ?? 0, table.noteCount, "\(seed)")
            for text in [
                table.table(), table.table(isReversed: true), table.table(isResaved: true),
            ] {
                let again = try await run(goodreads(text), into: library)
                XCTAssertEqual(again.report.new, [:], "\(seed)")
            }
        }
    }

    func testWhatTheTableSaysOfItsReader() throws {
        for seed in Self.seeds {
            let table = RandomGoodreads(seed: seed)
            let library = try makeLibrary()
            for text in [table.table(), table.table(isResaved: true)] {
                let read = try books(goodreads(text), library)
                XCTAssertEqual(read.map(\.title), table.books.map(\.title))
                for (book, written) in zip(read, table.books) {
                    XCTAssertEqual(book.isbn, written.isbn, "\(seed)")
                    XCTAssertEqual(book.authors, [written.author])
                    XCTAssertEqual(book.year, 2018)
                    XCTAssertEqual(book.rating, written.stars == 0 ? nil : 2 * written.stars)
                    let status: [String: ImportedReadingStatus] = [
                        "to-read": .toRead, "currently-reading": .reading, "read": .finished,
                    ]
                    XCTAssertEqual(book.status, status[written.shelf])
                    let own = written.shelf == "lent" ? ["lent"] : []
                    XCTAssertEqual(book.shelves, written.shelves + own)
                    let day = written.day.map { "2023-03-\($0 < 10 ? "0" : "")\($0)" }
                    XCTAssertEqual(book.readings.map(\.finishedOn), [day].compactMap(\.self))
                }
            }
        }
    }
}
