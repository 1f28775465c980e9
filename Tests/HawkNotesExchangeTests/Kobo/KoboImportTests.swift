import Foundation
import GRDB
import HawkNotesFormats
import HawkNotesModel
import Synchronization
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// A Kobo's database, wherever it is and whatever is beside it.
final class KoboImportTests: ExchangeTestCase {
    private func read(
        _ source: ImportSource,
        as format: KoboFormat = KoboFormat()
    ) throws -> (notes: [ImportedNote], report: ImportReport) {
        let importer = Importer(library: ImportLibrary(paths: []), formats: [format])
        var notes: [HawkNotesFormats.ImportedNote] = []
        let report = try importer.readNow(source, as: .kobo) { item in
            if case .note(let note) = item { notes.append(note) }
        }
        return (notes, report)
    }

    private typealias ImportedNote = HawkNotesFormats.ImportedNote

    private func formats(_ source: ImportSource) throws -> [ImportFormatName] {
        try imports(into: makeLibrary()).importer.formats(for: source)
    }

    func testEveryVersionIsReadCompletely() async throws {
        for version in TestKobo.Version.allCases {
            var kobo = TestKobo.filled(9, version: version)
            kobo.marks[0].isHidden = true
            let library = try makeLibrary()
            let outcome = try await run(kobo.source(), into: library)
            XCTAssertEqual(outcome.report.new, [.book: 5, .chapter: 15, .note: 8], "\(version)")
            let example = kobo.marks[0].text ?? ""
            let reasons = outcome.report.problems.map(\.reason)
            XCTAssertEqual(reasons, [.leftOut(.discarded, count: 1, example: example)])
            let again = try await run(kobo.source(), into: library)
            XCTAssertNil(again.batch)
        }
    }

    // MARK: - What it is told by

    func testItIsRecognizedByItsTables() throws {
        let kobo = TestKobo.filled(3)
        for name in ["KoboReader.sqlite", "Kobo.sqlite", "copy of my notes.bin"] {
            XCTAssertEqual(try formats(kobo.source(name)), [.kobo], name)
        }
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("KoboReader.sqlite")
        let queue = try DatabaseQueue(path: url.path)
        let sql = "CREATE TABLE Bookmark (a); CREATE VIEW content AS SELECT 1"
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
        let other = try ImportSource(path: url.path)
        XCTAssertEqual(try formats(other), [])
        XCTAssertEqual(
            try imports(into: makeLibrary()).importer.otherFile(other),
            .database
        )
    }

    func testADeviceAndItsFolderAreRecognized() async throws {
        let folder = try TemporaryDirectory()
        let hidden = folder.url.appendingPathComponent(".kobo")
        let manager = FileManager.default
        try manager.createDirectory(at: hidden, withIntermediateDirectories: true)
        try TestKobo.filled(3).write(to: hidden.appendingPathComponent("KoboReader.sqlite"))
        try Data("x".utf8).write(to: hidden.appendingPathComponent("BookReader.sqlite"))
        try Data("N1".utf8).write(to: hidden.appendingPathComponent("version"))
        try Data("book".utf8).write(to: folder.url.appendingPathComponent("Book 0.epub"))
        for url in [folder.url, hidden] {
            let source = try ImportSource(path: url.path)
            XCTAssertEqual(try formats(source).first, .kobo, url.path)
            XCTAssertEqual(try read(source).notes.count, 3)
            XCTAssertEqual(try read(source).report.problems, [])
        }
        // Nothing is left on the device.
        XCTAssertEqual(
            try manager.contentsOfDirectory(atPath: hidden.path).sorted(),
            [
                "BookReader.sqlite", "KoboReader.sqlite", "version",
            ]
        )
    }

