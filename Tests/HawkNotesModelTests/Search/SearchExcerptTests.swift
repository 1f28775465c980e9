import TestSupport
import XCTest

@testable import HawkNotesModel

final class SearchExcerptTests: XCTestCase {
    private func marked(_ text: String, _ typed: String, limit: Int = 160) -> String {
        let excerpt = SearchExcerpt(text, finding: SearchRequest(typed), limit: limit)
        var result = excerpt.text
        for range in excerpt.matches.reversed() {
            result.replaceSubrange(range, with: "<" + excerpt.text[range] + ">")
        }
        return result
    }

    func testMatchesAreMarkedWhereTheyStand() {
        XCTAssertEqual(
            marked("The Straße\n\n to  Müllers", "muller strasse"),
            "The <Straße> to Müllers"
        )
        XCTAssertEqual(
            marked("The Straße to Müllers", "strasse muller"),
            "The <Straße> to <Müllers>"
        )
        XCTAssertEqual(marked("said O’Neill", "neill"), "said <O’Neill>")
        XCTAssertEqual(marked("nothing", "raven"), "nothing")
        XCTAssertEqual(marked("", "raven"), "")
    }

    func testTheMatchIsInViewHoweverFarItIs() {
        for length in [0, 10, 1000, 8000] {
            let text = String(repeating: "blind words ", count: length) + "the raven sits"
            let excerpt = marked(text, "raven")
            XCTAssertTrue(excerpt.contains("the <raven> sits"), "\(length): \(excerpt)")
            XCTAssertEqual(excerpt.hasPrefix("…"), length >= 10)
            XCTAssertLessThan(excerpt.count, 180)
        }
        let cut = marked("raven " + String(repeating: "long text ", count: 100), "raven", limit: 60)
        XCTAssertTrue(cut.hasPrefix("<raven> long") && cut.hasSuffix("…"), cut)
    }

    func testMentionsAreNames() {
        let mention = Mention.link(to: UUID(), name: "Agatha")
        XCTAssertEqual(marked("with \(mention) there", "there"), "with @Agatha <there>")
        XCTAssertEqual(marked("with \(mention) there", "aga"), "with @<Agatha> there")
    }

    func testAnyTextIsShownWithoutHarm() {
        var numbers = SeededNumbers(seed: 3)
        let alphabet = Array("ab ’'\n登場e\u{301}👩‍👩‍👧\0\"*ßﬁ").map(String.init) + ["raven", "\u{301}"]
        for _ in 0..<(isExhaustive ? 20_000 : 500) {
            func text(_ most: Int) -> String {
                (0..<Int.random(in: 0...most, using: &numbers))
                    .map { _ in alphabet.randomElement(using: &numbers) ?? "" }.joined()
            }
            let (whole, typed) = (text(300), text(5))
            let excerpt = SearchExcerpt(whole, finding: SearchRequest(typed), limit: 40)
            for range in excerpt.matches { XCTAssertFalse(excerpt.text[range].isEmpty) }
        }
    }
}
