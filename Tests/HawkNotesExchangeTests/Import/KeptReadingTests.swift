import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import Synchronization
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// An import takes what its preview has read, as long as the file is the same.
final class KeptReadingTests: ExchangeTestCase {
    private static let quotes = ["The wind rose", "The rain fell"]

    private func clippings(_ quotes: [String]) -> Data {
        let entries = quotes.enumerated().map { number, quote in
            """
            A Book of Weather (Gale, Wendy)
            - Your Highlight on Location \(10 * number + 10)-\(10 * number + 12) | Added on Friday, \
            March 3, 2023 10:15:0\(number % 10) PM

            \(quote)
            ==========

            """
        }
        return Data(entries.joined().utf8)
    }

    /// A file in a folder that goes with the test.
    private func makeFile(_ name: String = "My Clippings.txt") throws -> URL {
        let folder = try TemporaryDirectory()
        addTeardownBlock { withExtendedLifetime(folder) {} }
        let url = folder.url.appendingPathComponent(name)
        try clippings(Self.quotes).write(to: url)
        return url
    }

    /// Long after whatever was written just now.
    private func later(
        into library: Library,
        limits: ImportLimits = ImportLimits()
    ) -> LibraryImport {
        var imports = imports(into: library, limits: limits)
        imports.now = { Date(timeIntervalSinceNow: 60) }
        return imports
    }

    private func quotes(_ library: Library) throws -> [String?] {
        try library.allNotes().map(\.quote?.text)
    }

    // MARK: - The same file

    func testAnUnchangedFileIsNotReadAgain() async throws {
        let (library, reading) = (try makeLibrary(), KeptReading())
        let source = try ImportSource(path: makeFile().path)
        let preview = try await later(into: library).preview(source, keeping: reading)
        XCTAssertFalse(reading.isEmpty)
        // Reading it would end at the first thing.
        var limits = ImportLimits()
        limits.itemCount = 0
        let none = later(into: library, limits: limits)
        let outcome = try await none.run(source, as: preview.format, reusing: reading)
        XCTAssertEqual(outcome.report, preview.report)
        XCTAssertEqual(try quotes(library), Self.quotes)
        XCTAssertTrue(reading.isEmpty)
    }

    func testTheSecondImportAddsNothing() async throws {
        let library = try makeLibrary()
        let source = try ImportSource(path: makeFile().path)
        let (first, second) = (KeptReading(), KeptReading())
        for reading in [first, second] {
            let preview = try await later(into: library).preview(source, keeping: reading)
            XCTAssertEqual(preview.report.new[.note], 2)
        }
        // What the library has is looked up when it is imported.
        for (reading, count) in [(first, 2), (second, nil)] {
            let outcome = try await later(into: library).run(source, reusing: reading)
            XCTAssertEqual(outcome.report.new[.note], count)
            XCTAssertEqual(outcome.batch == nil, count == nil)
        }
        XCTAssertEqual(try quotes(library), Self.quotes)
        // Nothing would be imported, and so nothing is kept.
        _ = try await later(into: library).preview(source, keeping: first)
        XCTAssertTrue(first.isEmpty)
    }

    // MARK: - Another file

    private func assertIsReadAgain(
        _ what: String,
        with quotes: [String],
        after change: (URL) throws -> Void
    ) async throws {
        let (library, reading, file) = (try makeLibrary(), KeptReading(), try makeFile())
        try setOldDate(of: file)
        let source = try ImportSource(path: file.path)
        _ = try await later(into: library).preview(source, keeping: reading)
        XCTAssertFalse(reading.isEmpty, what)
        try change(file)
        let outcome = try await later(into: library).run(source, reusing: reading)
        XCTAssertEqual(outcome.report.new[.note], quotes.count, what)
        XCTAssertEqual(try self.quotes(library), quotes, what)
        XCTAssertTrue(reading.isEmpty, what)
    }

    func testAFileThatHasChangedIsReadAgain() async throws {
        let changed = ["The snow rose", "The haze fell"]
        let longer = changed + ["The sun came"]
        try await assertIsReadAgain("longer", with: longer) { try write(longer, into: $0) }
        try await assertIsReadAgain("as long", with: changed) { try write(changed, into: $0) }
        try await assertIsReadAgain("as long, and of the same date", with: changed) { file in
            try write(changed, into: file)
            try setOldDate(of: file)
        }
        try await assertIsReadAgain("another file in its place", with: changed) { file in
            try clippings(changed).write(to: file, options: .atomic)
            try setOldDate(of: file)
        }
    }

