import Foundation
import TestSupport
import XCTest

@testable import HawkNotesFormats

final class HostileInputTests: XCTestCase {
    static let count = sample(few: 300, more: 1_000, all: 20_000)

    private func check(
        _ format: ImportFormatName,
        _ paths: [String],
        tokens: [String],
        line: UInt = #line
    ) throws {
        let seeds = try paths.map { try Fixtures.bytes($0) }
        for seed in 0..<Self.count {
            var mutator = Mutator(seed: seed, tokens: tokens)
            let bytes = mutator.mutated(seeds[seed % seeds.count])
            let broken = FormatProperties.violation(bytes, as: format, library: Reading.library)
            if let broken { return XCTFail("seed \(seed): \(broken)", line: line) }
        }
    }

    /// What the fuzzer has found, and all fixtures as what they are not.
    func testEveryFixtureAsEveryFormat() throws {
        let manager = FileManager.default
        let paths = try manager.subpathsOfDirectory(atPath: Fixtures.folder.path)
            .filter { !$0.hasSuffix(".expected") }
        for path in paths {
            let url = Fixtures.folder.appendingPathComponent(path)
            var isFolder: ObjCBool = false
            guard manager.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue
            else { continue }
            let bytes = Array(try Data(contentsOf: url))
            for format in ImportFormatName.allCases {
                let broken = FormatProperties.violation(
                    bytes,
                    as: format,
                    library: Reading.library
                )
                if let broken { XCTFail("\(path) as \(format): \(broken)") }
            }
        }
    }

    func testKindleClippings() throws {
        let names = try Fixtures.names(in: "kindle").map { "kindle/\($0)" }
        try check(
            .kindleClippings,
            names,
            tokens: [
                "==========\n", "- ", "|", "｜", "\u{FEFF}", "(", ")", "位置", "99999999999999999999",
                ":", "- Your Note on page 1 | ", "- Your Highlight at location 1-999999999 | ",
                " t/m ", "xiv", "26 July 14", "3/4/24", "GMT+99", "23h59min60s", "2024年",
                "(Unknown)",
                "(German Edition)",
            ]
        )
    }

    func testKindleNotebooks() throws {
        let names = try Fixtures.names(in: "kindle-notebook").map { "kindle-notebook/\($0)" }
        try check(
            .kindleNotebook,
            names,
            tokens: [
                "<div class='noteHeading'>", "<div class=\"noteText\">", "</div>", "<h3", "<br>",
                "&#0;",
                "<span class='highlight_'>", "<span class=\"highlight_blue\">", " - ", " > ", "·",
                "Page 99999999999999999999", "Location 9-1", "<!--", "<script>", "</html>",
                "<table>",
                "<div class='bookTitle'>", "<div class='authors'>", "Bookmark", "：", "《",
            ]
        )
    }

    func testKOReaderJSON() throws {
        try check(
            .koreaderJSON,
            ["koreader-json/one-book.json", "koreader-json/documents.json"],
            tokens: [
                "{", "[", "\"", "\\u", "\\ud800", "1e999", "[[[[[[[[[[[[[[[[[[[[", "null", ":", ",",
            ]
        )
    }

    func testKOReaderSidecars() throws {
        try check(
            .koreaderSidecar,
            [
                "koreader-sidecar/new/Gideon.sdr/metadata.epub.lua",
                "koreader-sidecar/old/Die Wand.sdr/metadata.epub.lua",
            ],
            tokens: [
                "{", "}", "[[", "]]", "[==[", "--", "--[[", "\\", "\\999", "nil", "{{{{{{{{",
                "0x1p9",
            ]
        )
    }

    func testTables() throws {
        let tokens = [
            "\"", ",", "\n", "\r", ";", "\t", "=\"\"", "&#x110000;", "<br", "&", "3/4/23",
            "26/02/2023", "12:60 PM", ".h1", ".c1 ", ".c999", "discard", "Unknown", ", Jr.",
            " and ",
        ]
        let highlights = ["readwise/without-last-column.csv", "readwise/commands.csv"]
        try check(.readwise, highlights, tokens: tokens)
        try check(.kindleNotebookTable, ["kindle-notebook-csv/paperwhite.csv"], tokens: tokens)
        let books = ["goodreads/library.csv", "goodreads/saved-day-first.csv"]
        try check(.goodreads, books, tokens: tokens)
        try check(.storyGraph, ["storygraph/export.csv"], tokens: tokens)
        try check(.calibreTable, ["calibre-csv/catalogue.csv"], tokens: tokens)
        try check(.bookTable, ["books-csv/lists.csv"], tokens: tokens)
    }

    func testMarkdown() throws {
        try check(
            .markdown,
            [
                "markdown/ours/a note.md", "markdown/ours/books/book.md",
                "markdown/ours/books/with lists.md", "markdown/ours/related.md",
                "markdown/ours/of a stranger.md",
                "markdown/others/Die Wand/Erster Eindruck.md", "markdown/others/bombs.md",
            ],
            tokens: Self.markdownTokens
        )
    }

