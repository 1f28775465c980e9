import StateRestorationTesting
import XCTest

@testable import HawkNotesPresentation

final class WordDifferenceTests: XCTestCase {
    func testMarksWhatIsInOneTextAlone() {
        XCTAssertEqual(
            WordDifference.parts(from: "the hawk flies high", to: "the raven flies"),
            [
                .common("the "), .removed("hawk"), .inserted("raven"), .common(" flies"),
                .removed(" high"),
            ]
        )
    }

    func testTextsThatAreTheSameHaveNothingMarked() {
        XCTAssertEqual(WordDifference.parts(from: "", to: ""), [])
        XCTAssertEqual(WordDifference.parts(from: "a b", to: "a b"), [.common("a b")])
        XCTAssertEqual(WordDifference.parts(from: "", to: "new"), [.inserted("new")])
        XCTAssertEqual(WordDifference.parts(from: "old", to: ""), [.removed("old")])
    }

    func testALineBreakIsAWordOfItsOwn() {
        XCTAssertEqual(
            WordDifference.parts(from: "one\ntwo", to: "one\n\ntwo"),
            [.common("one\n"), .inserted("\n"), .common("two")]
        )
    }

    func testSpellingsThatLookTheSameDiffer() {
        XCTAssertEqual(
            WordDifference.parts(from: "caf\u{E9}", to: "cafe\u{301}").count,
            2
        )
    }

    func testThePartsAreTheTexts() {
        var random = SeededRandomNumberGenerator(seed: 11)
        let words = ["hawk", " ", "raven", "\n", "é", "🦅", "  ", "swift,"]
        for _ in 0..<300 {
            let texts = (0..<2).map { _ in
                (0..<Int.random(in: 0...12, using: &random))
                    .map { _ in words.randomElement(using: &random) ?? "" }.joined()
            }
            var (old, new) = ("", "")
            for part in WordDifference.parts(from: texts[0], to: texts[1]) {
                switch part {
                case .common(let text):
                    old += text
                    new += text
                case .removed(let text): old += text
                case .inserted(let text): new += text
                }
            }
            XCTAssertEqual([old, new], texts)
        }
    }

    func testLongTextsThatDifferThroughoutAreComparedAsAWhole() {
        let old = (0...WordDifference.limit).map { "old\($0) " }.joined()
        let new = (0...WordDifference.limit).map { "new\($0) " }.joined()
        XCTAssertEqual(
            WordDifference.parts(from: "same " + old + "end", to: "same " + new + "end").count,
            4
        )
    }
}
