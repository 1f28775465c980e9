import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// A note with a text of another library beside its own, on its page.
final class OtherTextTests: DisplayTestCase {
    /// Merges a library in which the note has another text.
    private static func merge(into library: Library, _ note: Note) throws {
        let folder = try TemporaryDirectory()
        let file = folder.url.appendingPathComponent("other.sqlite")
        let other = try Library.open(at: file)
        try other.importSeries(from: SourceTree.seriesFile)
        try other.addNote(note.text, on: note.subject, id: note.id)
        try other.updateNote(note.id, text: "The raven flies")
        try other.close()
        try library.updateNote(note.id, text: "The hawk flies high")
        let merge = try LibraryMerge(of: file, in: folder.url.appendingPathComponent("copies"))
        let outcome = try merge.run(into: library)
        XCTAssertEqual(outcome.report.bothTextsCount, 1)
        try merge.close()
    }

    private static func withBoth(
        _ body: @MainActor (TestProgram, MainWindow, NoteCard) throws -> Void
    ) throws {
        try withProgram { program in
            let note = try program.library.addNote(
                "The hawk flies",
                on: .book(program.series.books[0].id)
            )
            let window = program.openWindow(width: 800, height: 700)
            let section = try XCTUnwrap(window.page.notes)
            XCTAssertTrue(MainLoop.run { section.cards.count == 1 })
            let card = try XCTUnwrap(section.cards.first)
            XCTAssertFalse(card.root.shows("Keep Mine"))
            try merge(into: program.library, note)
            XCTAssertTrue(MainLoop.run { card.root.shows("Keep Mine") })
            try body(program, window, card)
        }
    }

    func testBothAreShownUntilOneIsChosenAndAgainAfterTheUndo() throws {
        try Self.withBoth { program, window, card in
            for (choice, text) in [
                ("Keep Mine", "The hawk flies high"), ("Keep Theirs", "The raven flies"),
            ] {
                XCTAssertTrue(card.root.click(choice))
                XCTAssertTrue(MainLoop.run { !card.root.shows(choice) }, choice)
                XCTAssertTrue(MainLoop.run { card.note.text == text }, choice)
                XCTAssertEqual(card.note.otherTexts, [])
                XCTAssertTrue(MainLoop.run { window.toasts.text != nil }, choice)
                window.toasts.performAction()
                XCTAssertTrue(MainLoop.run { card.root.shows(choice) }, choice)
                XCTAssertEqual(card.note.text, "The hawk flies high", choice)
            }
            XCTAssertTrue(card.root.click("Keep Both"))
            let section = try XCTUnwrap(window.page.notes)
            XCTAssertTrue(MainLoop.run { section.cards.count == 2 })
            XCTAssertTrue(MainLoop.run { !card.root.shows("Keep Both") })
            XCTAssertEqual(
                section.cards.map(\.note.text),
                ["The hawk flies high", "The raven flies"]
            )
        }
    }

    func testTheOtherTextStaysBesideANoteThatIsEdited() throws {
        try Self.withBoth { program, _, card in
            card.beginEditing()
            try XCTUnwrap(card.field).buffer.text = "The hawk is edited"
            XCTAssertTrue(card.root.click("Save"))
            XCTAssertTrue(MainLoop.run { card.note.text == "The hawk is edited" && !card.isBusy })
            XCTAssertTrue(card.root.shows("Keep Theirs"))
            XCTAssertEqual(card.note.otherTexts.map(\.text), ["The raven flies"])
        }
    }
}
