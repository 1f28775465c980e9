import Foundation
import GRDB
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// Series files that strangers have made.
final class HostileSeriesFileTests: ExchangeTestCase {
    private static let count = sample(few: 300, more: 1_000, all: 20_000)

    private func makeFile(in folder: TemporaryDirectory, seed: Int = 1) async throws -> URL {
        let library = try makeLibrary()
        var random = RandomLibrary(seed: seed)
        try random.fill(library)
        let series = try XCTUnwrap(try library.allSeries().first)
        let url = folder.url.appendingPathComponent("\(seed).hawknotes")
        try await LibraryExport(of: library).writeSeriesFile(of: .series(series.id), to: url)
        return url
    }

    /// Whatever the bytes are, nothing traps, and what is handed on keeps its promises.
    func testDamagedBytes() async throws {
        let folder = try TemporaryDirectory()
        var files: [[UInt8]] = []
        for seed in 1...3 {
            files.append(Array(try Data(contentsOf: try await makeFile(in: folder, seed: seed))))
        }
        for seed in 0..<Self.count {
            var random = SeededGenerator(seed)
            var bytes = files[seed % files.count]
            DatabaseDamage.damage(&bytes, &random)
            let source = ImportSource(name: "file", bytes: bytes)
            do {
                _ = try read(source)
            } catch {
                return XCTFail("seed \(seed): \(error)")
            }
        }
    }

    @discardableResult
    private func read(
        _ source: ImportSource
    ) throws -> (items: [ImportedItem], reasons: [ImportProblem.Reason]) {
        let importer = Importer(
            library: ImportLibrary(paths: []),
            formats: [SeriesFileFormat()]
        )
        _ = try importer.formats(for: source)
        var items: [ImportedItem] = []
        let report = try importer.readNow(source, as: .seriesFile) { item in
            items.append(item)
            if case .book(let book) = item, let web = book.webAddress {
                XCTAssertTrue(web.lowercased().hasPrefix("http"))
            }
            if case .picture(let picture) = item {
                XCTAssertEqual(PictureKind(beginning: picture.bytes), picture.kind)
            }
        }
        XCTAssertFalse(items.isEmpty && report.problems.isEmpty, "it says nothing")
        return (items, report.problems.map(\.reason))
    }

    func testTheDocumentationHasTheTablesToTheLetter() throws {
        let url = SourceTree.root.appendingPathComponent("data/series/README.md")
        let text = try String(contentsOf: url, encoding: .utf8)
        for table in SeriesFileSchema.tables { XCTAssertTrue(text.contains(table.sql), table.name) }
        XCTAssertTrue(text.contains("is \(SeriesFileSchema.applicationID) "))
        XCTAssertTrue(text.contains("user_version` is \(SeriesFileSchema.version)"))
    }

    /// The library's disk may be full: that must not pass for the end of the file.
    func testAnErrorOfTheLibraryIsNoFaultOfTheFile() async throws {
        let folder = try TemporaryDirectory()
        let source = try ImportSource(path: try await makeFile(in: folder).path)
        let importer = Importer(library: ImportLibrary(paths: []), formats: [SeriesFileFormat()])
        XCTAssertThrowsError(
            try importer.readNow(source, as: .seriesFile) { _ in
                throw DatabaseError(resultCode: .SQLITE_FULL)
            }
        ) { error in
            XCTAssertEqual((error as? DatabaseError)?.resultCode, .SQLITE_FULL)
        }
    }

    // MARK: - What somebody has put in

