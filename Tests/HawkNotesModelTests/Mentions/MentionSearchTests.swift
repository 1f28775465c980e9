import Foundation
import XCTest

@testable import HawkNotesModel

final class MentionSearchTests: XCTestCase {
    private static func search(_ names: [(String, [String])]) -> MentionSearch {
        MentionSearch(
            names.map { name, aliases in
                Character(id: UUID(), seriesID: UUID(), name: name, position: 0, aliases: aliases)
            }
        )
    }

    private func names(_ query: String, in search: MentionSearch) -> [String] {
        search.hits(query).map {
            [$0.character.name, $0.alias].compactMap(\.self).joined(separator: "/")
        }
    }

    func testTheBestFitComesFirst() {
        let search = Self.search([
            ("Magda", []), ("Jane Agnew", []), ("Élodie", ["Agent"]), ("Ágatha", []),
        ])
        XCTAssertEqual(names("AG", in: search), ["Ágatha", "Jane Agnew", "Élodie/Agent", "Magda"])
        XCTAssertEqual(names("elo", in: search), ["Élodie"])
        XCTAssertEqual(names("xyz", in: search), [])
        XCTAssertEqual(names("", in: search).count, 4)
        XCTAssertTrue(search.isName("agatha"))
        XCTAssertFalse(search.isName("agath"))
    }

    func testABlankIsPartOfANameAndNotOfASentence() {
        let search = Self.search([("Ann", []), ("Ann Lee", ["The Hawk of Ann"]), ("Lee", [])])
        XCTAssertEqual(names("ann l", in: search), ["Ann Lee"])
        XCTAssertEqual(names("ann went", in: search), [])
        XCTAssertEqual(names("the h", in: search), ["Ann Lee/The Hawk of Ann"])
    }

    func testThereAreAtMostEight() {
        let search = Self.search((0..<5000).map { ("Name \($0)", []) })
        XCTAssertEqual(names("na", in: search).count, 8)
    }

    func testWhatIsBeingTypedStandsBetweenTheAtAndTheCursor() {
        for (before, expected) in [
            ("@", ""), ("see @Ag", "Ag"), ("@Ann L", "Ann L"), ("(@x", "x"), ("a@b", nil),
            ("@ x", nil), ("", nil), ("no", nil), ("@a\nb", nil), ("@@a", nil), ("@a @b", "b"),
            ("@" + String(repeating: "x", count: 61), nil),
        ] as [(String, String?)] {
            XCTAssertEqual(MentionQuery(before: before)?.text, expected, before)
        }
        XCTAssertEqual(MentionQuery(before: "see @Äg")?.length, 3)
    }

    func testANewNameIsOneWordOfTwoLetters() {
        for (text, isName) in [
            ("@Ag", true), ("@A", false), ("@", false), ("@Ag b", false), ("@Ag,", false),
            ("@O’Neill", true), ("@12", false), ("@R2", true),
        ] {
            XCTAssertEqual(MentionQuery(before: text)?.isNewName, isName, text)
        }
    }
}
