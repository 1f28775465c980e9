import XCTest

@testable import HawkNotesFormats

/// Codes of languages, whether the program has a name for them or not.
final class LanguageCodeTests: XCTestCase {
    func testCodesAreKeptAsTheyAre() {
        for code in [
            "gsw", "tlh", "de-CH-1901", "zh-cmn-Hans-CN-x-old", "sl-rozaj-biske-1994-x-mine",
        ] {
            XCTAssertEqual(LanguageCode.known(code), code)
        }
        XCTAssertEqual(LanguageCode.known("GSW_ch"), "gsw-CH")
        XCTAssertEqual(LanguageCode.known("deu"), "de")
    }

    func testWhatIsNoCodeIsNotTaken() {
        let long = Array(repeating: "abcdefgh", count: 10).joined(separator: "-")
        for text in ["", "Klingon", "i-klingon", "de--CH", "d", "de-ä", "en-\(long)"] {
            XCTAssertNil(LanguageCode.known(text), text)
        }
    }
}