    private func reasons(
        _ sql: String,
        file: StaticString = #filePath,
        line: UInt = #line
    ) async throws -> [ImportProblem.Reason] {
        let folder = try TemporaryDirectory()
        let url = try await makeFile(in: folder)
        let queue = try DatabaseQueue(path: url.path)
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA writable_schema = ON")
            try db.execute(sql: sql)
        }
        try queue.close()
        return try read(ImportSource(path: url.path)).reasons
    }

    func testWhatCouldRunIsRefused() async throws {
        for sql in [
            "CREATE TRIGGER t AFTER INSERT ON note BEGIN SELECT 1; END",
            "CREATE VIEW v AS SELECT * FROM note",
            "CREATE TABLE more (a)",
            "CREATE INDEX i ON note (text)",
            "CREATE VIRTUAL TABLE f USING fts5(a)",
            "DROP TABLE series; CREATE VIEW series AS SELECT id, title, author, origin FROM book",
            "ALTER TABLE note ADD COLUMN extra TEXT AS (upper(text)) VIRTUAL",
            "DROP TABLE picture",
        ] {
            let reasons = try await reasons(sql)
            XCTAssertEqual(reasons, [.damaged], sql)
        }
    }

    func testANewerVersionIsToldFromADamagedOne() async throws {
        let newer = try await reasons("PRAGMA user_version = 3")
        XCTAssertEqual(newer, [.newerVersion])
        let none = try await reasons("PRAGMA user_version = 0")
        XCTAssertEqual(none, [.damaged])
        // It has the tables of another one.
        let older = try await reasons("PRAGMA user_version = 1")
        XCTAssertEqual(older, [.damaged])
        let log = try await reasons("PRAGMA journal_mode = WAL")
        XCTAssertEqual(log, [.damaged])
    }

    func testARowThatIsNotAsItShouldBeIsLeftOut() async throws {
        for (column, value) in [
            ("status", "'nearly'"), ("rating", "11"), ("rating", "-1"),
            ("readings", "'yesterday/'"), ("readings", "'2019'"), ("readings", "'2019/2020/2021'"),
            ("readings", "'/'"),
        ] {
            let reasons = try await reasons("UPDATE book SET \(column) = \(value)")
            let text = value.replacing("'", with: "")
            XCTAssertTrue(
                reasons.contains(.unknownValue(field: column, value: text)),
                "\(column) \(value)"
            )
        }
        let title = try await reasons("UPDATE series SET title = '  '")
        XCTAssertTrue(title.contains(.noTitle))
        let id = try await reasons("UPDATE note SET id = x'01' WHERE number = 1")
        XCTAssertTrue(id.contains(.damaged))
        let web = try await reasons("UPDATE book SET web = 'javascript:alert(1)'")
        XCTAssertTrue(web.contains(.refusedAddress("javascript:alert(1)")))
        let long = try await reasons(
            "UPDATE note SET text = replace(hex(zeroblob(600000)), '0', 'a')"
        )
        XCTAssertTrue(long.contains(.textTooLong(limit: ImportLimits().textSize)))
    }

    /// Things that refer to each other in ways that a library does not know.
    func testReferencesThatLeadNowhereDoNotEndTheImport() async throws {
        let folder = try TemporaryDirectory()
        let url = try await makeFile(in: folder, seed: 5)
        let queue = try DatabaseQueue(path: url.path)
        try await queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    UPDATE book SET series = randomblob(16), position = -5, month = 77;
                    UPDATE character SET series = randomblob(16), book = randomblob(16),
                        position = 9223372036854775807;
                    UPDATE relation SET second = first;
                    UPDATE note SET character = randomblob(16), created = 9223372036854775807;
                    INSERT INTO note (id, text) VALUES (randomblob(16), 'on nothing');
                    INSERT INTO note (id, text) VALUES (randomblob(16), '   ');
                    """
            )
        }
        try queue.close()
        let library = try makeLibrary()
        let source = try ImportSource(path: url.path)
        let outcome = try await run(source, into: library)
        XCTAssertGreaterThan(outcome.report.newCount, 0)
        XCTAssertTrue(try library.check().isEmpty)
        XCTAssertEqual(try library.allNotes().filter { $0.text == "on nothing" }.count, 1)
        let again = try await run(source, into: library)
        XCTAssertEqual(again.report.new[.note] ?? 0, 0)
    }
}
