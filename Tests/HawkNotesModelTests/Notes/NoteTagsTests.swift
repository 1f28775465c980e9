import HawkNotesModel
import XCTest

/// Tags that are typed in the text of a note.
final class NoteTagsTests: XCTestCase {
    func testTagsAreWordsAfterANumberSign() {
        let cases: [(String, [String])] = [
            ("", []), ("plain", []), ("#sea", ["sea"]),
            ("By the #sea, at #Night.", ["sea", "Night"]),
            ("(#one) “#two” [#three] –#four", ["one", "two", "three", "four"]),
            ("#été #Été #ete", ["été"]), ("#to_lend #part-1/b", ["to_lend", "part-1/b"]),
            ("#sea- #lake/ ", ["sea", "lake"]), ("line\n#next", ["next"]),
            ("#日本 #чайка", ["日本", "чайка"]),
            ("#3 #1984 # #- ##sea #-", []), ("# A heading", []),
            ("C# a#b https://a.example/#part", []),
            ("#sea#lake", ["sea"]), ("#e\u{301}te", ["éte"]), ("#sea😀", ["sea"]),
        ]
        for (text, tags) in cases { XCTAssertEqual(NoteTags.typed(in: text), tags, text) }
    }

    func testTypedTagsFollowThoseOfTheField() {
        XCTAssertEqual(
            NoteTags.all(["Sea", "to lend"], in: "#lake #sea"),
            ["Sea", "to lend", "lake"]
        )
        XCTAssertEqual(NoteTags.all(["Sea"], in: "none"), ["Sea"])
    }

    func testATagIsTypedBehindANumberSign() {
        let cases: [(String, String?)] = [
            ("#sea", "sea"), ("by #Ha-w", "Ha-w"), ("(#é", "é"), ("#", nil), ("#3", nil),
            ("a#b", nil), ("#sea ", nil), ("#sea side", nil), ("##sea", nil), ("sea", nil),
            ("#one #two", "two"),
        ]
        for (text, expected) in cases {
            let query = TagQuery(before: text)
            XCTAssertEqual(query?.text, expected, text)
            if let expected { XCTAssertEqual(query?.length, expected.unicodeScalars.count + 1) }
        }
    }

    func testKnownTagsAreCompleted() throws {
        let names = ["Sealskin", "to lend", "séance", "sea", "sea side", "lake"]
        let query = try XCTUnwrap(TagQuery(before: "#sea"))
        XCTAssertEqual(query.hits(among: names), ["Sealskin", "séance"])
        XCTAssertEqual(query.hits(among: names, limit: 1), ["Sealskin"])
    }
}
