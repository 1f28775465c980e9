import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange

final class LibraryImportTests: ExchangeTestCase {
    private let clippings = """
        Gideon the Ninth (Muir, Tamsyn)
        - Your Highlight on page 12 | location 100-101 | Added on Monday, 30 December 2024 14:46:33

        One flesh, one end.
        ==========
        Die Wand (Haushofer, Marlen)
        - Your Note on page 5 | location 50 | Added on Monday, 30 December 2024 15:00:00

        Who is the wall?
        ==========

        """

    func testAHighlightBecomesANoteWithItsPlaceAndQuote() async throws {
        let library = try makeLibrary()
        let outcome = try await run(
            Self.source("My Clippings.txt", clippings),
            into: library,
            as: .kindleClippings
        )
        XCTAssertEqual(outcome.report.new, [.book: 2, .note: 2])
        // Books without a series are lone books, as those are that the reader adds.
        let series = try library.allSeries().compactMap { try library.series($0.id) }
        XCTAssertEqual(series.flatMap(\.books).map(\.title), ["Gideon the Ninth", "Die Wand"])
        XCTAssertTrue(series.allSatisfy(\.isLoneBook))
        XCTAssertEqual(
            try library.shelf(limit: 9).filter(\.isLoneBook).map(\.title),
            ["Gideon the Ninth", "Die Wand"]
        )
        let notes = try library.allNotes()
        XCTAssertEqual(notes.map(\.quote?.text), ["One flesh, one end.", nil])
        XCTAssertEqual(notes.map(\.text), ["", "Who is the wall?"])
        XCTAssertEqual(notes[0].place?.text, "p. 12, loc. 100-101")
        XCTAssertEqual(notes[0].createdAt, Date(timeIntervalSince1970: 1_735_569_993))
        let batch = try XCTUnwrap(outcome.batch)
        XCTAssertEqual(LibraryImportReport(batch), outcome.report)
        XCTAssertEqual(batch.itemCount, 6)
    }

    func testTheSameAgainAddsNothing() async throws {
        let library = try makeLibrary()
        let source = Self.source("My Clippings.txt", clippings)
        try await run(source, into: library, as: .kindleClippings)
        let again = try await run(source, into: library, as: .kindleClippings)
        XCTAssertNil(again.batch)
        XCTAssertEqual(again.report.new, [:])
        XCTAssertEqual(again.report.known, [.book: 2, .note: 2])
        XCTAssertEqual(try library.allSeries().count, 2)
    }

    func testABookThatTheReaderHasIsJoined() async throws {
        let library = try makeLibrary()
        let series = UUID()
        try library.saveSeries(series, title: "The Locked Tomb", author: "Tamsyn Muir")
        let book = Book(
            id: UUID(),
            seriesID: series,
            title: "Gideon the Ninth",
            author: "Tamsyn Muir",
            position: 0
        )
        try library.save(book)
        let outcome = try await run(
            Self.source("My Clippings.txt", clippings),
            into: library,
            as: .kindleClippings
        )
        XCTAssertEqual(outcome.report.joined, [.book: 1])
        XCTAssertEqual(try library.notes(on: .book(book.id)).count, 1)
        XCTAssertEqual(try library.allSeries().count, 2)

        // Taking it back leaves what was the reader's own.
        try library.undoImport(try XCTUnwrap(outcome.batch).id)
        XCTAssertEqual(try library.allSeries().map(\.title), ["The Locked Tomb"])
        XCTAssertEqual(try library.series(series)?.books.count, 1)
        XCTAssertEqual(try library.allNotes(), [])
    }

    func testANoteWithoutADateIsAsOldAsItsFile() async throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("My Clippings.txt")
        let text = clippings.replacingOccurrences(of: "Monday, 30 December 2024", with: "some day")
        try Data(text.utf8).write(to: url)
        let changed = Date(timeIntervalSince1970: 1_600_000_000)
        try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: url.path)
        let library = try makeLibrary()
        let outcome = try await run(
            ImportSource(path: url.path),
            into: library,
            as: .kindleClippings
        )
        XCTAssertEqual(try library.allNotes().map(\.createdAt), [changed, changed])
        XCTAssertEqual(outcome.report.problemCount, 2)
    }

    func testWhatIsNothingIsRefused() async throws {
        let library = try makeLibrary()
        do {
            try await run(Self.source("a.xyz", "nothing"), into: library)
            XCTFail("it was imported")
        } catch LibraryImportError.unknownFormat {
        }
    }

    func testAFileOfAnotherProgramIsNamed() async throws {
        let library = try makeLibrary()
        do {
            try await run(Self.source("notes.enex", "<en-export>"), into: library)
            XCTFail("it was imported")
        } catch LibraryImportError.otherFile(let other) {
            XCTAssertEqual(other, .evernote)
        }
    }
}
