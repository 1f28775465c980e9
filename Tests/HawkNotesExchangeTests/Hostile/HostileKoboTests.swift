import Foundation
import GRDB
import HawkNotesFormats
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// Databases of a Kobo that are damaged, or that strangers have made.
final class HostileKoboTests: ExchangeTestCase {
    private static let count = sample(few: 60, more: 400, all: 10_000)

    @discardableResult
    private func read(
        _ source: ImportSource,
        limits: ImportLimits = ImportLimits()
    ) throws -> (notes: [HawkNotesFormats.ImportedNote], reasons: [ImportProblem.Reason]) {
        let importer = Importer(
            library: ImportLibrary(paths: []),
            limits: limits,
            formats: [KoboFormat()]
        )
        _ = try importer.formats(for: source)
        var known: Set<SourceIdentity> = []
        var notes: [HawkNotesFormats.ImportedNote] = []
        let report = try importer.readNow(source, as: .kobo) { item in
            known.insert(item.identity)
            guard case .note(let note) = item else { return }
            notes.append(note)
            if let book = note.book { XCTAssertTrue(known.contains(book)) }
            XCTAssertFalse(note.text.isEmpty && (note.quote ?? "").isEmpty)
            XCTAssertFalse((note.text + (note.quote ?? "")).contains("\0"))
        }
        XCTAssertFalse(notes.isEmpty && report.problems.isEmpty, "it says nothing")
        return (notes, report.problems.map(\.reason))
    }

    private func source(_ bytes: [UInt8]) -> ImportSource {
        ImportSource(name: "KoboReader.sqlite", bytes: bytes)
    }

