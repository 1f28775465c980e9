import XCTest

@testable import HawkNotesFormats

/// What notes are known by when a folder is imported again.
final class MarkdownIdentityTests: XCTestCase {
    /// As a version before gave them, which put the name of the chosen folder into them.
    func testFormerIdentitiesAreStillGiven() throws {
        let former = [
            "Die Wand/Erster Eindruck.md": (
                "markdown:5a223cde3fa3086eaf1844c3aeb7040f",
                "markdown:b761a3656935fe8a78f46b7ccb707488"
            ),
            "bombs.md": (
                "markdown:1822288d98d1f468f8f348831ff9b2ce",
                "markdown:25ec104a125a241d5cc15a79791b1224"
            ),
            "book key.md": (
                "markdown:3b0ae9c2709af825e68ccd5aa32a71b7",
                "markdown:41259febc4d20dc49e2953f18afb925d"
            ),
            "dashes.md": (
                "markdown:069350f97b96242b9b0d581c0484d777",
                "markdown:8988070a48bed47e7cf65eeda8ebd7e3"
            ),
            "plain.md": (
                "markdown:4ddb3b0bc3d9dbd9fb7afda08cb54258",
                "markdown:f3891bedcabe8e7ac4e667b1e88c9510"
            ),
        ]
        let reading = try Reading(Fixtures.source("markdown/others"), as: .markdown)
        let notes = Set(reading.notes.flatMap { $0.formerIdentities.map(\.description) })
        let words = Set(reading.notes.flatMap { $0.formerWordsIdentities.map(\.description) })
        for (file, (note, text)) in former {
            XCTAssertTrue(notes.contains(note), file)
            XCTAssertTrue(words.contains(text), file)
        }
        let books = [
            "markdown:e42e5e4d8e7a9d06e4f19ec2e797950f",
            "markdown:b5a52317b8fd37d72f80e53920665eea",
            "markdown:54ca7559f64d1f4cbc7b16243f1c26c4",
        ]
        XCTAssertTrue(Set(reading.books.map(\.identity.description)).isSuperset(of: books))
    }

    private func identity(_ path: String, _ text: String, in name: String = "Vault") throws
        -> ImportedNote
    {
        try XCTUnwrap(readMarkdown([path: text], as: name).notes.first)
    }

    func testAnEditedFileIsTheSameNote() throws {
        let one = try identity("Ice/Frost.md", "It came.")
        let other = try identity("Ice/Frost.md", "It came late.")
        XCTAssertEqual(one.identity, other.identity)
        XCTAssertNotEqual(one.wordsIdentity, other.wordsIdentity)
    }

    func testTheNameOfTheChosenFolderIsNoPartOfIt() throws {
        let one = try identity("Ice/Frost.md", "It came.", in: "Vault")
        let other = try identity("Ice/Frost.md", "It came.", in: "Copy")
        XCTAssertEqual(one.identity, other.identity)
        XCTAssertEqual(one.wordsIdentity, other.wordsIdentity)
    }

    func testAMovedFileIsFoundByWhatItSays() throws {
        let one = try identity("Books/Ice/Frost.md", "It came.")
        for path in ["Books/Read/Ice/Frost.md", "above/Books/Ice/Frost.md"] {
            let other = try identity(path, "It came.")
            XCTAssertTrue(other.formerIdentities.contains(try XCTUnwrap(one.wordsIdentity)), path)
        }
    }

    /// What was chosen once had its name in the identities.
    func testAFolderThatWasChosenOnceIsKnownFromTheOneAbove() throws {
        let chosen = try readMarkdown(["B/One.md": "First"], as: "Notes")
        let above = try readMarkdown(
            ["Notes/B/One.md": "First", "Notes/C/B/One.md": "Second"],
            as: "Home"
        )
        // After those by what it says.
        let former = chosen.notes[0].formerIdentities[2]
        let first = try XCTUnwrap(above.notes.first { $0.text.contains("First") })
        XCTAssertTrue(first.formerIdentities.contains(former))
        let all = above.notes.flatMap(\.formerIdentities)
        XCTAssertEqual(Set(all).count, all.count, "two files are not the same one")
    }

    func testAnIDIsTheSameWhereverTheFileLies() throws {
        for key in ["notion-id", "bear-id", "roam-uid", "html-source", "uid", "readwise_id"] {
            let front = "---\n\(key): 0a1b2c3d4e\n---\n"
            let one = try identity("Ice/Frost.md", front + "It came.")
            let other = try identity("Read/Thaw.md", front + "It came, and went.")
            XCTAssertEqual(one.identity, other.identity, key)
        }
    }

    func testTwoFilesWithOneIDAreTwoNotes() throws {
        let front = "---\nuid: 0a1b2c3d4e\n---\n"
        let reading = try readMarkdown([
            "Ice/Frost.md": front + "It came.", "Ice/Thaw.md": front + "It went.",
        ])
        XCTAssertEqual(Set(reading.notes.map(\.identity)).count, 2)
    }

    private func passages(_ lines: String...) throws -> [SourceIdentity] {
        let text = "---\nauthor: Marta Berg\n---\n## Highlights\n\n"
        return try readMarkdown(["Ice.md": text + lines.joined(separator: "\n")]).notes
            .map(\.identity)
    }

    func testPassagesAreKnownByIDThenPlaceThenWords() throws {
        XCTAssertEqual(
            try passages("- It came. ^ref-12", "- It went. (Location 9)", "- It stayed."),
            try passages("- It came late. ^ref-12", "- It left. (Location 9)", "- It  stayed.")
        )
        XCTAssertEqual(
            try passages("- “It’s here” (Page 4)"),
            try passages("- \"It's   here\" (Page 5)")
        )
        XCTAssertNotEqual(try passages("- It came."), try passages("- It went."))
    }

    func testPassagesAtOnePlaceAreSeveral() throws {
        let both = try passages("- It came. (Location 9)", "- It went. (Location 9)")
        XCTAssertEqual(Set(both).count, 2)
        // Whichever comes first in the file.
        let turned = try passages("- It went. (Location 9)", "- It came. (Location 9)")
        XCTAssertEqual(Set(both), Set(turned))
    }
}
