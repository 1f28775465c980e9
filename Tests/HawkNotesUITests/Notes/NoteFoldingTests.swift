import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Long notes, of which a card shows the beginning.
final class NoteFoldingTests: DisplayTestCase {
    @MainActor
    private static func card(_ window: MainWindow) throws -> NoteCard {
        let notes = try XCTUnwrap(window.tabController.page.notes)
        _ = MainLoop.run { !notes.cards.isEmpty }
        let card = try XCTUnwrap(notes.cards.first)
        XCTAssertTrue(MainLoop.run { card.root.isMapped && card.root.size.height > 0 })
        MainLoop.drain()
        return card
    }

    @MainActor
    private static func add(_ text: String, _ program: TestProgram) throws {
        try program.library.addNote(text, on: .book(program.series.books[0].id))
    }

    private static func lines(_ count: Int) -> String {
        (1...count).map { "line \($0)" }.joined(separator: "\n")
    }

    func testALongNoteUnfoldsAndFoldsInPlace() throws {
        try withProgram { program in
            try Self.add(Self.lines(40), program)
            let window = program.openWindow()
            let card = try Self.card(window)
            let folded = card.root.size.height
            XCTAssertTrue(card.root.click("Show More"))
            XCTAssertTrue(MainLoop.run { card.root.size.height > 2 * folded })
            XCTAssertFalse(card.isEditing)
            XCTAssertTrue(card.root.texts.contains { $0.hasSuffix("line 40") })
            XCTAssertTrue(card.root.click("Show Less"))
            XCTAssertTrue(MainLoop.run { card.root.size.height == folded })
        }
    }

    func testThatANoteIsUnfoldedOutlivesTheRunAndASavedEdit() throws {
        try withProgram { program in
            try Self.add(Self.lines(40), program)
            var card = try Self.card(program.openWindow())
            XCTAssertTrue(card.root.click("Show More"))
            card = try Self.card(program.restart()[0])
            XCTAssertTrue(card.root.texts.contains { $0.hasSuffix("line 40") })
            card.beginEditing()
            try XCTUnwrap(card.field).buffer.text = Self.lines(41)
            XCTAssertTrue(card.root.click("Save"))
            XCTAssertTrue(MainLoop.run { !card.isBusy && card.note.text.hasSuffix("41") })
            card = try Self.card(program.restart()[0])
            XCTAssertTrue(card.root.texts.contains { $0.hasSuffix("line 41") })
            XCTAssertTrue(card.root.click("Show Less"))
            card = try Self.card(program.restart()[0])
            XCTAssertFalse(card.root.texts.contains { $0.hasSuffix("line 41") })
        }
    }

    func testANoteOfAMegabyteIsShownInPartAndOpensWhole() throws {
        try withProgram { program in
            // In ten paragraphs: GTK lays out a paragraph in time that grows with its square.
            let paragraph = String(repeating: "A sentence that goes on. ", count: 4000)
            let text = Array(repeating: paragraph, count: 10).joined(separator: "\n") + "End"
            try Self.add(text, program)
            let card = try Self.card(program.openWindow())
            XCTAssertTrue(card.root.click("Show More"))
            XCTAssertTrue(card.root.shows("Show All"))
            let longest = card.root.texts.map(\.count).max() ?? 0
            XCTAssertEqual(longest, NoteExcerpt.unfoldedLimit + 1)
            XCTAssertTrue(card.root.click("Show All"))
            XCTAssertEqual(card.field?.buffer.text, text)
        }
    }

    func testAnExcerptEndsAtItsLimits() {
        XCTAssertFalse(NoteExcerpt("").isCut)
        let short = String(repeating: "x", count: NoteExcerpt.foldedLimit)
        XCTAssertFalse(NoteExcerpt(short).isCut)
        XCTAssertEqual(NoteExcerpt(short + "y").text, short + "…")
        XCTAssertEqual(NoteExcerpt(short + "y", isUnfolded: true).text, short + "y")
        XCTAssertFalse(NoteExcerpt(Self.lines(12)).isCut)
        XCTAssertEqual(NoteExcerpt(Self.lines(13)).text, Self.lines(12) + "\n…")
        let marks = "e" + String(repeating: "\u{301}", count: 1_000_000)
        XCTAssertEqual(NoteExcerpt(marks).text.unicodeScalars.count, NoteExcerpt.foldedLimit + 1)
    }
}
