import TestSupport
import XCTest

/// No language uses a word that the program has given up for a better one.
final class AbolishedWordsTests: XCTestCase {
    /// The words of each language, as patterns that ignore case.
    private static let words: [String: [String]] = [
        "en": [
            #"\bveil"#, #"\bworkspaces?\b"#, #"\bmark(ed)? (the |no |several )?notes?\b"#,
            "take the mark",
            "%1 marked", #"\bfor good\b"#, #"\bfor ever\b"#, "what came back", "as it was meant",
            #"(everything|%1|it|version) is back\b"#, "br(ing|ought|ings) back", "reads so",
            "web address", #"\bwho\b"#, "any more", #"\bno more\b"#, #"\bmeanwhile\b"#,
            #"\bwhole\b"#, "earlier times", "all times", "start fresh", #"\btraces\b"#,
            #"\bforget\b"#, #"\bforgotten\b"#, "without a mention", "put aside", "thrown away",
            "last pages", "without a page", "go back to", "handed over", "in one line",
            "one on each line", "(name|title) is needed", "name of the button", "holds from",
            "this page…",
            "delete this page",
        ],
        "de": [
            "verhüll", #"\bspuren\b"#, "umschlag", "leitspruch", "endgültig", "knopf",
            #"\baussehen\b"#, "arbeitsfläche", "arbeitsbereich", #"\bmarkiert\b"#,
            "markierung aufheben", "neu beginnen", "zurückgeholt", "zurückholen", "wieder da",
            "nichts gefunden", "frühere zeitpunkte", "alles vergessen",
        ],
        "fr": [
            #"\bvoil(é|er)"#, #"\baspect\b"#, #"\btraces\b"#, #"^retour\b"#, #"\bmarquée?s?\b"#,
            "oublier", "de retour", "est revenu", "repartir de zéro", "espaces? de travail",
            "moments antérieurs", "tout est là",
        ],
        "es": [
            #"\bvel(ad|ar)"#, "rastros", #"\bmarcadas?\b"#, "quitar la marca", "definitivamente",
            "olvidar", #"\breabrir"#, "no se encontró nada", "ha vuelto", "se ha tirado",
            "empezar de cero", "espacios? de trabajo", "momentos anteriores",
        ],
    ]

    private static func problems(
        of texts: [String],
        in language: String
    ) throws -> [String] {
        let patterns = try XCTUnwrap(words[language], language).map {
            try Regex($0).ignoresCase()
        }
        return texts.filter { text in patterns.contains { text.contains($0) } }
    }

    func testEnglishTextsUseTheNewWords() throws {
        let template = try Catalog.read("hawk-notes.pot")
        let texts = template.entries.flatMap { [$0.key, $0.value.plural].compactMap(\.self) }
        XCTAssertGreaterThan(texts.count, 900, "the texts were not found")
        XCTAssertEqual(try Self.problems(of: texts, in: "en"), [])
    }

    func testTranslationsUseTheNewWords() throws {
        for language in try Catalog.languages() {
            let catalog = try Catalog.read("\(language).po")
            let texts = catalog.entries.flatMap(\.value.translations.values)
            XCTAssertEqual(try Self.problems(of: Array(texts), in: language), [], language)
        }
    }

    func testAbolishedWordsAreFoundAndTheirLikesAreNot() throws {
        func found(_ text: String, _ language: String = "en") throws -> Bool {
            try !Self.problems(of: [text], in: language).isEmpty
        }
        XCTAssertTrue(try found("Show What Is Veiled in This Book"))
        XCTAssertTrue(try found("Workspace “%1” deleted"))
        XCTAssertTrue(try found("Delete for Good…"))
        XCTAssertTrue(try found("Alles ist wieder da", "de"))
        XCTAssertTrue(try found("Ne rien voiler", "fr"))
        XCTAssertTrue(try found("Rastros", "es"))
        XCTAssertFalse(try found("Your window is back."))
        XCTAssertFalse(try found("Available in the store"))
        XCTAssertFalse(try found("Markierung", "de"))
        XCTAssertFalse(try found("Dévoiler", "fr"))
    }
}
