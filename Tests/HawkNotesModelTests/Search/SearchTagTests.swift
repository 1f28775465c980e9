import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// Searches for notes with a tag, of the note's field or typed in its text.
final class SearchTagTests: SearchTestCase {
    @MainActor
    func testATagNarrowsDown() async throws {
        let (library, search) = try makeHawks()
        try library.addNote("A hawk at sea", on: .book(hawkBook), tags: ["Séa", "to lend"])
        try library.addNote("A hawk on a seal", on: .book(hawkBook), tags: ["seal/grey"])
        for (typed, expected) in [
            ("hawk tag:sea ", ["A hawk at sea"]), ("tag:SEA hawk", ["A hawk at sea"]),
            ("tag:\"#sea\"", ["A hawk at sea"]), ("tag:\"to lend\"", ["A hawk at sea"]),
            // As long as it is being typed, it is the beginning of one.
            ("tag:#sea", ["A hawk on a seal", "A hawk at sea"]),
            ("tag:seal/", ["A hawk on a seal"]), ("tag:sea tag:lend ", []), ("tag:nothing", []),
            ("raven tag:sea ", []),
        ] {
            XCTAssertEqual(try notes(typed, search), expected, typed)
        }
        // Nothing is narrowed down before there is a tag.
        XCTAssertEqual(try notes("hawk tag:", search).count, try notes("hawk ", search).count)
        XCTAssertEqual(try results("hawk tag:sea", search).parts, [])
    }

    @MainActor
    func testATagThatIsTypedInTheTextNarrowsDown() async throws {
        let (library, search) = try makeHawks()
        let note = try library.addNote("A hawk at #Séa", on: .book(hawkBook))
        XCTAssertEqual(try notes("tag:sea ", search), ["A hawk at #Séa"])
        try library.updateNote(note.id, text: "A hawk at sea")
        XCTAssertEqual(try notes("tag:sea ", search), [])
        try library.updateNote(note.id, text: "A hawk at #sea")
        try library.deleteNote(note.id)
        XCTAssertEqual(try notes("tag:sea ", search), [])
    }

    /// Older versions had only the tags of the field in their table.
    @MainActor
    func testTagsThatWereTypedInAnOlderVersionAreAmongTheChoices() async throws {
        let (library, search) = try makeHawks()
        let note = try library.addNote("At #Séa", on: .book(hawkBook), tags: ["to lend"])
        try library.addNote("No tags", on: .book(hawkBook))
        try library.write("forget the typed tags") { db in
            try db.execute(sql: "DELETE FROM noteTag WHERE tag = 'sea'")
            return ((), [])
        }
        XCTAssertEqual(try library.searchChoices(in: nil, unveiled: []).tags, ["to lend"])
        search.waitForIndex()
        let choices = try library.searchChoices(in: nil, unveiled: []).tags
        XCTAssertEqual(choices, ["to lend", "Séa"])
        let revision = library.revision
        try library.completeTags(of: [note.sequence])
        XCTAssertEqual(library.revision, revision)
        search.close()
    }
}
