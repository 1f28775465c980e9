import XCTest

@testable import Phrases

final class LocalizationTests: XCTestCase {
    func testATextWithoutATranslationIsItself() {
        XCTAssertEqual(localized("Xyzzy 100% “quoted” 🦅"), "Xyzzy 100% “quoted” 🦅")
    }

    func testAContextIsNoPartOfTheText() {
        XCTAssertEqual(localized("Link", context: "action"), "Link")
    }

    func testPlaceholdersAreFilledByNumber() {
        XCTAssertEqual(localized("%2, then %1", "one", "two"), "two, then one")
        XCTAssertEqual(localized("%1%1", "a"), "aa")
    }

    func testAValueThatLooksLikeAPlaceholderStaysAsItIs() {
        XCTAssertEqual(localized("%1 and %2", "%2", "%1"), "%2 and %1")
        XCTAssertEqual(localized("“%1”", "100%"), "“100%”")
    }

    func testWhatIsNoPlaceholderStays() {
        XCTAssertEqual(localized("%1 is 50%", "half"), "half is 50%")
        XCTAssertEqual(localized("%3 %x %", "a"), "%3 %x %")
        XCTAssertEqual(localized("%0", "a"), "%0")
    }

    func testValuesOfTheOtherDirectionAreIsolated() {
        let (name, other) = ("תמר", "נועה")
        XCTAssertEqual(localized("“%1” deleted", name), "“\u{2068}\(name)\u{2069}” deleted")
        XCTAssertEqual(localized("“%1” deleted", "Émile, 3"), "“Émile, 3” deleted")
        XCTAssertEqual(
            localizedList([name, other, "Cray"]),
            "\u{2068}\(name)\u{2069}, \u{2068}\(other)\u{2069}, Cray"
        )
        XCTAssertEqual(parted(["1815", name]), "1815 · \u{2068}\(name)\u{2069}")
        XCTAssertEqual(localizedList([]), "")
        TextDirection.isRightToLeft = true
        defer { TextDirection.isRightToLeft = false }
        XCTAssertEqual(localizedList([name, "Cray", "12"]), "\(name), \u{2068}Cray\u{2069}, 12")
    }

    func testTheMarksOfIsolationAreTakenAway() {
        let name = "תמר"
        let text = localized("“%1” deleted", name)
        XCTAssertEqual(TextDirection.unmarked(text), "“\(name)” deleted")
        XCTAssertEqual(TextDirection.unmarked("a b"), "a b")
    }

    func testTheFormFollowsTheNumber() {
        XCTAssertEqual(localized("%1 note", plural: "%1 notes", count: 1), "1 note")
        for count in [0, 2, 11, 100] {
            XCTAssertEqual(
                localized("%1 note", plural: "%1 notes", count: count),
                "\(count) notes"
            )
        }
    }
}
