import Foundation
import TestSupport
import XCTest

@testable import HawkNotesFormats

/// Folders of programs that keep notes as Markdown.
final class MarkdownVaultTests: XCTestCase {
    func testLogseq() throws {
        let reading = try readMarkdown(
            [
                "logseq/config.edn": "{}",
                "logseq/bak/pages/Frost/2025-01-01.md": "- Old words",
                "logseq/bak/pages/Frost/2025-01-02.md": "- Older words",
                "logseq/.recycle/pages_Gone.md": "- Gone words",
                "journals/2025_03_04.md": "- Began [[Below the Ice]].",
                "pages/Below the Ice.md": "author:: Marta Berg\ntags:: book\n\n- Ice. #quote",
                "pages/Below the Ice___Mira.md": """
                book:: [[Below the Ice]]

                - Keeps the lamp.
                  id:: 6400a0c2-0000-4000-8000-000000000001
                  collapsed:: true
                \t- Her brother is the keeper.
                """,
            ],
            as: "graph"
        )
        XCTAssertEqual(reading.books.map(\.title), ["Below the Ice", "graph"])
        XCTAssertEqual(reading.books.first?.authors, ["Marta Berg"])
        XCTAssertEqual(
            reading.notes.map(\.text),
            [
                "- Ice. #quote", "- Began [[Below the Ice]].",
                "Below the Ice/Mira\n\n- Keeps the lamp.\n\t- Her brother is the keeper.",
            ]
        )
        let ice = reading.books.first?.identity
        XCTAssertEqual(reading.notes.map(\.book), [ice, reading.books.last?.identity, ice])
        XCTAssertEqual(
            reading.notes[1].created,
            LocalTime(year: 2025, month: 3, day: 4).map { .local($0) }
        )
        XCTAssertEqual(reading.leftOut[.backupCopy], 2)
    }

    func testFormsEmptyFilesAndPicturesAreCounted() throws {
        let reading = try readMarkdown([
            ".obsidian/templates.json": "{\"folder\": \"Meta/Forms\"}",
            "Meta/Forms/Book.md": "A form without any mark.",
            "Forms/Day.md": "# <% tp.date.now() %>\n",
            "Forms/Week.md": "---\ncreated: {{date:YYYY}}\n---\nWeek",
            "Reading/Nobody.md": "",
            "Reading/Blank.md": "\n\n",
            "Reading/Code.md":
                "`{{date}}` is a date, and `![[a.png]]` a picture.\n\n{{query (todo)}}",
            "Reading/Frost.md": "It came.\n\n![[road.png]] ![A road](img/road.jpg) ![[Other note]]",
            "Reading/road.png": "",
        ])
        XCTAssertEqual(reading.notes.map(\.text.first), ["C", "F"])
        XCTAssertEqual(reading.leftOut, [.form: 3, .emptyFile: 2, .pictureInNote: 2])
    }

    func testTheFolderOfTemplaterIsThatOfForms() throws {
        let settings = ".obsidian/plugins/templater-obsidian/data.json"
        func leftOut(_ json: String) throws -> Int? {
            try readMarkdown([
                ".obsidian/templates.json": "{\"folder\": \"Meta/Forms\"}", settings: json,
                "Meta/Forms/Book.md": "A form without any mark.",
                "Meta/Scripts/Day.md": "Another one.", "Frost.md": "It came.",
            ]).leftOut[.form]
        }
        XCTAssertEqual(try leftOut("{\"templates_folder\": \"Meta/Scripts\"}"), 2)
        XCTAssertEqual(try leftOut("{\"templates_folder\": \"/./Meta/Scripts/ \"}"), 2)
        // Whatever a stranger's settings are, notes stay notes.
        let others = [
            "", "[", "{\"templates_folder\": \"\"}", "{\"templates_folder\": \"/\"}",
            "{\"templates_folder\": [\"Meta/Scripts\"]}", "{\"templates_folder\": \"../..\"}",
        ]
        for json in others { XCTAssertEqual(try leftOut(json), 1, json) }
        // Settings of plugins are often longer than one piece that is read.
        let long = String(repeating: "x", count: 200_000)
        let json = "{\"script\": \"\(long)\", \"templates_folder\": \"Meta/Scripts\"}"
        XCTAssertEqual(try leftOut(json), 2)
    }

    func testAPartOfAVaultHasTheFormsOfTheWhole() throws {
        let folder = try TemporaryDirectory()
        let plugin = folder.url.appendingPathComponent(".obsidian/plugins/templater-obsidian")
        let forms = folder.url.appendingPathComponent("Meta/Forms")
        for url in [plugin, forms] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        try Data("{\"templates_folder\": \"Meta/Forms\"}".utf8)
            .write(to: plugin.appendingPathComponent("data.json"))
        try Data("A form.".utf8).write(to: forms.appendingPathComponent("Day.md"))
        let chosen = try ImportSource(path: folder.url.appendingPathComponent("Meta").path)
        XCTAssertEqual(try Reading(chosen, as: .markdown).leftOut, [.form: 1])
    }

