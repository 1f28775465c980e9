import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import HawkNotesExchange

/// A file has another name and other words when its folder is imported again: nothing in it says which it was.
final class RenamedFileAgainTests: ImportedAgainTestCase {
    private static func vault(
        _ files: [String: String],
        as name: String = "Shore"
    ) -> ImportSource {
        ImportSource(name: name, files: files.mapValues { Array($0.utf8) })
    }

    private static let before = """
        # The ebb

        It went out at seven.
        The boats lay on their sides.
        Nobody had told the gulls.
        """
    private static let after = before.replacing("at seven", with: "at eight") + "\nIt came back."

    private struct Case {
        var name: String
        var first: [String: String]
        var second: [String: String]
        var folder = "Shore"
    }

    private static let same = [
        Case(name: "one file", first: ["Ebb.md": before], second: ["Low water.md": after]),
        Case(
            name: "in a folder of another name",
            first: ["Ebb.md": before],
            second: ["Low water.md": after],
            folder: "Coast"
        ),
        Case(
            name: "among others",
            first: ["Sea/Ebb.md": before, "Sea/Flood.md": "# Flood\n\nIt came.", "Top.md": "Top."],
            second: ["Sea/Low.md": after, "Sea/Flood.md": "# Flood\n\nIt came.", "Top.md": "Top."]
        ),
        Case(
            name: "in a vault of another name",
            first: [".obsidian/app.json": "{}", "Ebb.md": before],
            second: [".obsidian/app.json": "{}", "Ebb.md": after],
            folder: "Coast"
        ),
        Case(
            name: "with a title",
            first: ["Ebb.md": "---\ntitle: The ebb\n---\n\(before.dropFirst(11))"],
            second: ["Low.md": "---\ntitle: The ebb\n---\n\(after.dropFirst(11))"]
        ),
        Case(
            name: "of the same day",
            first: ["Ebb.md": "---\ncreated: 2025-03-03\n---\n\(before)"],
            second: ["Low.md": "---\ncreated: 2025-03-03\n---\n\(after)"]
        ),
    ]

    func testItIsTheSameNote() async throws {
        for sample in Self.same {
            let library = try makeLibrary()
            try await run(Self.vault(sample.first), into: library, as: .markdown)
            let notes = try library.allNotes()
            let source = Self.vault(sample.second, as: sample.folder)
            let outcome = try await run(source, into: library, as: .markdown)
            XCTAssertEqual(outcome.report.new, [:], sample.name)
            XCTAssertEqual(outcome.report.changed, [.note: 1], sample.name)
            XCTAssertEqual(
                Set(try library.allNotes().map(\.id)),
                Set(notes.map(\.id)),
                sample.name
            )
            let texts = try library.allNotes().map(\.text)
            XCTAssertEqual(texts.count { $0.contains("at eight") }, 1, sample.name)
            XCTAssertFalse(texts.contains { $0.contains("at seven") }, sample.name)
            try await assertIsKnown(source, as: .markdown, to: library, sample.name)

            try library.undoImport(try XCTUnwrap(outcome.batch).id)
            XCTAssertEqual(try library.allNotes().map(\.text), notes.map(\.text), sample.name)
        }
    }

