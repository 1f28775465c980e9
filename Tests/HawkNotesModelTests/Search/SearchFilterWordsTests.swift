import Foundation
import TestSupport
import XCTest

@testable import HawkNotesModel

/// The words that narrow a search down, in the reader's language and in English.
final class SearchFilterWordsTests: XCTestCase {
    private let german = SearchFilterWords { word in
        [
            "book:": "buch:", "character:": "figur:", "tag:": "schlagwort:", "before:": "vor:",
            "after:": "nach:", "has:quotation": "mit:zitat",
        ][word] ?? word
    }

    private func filters(_ typed: String, _ words: SearchFilterWords) -> [SearchQuery.Filter] {
        SearchQuery(typed, dates: SearchDates(), words: words).filters
    }

    func testTheReadersWordsMeanWhatTheEnglishOnesMean() {
        let english =
            "book:\"the good\" character:ag tag:#sea after:2024-05 before:2025 has:quotation"
        let typed = "buch:\"the good\" Figur:ag Schlagwort:sea nach:2024-05 VOR:2025 Mit:Zitat"
        XCTAssertEqual(filters(english, german), filters(english, .english))
        XCTAssertEqual(filters(typed, german), filters(english, .english))
        XCTAssertEqual(filters(english, german).count, 6)
        XCTAssertEqual(filters(typed, .english), [], "they are words like others there")
    }

    func testTheReadersAreOffered() {
        XCTAssertEqual(
            SearchFilterWords.Kind.allCases.map(german.typed),
            ["buch:", "figur:", "schlagwort:", "vor:", "nach:", "mit:zitat"]
        )
        XCTAssertEqual(SearchFilterWords.english.typed(.has), "has:quotation")
        XCTAssertEqual(SearchFilterWords.english.typed(.after), "after:")
    }

    func testTheWordsOfEveryLanguageCanBeTypedAndMeanOneThing() throws {
        for language in try Catalog.languages() {
            let catalog = try Catalog.read("\(language).po")
            let translated = { (word: String) in catalog.entries[word]?.translations[0] ?? "" }
            let words = SearchFilterWords(translated: translated)
            for kind in SearchFilterWords.Kind.allCases {
                let value = kind == .has ? " owl" : "2024"
                let found = filters(kind.typed + value, .english)
                XCTAssertEqual(found.count, 1, kind.typed)
                XCTAssertEqual(words.typed(kind), translated(kind.typed), language)
                XCTAssertEqual(filters(words.typed(kind) + value, words), found, language)
            }
        }
    }

    func testAQuotationIsTheOnlyThingThatANoteCanHave() {
        for typed in ["has:quotation owl", "HAS:QUOTATION", "has:quot", "has:\"quotation\" owl"] {
            XCTAssertEqual(filters(typed, .english), [.quoted], typed)
        }
        for typed in ["has:zitat", "mit:quotation", "mit:zi", "has:zitat x"] {
            XCTAssertEqual(filters(typed, german), [.quoted], typed)
        }
        for typed in ["has:", "has:quot owl", "has:owl", "quotation", "has quotation"] {
            XCTAssertEqual(filters(typed, .english), [], typed)
        }
        XCTAssertEqual(SearchQuery("has:quotation owl").terms.count, 1)
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

    func testATranslationMustHaveAValueWhereTheEnglishOneHas() {
        for translation in ["mit:", "mit", "mit:zwei worte", ":zitat", "book:zitat"] {
            let words = SearchFilterWords { $0 == "has:quotation" ? translation : $0 }
            XCTAssertEqual(words.typed(.has), "has:quotation", translation)
            XCTAssertEqual(filters("has:quotation", words), [.quoted], translation)
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
