import Foundation
import XCTest

@testable import HawkNotesFormats

/// Properties as people have them.
final class MarkdownFrontMatterTests: XCTestCase {
    private func note(_ text: String, name: String = "Frost") throws -> ImportedNote {
        let reading = try readMarkdown(["Below the Ice/\(name).md": text])
        return try XCTUnwrap(reading.notes.first)
    }

    func testTags() throws {
        let shapes = [
            "tag: ice", "tags: ice", "tags: \"#ice\"", "tags: [\"#ice\"]", "tags:\n  - ice",
            "Tags: '[[ice]]'", "tags: ##ice",
        ]
        for shape in shapes {
            XCTAssertEqual(try note("---\n\(shape)\n---\nText.").tags, ["ice"], shape)
        }
        for shape in ["tags: ice, sea/tide", "tags: ice sea/tide", "tags: [ice, sea/tide]"] {
            XCTAssertEqual(try note("---\n\(shape)\n---\nText.").tags, ["ice", "sea/tide"], shape)
        }
    }

    func testDates() throws {
        let day = LocalTime(year: 2025, month: 3, day: 4)
        let time = LocalTime(year: 2025, month: 3, day: 4, secondOfDay: 20 * 3600 + 62)
        let shapes: [(String, LocalTime?)] = [
            ("date created: Tuesday, March 4th 2025, 8:01:02 pm", time),
            ("date_created: 2025-03-04 20:01:02", time), ("Created: 2025-03-04", day),
            ("created: \"[[2025-03-04]]\"", day), ("creation date: 4 March 2025", day),
            ("created: [[2025-03-04|Tuesday]]", day),
        ]
        for (shape, expected) in shapes {
            let found = try note("---\n\(shape)\n---\nText.").created
            XCTAssertEqual(found, expected.map { .local($0) }, shape)
        }
        let modified = try note(
            "---\ndate modified: Tuesday, March 4th 2025, 8:01:02 pm\n---\nText."
        )
        XCTAssertEqual(modified.updated, time.map { .local($0) })
        let undecided = try readMarkdown(["a/b.md": "---\ncreated: 03-04-2025\n---\nText."])
        XCTAssertEqual(undecided.reasons, [.undecidedDate("03-04-2025")])
    }

    func testATitleIsTheFirstLineUnlessTheTextBeginsWithIt() throws {
        XCTAssertEqual(try note("The frost came, Frost.").text, "Frost\n\nThe frost came, Frost.")
        XCTAssertEqual(try note("# Frost\n\nIt came.").text, "# Frost\n\nIt came.")
        XCTAssertEqual(
            try note("---\ntitle: Frost!\n---\n# Frost\n\nIt came.").text,
            "# Frost\n\nIt came."
        )
    }

    func testWhatIsNotQuiteYAMLIsReadLineByLine() throws {
        let reading = try readMarkdown([
            "a/b.md": """
            ---
            title: Dune: a note
            tags: [ice]
            author of this: nobody: at all
            no property at all
            ---
            Text.
            """
        ])
        XCTAssertEqual(
            reading.notes.first?.text,
            "Dune: a note\n\nno property at all\n\nText."
        )
        XCTAssertEqual(reading.notes.first?.tags, ["ice"])
        XCTAssertEqual(
            reading.reasons,
            [
                .repaired(.properties),
                .leftOut(.field("author of this"), count: 1, example: "nobody: at all"),
            ]
        )
    }

    func testWordsBetweenRulesAreWords() throws {
        let text = "---\nJust words\n---\nMore."
        XCTAssertEqual(try note(text).text, "Frost\n\n\(text)")
        XCTAssertEqual(try readMarkdown(["a/b.md": text]).report.problems, [])
    }

    func testPropertiesWithoutAPlaceAreToldOnceForEachName() throws {
        let reading = try readMarkdown([
            "a/b.md": "---\nup: [[Index]]\nweather: grey\n---\nOne.",
            "a/c.md": "---\nweather: blue\n---\nTwo.",
        ])
        XCTAssertEqual(
            reading.reasons,
            [
                .leftOut(.field("up"), count: 1, example: "Index"),
                .leftOut(.field("weather"), count: 2, example: "grey"),
            ]
        )
    }

    func testAFileOfOursThatIsDamagedIsNotReadByHalves() throws {
        let text = "---\nhawk-notes: 1\nkind: \"note\"\nid: \"x\": \"y\"\n---\n\nText.\n"
        let reading = try readMarkdown(["a/b.md": text])
        XCTAssertTrue(reading.reasons.contains(.damaged))
        XCTAssertEqual(reading.notes.first?.text.contains("kind: \"note\""), true)
    }
}
