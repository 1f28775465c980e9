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
