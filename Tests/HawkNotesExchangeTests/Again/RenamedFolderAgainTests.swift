import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import HawkNotesExchange

/// A folder that an earlier version knew by its name has another one now.
final class RenamedFolderAgainTests: ImportedAgainTestCase {
    private static let earlier: [Maker] = [.schema4, .schema5]

    private func kept() throws -> KeptSource {
        try XCTUnwrap(KeptSource.all.first { $0.folder == "markdown-folder" })
    }

    /// A copy under another name.
    private func copy(_ state: KeptSource.State) throws -> URL {
        let copy = try temporaryFolder().appendingPathComponent("Field Notes")
        try FileManager.default.copyItem(at: try kept().url(state), to: copy)
        return copy
    }

    private func assertIsAsFresh(
        _ library: Library,
        _ state: KeptSource.State,
        _ name: String,
        line: UInt = #line
    ) async throws {
        let fresh = try makeLibrary()
        try await run(kept().source(state), into: fresh, as: .markdown)
        let passages = try Passages(library, of: kept())
        XCTAssertEqual(passages, try Passages(fresh), name, line: line)
    }

    func testItsNotesAreKnown() async throws {
        for maker in Self.earlier {
            let library = try await library(by: maker)
            let source = try ImportSource(path: copy(.first).path)
            try await assertIsKnown(source, as: .markdown, to: library, maker.rawValue)
            try await assertIsAsFresh(library, .first, maker.rawValue)
            try library.close()
        }
    }

    func testItsNotesAreKnownFromTheFolderAbove() async throws {
        for maker in Self.earlier {
            let library = try await library(by: maker)
            let above = try copy(.first).deletingLastPathComponent()
            let source = try ImportSource(path: above.path)
            try await assertIsKnown(source, as: .markdown, to: library, maker.rawValue)
            try await assertIsAsFresh(library, .first, maker.rawValue)
            try library.close()
        }
    }

    func testFilesThatHaveChangedSinceAreTheSameNotes() async throws {
        for maker in Self.earlier {
            let library = try await library(by: maker)
            let source = try ImportSource(path: copy(.edited).path)
            let outcome = try await run(source, into: library, as: .markdown)
            XCTAssertEqual(outcome.report.new, [:], maker.rawValue)
            XCTAssertEqual(outcome.report.bothCount, 0, maker.rawValue)
            try await assertIsAsFresh(library, .edited, maker.rawValue)
            try await assertIsKnown(source, as: .markdown, to: library, maker.rawValue)
            try library.close()
        }
    }

    func testAFileAtTheSamePathInAnotherFolderIsAnother() async throws {
        for maker in Self.earlier {
            let library = try await library(by: maker)
            let before = try Passages(library, of: kept())
            let files = [
                "Stone Harvest/Same.md": "# Same\n\nOf other stones.",
                "Stone Harvest/On walls.md": "Of other walls.",
                "Stone Harvest/Kerbs.md": "Of kerbs.",
            ]
            let source = ImportSource(name: "Work", files: files.mapValues { Array($0.utf8) })
            let outcome = try await run(source, into: library, as: .markdown)
            XCTAssertEqual(outcome.report.new, [.note: 3], maker.rawValue)
            XCTAssertEqual(outcome.report.changed, [:], maker.rawValue)
            let added = try Passages(library, of: kept()).added(to: before)
            XCTAssertEqual(added.count, 3, maker.rawValue)
            try library.close()
        }
    }

    func testAFolderThatGaveItsNameToABookMakesNoSecondOne() async throws {
        for isEarlier in [false, true] {
            let library = try makeLibrary()
            let files = ["Ebb.md": "# Ebb\n\nIt went.", "Flood.md": "# Flood\n\nIt came."]
            func vault(_ name: String, _ files: [String: String]) -> ImportSource {
                ImportSource(name: name, files: files.mapValues { Array($0.utf8) })
            }
            let first = try await run(vault("Shore", files), into: library, as: .markdown)
            XCTAssertEqual(first.report.new, [.book: 1, .note: 2])
            if isEarlier { try library.forgetDigests() }
            let again = try await run(vault("Coast", files), into: library, as: .markdown)
            XCTAssertEqual(again.report.new, [:], "\(isEarlier)")
            XCTAssertEqual(try library.allSeries().count, 1)

            let more = files.merging(["Slack.md": "# Slack\n\nIt waited."]) { $1 }
            let grown = try await imports(into: library).preview(
                vault("Coast", more),
                as: .markdown
            )
            XCTAssertEqual(grown.report.new, [.book: 1, .note: 1], "\(isEarlier)")
            XCTAssertEqual(grown.newBooks.map(\.title), ["Coast"])
        }
    }

    func testTwoFilesOfTheSameWordsStayTwo() async throws {
        let library = try makeLibrary()
        let files = ["Ebb/One.md": "# Same\n\nWords.", "Flood/One.md": "# Same\n\nWords."]
        func source(_ name: String) -> ImportSource {
            ImportSource(name: name, files: files.mapValues { Array($0.utf8) })
        }
        try await run(source("Shore"), into: library, as: .markdown)
        try library.forgetDigests()
        try await run(source("Coast"), into: library, as: .markdown)
        let subjects = try library.allNotes().map(\.subject)
        XCTAssertEqual(subjects.count, 2)
        XCTAssertEqual(Set(subjects).count, 2)
    }
}
