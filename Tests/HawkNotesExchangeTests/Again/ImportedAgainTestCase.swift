import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// Gives each test libraries in which this and earlier versions have imported all sources.
class ImportedAgainTestCase: ExchangeTestCase {
    enum Maker: String, CaseIterable {
        /// The program with the first identities.
        case schema4 = "schema-4"
        /// The last program that knew neither status nor ratings.
        case schema5 = "schema-5"
        case present
        /// A new library into which the present one was exported.
        case exported
    }

    private var folders: [TemporaryDirectory] = []

    override func tearDown() {
        folders = []
        super.tearDown()
    }

    func temporaryFolder() throws -> URL {
        let folder = try TemporaryDirectory()
        folders.append(folder)
        return folder.url
    }

    /// Calls `body` with a library of each version, for each source whose passages it has.
    ///
    /// - Parameter hasPassages: false for the other sources.
    func eachLibrary(
        hasPassages: Bool = true,
        _ body: (KeptSource, Library, _ name: String) async throws -> Void
    ) async throws {
        for maker in Maker.allCases {
            let library = try await library(by: maker)
            for kept in KeptSource.all
            where kept.makersWithoutPassages.contains(maker) != hasPassages {
                try await body(kept, library, "\(kept), \(maker.rawValue)")
            }
            XCTAssertTrue(try library.check().isEmpty, maker.rawValue)
            try library.close()
        }
    }

    func library(by maker: Maker) async throws -> Library {
        if maker == .exported {
            let folder = try temporaryFolder()
            let present = try await self.library(by: .present)
            _ = try await LibraryExport(of: present).writeLibrary(into: LibraryFolder(folder))
            let library = try makeLibrary()
            try await run(try ImportSource(path: folder.path), into: library)
            return library
        }
        if maker == .present {
            let library = try makeLibrary()
            for kept in KeptSource.all {
                try await run(kept.source(.first), into: library, as: kept.format)
            }
            return library
        }
        let url = try temporaryFolder().appendingPathComponent("library.sqlite")
        let frozen = KeptSource.fixtures
            .appendingPathComponent("libraries/\(maker.rawValue).sqlite")
        try FileManager.default.copyItem(at: frozen, to: url)
        return try Library.open(at: url, environment: clock.environment)
    }

    /// The library has everything: no note and no book comes, and nothing at all when it is tried again.
    func assertIsKnown(
        _ source: ImportSource,
        as format: ImportFormatName,
        to library: Library,
        _ name: String,
        line: UInt = #line
    ) async throws {
        let before = try Passages(library)
        let outcome = try await run(source, into: library, as: format)
        XCTAssertEqual(outcome.report.new, [:], name, line: line)
        // Fields that earlier versions had no place for may have been filled in.
        let again = try await imports(into: library).run(source, as: format)
        XCTAssertNil(again.batch, name, line: line)
        XCTAssertEqual(try Passages(library), before, name, line: line)
    }

    /// How many things of a kind a source has that were there, or are in it twice.
    static func count(_ kind: ImportedKind, known report: LibraryImportReport) -> Int {
        [report.known, report.changed, report.joined, report.repeated].reduce(0) {
            $0 + ($1[kind] ?? 0)
        }
    }
}

/// What a library has of passages and of words on them, each as often as it is there.
///
/// Earlier versions kept the words on some passages in notes of their own: both are counted apart.
struct Passages: Equatable {
    var quotes: [String] = []
    var words: [String] = []

    /// - Parameter kept: the source whose books are looked at; nil for all.
    init(_ library: Library, of kept: KeptSource? = nil) throws {
        for note in try Self.notes(library, of: kept) {
            if let quote = note.quote?.text { quotes.append(quote) }
            // Where they had no place for tags, earlier versions wrote them below the words.
            let text = note.text.replacing(/\n\n#\w+( #\w+)*$/, with: "")
            if !text.isEmpty { words.append(text) }
        }
        quotes.sort()
        words.sort()
    }

    var isEmpty: Bool { quotes.isEmpty && words.isEmpty }

    /// What this has more than another, as often as it has it more.
    func added(to other: Passages) -> [String] {
        var counts: [String: Int] = [:]
        for text in quotes + words { counts[text, default: 0] += 1 }
        for text in other.quotes + other.words { counts[text, default: 0] -= 1 }
        return counts.flatMap { Array(repeating: $0.key, count: max($0.value, 0)) }.sorted()
    }

    static func notes(_ library: Library, of kept: KeptSource?) throws -> [Note] {
        var books: Set<UUID> = []
        for summary in try library.allSeries() {
            for book in try library.series(summary.id)?.books ?? [] {
                let title = book.title.lowercased()
                if kept?.titles.contains(where: title.hasPrefix) ?? true { books.insert(book.id) }
            }
        }
        return try library.allNotes().filter { books.contains($0.subject.id) }
    }
}