    /// The same file, as programs write that add to it.
    private func write(_ quotes: [String], into file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: clippings(quotes))
        try handle.close()
    }

    /// As if nothing had been written to it for years.
    private func setOldDate(of file: URL) throws {
        let date = Date(timeIntervalSince1970: 1_600_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }

    func testAnotherFormatIsReadAgain() async throws {
        let (library, reading) = (try makeLibrary(), KeptReading())
        let source = try ImportSource(path: makeFile().path)
        _ = try await later(into: library).preview(source, keeping: reading)
        let outcome = try await later(into: library).run(source, as: .readwise, reusing: reading)
        XCTAssertNil(outcome.report.new[.note])
        XCTAssertEqual(try quotes(library), [])
    }

    func testAFileThatIsGoneIsToldAsIfItHadNotBeenRead() async throws {
        let (library, reading, file) = (try makeLibrary(), KeptReading(), try makeFile())
        let source = try ImportSource(path: file.path)
        let preview = try await later(into: library).preview(source, keeping: reading)
        try FileManager.default.removeItem(at: file)
        var errors: [ImportError] = []
        for reading in [nil, reading] {
            do {
                _ = try await later(into: library).run(
                    source,
                    as: preview.format,
                    reusing: reading
                )
                XCTFail("it was imported")
            } catch let error as ImportError {
                errors.append(error)
            }
        }
        let gone = ImportError.unreadable(path: file.lastPathComponent, errno: ENOENT)
        XCTAssertEqual(errors, [gone, gone])
        XCTAssertEqual(try quotes(library), [])
    }

    // MARK: - What is not kept

    func testAFileThatMayChangeUnseenIsNotKept() async throws {
        let (library, reading, file) = (try makeLibrary(), KeptReading(), try makeFile())
        let source = try ImportSource(path: file.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        let written = try XCTUnwrap(attributes[.modificationDate] as? Date)
        for (seconds, isKept) in [(-10.0, false), (1, false), (30, true)] {
            var imports = imports(into: library)
            imports.now = { written + seconds }
            _ = try await imports.preview(source, keeping: reading)
            XCTAssertEqual(!reading.isEmpty, isKept, "\(seconds)")
        }
    }

    func testTooMuchIsNotKept() async throws {
        let (library, reading) = (try makeLibrary(), KeptReading())
        let source = try ImportSource(path: makeFile().path)
        var small = later(into: library)
        small.bufferLimit = 100
        _ = try await small.preview(source, keeping: reading)
        XCTAssertTrue(reading.isEmpty)
        let outcome = try await small.run(source, reusing: reading)
        XCTAssertEqual(outcome.report.new[.note], 2)
    }

    func testOnlyOneFileWithoutPicturesIsKept() async throws {
        let (library, reading) = (try makeLibrary(), KeptReading())
        let file = try makeFile("Weather.md")
        try Data("# Weather\n\nThe wind rose.\n".utf8).write(to: file)
        let pasted = String(decoding: clippings(Self.quotes), as: UTF8.self)
        let sources: [(ImportSource, ImportFormatName)] = [
            (try ImportSource(path: file.path), .markdown),
            (try ImportSource(path: file.deletingLastPathComponent().path), .markdown),
            (Self.source("My Clippings.txt", pasted), .kindleClippings),
        ]
        for (source, format) in sources {
            let preview = try await later(into: library).preview(
                source,
                as: format,
                keeping: reading
            )
            XCTAssertTrue(preview.report.hasNews, source.name)
            XCTAssertTrue(reading.isEmpty, source.name)
        }
    }

    // MARK: - Given up

    func testAPreviewThatIsGivenUpKeepsNothing() async throws {
        let (library, reading) = (try makeLibrary(), KeptReading())
        let (source, imports) = (try ImportSource(path: makeFile().path), later(into: library))
        try await assertIsGivenUp { progress in
            _ = try await imports.preview(source, keeping: reading, progress: progress)
        }
        XCTAssertTrue(reading.isEmpty)
    }

    func testAnImportThatIsGivenUpLetsGoOfWhatWasRead() async throws {
        let (library, reading, file) = (try makeLibrary(), KeptReading(), try makeFile())
        // Enough for it to look again whether it is to go on.
        try write((0..<300).map { "The wind rose \($0)" }, into: file)
        let (source, imports) = (try ImportSource(path: file.path), later(into: library))
        _ = try await imports.preview(source, keeping: reading)
        XCTAssertFalse(reading.isEmpty)
        try await assertIsGivenUp { progress in
            _ = try await imports.run(source, reusing: reading, progress: progress)
        }
        XCTAssertTrue(reading.isEmpty)
        XCTAssertEqual(try quotes(library), [])
    }

    private typealias Progress = @Sendable (LibraryImportProgress) -> Void

    /// Cancels a task as soon as it tells how far it has come.
    private func assertIsGivenUp(
        _ body: @escaping @Sendable (@escaping Progress) async throws -> Void
    ) async throws {
        let cancel = Mutex<(@Sendable () -> Void)?>(nil)
        let mayBegin = DispatchSemaphore(value: 0)
        let task = Task {
            try await body { _ in
                mayBegin.wait()
                mayBegin.signal()
                cancel.withLock { $0 }?()
            }
        }
        cancel.withLock { $0 = { task.cancel() } }
        mayBegin.signal()
        do {
            try await task.value
            XCTFail("it has come to its end")
        } catch is CancellationError {
        }
    }
}
