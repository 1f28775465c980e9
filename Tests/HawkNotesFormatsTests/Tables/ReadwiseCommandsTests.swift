import XCTest

@testable import HawkNotesFormats

final class ReadwiseCommandsTests: XCTestCase {
    func testCommandsStandAtTheBeginningOfANote() {
        XCTAssertEqual(ReadwiseCommands(note: ".h3", tags: nil).headingLevel, 3)
        XCTAssertNil(ReadwiseCommands(note: ".h7", tags: nil).headingLevel)
        XCTAssertEqual(ReadwiseCommands(note: ".c12 words", tags: nil).piece, 12)
        XCTAssertEqual(ReadwiseCommands(note: ".c12 words", tags: nil).words, "words")
        XCTAssertNil(ReadwiseCommands(note: "see .h1", tags: "h1").headingLevel)
        XCTAssertEqual(ReadwiseCommands(note: "see .h1", tags: "h1").tags, ["h1"])
        XCTAssertTrue(ReadwiseCommands(note: nil, tags: "a, discard").isDiscarded)
    }

    func testTagsAreTakenOutOfTheWordsOnlyWhenTheyAreTags() {
        let tagged = ReadwiseCommands(note: ".salt .road It keeps", tags: "salt, road, white")
        XCTAssertEqual(tagged.words, "It keeps")
        XCTAssertEqual(tagged.tags, ["salt", "road", "white"])
        XCTAssertEqual(ReadwiseCommands(note: ".NET is new", tags: nil).words, ".NET is new")
        XCTAssertEqual(ReadwiseCommands(note: "… .salt", tags: "salt").words, "… .salt")
        XCTAssertEqual(
            ReadwiseCommands(note: nil, tags: ".favorite, Deep Work").tags,
            ["favorite", "Deep Work"]
        )
        XCTAssertNil(ReadwiseCommands(note: " ", tags: " , ").words)
    }

    /// Whatever the order of the rows is.
    func testHeadingsAndPiecesGoByTheirPlaces() throws {
        let lines = String(decoding: try Fixtures.bytes("readwise/commands.csv"), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        var generator = SeededGenerator(1)
        var found: Set<[String]> = []
        for _ in 0..<20 {
            let rows = lines.dropFirst().shuffled(using: &generator)
            let text = ([lines[0]] + rows).joined(separator: "\n") + "\n"
            let source = ImportSource(name: "a.csv", bytes: Array(text.utf8))
            let reading = try Reading(source, as: .readwise)
            found.insert(
                reading.notes.map { note in
                    "\(note.quote ?? ""), \(note.text), \(note.place?.chapter ?? ""), \(note.tags)"
                }.sorted()
            )
            XCTAssertEqual(reading.report.problemCount, 2)
        }
        XCTAssertEqual(
            found,
            [
                [
                    "Before the first heading., , , [\"c1\"]",
                    "Of another book., , , []",
                    "Part One, Read twice, Part One, []",
                    "Roads have no end., .NET is no road, Part One, []",
                    "Salt keeps., Who says this?, Second Day, [\"memory\", \"Deep Work\"]",
                    "The road went white … and nobody turned back., Nobody?, Second Day, "
                        + "[\"favorite\"]",
                ]
            ]
        )
    }
}
