import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// The text of saved notes, which can be selected and has links.
final class NoteSelectionTests: DisplayTestCase {
    func testTextIsSelectableAndNeverHasTheFocus() throws {
        try withProgram { program in
            let (card, label) = try program.openCard("One http://example.org/ two")
            XCTAssertNotEqual(gtk_label_get_selectable(label.opaque), 0)
            XCTAssertFalse(label.grabFocus())
            card.root.grabFocus()
            XCTAssertTrue(card.root.containsFocus)
            // Through what is in the card.
            for _ in 0..<6 {
                gtk_widget_child_focus(card.root.widget, GTK_DIR_TAB_FORWARD)
                XCTAssertFalse(label.containsFocus)
            }
        }
    }

    func testLinksAreMarkedAndTheTextIsAsTyped() throws {
        try withProgram { program in
            let text = "<b>One</b> & http://example.org/?a=1&b=2 two"
            let (_, label) = try program.openCard(text)
            XCTAssertEqual(String(cString: gtk_label_get_text(label.opaque)), text)
            let markup = String(cString: gtk_label_get_label(label.opaque))
            XCTAssertTrue(markup.contains("<a href="), markup)
        }
    }

    func testLinksAreInTheMenuForWhoHasNoPointer() throws {
        try withProgram { program in
            let link = "http://example.org/a_b"
            let (card, _) = try program.openCard("One \(link) two")
            XCTAssertTrue(Key("F10").opensMenu(.shift))
            card.showMenu(x: 5, y: 5)
            XCTAssertTrue(MainLoop.run { card.root.shows("Open Link") })
            XCTAssertTrue(card.root.shows("Edit Note"))
            XCTAssertFalse(card.root.shows("Copy Selection"), "nothing is selected")
            XCTAssertTrue(card.root.containsFocus, "the row stays while its menu is open")
        }
    }

    func testARowWithASelectionStaysOutOfView() throws {
        try withProgram { program in
            let subject = NoteSubject.book(program.series.books[0].id)
            for number in 0..<200 { try program.library.addNote("note \(number)", on: subject) }
            let notes = try XCTUnwrap(program.openWindow().tabController.page.notes)
            XCTAssertTrue(MainLoop.run { notes.cards.last?.note.text == "note 199" })
            let card = try XCTUnwrap(notes.cards.last)
            let label = try XCTUnwrap(card.root.all("note-text").first)
            gtk_label_select_region(label.opaque, 0, 4)
            XCTAssertEqual(card.selection, "note")
            notes.list.rows.scroll(to: 0)
            XCTAssertTrue(MainLoop.run { notes.cards.contains { $0.note.text == "note 0" } })
            XCTAssertEqual(card.selection, "note")
            XCTAssertTrue(notes.cards.contains { $0 === card })
            gtk_label_select_region(label.opaque, 0, 0)
            notes.list.rows.scroll(to: 1)
            XCTAssertTrue(MainLoop.run { !notes.cards.contains { $0 === card } })
        }
    }

    func testTextWithoutLinksIsNoMarkup() throws {
        try withProgram { program in
            let (_, label) = try program.openCard("<b>One</b> &amp; two")
            XCTAssertEqual(
                String(cString: gtk_label_get_text(label.opaque)),
                "<b>One</b> &amp; two"
            )
        }
    }

    func testASelectionIsARangeOfTheText() {
        onMainActor {
            let label = Label("Über die Dörfer").selectableByPointer()
            XCTAssertNil(label.selection)
            label.select(5..<8)
            XCTAssertEqual(label.selection, 5..<8)
        }
    }
}