    func testAPictureBesideTheBookIsItsCover() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
        let text = "---\nauthor: Marta Berg\ncover: \"![[art/ice.png]]\"\n---\nIce."
        let source = ImportSource(
            name: "Vault",
            files: ["Books/Below the Ice.md": Array(text.utf8), "Books/art/ice.png": png]
        )
        let reading = try Reading(source, as: .markdown)
        XCTAssertEqual(reading.pictures.map(\.subject), reading.books.map(\.identity))
        XCTAssertEqual(reading.report.problems, [])
    }

    func testTextBundles() throws {
        let reading = try readMarkdown([
            "Ice/Frost.textbundle/info.json":
                "{\"version\": 2, \"net.shinyfrog.bear\": {\"uniqueIdentifier\": \"ABCD-1\","
                + " \"creationDate\": \"2025-03-04T05:06:07Z\"}}",
            "Ice/Frost.textbundle/text.md": "It came.",
            "Ice/Gone.textbundle/info.json": "{\"net.shinyfrog.bear\": {\"trashed\": 1}}",
            "Ice/Gone.textbundle/text.txt": "It went.",
        ])
        XCTAssertEqual(reading.notes.map(\.text), ["Frost\n\nIt came."])
        XCTAssertEqual(reading.books.map(\.title), ["Ice"])
        XCTAssertNotNil(reading.notes.first?.created)
        XCTAssertEqual(reading.leftOut, [.trashed: 1])
    }

    func testJoplin() throws {
        let note = String(repeating: "a1", count: 16)
        let notebook = String(repeating: "b2", count: 16)
        let tag = String(repeating: "c3", count: 16)
        let reading = try readMarkdown([
            "\(note).md": """
            Frost

            It came.

            id: \(note)
            parent_id: \(notebook)
            created_time: 2025-03-04T05:06:07.000Z
            updated_time: 2025-03-05T05:06:07.000Z
            type_: 1
            """,
            "\(notebook).md": "Below the Ice\n\nid: \(notebook)\nparent_id: \ntype_: 2",
            "\(tag).md": "ice\n\nid: \(tag)\ntype_: 5",
        ])
        XCTAssertEqual(reading.notes.map(\.text), ["Frost\n\nIt came."])
        XCTAssertEqual(reading.books.map(\.title), ["Below the Ice"])
        XCTAssertNotNil(reading.notes.first?.created)
        XCTAssertEqual(reading.leftOut, [.programData: 1])
    }

    func testNotion() throws {
        let (one, other) = (String(repeating: "0d", count: 16), String(repeating: "1e", count: 16))
        let reading = try readMarkdown([
            "Below the Ice \(one)/Frost \(other).md": "# Frost\n\nIt came."
        ])
        XCTAssertEqual(reading.books.map(\.title), ["Below the Ice"])
        XCTAssertEqual(reading.notes.map(\.text), ["# Frost\n\nIt came."])
        let moved = try readMarkdown(["Read/Frost \(other).md": "# Frost\n\nIt came, and went."])
        XCTAssertEqual(moved.notes.map(\.identity), reading.notes.map(\.identity))
    }

    /// Part of a vault, and one file of it, are the same as in the vault.
    func testAVaultBeginsWhereItsSettingsLie() throws {
        let folder = try TemporaryDirectory()
        let books = folder.url.appendingPathComponent("above/Vault/Books/Ice")
        try FileManager.default.createDirectory(at: books, withIntermediateDirectories: true)
        let vault = folder.url.appendingPathComponent("above/Vault")
        try FileManager.default.createDirectory(
            at: vault.appendingPathComponent(".obsidian"),
            withIntermediateDirectories: true
        )
        let file = books.appendingPathComponent("Frost.md")
        try Data("It came.".utf8).write(to: file)
        let readings = try ["above", "above/Vault", "above/Vault/Books", "above/Vault/Books/Ice"]
            .map {
                try Reading(
                    ImportSource(path: folder.url.appendingPathComponent($0).path),
                    as: .markdown
                )
            }
        let alone = try Reading(ImportSource(path: file.path), as: .markdown)
        let identities = Set((readings + [alone]).flatMap { $0.notes.map(\.identity) })
        XCTAssertEqual(identities.count, 1)
        XCTAssertEqual(Set(readings.flatMap { $0.books.map(\.title) }), ["Ice"])
    }
}
