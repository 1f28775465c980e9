import DisplayTestSupport
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What is not among the choices may be typed, where that means something.
final class ChoiceListTests: DisplayTestCase {
    func testALanguageIsFoundByNameAndTypedByCode() throws {
        try withProgram { program in
            let page = program.openWindow().page.root
            XCTAssertTrue(MainLoop.run { page.isMapped })
            var chosen: [String] = []
            let list = ChoiceList(
                LanguageText.choices(including: nil),
                name: "Language",
                typed: LanguageText.choice
            ) { chosen.append($0.id) }
            list.popUp(below: page)
            for (text, title) in [("portu", "Portuguese"), ("gsw", "Language “gsw”")] {
                list.search.text = text
                XCTAssertTrue(MainLoop.run { list.shown.map(\.choice.title) == [title] }, text)
            }
            try XCTUnwrap(list.shown.first).row.activate()
            XCTAssertEqual(chosen, ["gsw"])
        }
    }

    func testEscapeClosesAListThatIsSearched() throws {
        try withProgram { program in
            let page = program.openWindow().page.root
            XCTAssertTrue(MainLoop.run { page.isMapped })
            let list = ChoiceList(LanguageText.choices(including: nil), name: "Language") { _ in }
            list.popUp(below: page)
            XCTAssertTrue(MainLoop.run { list.search.isMapped })
            list.search.grabFocus()
            let popover = try XCTUnwrap(page.all(ofType: "GtkPopover").first)
            // The field keeps the key for itself.
            XCTAssertTrue(popover.tellKeys(Key("Escape"), capturing: true))
            XCTAssertTrue(MainLoop.run { !list.search.isMapped })
        }
    }

    func testOnlyCodesOfLanguagesAreTaken() {
        for code in ["gsw", "pt-BR", "de-CH-1996", "zh-Hans", "de"] {
            XCTAssertEqual(LanguageText.choice(typed: code)?.id, code)
        }
        XCTAssertEqual(LanguageText.choice(typed: " PT-BR ")?.id, "pt-BR")
        for text in ["x", "swiss german", "d3", "de-", "", "de-verylongsubtag"] {
            XCTAssertNil(LanguageText.choice(typed: text), text)
        }
        XCTAssertEqual(LanguageText.choice(typed: "pt-BR")?.title, "Portuguese (BR)")
    }
}
