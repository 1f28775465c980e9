import Foundation
import HawkNotesFormats
import HawkNotesModel
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
}