    private static let others = [
        Case(
            name: "another heading",
            first: ["Ebb.md": before],
            second: ["Low.md": after.replacing("The ebb", with: "The flood")]
        ),
        Case(
            name: "most lines are others",
            first: ["Ebb.md": "# The ebb\n\nSo it was.\nNo gulls.\nThe boats lay on their sides."],
            second: ["Low.md": "# The ebb\n\nSo it was.\nNo gulls.\nNobody had told anyone a word."]
        ),
        Case(
            name: "one line is the same",
            first: ["Ebb.md": "# The ebb\n\nThe boats lay on their sides.\nSo."],
            second: ["Low.md": "# The ebb\n\nThe boats lay on their sides.\nNo."]
        ),
        Case(
            name: "a copy, beside which the file still is",
            first: ["Ebb.md": before],
            second: ["Ebb.md": before, "Low.md": after]
        ),
        Case(
            name: "two that it may be",
            first: ["Ebb.md": before, "Copy.md": before + "\nAgain."],
            second: ["Low.md": after]
        ),
        Case(
            name: "two that may be it",
            first: ["Ebb.md": before],
            second: ["Low.md": after, "Lower.md": after + "\nAgain."]
        ),
        Case(
            name: "of another day",
            first: ["Ebb.md": "---\ncreated: 2025-03-03\n---\n\(before)"],
            second: ["Low.md": "---\ncreated: 2025-03-04\n---\n\(after)"]
        ),
        Case(
            name: "of another book",
            first: ["Sea/Ebb.md": before],
            second: ["Lake/Low.md": after]
        ),
        Case(
            name: "with an id",
            first: ["Ebb.md": before],
            second: ["Low.md": "---\nuid: 20250303120000\n---\n\(after)"]
        ),
        Case(
            name: "without a heading",
            first: ["Ebb.md": body],
            second: ["Low.md": body + "\nSo."]
        ),
    ]

    private static let body = String(before.dropFirst(11))

    func testWhatMayBeAnotherIsAnother() async throws {
        for sample in Self.others {
            let library = try makeLibrary()
            try await run(Self.vault(sample.first), into: library, as: .markdown)
            let notes = try library.allNotes()
            let source = Self.vault(sample.second, as: sample.folder)
            let outcome = try await run(source, into: library, as: .markdown)
            XCTAssertGreaterThan(outcome.report.new[.note] ?? 0, 0, sample.name)
            XCTAssertEqual(outcome.report.changed, [:], sample.name)
            let now = try library.allNotes()
            for note in notes { XCTAssertTrue(now.contains(note), sample.name) }
            try await assertIsKnown(source, as: .markdown, to: library, sample.name)
        }
    }

    /// The other file may lie beside it.
    func testAFileThatWasChosenAloneIsAnother() async throws {
        let library = try makeLibrary()
        try await run(Self.source("Ebb.md", Self.before), into: library, as: .markdown)
        let outcome = try await run(Self.source("Low.md", Self.after), into: library, as: .markdown)
        XCTAssertEqual(outcome.report.new[.note], 1)
        XCTAssertEqual(outcome.report.changed, [:])
    }

    /// Two files of the same name and words are one note, whether or not the library has any before.
    func testFilesOfTheSameWordsAreOneNote() async throws {
        let title = "---\ntitle: Ebb\n---\n\(Self.before)"
        let files = ["Sea/One.md": title, "Sea/Two.md": title]
        for first in [[:], ["Top.md": "# Top\n\nOf all."]] {
            let library = try makeLibrary()
            if !first.isEmpty { try await run(Self.vault(first), into: library, as: .markdown) }
            let outcome = try await run(Self.vault(files), into: library, as: .markdown)
            XCTAssertEqual(outcome.report.new[.note], 1)
            XCTAssertEqual(outcome.report.repeated[.note], 1)
        }
    }

    // MARK: - Of earlier versions

    func testTheOnlyFileOfAFolderWithAnotherName() async throws {
        for maker in [Maker.schema4, .schema5] {
            let library = try await library(by: maker)
            let before = try library.allNotes()
            let text = "A wall is a harvest\nthat stayed.\n\n> “Lift with the season.”"
            let files = ["Stone Harvest/On walls.md": "\(text)\n\nBut see the gate."]
            let source = Self.vault(files, as: "Field Notes")
            let outcome = try await run(source, into: library, as: .markdown)
            XCTAssertEqual(outcome.report.new, [:], maker.rawValue)
            XCTAssertEqual(outcome.report.changed, [.note: 1], maker.rawValue)
            let changed = try library.allNotes().filter { !before.contains($0) }
            XCTAssertEqual(changed.map(\.text), ["On walls\n\n\(text)\n\nBut see the gate."])
            try await assertIsKnown(source, as: .markdown, to: library, maker.rawValue)
            XCTAssertTrue(try library.check().isEmpty, maker.rawValue)
            try library.close()
        }
    }
}
