import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// How notes are shown, as a function of what was typed.
final class NoteStylesTests: XCTestCase {
    /// The markup, with `‹›` around the markers of quotations and `«›` around what is quoted.
    private func shown(_ text: String) -> String {
        StyledWords(text).markup.map {
            $0.replacing("<span alpha=\"75%\">", with: "‹").replacing(
                "<span alpha=\"80%\">",
                with: "«"
            )
            .replacing("</span>", with: "›")
        } ?? text
    }

    func testEmphasisAndStrongWords() {
        XCTAssertEqual(shown("an *old* hawk"), "an <i>old</i> hawk")
        XCTAssertEqual(shown("**Never** again"), "<b>Never</b> again")
        XCTAssertEqual(shown("***both***!"), "<i><b>both</b></i>!")
        XCTAssertEqual(shown("*a **b** c*"), "<i>a </i><i><b>b</b></i><i> c</i>")
        XCTAssertEqual(shown("(*“yes”*)"), "(<i>“yes”</i>)")
        XCTAssertEqual(shown("*影*、"), "<i>影</i>、")
    }

    func testWhatOnlyLooksLikeIt() {
        for text in [
            "2*3*4", "* * *", "*", "**", "a * b * c", "*open", "close*", "*two\nlines*",
            "****four****",
            "**odd*", "snake*case*word", "", "-", "a - b", "a > b", "->", "-5", ">text",
        ] where text != "-" {
            XCTAssertEqual(shown(text), text)
        }
    }

    func testListsAndQuotations() {
        XCTAssertEqual(shown("- one\n  - *two*"), "<b>-</b> one\n  <b>-</b> <i>two</i>")
        XCTAssertEqual(shown("> said\nand"), "‹&gt;›« said›\nand")
        XCTAssertEqual(shown("> a **b**"), "‹&gt;›« a ›«<b>b</b>›")
    }

    func testLinksAreLeftAloneAndMayBeStyled() {
        let link = "https://example.org/*a*b"
        XCTAssertEqual(
            shown("see \(link) *x*"),
            "see <a href=\"\(link)\">\(link)</a> <i>x</i>"
        )
        XCTAssertEqual(
            shown("*see https://a.org now*"),
            "<i>see </i><a href=\"https://a.org\"><i>https://a.org</i></a><i> now</i>"
        )
    }

    func testTheMarkupOfAnyTextIsWhatIsShown() {
        var numbers = SeededNumbers(seed: 5)
        let parts = [
            "*", "**", "***", "a", " ", "\n", "- ", "> ", "<&\"'>", "https://a.org/*", "影",
            "e\u{301}",
        ]
        for _ in 0..<(isExhaustive ? 20_000 : 1000) {
            let text = (0..<Int.random(in: 0...14, using: &numbers))
                .map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
            let words = StyledWords(text)
            guard let markup = words.markup else {
                XCTAssertTrue(words.text.utf8.elementsEqual(text.utf8), text)
                continue
            }
            let plain = markup.replacing(/<[^>]*>/, with: "").replacing("&lt;", with: "<")
                .replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing(
                    "&#39;",
                    with: "'"
                )
                .replacing("&amp;", with: "&")
            XCTAssertTrue(plain.unicodeScalars.elementsEqual(words.text.unicodeScalars), text)
        }
    }
}
