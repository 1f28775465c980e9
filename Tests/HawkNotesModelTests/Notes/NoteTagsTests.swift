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
}