    func testOlderCopiesInAFolderAddNothingTwice() throws {
        var kobo = TestKobo.filled(3)
        let older = try kobo.bytes()
        kobo.marks[1].words = "Edited"
        let folder = try TemporaryDirectory()
        let (new, old) = (
            folder.url.appendingPathComponent("KoboReader.sqlite"),
            folder.url.appendingPathComponent("KoboReader-2023.sqlite")
        )
        try Data(older).write(to: old)
        try kobo.write(to: new)
        let past = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: old.path)
        let found = try read(ImportSource(path: folder.url.path))
        XCTAssertEqual(found.notes.count, 3)
        XCTAssertTrue(found.notes.contains { $0.text == "Edited" })
        XCTAssertEqual(
            found.report.problems.map(\.reason),
            [
                .leftOut(.backupCopy, count: 1, example: "KoboReader-2023.sqlite")
            ]
        )
    }

    // MARK: - The log

    func testTheLatestHighlightsAreInTheLog() throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("KoboReader.sqlite")
        let kobo = TestKobo.filled(3)
        let late = TestKobo.Mark(id: "late", book: kobo.books[0].id, text: "The latest")
        try kobo.write(to: url, logged: [late])
        let source = try ImportSource(path: url.path)
        let before = try Self.state(of: folder.url)
        XCTAssertEqual(try formats(source), [.kobo])
        let found = try read(source)
        XCTAssertEqual(found.notes.count, 4)
        XCTAssertTrue(found.notes.contains { $0.quote == "The latest" })
        XCTAssertEqual(found.report.problems, [])
        XCTAssertEqual(try Self.state(of: folder.url), before)
    }

    /// Names, sizes and dates of all files.
    private static func state(of folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            let path = folder.appendingPathComponent(name).path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let date = attributes[.modificationDate].map { "\($0)" } ?? ""
            return "\(name) \(attributes[.size] ?? 0) \(date)"
        }
    }

    func testALogThatIsNotItsOwnIsLeftOut() throws {
        let folder = try TemporaryDirectory()
        let (url, other) = (
            folder.url.appendingPathComponent("KoboReader.sqlite"),
            folder.url.appendingPathComponent("other.sqlite")
        )
        try TestKobo.filled(400).write(to: url)
        let foreign = TestKobo.filled(700, version: .new)
        try foreign.write(to: other, logged: TestKobo.filled(900, version: .new).marks.suffix(200))
        try FileManager.default.moveItem(atPath: other.path + "-wal", toPath: url.path + "-wal")
        let found = try read(ImportSource(path: url.path))
        let reasons: Set = [ImportProblem.Reason.damaged, .partlyDamaged]
        XCTAssertTrue(found.report.problems.contains { reasons.contains($0.reason) })
        XCTAssertGreaterThan(found.notes.count, 300)
    }

    func testALogOfNoiseIsIgnored() throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("KoboReader.sqlite")
        try TestKobo.filled(3).write(to: url, logged: [])
        try Data(repeating: 0x5A, count: 9_000).write(to: URL(fileURLWithPath: url.path + "-wal"))
        XCTAssertEqual(try read(ImportSource(path: url.path)).notes.count, 3)
    }

    // MARK: - Being written

    func testAFileThatChangesIsCopiedAgain() throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("KoboReader.sqlite")
        try TestKobo.filled(3).write(to: url)
        let count = Mutex(0)
        // Long after the changes, so that the dates alone have to show them.
        let changing = KoboFormat(
            now: { Date().addingTimeInterval(60) },
            copied: {
                guard
                    count.withLock({
                        $0 += 1; return $0
                    }) < 3
                else { return }
                let copies = count.withLock { $0 }
                try FileManager.default.removeItem(at: url)
                try TestKobo.filled(3 + copies).write(to: url)
            }
        )
        let found = try read(ImportSource(path: url.path), as: changing)
        XCTAssertEqual(found.notes.count, 5)
        XCTAssertEqual(found.report.problems, [])
    }

    func testAFileThatNeverRestsIsSaidToBeSo() throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("KoboReader.sqlite")
        try TestKobo.filled(3).write(to: url)
        let count = Mutex(3)
        let changing = KoboFormat(copied: {
            let next = count.withLock {
                $0 += 1; return $0
            }
            try FileManager.default.removeItem(at: url)
            try TestKobo.filled(next).write(to: url)
        })
        let found = try read(ImportSource(path: url.path), as: changing)
        XCTAssertGreaterThanOrEqual(found.notes.count, 3)
        XCTAssertEqual(found.report.problems.map(\.reason), [.keptChanging])
    }

    /// The device writes its mark for a log even when all of it has been taken over.
    func testADatabaseWithoutItsLogIsRead() throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("KoboReader.sqlite")
        try TestKobo.filled(3).write(to: url, logged: [])
        try FileManager.default.removeItem(atPath: url.path + "-wal")
        let found = try read(ImportSource(path: url.path))
        XCTAssertEqual(found.notes.count, 3)
        XCTAssertEqual(found.report.problems, [])
    }

    func testAnImportSeesWhatIsOnlyInTheLogSinceThePreview() throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("KoboReader.sqlite")
        let kobo = TestKobo.filled(3)
        try kobo.write(to: url, logged: [])
        let source = try ImportSource(path: url.path)
        let before = source.version
        XCTAssertNotNil(before)
        try Data(repeating: 1, count: 40).write(to: URL(fileURLWithPath: url.path + "-wal"))
        XCTAssertNotEqual(source.version, before)
    }
}
