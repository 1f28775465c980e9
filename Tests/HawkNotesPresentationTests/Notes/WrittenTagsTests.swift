import XCTest

@testable import HawkNotesPresentation

/// Tags as they are written in a field of their own.
final class WrittenTagsTests: XCTestCase {
    func testTagsAreSeparatedByCommas() {
        let cases: [(String, [String])] = [
            ("", []), (" , ,", []), ("sea", ["sea"]), ("sea, low  tide,", ["sea", "low tide"]),
            ("#sea #low tide", ["sea", "low tide"]),
            ("#sea, lake\nriver", ["sea", "lake", "river"]),
            ("Sea, séa", ["Sea"]), ("海、空，星", ["海", "空", "星"]), ("C# and F#", ["C# and F#"]),
        ]
        for (text, names) in cases { XCTAssertEqual(WrittenTags.names(in: text), names, text) }
    }

    func testATagWithACommaStaysWhole() {
        let known = ["Quill, Zelda", "sea"]
        let text = WrittenTags.text(of: known)
        XCTAssertEqual(WrittenTags.names(in: text, known: known), known)
        XCTAssertEqual(
            WrittenTags.names(in: text + ", lake", known: known),
            ["Quill, Zelda", "sea", "lake"]
        )
        XCTAssertEqual(WrittenTags.names(in: "Quill, Zeldas", known: known), ["Quill", "Zeldas"])
    }

    func testThePartAtTheCursorIsTyped() {
        let text = "sea, #lá ke,r"
        let cases: [(Int, String?, Range<Int>)] = [
            (0, nil, 0..<0), (2, "se", 0..<3), (3, "sea", 0..<3), (4, nil, 0..<0), (6, nil, 0..<0),
            (8, "lá", 6..<11), (11, "lá ke", 6..<11), (13, "r", 12..<13), (14, nil, 0..<0),
        ]
        for (cursor, typed, range) in cases {
            let part = WrittenTags.part(of: text, at: cursor)
            XCTAssertEqual(part?.typed, typed, "\(cursor)")
            if typed != nil { XCTAssertEqual(part?.range, range, "\(cursor)") }
        }
    }

    func testKnownTagsThatTheFieldHasAreNotOffered() throws {
        let known = ["Sealskin", "séance", "sea", "lake", "Sea side"]
        func hits(_ text: String, _ cursor: Int, limit: Int = 8) throws -> [String] {
            let part = try XCTUnwrap(WrittenTags.part(of: text, at: cursor))
            return WrittenTags.hits(part, among: known, limit: limit)
        }
        XCTAssertEqual(try hits("sea, sealskin", 3), ["séance", "Sea side"])
        XCTAssertEqual(try hits("SEA", 3), ["Sealskin", "séance", "sea", "Sea side"])
        XCTAssertEqual(try hits("SEA", 3, limit: 2), ["Sealskin", "séance"])
        XCTAssertEqual(try hits("sea, s", 6), ["Sealskin", "séance", "Sea side"])
    }
}
