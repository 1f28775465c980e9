import Foundation
import TestSupport
import XCTest

@testable import HawkNotesFormats

final class ImporterTests: XCTestCase {
    func testANoteWithoutADateHasTheDateOfItsFile() throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("highlights.csv")
        let table = """
            Highlight,Book Title,Book Author,Highlighted at
            One,A Book,An Author,2024-12-30 14:46:33+00:00
            Two,A Book,An Author,some day

            """
        try Data(table.utf8).write(to: url)
        let changed = Date(timeIntervalSince1970: 1_600_000_000)
        try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: url.path)
        let notes = try Reading(ImportSource(path: url.path), as: .readwise).notes
        XCTAssertEqual(notes.map(\.fileDate), [nil, changed])
        XCTAssertEqual(notes.map { $0.created == nil }, [false, true])
        // What was pasted has no file.
        let pasted = ImportSource(name: "a.csv", bytes: Array(table.utf8))
        XCTAssertEqual(try Reading(pasted, as: .readwise).notes.map(\.fileDate), [nil, nil])
    }

    private let importer = Importer(library: Reading.library)

    func testAPreviewCountsWhatAReadingBrings() async throws {
        let source = try Fixtures.source("kindle/english.txt")
        let preview = try await importer.preview(source, as: .kindleClippings)
        let reading = try Reading(source, as: .kindleClippings)
        XCTAssertEqual(preview.report, reading.report)
        XCTAssertEqual(preview.report.counts[.note], reading.notes.count)
        XCTAssertEqual(preview.titles.first, "The Locked Tomb")
        XCTAssertEqual(preview.titles.count, reading.books.count + reading.series.count)
    }

    func testAPreviewShowsTheAddressesOfBooks() async throws {
        let text = MarkdownDocument.text(of: .book(RandomItems.book(web: "https://example.org/a")))
        let bytes = Array(try XCTUnwrap(text).utf8)
        let preview = try await importer.preview(
            ImportSource(name: "book.md", bytes: bytes),
            as: .markdown
        )
        XCTAssertEqual(preview.addresses, ["https://example.org/a"])
    }

    func testACancelledReadingEnds() async throws {
        let bytes = Array(repeating: try Fixtures.bytes("kindle/german.txt"), count: 100).flatMap {
            $0
        }
        let source = ImportSource(name: "a.txt", bytes: bytes)
        let importer = importer
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await importer.read(source, as: .kindleClippings) { _ in
                hasBegun.yield()
                // Until it is cancelled, so that the reading cannot be over before.
                while !Task.isCancelled, !CancelledFlag.shared.isSet { usleep(100) }
            }
        }
        for await _ in begun { break }
        task.cancel()
        CancelledFlag.shared.set()
        do {
            _ = try await task.value
            XCTFail("It has not ended.")
        } catch {
            XCTAssertEqual(error as? ImportError, .cancelled)
        }
    }

    func testWhatTheCallerThrowsEndsTheReading() async throws {
        struct Full: Error {}
        let source = try Fixtures.source("kindle/german.txt")
        do {
            _ = try await importer.read(source, as: .kindleClippings) { _ in throw Full() }
            XCTFail("It went on.")
        } catch {
            XCTAssertTrue(error is Full)
        }
    }

    func testProgressComesToTheEnd() throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("My Clippings.txt")
        let bytes = Array(repeating: try Fixtures.bytes("kindle/german.txt"), count: 500).flatMap {
            $0
        }
        try Data(bytes).write(to: url)
        var fractions: [Double] = []
        _ = try importer.readNow(
            try ImportSource(path: url.path),
            as: .kindleClippings,
            progress: { fractions.append($0.fraction ?? -1) },
            consume: { _ in }
        )
        XCTAssertGreaterThan(fractions.count, 3)
        XCTAssertEqual(fractions, fractions.sorted())
        XCTAssertEqual(fractions.last, 1)
    }

    func testThereAreNoMoreThingsThanTheLimit() throws {
        var limits = ImportLimits()
        limits.itemCount = 3
        let source = try Fixtures.source("kindle/english.txt")
        XCTAssertThrowsError(try Reading(source, as: .kindleClippings, limits: limits)) { error in
            XCTAssertEqual(error as? ImportError, .tooManyItems(limit: 3))
        }
    }

    func testAFileThatIsTooLargeIsNotBegun() throws {
        var limits = ImportLimits()
        limits.fileSize = 100
        let source = try Fixtures.source("kindle/english.txt")
        let reading = try Reading(source, as: .kindleClippings, limits: limits)
        XCTAssertEqual(reading.items, [])
        XCTAssertEqual(reading.report.problemCount, 1)
    }

    func testAFileThatIsNowhere() {
        XCTAssertThrowsError(try ImportSource(path: "/nowhere/at/all")) { error in
            XCTAssertEqual(
                error as? ImportError,
                .unreadable(path: "/nowhere/at/all", errno: ENOENT)
            )
        }
    }

    // MARK: - The library

    func testALibraryThatCannotBeOpenedIsABrokenInstallation() throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.appendingPathComponent("a.so").path
        try Data().write(to: URL(fileURLWithPath: path))
        let importer = Importer(library: ImportLibrary(paths: [path]))
        let source = try Fixtures.source("readwise/cut.csv")
        XCTAssertThrowsError(try importer.readNow(source, as: .readwise) { _ in }) { error in
            XCTAssertEqual(
                error as? ImportError,
                .brokenInstallation("\(path): file too short")
            )
        }
    }

    func testWithoutTheLibraryTextIsStillRead() throws {
        let importer = Importer(library: ImportLibrary(paths: ["/nowhere/a.so"]))
        let source = try Fixtures.source("readwise/cut.csv")
        XCTAssertThrowsError(try importer.readNow(source, as: .readwise) { _ in }) { error in
            XCTAssertEqual(error as? ImportError, .brokenInstallation("/nowhere/a.so"))
        }
        let text = try Fixtures.source("kindle/german.txt")
        XCTAssertGreaterThan(
            try importer.readNow(text, as: .kindleClippings) { _ in }.itemCount,
            0
        )
    }
}

/// Set by a test, seen on the reading thread.
private final class CancelledFlag: @unchecked Sendable {
    static let shared = CancelledFlag()
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }

    func set() { lock.withLock { value = true } }
}