    func testCutAtManyPlaces() throws {
        let bytes = try TestKobo.filled(300).bytes()
        for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
            let found = try read(source(Array(bytes.prefix(count))))
            // The end of the last page may be unused.
            XCTAssertTrue(!found.reasons.isEmpty || found.notes.count == 300, "\(count)")
        }
        let most = try read(source(Array(bytes.prefix(bytes.count * 4 / 5))))
        XCTAssertGreaterThan(most.notes.count, 100)
        XCTAssertTrue(most.reasons.contains(.partlyDamaged))
    }

    func testDamagedBytes() throws {
        let files = try TestKobo.Version.allCases.map {
            try TestKobo.filled(120, version: $0).bytes()
        }
        for seed in 0..<Self.count {
            var random = SeededGenerator(seed)
            var bytes = files[seed % files.count]
            DatabaseDamage.damage(&bytes, &random)
            do {
                try read(source(bytes))
            } catch {
                return XCTFail("seed \(seed): \(error)")
            }
        }
    }

    /// All highlights outside of one damaged page are there, and it is said that some are not.
    func testADamagedPageCostsOnlyItself() throws {
        let bytes = try TestKobo.filled(2_000).bytes()
        // Pages with passages, of which each has some twenty.
        let pages = stride(from: 4096, to: bytes.count, by: 4096).filter { start in
            bytes[start] == 13
                && String(decoding: bytes[start..<start + 4096], as: UTF8.self)
                    .contains("Passage 1000,")
        }
        let page = try XCTUnwrap(pages.first)
        var damaged = bytes
        for index in page..<page + 100 { damaged[index] = 0xEE }
        let found = try read(source(damaged))
        XCTAssertGreaterThan(found.notes.count, 1_950)
        XCTAssertLessThan(found.notes.count, 2_000)
        XCTAssertTrue(found.reasons.contains(.partlyDamaged))
    }

    func testOtherFiles() throws {
        XCTAssertEqual(try read(source([])).reasons, [.damaged])
        XCTAssertEqual(try read(source(Array("It was a dark night.".utf8))).reasons, [.damaged])
        let head = Array("SQLite format 3\0".utf8)
        XCTAssertEqual(try read(source(head)).reasons, [.damaged])
        XCTAssertEqual(
            try read(source(head + [UInt8](repeating: 0xFF, count: 5_000))).reasons,
            [.damaged]
        )
    }

    /// A damaged list of tables is not taken for another program's database.
    func testADamagedDatabaseIsNamedAsSuch() async throws {
        var bytes = try TestKobo.filled(3).bytes()
        for index in 100..<4_000 { bytes[index] = 0 }
        let preview = try await imports(into: makeLibrary()).preview(source(bytes))
        XCTAssertEqual(preview.report.problems.map(\.reason), [.damaged])
    }

    // MARK: - What somebody has put in

    private func notes(
        _ sql: String,
        limits: ImportLimits = ImportLimits()
    ) throws -> (notes: [HawkNotesFormats.ImportedNote], reasons: [ImportProblem.Reason]) {
        let folder = try TemporaryDirectory()
        let url = folder.url.appendingPathComponent("KoboReader.sqlite")
        try TestKobo.filled(3).write(to: url)
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA writable_schema = ON")
            try db.execute(sql: sql)
        }
        try queue.close()
        return try read(ImportSource(path: url.path), limits: limits)
    }

    func testViewsAndComputedColumnsAreNotBelieved() throws {
        let view = try notes(
            """
            DROP TABLE Bookmark; CREATE VIEW Bookmark AS WITH RECURSIVE n(i) AS
            (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS BookmarkID, 'x' AS Text FROM n
            """
        )
        XCTAssertEqual(view.notes, [])
        XCTAssertTrue(view.reasons.contains(.damaged))
        let computed = try notes(
            """
            ALTER TABLE Bookmark RENAME TO Old;
            CREATE TABLE Bookmark (BookmarkID TEXT, VolumeID TEXT, Annotation TEXT,
                Text TEXT AS (upper(Annotation)) VIRTUAL);
            INSERT INTO Bookmark (BookmarkID, VolumeID, Annotation) VALUES ('a', 'b', 'words')
            """
        )
        XCTAssertEqual(computed.notes.map(\.text), ["words"])
        XCTAssertEqual(computed.notes.map(\.quote), [nil])
        let other = try notes("CREATE TRIGGER t AFTER INSERT ON Bookmark BEGIN SELECT 1; END")
        XCTAssertEqual(other.notes.count, 3)
    }

    func testValuesOfAnyType() throws {
        let found = try notes(
            """
            UPDATE Bookmark SET Text = 12.5, Annotation = x'FF00', DateCreated = 77,
                ChapterProgress = 'much', Type = 1, StartOffset = x'00', Hidden = 0.0
                WHERE BookmarkID = 'mark-0';
            UPDATE Bookmark SET VolumeID = x'80', ContentID = 9 WHERE BookmarkID = 'mark-1';
            UPDATE content SET Title = 5, Attribution = x'', VolumeIndex = 'x', Depth = 1e300;
            INSERT INTO ratings VALUES (zeroblob(20), 'many', 3, 4);
            INSERT INTO ratings SELECT VolumeID, 99, 'Review' || char(0) || 'ed', 'never'
                FROM Bookmark WHERE BookmarkID = 'mark-2';
            INSERT INTO ShelfContent SELECT x'00', VolumeID, NULL FROM Bookmark;
            """
        )
        XCTAssertEqual(Set(found.notes.compactMap(\.quote)).count, 3)
        XCTAssertTrue(found.notes.contains { $0.quote == "12.5" })
        XCTAssertTrue(found.notes.contains { $0.text.hasPrefix("Review") })
        XCTAssertTrue(found.reasons.contains(.unknownDate("77")))
        XCTAssertTrue(found.reasons.contains(.unknownValue(field: "rating", value: "99")))
    }

    func testHugeTextsAreLeftOutAndSaid() throws {
        let limit = ImportLimits().textSize
        let found = try notes(
            "UPDATE Bookmark SET Text = replace(hex(zeroblob(600000)), '0', 'a') WHERE rowid = 2"
        )
        XCTAssertEqual(found.notes.count, 2)
        XCTAssertTrue(found.reasons.contains(.textTooLong(limit: limit)))
        // One that SQLite refuses to read at all.
        let larger = try notes(
            "UPDATE Bookmark SET Text = replace(hex(zeroblob(10000000)), '0', 'a') WHERE rowid = 2"
        )
        XCTAssertEqual(larger.notes.count, 2)
        XCTAssertTrue(larger.reasons.contains(.partlyDamaged))
    }

    func testMissingTablesAndColumns() throws {
        let bare = try notes(
            """
            DROP TABLE content; DROP TABLE ratings; DROP TABLE Shelf; DROP TABLE ShelfContent;
            DROP TABLE Bookmark; CREATE TABLE Bookmark (bookmarkid TEXT, TEXT TEXT);
            INSERT INTO Bookmark VALUES ('a', 'The text')
            """
        )
        XCTAssertEqual(bare.notes.map(\.quote), ["The text"])
        let unnumbered = try notes(
            """
            DROP TABLE Bookmark;
            CREATE TABLE Bookmark (BookmarkID TEXT PRIMARY KEY, Text TEXT) WITHOUT ROWID;
            INSERT INTO Bookmark VALUES ('a', 'The text')
            """
        )
        XCTAssertEqual(unnumbered.notes, [])
        XCTAssertTrue(unnumbered.reasons.contains(.partlyDamaged))
    }

    func testAnErrorOfTheLibraryIsNoFaultOfTheFile() throws {
        let importer = Importer(library: ImportLibrary(paths: []), formats: [KoboFormat()])
        XCTAssertThrowsError(
            try importer.readNow(try TestKobo.filled(3).source(), as: .kobo) { _ in
                throw DatabaseError(resultCode: .SQLITE_FULL)
            }
        ) { error in
            XCTAssertEqual((error as? DatabaseError)?.resultCode, .SQLITE_FULL)
        }
    }

    func testNoCopyIsLeft() throws {
        let folder = try TemporaryDirectory()
        let importer = Importer(
            library: ImportLibrary(paths: []),
            formats: [KoboFormat(temporaryFolder: folder.url)]
        )
        let bytes = try TestKobo.filled(30).bytes()
        for bytes in [bytes, bytes.dropLast(9_000), []] {
            _ = try importer.readNow(source(Array(bytes)), as: .kobo) { _ in }
        }
        XCTAssertThrowsError(
            try importer.readNow(source(bytes), as: .kobo) { _ in throw ImportError.cancelled }
        )
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        XCTAssertEqual(left, [])
    }
}
