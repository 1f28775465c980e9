import Foundation
import XCTest

@testable import HawkNotesFormats

/// Highlights of calibre's own viewer, which lie in the package document beside a book.
final class CalibreAnnotationsTests: XCTestCase {
    private func reading(_ annotations: String...) throws -> Reading {
        let metas = annotations.map { json in
            let value = json.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
                .replacing("<", with: "&lt;")
            return "<meta name=\"calibre:annotation\" content=\"\(value)\"/>"
        }
        let package = """
            <?xml version='1.0' encoding='utf-8'?><package xmlns="http://www.idpf.org/2007/opf">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:opf="http://www.idpf.org/2007/opf">
            <dc:title>A title</dc:title><dc:identifier opf:scheme="uuid">1</dc:identifier>
            \(metas.joined())</metadata></package>
            """
        let source = ImportSource(
            name: "Library",
            files: ["A/A title (1)/metadata.opf": Array(package.utf8)]
        )
        return try Reading(source, as: .calibreLibrary)
    }

    private func wrapped(_ annotation: String) -> String {
        "{\"format\": \"EPUB\", \"user_type\": \"local\", \"annotation\": {\(annotation)}}"
    }

    func testAHighlightWithWords() throws {
        let reading = try reading(
            wrapped(
                """
                "type": "highlight", "uuid": "u1", "highlighted_text": "One flesh,\\none end.",
                "notes": "Who <says> & so?", "start_cfi": "/2/4[a]/1:0", "spine_index": 3,
                "spine_name": "ch1.xhtml", "toc_family_titles": ["Act One", "Chapter 1"],
                "style": {"kind": "color", "type": "builtin", "which": "yellow"},
                "timestamp": "2024-12-30T14:46:33.512Z"
                """
            )
        )
        let note = try XCTUnwrap(reading.notes.first)
        XCTAssertEqual(note.book, reading.books.first?.identity)
        XCTAssertEqual(note.quote, "One flesh,\none end.")
        XCTAssertEqual(note.text, "Who <says> & so?")
        XCTAssertEqual(note.place?.chapter, "Chapter 1")
        XCTAssertEqual(note.quoteColor, "yellow")
        XCTAssertEqual(
            note.created,
            .instant(Date(timeIntervalSince1970: 1_735_569_993.512))
        )
        XCTAssertEqual(note.identity, SourceIdentity(origin: "calibre", key: "annotation u1"))
        XCTAssertNotNil(note.wordsIdentity)
        XCTAssertEqual(reading.reasons, [])
    }

    func testOtherStyles() throws {
        let reading = try reading(
            wrapped(
                """
                "type": "highlight", "uuid": "u1", "highlighted_text": "a",
                "style": {"kind": "decoration", "type": "builtin", "which": "wavy"}
                """
            )
        )
        XCTAssertEqual(reading.notes.first?.quoteStyle, "wavy")
        XCTAssertNil(reading.notes.first?.quoteColor)
    }

    func testWhatIsNoHighlight() throws {
        let reading = try reading(
            wrapped("\"type\": \"last-read\", \"pos\": \"epubcfi(/2)\""),
            wrapped("\"type\": \"bookmark\", \"title\": \"Here\""),
            wrapped("\"type\": \"highlight\", \"uuid\": \"u1\", \"removed\": true"),
            wrapped("\"type\": \"highlight\", \"uuid\": \"u2\"")
        )
        XCTAssertEqual(reading.notes, [])
        // Where a book was left is no note, and what was deleted is none either.
        XCTAssertEqual(reading.reasons, [.leftOut(.bookmark, count: 2, example: "Here")])
    }

    func testDamage() throws {
        let reading = try reading("{", "[]", "\"\"", wrapped("\"type\": \"highlight\""), "nothing")
        XCTAssertEqual(reading.notes, [])
        XCTAssertEqual(reading.report.problemCount, 5)
    }

    func testAHighlightWithoutAnId() throws {
        let one = wrapped("\"type\": \"highlight\", \"highlighted_text\": \"a\"")
        XCTAssertEqual(try reading(one).notes.count, 1)
        XCTAssertEqual(try reading(one).notes, try reading(one).notes)
    }
}
