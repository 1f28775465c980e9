import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// The text of saved notes, which can be selected and has links.
final class NoteSelectionTests: DisplayTestCase {
    @MainActor
    private static func label(_ text: String, _ program: TestProgram) throws -> (NoteCard, Widget) {
        try program.library.addNote(text, on: .book(program.series.books[0].id))
        let notes = try XCTUnwrap(program.openWindow().tabController.page.notes)
        let card = try XCTUnwrap(notes.cards.first)
        XCTAssertTrue(MainLoop.run { card.root.isMapped && card.root.size.height > 0 })
        return (card, try XCTUnwrap(card.root.all("note-text").first))
    }

    func testTextIsSelectableAndNeverHasTheFocus() throws {
        try withProgram { program in
            let (card, label) = try Self.label("One http://example.org/ two", program)
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
            let (_, label) = try Self.label(text, program)
            XCTAssertEqual(String(cString: gtk_label_get_text(label.opaque)), text)
            let markup = String(cString: gtk_label_get_label(label.opaque))
            XCTAssertTrue(markup.contains("<a href="), markup)
        }
    }

    func testTextWithoutLinksIsNoMarkup() throws {
        try withProgram { program in
            let (_, label) = try Self.label("<b>One</b> &amp; two", program)
            XCTAssertEqual(
                String(cString: gtk_label_get_text(label.opaque)),
                "<b>One</b> &amp; two"
            )
        }
    }

    func testASelectionIsAPartOfTheText() {
        onMainActor {
            let label = Label("Über die Dörfer").selectableByPointer()
            XCTAssertNil(label.selectedText)
            label.select(5..<8)
            XCTAssertEqual(label.selectedText, "die")
        }
    }
}
