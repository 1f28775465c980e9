import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// What the card of a note shows that only imports know of.
final class ImportedNoteCardTests: DisplayTestCase {
    @MainActor
    private static func card(
        of note: ImportedNote,
        _ program: TestProgram
    ) throws -> NoteCard {
        try program.library.importBatch(format: "test", name: "notes") { importer in
            _ = try importer.add(note)
            return nil
        }
        let notes = try XCTUnwrap(program.openWindow().tabController.page.notes)
        XCTAssertTrue(MainLoop.run { notes.cards.first?.root.isMapped == true })
        return try XCTUnwrap(notes.cards.first)
    }

    func testTagsAreShownAndSaid() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let card = try Self.card(
                of: ImportedNote(on: book, text: "Salt", tags: ["sea", "low tide"]),
                program
            )
            XCTAssertTrue(card.root.shows("#sea #low tide"))
            XCTAssertTrue(card.described.hasSuffix(", #sea #low tide"), card.described)
        }
    }

    func testANoteOfUnknownDateIsNotOfToday() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let card = try Self.card(
                of: ImportedNote(on: book, text: "Salt", isUndated: true),
                program
            )
            XCTAssertTrue(card.root.shows("No date"))
            XCTAssertEqual(card.exactDate, "No date")
            XCTAssertNil(card.nextChange(after: Date()))
        }
    }
}
