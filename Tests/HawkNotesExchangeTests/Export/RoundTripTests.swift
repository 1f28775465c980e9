import Foundation
import GRDB
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// What is taken out and brought in again is what it was.
final class RoundTripTests: ExchangeTestCase {
    private static let seeds = 0..<sample(few: 5, more: 15, all: 2_000)

    func testSeriesFilesComeBackWithoutADifference() async throws {
        let folder = try TemporaryDirectory()
        for seed in Self.seeds {
            let library = try makeLibrary()
            var random = RandomLibrary(seed: seed)
            try random.fill(library)
            var sources: [ImportSource] = []
            for series in try library.allSeries() {
                let url = folder.url.appendingPathComponent("\(seed) \(series.id).hawknotes")
                try await LibraryExport(of: library)
                    .writeSeriesFile(of: .series(series.id), to: url)
                sources.append(try ImportSource(path: url.path))
            }
            try await check(sources, of: library, as: .seriesFile, seed: seed)
        }
    }

    /// They have the same tables with fewer columns.
    func testSeriesFilesOfTheFirstVersionAreReadAsTheyAre() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        var random = RandomLibrary(seed: 3, hasRecords: false)
        try random.fill(library)
        for note in try library.allNotes() { try library.setTags([], of: note.id) }
        for series in try library.allSeries() {
            let url = folder.url.appendingPathComponent("\(series.id).hawknotes")
            try await LibraryExport(of: library).writeSeriesFile(of: .series(series.id), to: url)
            let older = folder.url.appendingPathComponent("\(series.id) older.hawknotes")
            try Self.copy(url, to: older, asVersion: 1)
            let source = try ImportSource(path: older.path)
            try await check([source], of: library, as: .seriesFile, seed: 3, series: series.id)
        }
    }

    private static func copy(_ url: URL, to older: URL, asVersion version: Int) throws {
        let queue = try DatabaseQueue(path: older.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: "ATTACH DATABASE ? AS newer",
                arguments: [url.path]
            )
            for table in SeriesFileSchema.tables(of: version) {
                try db.execute(sql: table.sql)
                let columns = try db.columns(in: table.name, in: "main").map(\.name)
                let names = columns.joined(separator: ", ")
                try db.execute(
                    sql: """
                        INSERT INTO \(table.name) (\(names))
                        SELECT \(names) FROM newer.\(table.name)
                        """
                )
            }
            try db.execute(
                sql: """
                    PRAGMA application_id = \(SeriesFileSchema.applicationID);
                    PRAGMA user_version = \(version);
                    """
            )
        }
        try queue.close()
    }

    func testMarkdownComesBackWithoutADifference() async throws {
        let folder = try TemporaryDirectory()
        for seed in Self.seeds {
            let library = try makeLibrary()
            var random = RandomLibrary(seed: seed)
            try random.fill(library)
            var sources: [ImportSource] = []
            for series in try library.allSeries() {
                let url = try await LibraryExport(of: library)
                    .writeMarkdown(of: .series(series.id), into: folder.url, name: series.title)
                sources.append(try ImportSource(path: url.path))
            }
            try await check(sources, of: library, as: .markdown, seed: seed)
        }
    }

    func testLoneBookComesBackAsOne() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let series = UUID()
        _ = try library.changeSeries { changes in
            try changes.makeSeriesOfLoneBook(series)
            try changes.save(Book(id: UUID(), seriesID: series, title: "Lone", position: 0))
        }
        let file = folder.url.appendingPathComponent("Lone.hawknotes")
        try await LibraryExport(of: library).writeSeriesFile(of: .series(series), to: file)
        try await check([ImportSource(path: file.path)], of: library, as: .seriesFile, seed: 0)
        let markdown = try await LibraryExport(of: library)
            .writeMarkdown(of: .series(series), into: folder.url, name: "Lone")
        try await check([ImportSource(path: markdown.path)], of: library, as: .markdown, seed: 0)
    }

    func testTheWholeLibraryComesBackWithoutADifference() async throws {
        let folder = try TemporaryDirectory()
        for seed in Self.seeds {
            let library = try makeLibrary()
            for part in 0..<3 {
                var random = RandomLibrary(seed: 1_000 * part + seed)
                try random.fill(library)
            }
            let gone = UUID()
            try library.saveSeries(gone, title: "Gone")
            try library.delete(.series(gone))
            let url = try await LibraryExport(of: library)
                .writeMarkdown(of: .everything, into: folder.url, name: "Everything")
            let source = try ImportSource(path: url.path)
            try await check([source], of: library, as: .markdown, seed: seed)
            // A series each, and the pictures.
            let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
                .filter { $0 != "Pictures" }
            XCTAssertEqual(names.count, try library.allSeries().count, "\(names)")
        }
    }

    /// They say nothing of a book's reader, and of no note that its date is unknown.
    func testMarkdownOfTheFirstVersionIsReadAsItIs() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        var random = RandomLibrary(seed: 3, hasRecords: false)
        try random.fill(library)
        let own: Set = ["language", "status", "rating", "readings", "shelves", "undated"]
        for series in try library.allSeries() {
            let url = try await LibraryExport(of: library)
                .writeMarkdown(of: .series(series.id), into: folder.url, name: series.title)
            for path in try FileManager.default.subpathsOfDirectory(atPath: url.path)
            where path.hasSuffix(".md") {
                let text = try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
                let head = text.components(separatedBy: "\n---\n")[0]
                let keys = Set(head.split(separator: "\n").map { String($0.prefix { $0 != ":" }) })
                XCTAssertTrue(own.isDisjoint(with: keys), head)
            }
            let source = try ImportSource(path: url.path)
            try await check([source], of: library, as: .markdown, seed: 3, series: series.id)
        }
    }

    func testTheNameOfAFileHasNoDateThatIsNotKnown() async throws {
        let folder = try TemporaryDirectory()
        let library = try makeLibrary()
        let (seriesID, bookID) = (UUID(), UUID())
        _ = try library.importBatch(format: "test", name: "one") { importer in
            try importer.add(SeriesDetails(id: seriesID, title: "Sea", author: nil), origin: .own)
            let book = Book(id: bookID, seriesID: seriesID, title: "The Salt Road", position: 0)
            try importer.add(book, origin: .own)
            var note = HawkNotesModel.ImportedNote(on: .book(bookID), text: "Petra at the gate")
            note.createdAt = Date(timeIntervalSince1970: 1_700_000_000)
            note.isUndated = true
            try importer.add(note)
            return nil
        }
        let url = try await LibraryExport(of: library)
            .writeMarkdown(of: .series(seriesID), into: folder.url, name: "Sea")
        let notes = url.appendingPathComponent("The Salt Road/Notes").path
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: notes),
            ["000001 Petra at the gate.md"]
        )
    }

    /// Into an empty library, twice, and into the one that it comes from.
    private func check(
        _ sources: [ImportSource],
        of library: Library,
        as format: ImportFormatName,
        seed: Int,
        series: UUID? = nil
    ) async throws {
        let expected = try LibraryDescription.lines(library, of: series.map { [$0] })
        let empty = try makeLibrary()
        for source in sources {
            let importer = imports(into: empty).importer
            XCTAssertEqual(try importer.formats(for: source).first, format, "seed \(seed)")
            let outcome = try await run(source, into: empty)
            XCTAssertEqual(outcome.report.problems, [], "seed \(seed)")
        }
        assertSame(try LibraryDescription.lines(empty), expected, "seed \(seed)")
        for source in sources {
            let again = try await run(source, into: empty)
            XCTAssertEqual(again.report.new, [:], "seed \(seed)")
            XCTAssertNil(again.batch)
            let back = try await run(source, into: library)
            XCTAssertEqual(back.report.new, [:], "seed \(seed)")
        }
        assertSame(
            try LibraryDescription.lines(library, of: series.map { [$0] }),
            expected,
            "seed \(seed)"
        )
        XCTAssertTrue(try empty.check().isEmpty, "seed \(seed)")
    }

    private func assertSame(_ found: [String], _ expected: [String], _ place: String) {
        guard found != expected else { return }
        let difference = found.difference(from: expected)
        XCTFail("\(place): \(difference.prefix(4))")
    }
}
