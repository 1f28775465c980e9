import XCTest

@testable import HawkNotesPresentation

final class NoteLinksTests: XCTestCase {
    private func links(_ text: String) -> [String] {
        NoteLinks.ranges(in: text).map { String(text[$0]) }
    }

    func testAMenuIsNeverAsWideAsAnAddress() {
        let long = "https://www.example.org/" + String(repeating: "a", count: 300)
        XCTAssertEqual(NoteLinks.menuTitles(of: [long]), ["Open Link"])
        let titles = NoteLinks.menuTitles(of: [long, "http://example.com"])
        XCTAssertEqual(titles, ["Open example.org/aaaaaaaaaaa…", "Open example.com"])
        XCTAssertEqual(NoteLinks.menuTitles(of: []), [])
    }

    func testAddressesAreFoundAmongWords() {
        XCTAssertEqual(
            links("See https://example.org/a?b=c&d=e#f and http://example.com:8080 here"),
            ["https://example.org/a?b=c&d=e#f", "http://example.com:8080"]
        )
        XCTAssertEqual(links("hawknotes://book/1 HTTPS://EXAMPLE.ORG").count, 2)
        XCTAssertEqual(links("a\nhttp://example.org\nb"), ["http://example.org"])
        XCTAssertEqual(links("参照http://example.org/頁。次"), ["http://example.org/頁"])
    }

    func testWhatIsNoAddressIsNone() {
        for text in [
            "", "http", "http:", "http://", "http:// example", "http:/example.org",
            "ftp://example.org", "xhttp://example.org", "javascript://alert(1)", "https://.",
            "http://)", "file:///etc/passwd", "http\u{200B}://example.org", "://", "example.org",
        ] {
            XCTAssertEqual(links(text), [], text)
        }
    }

    func testPunctuationBehindAnAddressBelongsToTheSentence() {
        for mark in [
            ".", ",", ";", ":", "!", "?", "...", "…", "'", "\"", "*", ")", "]", "}", ").", "”", "“",
            "»", "’", "。", "）", ">", "\u{202E}", "\u{A0}x",
        ] {
            XCTAssertEqual(links("(“http://example.org/a" + mark), ["http://example.org/a"], mark)
            XCTAssertEqual(links("http://example.org/" + mark), ["http://example.org/"], mark)
        }
        XCTAssertEqual(links("http://example.org/a.b,c"), ["http://example.org/a.b,c"])
        XCTAssertEqual(links("http://example.org/l’été"), ["http://example.org/l’été"])
    }

    func testBracketsOfTheAddressAreKept() {
        XCTAssertEqual(
            links("(http://example.org/A_(b))"),
            ["http://example.org/A_(b)"]
        )
        XCTAssertEqual(links("http://example.org/a(b)c)"), ["http://example.org/a(b)c"])
        XCTAssertEqual(links("http://example.org/?q[0]=1"), ["http://example.org/?q[0]=1"])
    }

    func testAddressesInOtherScriptsAreFound() {
        for address in [
            "https://müller.de/Straße", "https://пример.рф/путь", "http://例え.jp/テスト",
            "https://xn--mller-kva.de/", "http://example.org/%C3%A4",
        ] {
            XCTAssertEqual(links("x " + address + ", y"), [address])
        }
    }

    func testNothingOfTheTextBecomesMarkup() {
        XCTAssertNil(StyledWords("<b>no link</b> & \"none\"").markup)
        XCTAssertEqual(
            StyledWords("<b>&amp; http://example.org/?a=1&b='<i>").markup,
            "&lt;b&gt;&amp;amp; <a href=\"http://example.org/?a=1&amp;b=\">"
                + "http://example.org/?a=1&amp;b=</a>&#39;&lt;i&gt;"
        )
        XCTAssertEqual(
            StyledWords("http://example.org/\"><a href=\"x").markup,
            "<a href=\"http://example.org/\">http://example.org/</a>&quot;&gt;&lt;a href=&quot;x"
        )
    }

    func testTheCostIsThatOfTheLength() {
        // Each of these would take hours if something in it were looked at again and again.
        let length = 1_000_000
        for piece in ["http://", "http://a.b/", "(", ")", "x", "http:", "http://a.b ", "á"] {
            let text = String(repeating: piece, count: length / piece.utf8.count)
            XCTAssertLessThanOrEqual(links("http://example.org/" + text).count, length)
        }
    }
}
