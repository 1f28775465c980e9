import Foundation
import HawkNotesFormats
import HawkNotesModel
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

    /// Into an empty library, twice, and into the one that it comes from.
    private func check(
        _ sources: [ImportSource],
        of library: Library,
        as format: ImportFormatName,
        seed: Int
    ) async throws {
        let expected = try LibraryDescription.lines(library)
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
        assertSame(try LibraryDescription.lines(library), expected, "seed \(seed)")
        XCTAssertTrue(try empty.check().isEmpty, "seed \(seed)")
    }

    private func assertSame(_ found: [String], _ expected: [String], _ place: String) {
        guard found != expected else { return }
        let difference = found.difference(from: expected)
        XCTFail("\(place): \(difference.prefix(4))")
    }
}
