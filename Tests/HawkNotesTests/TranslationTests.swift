import Foundation
import TestSupport
import XCTest

/// Every text of the program can be translated, and every language has all of them.
///
/// When one of these fails after a change of words: `meson-helpers/translations` brings the files up to
/// date, and shows what then has to be translated.
final class TranslationTests: XCTestCase {
    // MARK: Finding the texts

    private struct Text: Hashable {
        var text: String
        var plural: String?
    }

    /// The texts of a file, and the lines of calls that have none.
    ///
    /// Much simpler than what writes the template, on purpose: a text is one literal here.
    private static func texts(in source: String) throws -> (texts: [Text], without: [Int]) {
        let literal = #"\s*"((?:[^"\\]|\\[^(])*)""#
        let call = try NSRegularExpression(
            pattern: #"(?<!func )\blocalized\("# + "(?:\(literal)(?:,\\s*plural:\(literal))?)?"
        )
        var texts: [Text] = []
        var without: [Int] = []
        let whole = NSRange(source.startIndex..., in: source)
        for match in call.matches(in: source, range: whole) {
            func group(_ number: Int) -> String? {
                Range(match.range(at: number), in: source).map {
                    Catalog.unescaped(String(source[$0]))
                }
            }
            if let text = group(1) {
                texts.append(Text(text: text, plural: group(2)))
            } else {
                let before = (source as NSString).substring(to: match.range.location)
                without.append(
                    before.split(separator: "\n", omittingEmptySubsequences: false).count
                )
            }
        }
        return (texts, without)
    }

    private static func sources() throws -> [(name: String, contents: String)] {
        try SourceTree.swiftFiles(below: "Sources").map { path, contents in
            (URL(fileURLWithPath: path).lastPathComponent, contents)
        }
    }

    // MARK: The template

    func testEveryTextOfTheProgramIsInTheTemplate() throws {
        let template = try Catalog.read("hawk-notes.pot")
        var count = 0
        for (name, contents) in try Self.sources() {
            let (texts, without) = try Self.texts(in: contents)
            XCTAssertEqual(without, [], "\(name): a call of localized without a literal")
            for text in texts {
                count += 1
                guard let entry = template.entries[text.text] else {
                    XCTFail("\(name): not in the template: \(text.text)")
                    continue
                }
                if let plural = text.plural { XCTAssertEqual(entry.plural, plural, name) }
            }
        }
        XCTAssertGreaterThan(count, 200, "the texts were not found")
    }

    func testTheTemplateHoldsNoTextThatTheProgramNoLongerHas() throws {
        let contents = try String(
            contentsOf: Catalog.folder.appendingPathComponent("hawk-notes.pot"),
            encoding: .utf8
        )
        let known = Set(
            try Self.sources().flatMap { try Self.texts(in: $0.contents).texts.map(\.text) }
        )
        for paragraph in contents.components(separatedBy: "\n\n")
        where paragraph.contains("#: Sources/") {
            for text in Catalog(paragraph).entries.keys {
                XCTAssertTrue(known.contains(text), "no longer in the program: \(text)")
            }
        }
    }

    func testTextsAreFoundOnSeveralLinesAndWithTheirPlural() throws {
        let source = """
            localized("One")
            localized(
                "A \\"quoted\\" %1",
                value
            )
            localized("%1 note", plural: "%1 notes", count: 2)
            func localized(_ text: String)
            localized(text)
            localized("With \\(value)")
            """
        let (texts, without) = try Self.texts(in: source)
        XCTAssertEqual(
            texts,
            [
                Text(text: "One"), Text(text: "A \"quoted\" %1"),
                Text(text: "%1 note", plural: "%1 notes"),
            ]
        )
        XCTAssertEqual(without, [8, 9])
    }

    // MARK: The translations

    /// What is wrong with a translation of the template.
    private static func problems(of catalog: Catalog, template: Catalog) -> [String] {
        let forms = catalog.header["Plural-Forms"].flatMap { pluralForms($0) } ?? 0
        var problems = forms == 0 ? ["the header does not say how many plural forms there are"] : []
        for text in template.entries.keys.sorted() {
            guard let entry = catalog.entries[text], let plural = template.entries[text] else {
                problems.append("missing: \(text)")
                continue
            }
            let count = plural.plural == nil ? 1 : forms
            if entry.plural != plural.plural { problems.append("another plural: \(text)") }
            if entry.isFuzzy { problems.append("fuzzy: \(text)") }
            for form in 0..<count {
                guard let translation = entry.translations[form], !translation.isEmpty else {
                    problems.append("untranslated (form \(form)): \(text)")
                    continue
                }
                let original = form == 0 ? text : plural.plural ?? text
                if placeholders(translation) != placeholders(original) {
                    problems.append("other placeholders: \(translation)")
                }
            }
        }
        for text in catalog.entries.keys where template.entries[text] == nil {
            problems.append("not in the template: \(text)")
        }
        return problems
    }

    private static func pluralForms(_ field: String) -> Int? {
        field.firstMatch(of: /nplurals=(\d+)/).flatMap { Int($0.1) }
    }

    private static func placeholders(_ text: String) -> Set<String> {
        Set(text.matches(of: /%[1-9]/).map { String($0.output) })
    }

    func testEveryLanguageIsWhole() throws {
        let template = try Catalog.read("hawk-notes.pot")
        let languages = try Catalog.languages()
        XCTAssertTrue(languages.contains("de"))
        for language in languages {
            let problems = Self.problems(of: try Catalog.read("\(language).po"), template: template)
            XCTAssertEqual(problems, [], language)
        }
    }

    func testWhatIsWrongWithATranslationIsFound() {
        let template = Catalog(
            """
            msgid "%1 of %2"
            msgstr ""

            msgid "%1 note"
            msgid_plural "%1 notes"
            msgstr[0] ""
            msgstr[1] ""

            msgid "Quit"
            msgstr ""
            """
        )
        let header = """
            msgid ""
            msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"


            """
        func problems(_ entries: String) -> [String] {
            Self.problems(of: Catalog(header + entries), template: template)
        }
        let good = """
            msgid "%1 of %2"
            msgstr "%2: "
            "%1"

            msgid "%1 note"
            msgid_plural "%1 notes"
            msgstr[0] "%1 Notiz"
            msgstr[1] "%1 Notizen"

            msgid "Quit"
            msgstr "Beenden"
            """
        XCTAssertEqual(problems(good), [])
        func change(_ old: String, _ new: String) -> [String] {
            problems(good.replacingOccurrences(of: old, with: new))
        }
        XCTAssertEqual(change("\"%2: \"", "\"\""), ["other placeholders: %1"])
        XCTAssertEqual(change("%1 Notizen", ""), ["untranslated (form 1): %1 note"])
        XCTAssertEqual(change("%1 Notizen", "Notizen"), ["other placeholders: Notizen"])
        XCTAssertEqual(change("msgid \"Quit\"", "#, fuzzy\nmsgid \"Quit\""), ["fuzzy: Quit"])
        XCTAssertEqual(change("Beenden", ""), ["untranslated (form 0): Quit"])
        XCTAssertEqual(
            change("msgid \"Quit\"", "msgid \"Exit\""),
            ["missing: Quit", "not in the template: Exit"]
        )
    }
}
