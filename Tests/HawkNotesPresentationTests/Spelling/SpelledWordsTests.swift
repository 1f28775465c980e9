import Foundation
import HawkNotesModel
import XCTest

@testable import HawkNotesPresentation

/// Which words of a text are checked.
final class SpelledWordsTests: XCTestCase {
    private func words(_ text: String, mentions: MentionNames = .none) -> [String] {
        SpelledWords.find(in: text, mentions: mentions).map(\.text)
    }

    func testWordsHaveTheirPlaceInTheText() {
        let text = "Ein 🦅 fliegt: „Übers Meer“, so-so."
        let scalars = Array(text.unicodeScalars)
        let found = SpelledWords.find(in: text)
        XCTAssertEqual(found.map(\.text), ["Ein", "fliegt", "Übers", "Meer", "so", "so"])
        for word in found {
            var slice = String.UnicodeScalarView()
            slice.append(contentsOf: scalars[word.range])
            XCTAssertEqual(String(slice), word.text)
        }
    }

    func testApostrophesAreInWordsAndNotAroundThem() {
        XCTAssertEqual(
            words("'don’t' l'homme ‘quoted’ dogs’ o'clock"),
            [
                "don't", "l'homme", "quoted", "dogs", "o'clock",
            ]
        )
        XCTAssertEqual(words("’tis rock ’n’ roll"), ["tis", "rock", "roll"])
    }

    func testMarksOfEmphasisAreNoPartOfAWord() {
        XCTAssertEqual(
            words("*one* **two** ***three*** _four_ __five__"),
            [
                "one", "two", "three", "four", "five",
            ]
        )
        XCTAssertEqual(words("snake_case _in_side_"), [])
    }

    func testWhatIsNoWordIsNotChecked() {
        XCTAssertEqual(words("@Agatha @new #tag #two-words/part (#three) mail@example.org"), [])
        XCTAssertEqual(
            words(
                "https://example.org/some/path www.example.org ftp://host example.org (http://a)"
            ),
            []
        )
        XCTAssertEqual(words("/usr/share/words ~/notes file.txt z.B. e.g. U.S."), [])
        XCTAssertEqual(words("3rd 12 B2B ½x NASA NASA's ISBN I a x"), [])
        XCTAssertEqual(words("参照 ภาษาไทย 한국어"), [])
        XCTAssertEqual(words(String(repeating: "a", count: 101)), [])
        XCTAssertEqual(words(""), [])
    }

    func testWordsBesideThemAreChecked() {
        XCTAssertEqual(
            words("and/or, see.Then then. SHOUTING Nasa"),
            [
                "and", "or", "then", "SHOUTING", "Nasa",
            ]
        )
        XCTAssertEqual(words("so (https://example.org) it"), ["so", "it"])
        XCTAssertEqual(words("at@ 5@ night, C# is"), ["at", "night", "is"])
    }

    func testTheNameOfAMentionMayHaveSpaces() {
        let character = Character(
            id: UUID(),
            seriesID: UUID(),
            name: "Zelda van Quill",
            bookID: nil,
            position: 0
        )
        let mentions = MentionNames([character])
        XCTAssertEqual(
            words("🦅 See @Zelda van Quill now, or Quill", mentions: mentions),
            ["See", "now", "or", "Quill"]
        )
    }

    func testQuotationsAreNotChecked() {
        XCTAssertEqual(words("> quoted words"), [])
        XCTAssertEqual(words("  > quoted words"), [])
        XCTAssertEqual(words("- listed words"), ["listed", "words"])
        XCTAssertEqual(words("a >b than"), ["than"])
    }

    func testWordsAreSpelledAsInDictionaries() {
        XCTAssertEqual(words("cafe\u{301} Donau\u{AD}dampf"), ["caf\u{E9}", "Donaudampf"])
        XCTAssertEqual(SpelledWords.find(in: "cafe\u{301}").map(\.range), [0..<5])
        XCTAssertEqual(
            words("cafe\u{301}").first.map { Array($0.unicodeScalars).count },
            4,
            "precomposed"
        )
    }

