import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// The marks of emphasis: hidden on the card of a note, and there again while it is edited.
final class EmphasisTests: DisplayTestCase {
    private static let saved = "an *old* **hawk**\n> *said*\n- 2*3*4 and ***more***"
    private static let shown = "an old hawk\n> said\n- 2*3*4 and more"

    @MainActor
    private static func text(of label: Widget) -> String {
        String(cString: gtk_label_get_text(label.opaque))
    }

    func testACardShowsAndReadsNoMarks() throws {
        try withProgram { program in
            let (card, label) = try program.openCard(Self.saved)
            XCTAssertEqual(Self.text(of: label), Self.shown)
            XCTAssertEqual(card.named, "Note: " + Self.shown)
            XCTAssertEqual(card.title, Self.shown)
            XCTAssertEqual(card.plainText, Self.saved)
            XCTAssertEqual(card.beginDrag()?.text, Self.saved)
        }
    }

    func testACopyHasTheMarksOfWholeWordsOnly() throws {
        try withProgram { program in
            let (card, label) = try program.openCard(Self.saved)
            for (range, copy) in [
                (3..<6, "*old*"), (3..<11, "*old* **hawk**"), (4..<6, "ld"), (0..<9, "an *old* ha"),
                (0..<Self.shown.count, Self.saved),
            ] {
                gtk_label_select_region(
                    label.opaque,
                    gint(range.lowerBound),
                    gint(range.upperBound)
                )
                XCTAssertEqual(card.selection, copy)
            }
            gtk_label_select_region(label.opaque, 0, 0)
            XCTAssertNil(card.selection)
        }
    }

    func testWhatIsSelectedStaysSelectedInTheEditor() throws {
        try withProgram { program in
            let (card, label) = try program.openCard(Self.saved)
            gtk_label_select_region(label.opaque, 8, 9)
            card.beginEditing()
            let buffer = try XCTUnwrap(card.field).buffer
            XCTAssertEqual(buffer.text, Self.saved)
            XCTAssertEqual(buffer.selection.anchor, 12)
            XCTAssertEqual(buffer.selection.cursor, 13)
        }
    }

    func testTheCursorIsWhereTheTextWasClicked() throws {
        try withProgram { program in
            let (card, label) = try program.openCard(Self.saved)
            gtk_label_select_region(label.opaque, 8, 8)
            card.beginEditing()
            XCTAssertEqual(card.field?.buffer.selection.cursor, 12)
            XCTAssertEqual(card.field?.buffer.selection.anchor, 12)
        }
    }

    func testTheCursorIsAtTheEndOfATextThatWasNotClicked() throws {
        try withProgram { program in
            let (card, _) = try program.openCard(Self.saved)
            card.beginEditing()
            XCTAssertEqual(card.field?.buffer.selection.cursor, Self.saved.count)
        }
    }

    func testTheMenuEditsAtTheLetterBelowThePointer() throws {
        try withProgram { program in
            let (card, label) = try program.openCard(Self.saved)
            let place = try XCTUnwrap(Self.place(ofByte: 8, of: label, in: card.root))
            let middle = place.y + place.height / 2
            XCTAssertEqual(card.savedOffset(at: (place.x + 1, middle)), 12)
            card.showMenu(x: place.x + 1, y: middle, isAtPointer: true)
            card.beginEditing(at: card.menuOffset)
            XCTAssertEqual(card.field?.buffer.selection.cursor, 12)
            XCTAssertEqual(card.field?.buffer.selection.anchor, 12)
        }
    }

    /// Where a letter of a label is.
    @MainActor
    private static func place(
        ofByte byte: Int,
        of label: Widget,
        in widget: Widget
    ) throws -> (x: Double, y: Double, height: Double) {
        let frame = try XCTUnwrap(label.frame(in: widget))
        var (left, top): (gint, gint) = (0, 0)
        gtk_label_get_layout_offsets(label.opaque, &left, &top)
        var place = PangoRectangle()
        pango_layout_index_to_pos(gtk_label_get_layout(label.opaque), gint(byte), &place)
        let scale = Double(PANGO_SCALE)
        return (
            frame.x + Double(left) + Double(place.x) / scale,
            frame.y + Double(top) + Double(place.y) / scale, Double(place.height) / scale
        )
    }