    func testPages() throws {
        let paths = try Fixtures.names(in: "markdown-pages").map { "markdown-pages/\($0)" }
        let mark = String(UnicodeScalar(FormatProperties.fileMark))
        let tokens = [
            "<!-- hawk-notes note {", "} -->\n", "<!-- hawk-notes text -->\n",
            "<!-- /hawk-notes -->\n", "](a.md#hawknotes://", "\"quote\":true", "\"id\":null",
            "\(mark)\(ExportManifest.name)\n", "../../x", String(repeating: "0", count: 64),
            "kind: \"notes\"\n", "kind: \"library\"\n", "\r\n",
        ]
        try check(.markdown, paths, tokens: tokens + Self.markdownTokens)
    }

    func testVaults() throws {
        let paths = try Fixtures.names(in: "markdown-vaults").map { "markdown-vaults/\($0)" }
        let mark = String(UnicodeScalar(FormatProperties.fileMark))
        let tokens = [
            "\(mark).obsidian/templates.json\n{\"folder\": \"A\"}", "\(mark)logseq/config.edn\n{}",
            "\(mark)x.md\n", "## Highlights\n", "> [!quote] ", "Note: ", "`epubcfi(", "%% ID: ",
            "([Location 1](", "^ref-", "::", "type_: 1", "![[",
        ]
        try check(.markdown, paths, tokens: tokens + Self.markdownTokens)
        for seed in 0..<Self.count {
            let files = RandomVault(seed: seed).texts.sorted { $0.key < $1.key }
            let vault = files.map { "\(mark)\($0.key)\n\($0.value)" }.joined()
            var mutator = Mutator(seed: seed, tokens: tokens)
            let bytes = mutator.mutated(Array(vault.utf8))
            let broken = FormatProperties.violation(
                bytes,
                as: .markdown,
                library: Reading.library
            )
            if let broken { return XCTFail("seed \(seed): \(broken)") }
        }
    }

    private static let markdownTokens = [
        "---\n", "- - - - - - - -", "? ? ? ?", "[[[[[[", "{", "&a", "*a", "!!map", ">", "|", "\"",
        "readings: [\"2019-02-30/\"]\n", "rating: \"1e999\"\n", "undated: \"true\"\n",
    ]

    // MARK: - Size

    func testALineOfTwoGigabytesTakesNoMemory() throws {
        let folder = try TemporaryDirectory()
        for (name, format, head) in [
            ("clippings.txt", ImportFormatName.kindleClippings, "A title\n"),
            ("table.csv", .readwise, "Highlight,Book Title,Book Author\n\""),
            ("notes.json", .koreaderJSON, "{\"entries\": [{\"text\": \""),
        ] {
            let url = folder.url.appendingPathComponent(name)
            try Data(head.utf8).write(to: url)
            let handle = try FileHandle(forWritingTo: url)
            try handle.truncate(atOffset: 2 << 30)
            try handle.close()
            let before = try Self.peakMemory()
            let reading = try Reading(ImportSource(path: url.path), as: format)
            XCTAssertTrue(
                reading.reasons.contains(.textTooLong(limit: ImportLimits().textSize)),
                "\(name): \(reading.reasons)"
            )
            XCTAssertLessThan(try Self.peakMemory() - before, 64 << 20, name)
        }
    }

    /// The most that this process has had, in bytes.
    private static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try XCTUnwrap(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try XCTUnwrap(Int(line.filter { $0.isNumber })) * 1024
    }

    // MARK: - Files that are none

    func testPipesLinksAndDevicesAreNotRead() throws {
        let folder = try TemporaryDirectory()
        let pipe = folder.url.appendingPathComponent("pipe.md").path
        XCTAssertEqual(mkfifo(pipe, 0o600), 0)
        let link = folder.url.appendingPathComponent("link.md").path
        XCTAssertEqual(symlink("/etc/passwd", link), 0)
        let loop = folder.url.appendingPathComponent("loop").path
        XCTAssertEqual(symlink(folder.url.path, loop), 0)
        let reading = try Reading(ImportSource(path: folder.url.path), as: .markdown)
        XCTAssertEqual(reading.items, [])
        XCTAssertEqual(reading.reasons, [.notAFile, .notAFile, .notAFile])
        let device = try Reading(ImportSource(path: "/dev/zero"), as: .kindleClippings)
        XCTAssertEqual(device.reasons, [.notAFile])
    }

    func testFoldersInFoldersEnd() throws {
        let folder = try TemporaryDirectory()
        let deep = folder.url.path + String(repeating: "/d", count: 60)
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(fileURLWithPath: deep + "/a.md"))
        let reading = try Reading(ImportSource(path: folder.url.path), as: .markdown)
        XCTAssertEqual(reading.items, [])
        XCTAssertEqual(reading.reasons, [.tooDeep(limit: ImportLimits().folderDepth)])
    }
}
