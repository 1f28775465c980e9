import TestSupport
import XCTest

@testable import HawkNotesModel

/// What is found in a text without regard to how it was typed.
final class SearchTokenizerTests: XCTestCase {
    private func isFound(_ typed: String, in text: String) -> Bool {
        SearchMatcher(SearchQuery(typed)).matches(text)
    }

    func testCaseAccentsAndWidthDoNotCount() {
        let pairs = [
            ("muller", "Müller"), ("MÜLLER", "muller"), ("strasse", "Straße"),
            ("Straße", "STRASSE"),
            ("e\u{301}t\u{e9}", "\u{e9}te\u{301}"), ("file", "\u{FB01}le"), ("hawk", "ＨＡＷＫ"),
            ("молоко", "молоко\u{301}"), ("aesir", "Æsir"), ("lodz", "Łódź"), ("σοφος", "ΣΟΦΌΣ"),
            ("ガラス", "ｶﾞﾗｽ"), ("cooperate", "co\u{AD}operate"), ("한국", "한국어"),
        ]
        for (typed, text) in pairs {
            XCTAssertTrue(isFound(typed, in: text), "\(typed) in \(text)")
        }
        XCTAssertFalse(isFound("и", in: "й "), "another letter")
    }

    func testApostrophesAreTypedOrNot() {
        for typed in ["neill", "o'neill", "O’Neill", "oneill", "on", "\"said o'neill loudly\""] {
            XCTAssertTrue(isFound(typed, in: "“No”, said O’Neill loudly."), typed)
        }
        for typed in ["dartagnan", "artagnan", "d'art"] {
            XCTAssertTrue(isFound(typed, in: "d’Artagnan"), typed)
        }
        XCTAssertFalse(isFound("neills", in: "O’Neill"))
    }

    func testWritingWithoutWordBreaksIsFoundByEveryPart() {
        let text = "影空三部作の登場人物 and hawks"
        for typed in ["影", "物", "登場", "の登場人", "影空三部作の登場人物", "hawk", "登場 三部"] {
            XCTAssertTrue(isFound(typed, in: text), typed)
        }
        for typed in ["場登", "作登", "犬"] { XCTAssertFalse(isFound(typed, in: text), typed) }
        XCTAssertTrue(isFound("สวัส", in: "สวัสดีครับ"))
    }

    func testWhatIsIndexedAreWordsAndBlanks() {
        let text = IndexedText(
            "O’Neill—“the *Hawk*”, 登場人 \u{E000}x [@A](hawknotes://character/\(UUID()))"
        )
        XCTAssertEqual(text.words, "o neill the hawk x")
        XCTAssertEqual(text.extra, "oneill 登場 場人 人")
    }

    /// Most words are folded letter by letter, which must not be told from what is found in older indexes.
    func testWordsAreFoldedByTheirLettersAsTheyAreAsAWhole() {
        let scalars = (0x20..<0x3_0000).compactMap { Unicode.Scalar(UInt32($0)) }
            .filter { !$0.isASCII || ScalarClass($0) == .letter }
        func check(_ word: String) {
            let (folded, whole) = (
                SearchTokenizer.folded(Substring(word)),
                SearchTokenizer.foldedAsWhole(Substring(word))
            )
            // To Swift, two spellings of one letter are equal.
            XCTAssertEqual(Array(folded.unicodeScalars), Array(whole.unicodeScalars), word)
        }
        for scalar in scalars { check(String(scalar)) }
        let common = scalars.filter { $0.value < 0x700 || (0x1E00..<0x1F00).contains($0.value) }
        let eastern = scalars.filter { (0x3041..<0xD7A4).contains($0.value) }
        for letters in [common, common + eastern, common + scalars] {
            for number in 0..<20_000 {
                var word = String.UnicodeScalarView()
                for place in 1...(2 + number % 5) {
                    word.append(
                        letters[(number * 7919 + place * (number + 104_729)) % letters.count]
                    )
                }
                check(String(word))
            }
        }
    }

    func testQueriesAreTakenApart() {
        func words(_ text: String) -> [[[String]]] { SearchQuery(text).terms.map(\.alternatives) }
        XCTAssertEqual(words("the Hawk"), [[["the"]], [["hawk"]]])
        XCTAssertEqual(SearchQuery("the Hawk").terms.map(\.isPrefix), [false, true])
        XCTAssertEqual(SearchQuery("the Hawk ").terms.map(\.isPrefix), [false, false])
        XCTAssertEqual(words("\"the Hawk\" flies"), [[["the", "hawk"]], [["flies"]]])
        XCTAssertEqual(SearchQuery("\"the Ha").terms.map(\.isPrefix), [true])
        XCTAssertEqual(words("foo-bar"), [[["foo", "bar"]]])
        XCTAssertTrue(SearchQuery(" — \"\" ' ").isUnanswerable)
        let dates = SearchDates()
        let query = SearchQuery(
            "book:\"the good\" Character:ag after:2024-05 before:x hawk",
            dates: dates
        )
        XCTAssertEqual(query.terms.count, 1)
        XCTAssertEqual(query.filters.count, 3)
        XCTAssertEqual(query.filters.last, .after(Date(timeIntervalSince1970: 1_714_521_600)))
    }

    func testDatesOfFilters() {
        let european = SearchDates()
        let american = SearchDates(monthComesFirst: true)
        func day(_ date: Date?) -> Int? { date.map { Int($0.timeIntervalSince1970 / 86400) } }
        let day17 = 19860
        for text in [
            "2024-05-17", "17.5.2024", "17.05.2024", "17/05/2024", "2024/5/17", "2024.05.17",
        ] {
            XCTAssertEqual(day(european.beginning(of: text)), day17, text)
        }
        XCTAssertEqual(day(american.beginning(of: "5/17/2024")), day17)
        XCTAssertEqual(day(american.beginning(of: "17.5.2024")), day17)
        XCTAssertEqual(day(european.beginning(of: "2024")), 19723)
        XCTAssertEqual(day(european.beginning(of: "05/2024")), 19844)
        for text in [
            "", "-", "24", "2024-13", "2023-02-29", "2024-5-5-5", "1.2.3", "x",
            "99999999999999999999",
        ] {
            XCTAssertNil(european.beginning(of: text), text)
            XCTAssertNil(european.iso(text), text)
        }
    }

    func testDatesAreWrittenAsISO() {
        let european = SearchDates()
        let american = SearchDates(monthComesFirst: true)
        for (text, day, month) in [
            ("2024-05-17", "2024-05-17", "2024-05-17"),
            (" 7. 5. 2024 ", "2024-05-07", "2024-05-07"),
            ("7/5/2024", "2024-05-07", "2024-07-05"), ("07-05-2024", "2024-05-07", "2024-07-05"),
            ("5/2024", "2024-05", "2024-05"), ("2024-5", "2024-05", "2024-05"),
            ("2024", "2024", "2024"),
        ] {
            XCTAssertEqual(european.iso(text), day, text)
            XCTAssertEqual(american.iso(text), month, text)
        }
    }
}