    func testNoLineMovesWhenEditingBegins() throws {
        try withProgram { program in
            let (card, label) = try program.openCard(Self.saved)
            let lines = try [0, 12, 19].map { try Self.place(ofByte: $0, of: label, in: card.root) }
            card.beginEditing()
            let field = try XCTUnwrap(card.field)
            XCTAssertTrue(MainLoop.run { field.isMapped && field.size.height > 1 })
            for (offset, line) in zip([0, 18, 27], lines) {
                field.buffer.selection = (offset, offset)
                MainLoop.drain()
                let cursor = try XCTUnwrap(field.cursorFrame(in: card.root))
                XCTAssertEqual(cursor.y + cursor.height / 2, line.y + line.height / 2, accuracy: 1)
                XCTAssertEqual(cursor.x, line.x, accuracy: 1)
            }
        }
    }

    func testAnEditOfMarksAloneIsShown() throws {
        try withProgram { program in
            let (card, label) = try program.openCard("a *b*")
            card.beginEditing()
            try XCTUnwrap(card.field).buffer.text = "*a* b"
            XCTAssertTrue(card.root.click("Save"))
            XCTAssertTrue(
                MainLoop.run { String(cString: gtk_label_get_label(label.opaque)).contains("<i>a") }
            )
            XCTAssertEqual(Self.text(of: label), "a b")
        }
    }

    /// The text that the middle button inserts elsewhere.
    @MainActor
    private static var primaryText: String? {
        let clipboard = gdk_display_get_primary_clipboard(gdk_display_get_default())
        guard let content = gdk_clipboard_get_content(clipboard) else { return nil }
        var value = GValue()
        g_value_init(&value, cgtk_type_string())
        defer { g_value_unset(&value) }
        guard gdk_content_provider_get_value(content, &value, nil) != 0 else { return nil }
        return g_value_get_string(&value).map { String(cString: $0) }
    }

    func testThePrimarySelectionHasTheMarksOfWholeWordsOnly() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            try program.library.addNote("A *red* and **blue** day", on: book)
            let notes = try XCTUnwrap(program.openWindow().page.notes)
            XCTAssertTrue(MainLoop.run { notes.cards.first?.root.isMapped == true })
            let card = try XCTUnwrap(notes.cards.first)
            let label = try XCTUnwrap(card.root.all("note-text").first)
            for (range, text) in [
                (0..<18, "A *red* and **blue** day"), (2..<5, "*red*"), (3..<5, "ed"),
                (4..<14, "d and **blue**"),
            ] {
                gtk_label_select_region(
                    label.opaque,
                    gint(range.lowerBound),
                    gint(range.upperBound)
                )
                XCTAssertEqual(Self.primaryText, text)
                XCTAssertEqual(card.selection, text, "it is still selected")
            }
        }
    }

    func testAnEditThatIsCancelledKeepsTheSelection() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let note = try program.library.addNote("A *red* day", on: book)
            let notes = try XCTUnwrap(program.openWindow().page.notes)
            XCTAssertTrue(MainLoop.run { notes.cards.first?.root.isMapped == true })
            let card = try XCTUnwrap(notes.cards.first)
            let label = try XCTUnwrap(card.root.all("note-text").first)
            gtk_label_select_region(label.opaque, 2, 5)
            card.beginEditing()
            let buffer = try XCTUnwrap(card.field).buffer
            let (cursor, anchor) = buffer.selection
            XCTAssertEqual([anchor, cursor], [2, 7])
            buffer.apply(TextBuffer.Edit(offset: 2, removed: "*red*", inserted: "wet"))
            XCTAssertEqual(card.editor?.handle(Key("Escape"), []), true)
            XCTAssertFalse(card.isEditing)
            XCTAssertTrue(card.root.shows("A red day"))
            XCTAssertEqual(card.selection, "*red*")
            XCTAssertEqual(try program.library.note(note.id)?.text, "A *red* day")
            card.beginEditing()
            XCTAssertEqual(card.field?.buffer.text, "A *red* day")
        }
    }
}
