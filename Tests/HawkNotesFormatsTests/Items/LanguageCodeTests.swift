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

    func testNamesStandForCodes() {
        let names = [
            ("German", "de"), ("Deutsch", "de"), ("Allemand", "de"), ("alemán", "de"),
            ("Suomi", "fi"), ("français", "fr"), ("FRANCAIS", "fr"), (" English\n", "en"),
            ("Old Church Slavonic", "cu"), ("old-church slavonic", "cu"), ("日本語", "ja"),
            ("हिन्दी", "hi"), ("Русский", "ru"), ("русскии", "ru"), ("Bahasa Indonesia", "id"),
        ]
        for (name, code) in names { XCTAssertEqual(LanguageCode.known(name), code, name) }
        for text in ["English (US)", "German, English", "Germanic", "Ger man", "–"] {
            XCTAssertNil(LanguageCode.known(text), text)
        }
    }

    func testEveryNameIsThatOfOneLanguage() {
        XCTAssertGreaterThan(LanguageName.all.count, 300)
        for (name, code) in LanguageName.all {
            XCTAssertFalse(name.isEmpty, code)
            XCTAssertEqual(LanguageName.code(of: name), code, name)
            XCTAssertEqual(LanguageCode.known(name), code, name)
            XCTAssertEqual(LanguageCode.known(code), code, "one code for one language")
        }
    }

    func testWhatIsNoCodeIsNotTaken() {
        let long = Array(repeating: "abcdefgh", count: 10).joined(separator: "-")
        for text in ["", "Klingon", "i-klingon", "de--CH", "d", "de-ä", "en-\(long)"] {
            XCTAssertNil(LanguageCode.known(text), text)
        }
    }
}