    func testNamesAreKnownInTheirForms() {
        let known = KnownWords(["Jonas O'Brien", "The Good-Hawk", "Ré", "R2"])
        for word in [
            "Jonas", "JONAS", "Jonas's", "O'Brien", "Hawk", "Hawks", "d'Hawk", "l'Ré", "The",
        ] {
            XCTAssertTrue(known.contains(word), word)
        }
        for word in ["jonas", "Jona", "hawk", "Hawkes", "qu", "", "chez'Hawk"] {
            XCTAssertFalse(known.contains(word), word)
        }
    }
}

/// Which dictionary is used for a text.
final class SpellingLanguageTests: XCTestCase {
    private func dictionary(
        _ wanted: String?,
        _ session: [String] = ["en_GB.UTF-8", "en_GB", "en"],
        _ dictionaries: [String] = ["de_AT", "de_BE", "de_DE", "en_AU", "en_GB", "en_US", "nb_NO"]
    ) -> String? {
        SpellingLanguage.dictionary(for: wanted, session: session, among: dictionaries)
    }

    func testTheRegionOfTheTextCountsBeforeThatOfTheSession() {
        XCTAssertEqual(dictionary("en-AU"), "en_AU")
        XCTAssertEqual(dictionary("en"), "en_GB")
        XCTAssertEqual(dictionary("en", ["de_AT", "de"]), "en_US")
        XCTAssertEqual(dictionary("de", ["de_AT.UTF-8", "de"]), "de_AT")
        XCTAssertEqual(dictionary("de"), "de_DE")
        XCTAssertEqual(dictionary("de-CH"), "de_DE")
        XCTAssertEqual(dictionary("de", [], ["de_BE"]), "de_BE")
        XCTAssertEqual(dictionary("de", [], ["de", "de_BE"]), "de")
    }

    func testWithoutALanguageItIsThatOfTheSession() {
        XCTAssertEqual(dictionary(nil), "en_GB")
        XCTAssertEqual(dictionary(nil, ["en"]), "en_US")
        XCTAssertNil(dictionary(nil, []))
        XCTAssertNil(dictionary(nil, ["fr_FR", "fr"]))
    }

    func testAnotherLanguageIsNoReplacement() {
        XCTAssertNil(dictionary("fr"))
        XCTAssertNil(dictionary("de", [], []))
        XCTAssertNil(dictionary("sv", ["sv_SE"], ["nb_NO"]))
        XCTAssertEqual(dictionary("no"), "nb_NO")
    }
}

/// Which paragraphs have been checked.
final class CheckedParagraphsTests: XCTestCase {
    private func checked(_ ranges: Range<Int>...) -> CheckedParagraphs {
        var checked = CheckedParagraphs()
        for range in ranges { checked.insert(range) }
        return checked
    }

    func testAnEditForgetsItsParagraphAndMovesThoseBehindIt() {
        for (offset, removed, inserted) in [(6, 0, 3), (6, 4, 0), (8, 2, 7), (12, 0, 1)] {
            var paragraphs = checked(13..<20, 0..<5, 6..<12)
            paragraphs.edit(at: offset, removing: removed, inserting: inserted)
            let shift = inserted - removed
            XCTAssertTrue(paragraphs.contains(0..<5))
            XCTAssertFalse(paragraphs.contains(6..<12 + shift))
            XCTAssertTrue(paragraphs.contains(13 + shift..<20 + shift), "\(offset)")
        }
    }

    func testJoinedAndSplitParagraphsAreForgotten() {
        var paragraphs = checked(0..<5, 6..<12, 13..<20)
        paragraphs.edit(at: 5, removing: 1, inserting: 0)
        XCTAssertEqual(paragraphs, checked(12..<19))
        paragraphs = checked(0..<12)
        paragraphs.edit(at: 6, removing: 0, inserting: 1)
        XCTAssertEqual(paragraphs, CheckedParagraphs())
    }

    func testPartsOfCheckedParagraphsAreChecked() {
        let paragraphs = checked(0..<3, 6..<12)
        for range in [5..<12, 6..<13, 0..<5, 3..<6, 4..<5, 12..<13, 0..<12] {
            XCTAssertFalse(paragraphs.contains(range), "\(range)")
        }
        for range in [6..<12, 6..<11, 7..<12, 8..<8, 0..<3] {
            XCTAssertTrue(paragraphs.contains(range), "\(range)")
        }
    }
}
