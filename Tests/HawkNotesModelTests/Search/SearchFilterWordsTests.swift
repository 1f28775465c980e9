import Foundation
import TestSupport
import XCTest

@testable import HawkNotesModel

/// The words that narrow a search down, in the reader's language and in English.
final class SearchFilterWordsTests: XCTestCase {
    private let german = SearchFilterWords { word in
        [
            "book:": "buch:", "character:": "figur:", "tag:": "schlagwort:", "before:": "vor:",
            "after:": "nach:",
        ][word] ?? word
    }

    private func filters(_ typed: String, _ words: SearchFilterWords) -> [SearchQuery.Filter] {
        SearchQuery(typed, dates: SearchDates(), words: words).filters
    }

    func testTheReadersWordsMeanWhatTheEnglishOnesMean() {
        let english = "book:\"the good\" character:ag tag:#sea after:2024-05 before:2025"
        let typed = "buch:\"the good\" Figur:ag Schlagwort:sea nach:2024-05 VOR:2025"
        XCTAssertEqual(filters(english, german), filters(english, .english))
        XCTAssertEqual(filters(typed, german), filters(english, .english))
        XCTAssertEqual(filters(english, german).count, 5)
        XCTAssertEqual(filters(typed, .english), [], "they are words like others there")
    }

    func testTheReadersAreOffered() {
        XCTAssertEqual(
            SearchFilterWords.Kind.allCases.map(german.typed),
            ["buch:", "figur:", "schlagwort:", "vor:", "nach:"]
        )
        XCTAssertEqual(SearchFilterWords.english.typed(.after), "after:")
    }

    func testTheWordsOfEveryLanguageCanBeTypedAndMeanOneThing() throws {
        for language in try Catalog.languages() {
            let catalog = try Catalog.read("\(language).po")
            let translated = { (word: String) in catalog.entries[word]?.translations[0] ?? "" }
            let words = SearchFilterWords(translated: translated)
            for kind in SearchFilterWords.Kind.allCases {
                let english = "\(kind.rawValue):"
                XCTAssertEqual(words.typed(kind), translated(english), language)
                XCTAssertEqual(
                    filters(translated(english) + "2024", words),
                    filters(english + "2024", .english),
                    language
                )
            }
        }
    }

    func testCaseAndAccentsMakeNoDifference() {
        let words = SearchFilterWords { $0 == "after:" ? "après:" : $0 }
        for typed in ["après:2024", "Apres:2024", "APRE\u{300}S:2024"] {
            XCTAssertEqual(filters(typed, words), filters("after:2024", .english), typed)
        }
    }

    func testAWordThatCannotBeTypedOrMeansSomethingElseIsNotTaken() {
        let translations = ["", ":", "two words:", "a\"b:", "after:"]
        for translation in translations {
            let words = SearchFilterWords { $0 == "book:" ? translation : $0 }
            XCTAssertEqual(words.typed(.book), "book:", translation)
            XCTAssertEqual(filters("after:2024", words), filters("after:2024", .english))
        }
    }

    func testOnlyTheBeginningOfAWordIsAFilter() {
        for typed in ["hawk buchen:x", "notebook:x", "a buch :x", "buch"] {
            XCTAssertEqual(filters(typed, german), [], typed)
        }
    }

    func testAnExcerptMarksNoFilter() {
        let request = SearchRequest("buch:hawk owl")
        let marked = SearchExcerpt("A buch hawk, an owl", finding: request, words: german)
        XCTAssertEqual(marked.matches.map { String(marked.text[$0]) }, ["owl"])
    }
}
