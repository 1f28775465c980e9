import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesExchange

/// A library that an earlier version has filled knows all of it, although things have other identities now.
final class FormerIdentitiesTests: ExchangeTestCase {
    private static let fixtures = SourceTree.root.appendingPathComponent(
        "Tests/HawkNotesFormatsTests/Fixtures"
    )
    private static let formats: [String: ImportFormatName] = [
        "koreader-sidecar": .koreaderSidecar, "koreader-json": .koreaderJSON,
        "goodreads": .goodreads, "storygraph": .storyGraph, "calibre-csv": .calibreTable,
        "readwise": .readwise, "kindle": .kindleClippings, "epub": .epub,
        "calibre-folder": .calibreLibrary, "kindle-notebook": .kindleNotebook,
        "kindle-notebook-csv": .kindleNotebookTable,
    ]

    /// Fixtures, with the identities that their things had once.
    private func recorded() throws -> [(path: String, format: ImportFormatName, Set<String>)] {
        let url = Self.fixtures.appendingPathComponent("identities/recorded.txt")
        let text = try String(contentsOf: url, encoding: .utf8)
        var result: [(path: String, format: ImportFormatName, Set<String>)] = []
        for line in text.split(separator: "\n").map(String.init) {
            if line.hasPrefix("  ") {
                let identity = line.split(separator: " ", maxSplits: 1)[1]
                result[result.count - 1].2.insert(String(identity))
            } else {
                let folder = String(line.split(separator: "/")[0])
                result.append((line, try XCTUnwrap(Self.formats[folder]), []))
            }
        }
        return result
    }

    /// The thing as an earlier version would have read it.
    private func earlier(_ item: ImportedItem, _ recorded: Set<String>) -> ImportedItem {
        func known(_ identity: SourceIdentity, _ former: [SourceIdentity]) -> SourceIdentity {
            ([identity] + former).first { recorded.contains($0.description) } ?? identity
        }
        switch item {
        case .book(var book):
            book.identity = known(book.identity, book.formerIdentities)
            book.formerIdentities = []
            return .book(book)
        case .note(var note):
            note.identity = known(note.identity, note.formerIdentities)
            note.wordsIdentity = note.wordsIdentity.map { known($0, note.formerWordsIdentities) }
            (note.formerIdentities, note.formerWordsIdentities) = ([], [])
            return .note(note)
        case .series, .chapter, .character, .relation, .picture, .sources:
            return item
        }
    }

    func testNothingIsNewToALibraryOfAnEarlierVersion() async throws {
        for (path, format, identities) in try recorded() {
            let library = try makeLibrary()
            let source = try ImportSource(path: Self.fixtures.appendingPathComponent(path).path)
            let imports = imports(into: library)
            var items: [ImportedItem] = []
            let report = try imports.importer.readNow(source, as: format) { items.append($0) }
            // Books keep the identity that notes refer to them by.
            let books = Dictionary(
                items.compactMap { item -> (SourceIdentity, SourceIdentity)? in
                    guard case .book(let book) = item else { return nil }
                    return (book.identity, earlier(item, identities).identity)
                },
                uniquingKeysWith: { first, _ in first }
            )
            _ = try library.importBatch(format: format.rawValue, name: source.name) {
                let mapper = try ImportMapper($0, imports, sourceName: source.name)
                for item in items {
                    var item = earlier(item, identities)
                    if case .note(var note) = item {
                        note.book = note.book.map { books[$0] ?? $0 }
                        item = .note(note)
                    } else if case .chapter(var chapter) = item {
                        chapter.book = books[chapter.book] ?? chapter.book
                        item = .chapter(chapter)
                    }
                    try mapper.take(item)
                }
                try mapper.finish(report)
                return nil
            }
            let count = try library.allNotes().count
            for _ in 0..<2 {
                let again = try await run(source, into: library, as: format)
                XCTAssertEqual(again.report.new, [:], path)
                XCTAssertEqual(again.report.deleted, [:], path)
            }
            XCTAssertEqual(try library.allNotes().count, count, path)
        }
    }

    private static func sidecar(_ quote: String, note: String? = nil) -> ImportSource {
        let text = """
            return { ["doc_props"] = { ["title"] = "Ebb", }, ["annotations"] = { [1] = {
                ["datetime"] = "2025-01-02 03:04:05", ["drawer"] = "lighten", ["pos0"] = "/p[1]",
                ["text"] = "\(quote)", \(note.map { "[\"note\"] = \"\($0)\"," } ?? "")
            }, }, }
            """
        return ImportSource(name: "books", files: ["Ebb.sdr/metadata.epub.lua": Array(text.utf8)])
    }

    func testAHighlightThatAnEarlierVersionKnewMayBeEditedLater() async throws {
        let library = try makeLibrary()
        let imports = imports(into: library)
        _ = try library.importBatch(format: "koreader-sidecar", name: "books") {
            let mapper = try ImportMapper($0, imports, sourceName: "books")
            _ = try imports.importer.readNow(
                Self.sidecar("The sea was out."),
                as: .koreaderSidecar
            ) { item in
                var item = item
                if case .note(var note) = item {
                    note.identity = note.formerIdentities[0]
                    note.formerIdentities = []
                    item = .note(note)
                }
                try mapper.take(item)
            }
            return nil
        }
        // Nothing is new, but it is known by its place and time from now on.
        let same = try await run(Self.sidecar("The sea was out."), into: library)
        XCTAssertNil(same.batch)
        let edited = try await run(Self.sidecar("The sea was far out."), into: library)
        XCTAssertEqual(edited.report.new, [:])
        XCTAssertEqual(try library.allNotes().count, 1)
    }
}
