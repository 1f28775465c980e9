import Foundation
import HawkNotesModel
import XCTest

@testable import HawkNotesExchange

final class WikiLinksTests: XCTestCase {
    private let id = UUID()

    private func replaced(_ text: String) -> String {
        WikiLinks.replaced(in: text) { $0 == "Mira" ? id : nil }
    }

    private var mention: String { Mention.link(to: id, name: "Mira") }

    func testLinksToCharactersAreMentions() {
        XCTAssertEqual(replaced("[[Mira]] and [[Jon]]"), "\(mention) and [[Jon]]")
        XCTAssertEqual(
            replaced("[[People/Mira#Youth|she]]"),
            Mention.link(to: id, name: "she")
        )
    }

    func testWhatIsShownInPlaceIsNoMention() {
        XCTAssertEqual(replaced("![[Mira]] and [[Mira]]"), "![[Mira]] and \(mention)")
    }

    func testCodeStays() {
        XCTAssertEqual(replaced("`[[Mira]]` [[Mira]]"), "`[[Mira]]` \(mention)")
        XCTAssertEqual(replaced("``a ` [[Mira]]`` [[Mira]]"), "``a ` [[Mira]]`` \(mention)")
        XCTAssertEqual(replaced("a ` b [[Mira]]"), "a ` b \(mention)")
        let fenced = "```\n[[Mira]]\n```\n"
        XCTAssertEqual(replaced("\(fenced)[[Mira]]"), "\(fenced)\(mention)")
        XCTAssertEqual(replaced("~~~\n[[Mira]]"), "~~~\n[[Mira]]")
    }

    func testManyMarksTakeNoLongerThanTheyAreMany() {
        let text = String(repeating: "` `` ", count: 50_000) + "[[Mira]]"
        XCTAssertFalse(replaced(text).isEmpty)
    }
}
