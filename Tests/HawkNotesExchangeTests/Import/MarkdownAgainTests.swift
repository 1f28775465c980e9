import Foundation
import HawkNotesFormats
import HawkNotesModel
import LibraryTestSupport
import XCTest

@testable import HawkNotesExchange

/// A vault that is imported again after a while.
final class MarkdownAgainTests: ExchangeTestCase {
    private static func vault(_ files: [String: String], as name: String = "Vault") -> ImportSource
    {
        ImportSource(name: name, files: files.mapValues { Array($0.utf8) })
    }

    private let first = [
        "Books/Ice/Frost.md": "---\ncreated: 2025-03-03\n---\n# Frost\n\nIt came.",
        "Books/Snow/Thaw.md": "# Thaw\n\nIt went.",
        "Books/Rain.md": """
        ---
        title: Rain
        author: Marta Berg
        ---
        ## Highlights

        - It fell. ([Location 12](https://example.org/12))
        - It stopped. ^r-2
        """,
    ]

    private func texts(_ library: Library) throws -> [String] {
        try library.allNotes().map { [$0.quote?.text, $0.text].compactMap(\.self).joined() }
            .sorted()
    }

    func testTheSameFolderAddsNothing() async throws {
        let library = try makeLibrary()
        try await run(Self.vault(first), into: library, as: .markdown)
        let before = try texts(library)
        XCTAssertEqual(before.count, 4)
        let above = Dictionary(uniqueKeysWithValues: first.map { ("Vault/\($0.key)", $0.value) })
        for source in [
            Self.vault(first), Self.vault(first, as: "Copy"), Self.vault(above, as: "above"),
        ] {
            let outcome = try await run(source, into: library, as: .markdown)
            XCTAssertNil(outcome.batch)
        }
        XCTAssertEqual(try texts(library), before)
    }

    func testAMovedFileAndANewPassage() async throws {
        let library = try makeLibrary()
        try await run(Self.vault(first), into: library, as: .markdown)
        var second = first
        second["Books/Read/Snow/Thaw.md"] = second.removeValue(forKey: "Books/Snow/Thaw.md")
        second["Books/Rain.md"]? += "\n- It began again. (Location 20)\n"
        let outcome = try await run(Self.vault(second), into: library, as: .markdown)
        XCTAssertEqual(outcome.report.new, [.note: 1])
        XCTAssertEqual(try texts(library).count, 5)
    }

    func testAFileThatWasEditedIsTheSameNote() async throws {
        let library = try makeLibrary()
        try await run(Self.vault(first), into: library, as: .markdown)
        let ids = Set(try library.allNotes().map(\.id))
        var second = first
        second["Books/Snow/Thaw.md"] = "# Thaw\n\nIt went, slowly."
        second["Books/Rain.md"] = second["Books/Rain.md"]?
            .replacing("It fell.", with: "It fell, and fell.")
        let outcome = try await run(
            Self.vault(second, as: "Elsewhere"),
            into: library,
            as: .markdown
        )
        XCTAssertEqual(outcome.report.changed, [.note: 2])
        XCTAssertEqual(outcome.report.new, [:])
        XCTAssertEqual(Set(try library.allNotes().map(\.id)), ids)
        XCTAssertTrue(try texts(library).contains("# Thaw\n\nIt went, slowly."))
        XCTAssertTrue(try texts(library).contains("It fell, and fell."))
        let above = Dictionary(uniqueKeysWithValues: second.map { ("Vault/\($0.key)", $0.value) })
        for source in [Self.vault(second), Self.vault(above, as: "above")] {
            let again = try await run(source, into: library, as: .markdown)
            XCTAssertNil(again.batch)
        }
        // A file that was moved afterwards is found by what it says now.
        second["Books/Read/Snow/Thaw.md"] = second.removeValue(forKey: "Books/Snow/Thaw.md")
        let last = try await run(Self.vault(second), into: library, as: .markdown)
        XCTAssertEqual(last.report.new[.note], nil)
    }

    func testTwoFilesOfTheSameWordsBecomeTwoNotes() async throws {
        let one = ["Sea/One.md": "---\ntitle: Ebb\n---\nIt went."]
        let two = one.merging(["Sea/Two.md": one["Sea/One.md"]!]) { $1 }
        for name in ["Sea/One.md", "Sea/Two.md"] {
            let library = try makeLibrary()
            try await run(Self.vault(two), into: library, as: .markdown)
            XCTAssertEqual(try texts(library).count, 1)
            var edited = two
            edited[name] = "---\ntitle: Ebb\n---\nIt came back."
            try await run(Self.vault(edited), into: library, as: .markdown)
            let expected = ["Ebb\n\nIt came back.", "Ebb\n\nIt went."]
            XCTAssertEqual(try texts(library), expected, name)
            let again = try await run(Self.vault(edited), into: library, as: .markdown)
            XCTAssertNil(again.batch, name)
            XCTAssertEqual(try texts(library), expected, name)
        }
    }
}
