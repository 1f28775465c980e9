import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// The text of a note, before and while it is edited.
final class NoteEditorPlaceTests: DisplayTestCase {
    private static let text = """
        A first paragraph that is so long that it is broken into lines, and not only once, wherever the \
        window is as narrow as windows tend to be on a small screen, or in a half of one.

        Über die Dörfer\tmit Tabulator, 日本語, שלום.
        - a last line
        """

    @MainActor
    private static func card(_ window: MainWindow) throws -> NoteCard {
        let notes = try XCTUnwrap(window.tabController.page.notes)
        let card = try XCTUnwrap(notes.cards.first)
        XCTAssertTrue(MainLoop.run { card.root.isMapped && card.root.size.height > 0 })
        MainLoop.drain()
        return card
    }

    /// Where the characters of the card's text begin, in the coordinates of the row.
    @MainActor
    private static func places(
        in card: NoteCard,
        _ text: String
    ) throws -> [(x: Double, y: Double)] {
        let label = try XCTUnwrap(card.root.all("note-text").first)
        let origin = try XCTUnwrap(label.frame(in: card.root))
        var (left, top): (gint, gint) = (0, 0)
        gtk_label_get_layout_offsets(label.opaque, &left, &top)
        let layout = gtk_label_get_layout(label.opaque)
        return text.unicodeScalars.indices.map { index in
            var rectangle = PangoRectangle()
            let offset = text.utf8.distance(from: text.startIndex, to: index)
            pango_layout_index_to_pos(layout, gint(offset), &rectangle)
            return (
                origin.x + Double(left) + Double(rectangle.x) / 1024,
                origin.y + Double(top) + Double(rectangle.y) / 1024
            )
        }
    }

    /// The same of the field in which the text is edited.
    @MainActor
    private static func places(
        in field: TextView,
        of card: NoteCard
    ) throws -> [(x: Double, y: Double)] {
        let origin = try XCTUnwrap(field.frame(in: card.root))
        let buffer = gtk_text_view_get_buffer(field.cast())
        return (0..<field.buffer.count).map { offset in
            var (position, place) = (GtkTextIter(), GdkRectangle())
            gtk_text_buffer_get_iter_at_offset(buffer, &position, gint(offset))
            gtk_text_view_get_iter_location(field.cast(), &position, &place)
            var (x, y): (gint, gint) = (0, 0)
            gtk_text_view_buffer_to_window_coords(
                field.cast(),
                GTK_TEXT_WINDOW_WIDGET,
                place.x,
                place.y,
                &x,
                &y
            )
            return (origin.x + Double(x), origin.y + Double(y))
        }
    }

    func testTheTextStaysWhereItIsWhenAnEditBegins() throws {
        for width in [360, 1200] {
            try withProgram { program in
                try program.library.addNote(Self.text, on: .book(program.series.books[0].id))
                let card = try Self.card(program.openWindow(width: width, height: 700))
                let before = try Self.places(in: card, Self.text)
                card.beginEditing()
                let field = try XCTUnwrap(card.field)
                XCTAssertTrue(MainLoop.run { field.isMapped && field.size.height > 0 })
                MainLoop.drain()
                let after = try Self.places(in: field, of: card)
                XCTAssertEqual(before.count, after.count)
                XCTAssertGreaterThan(before.last?.y ?? 0, 60)
                for (offset, (old, new)) in zip(before, after).enumerated() {
                    XCTAssertEqual(old.x, new.x, accuracy: 1, "character \(offset), \(width) wide")
                    XCTAssertEqual(old.y, new.y, accuracy: 1, "character \(offset), \(width) wide")
                }
            }
        }
    }

    /// A text that is full of marks, and does not fit into the window.
    private static let marked = (1...12).map { number in
        "\(number) " + String(repeating: "*raven* and **hawk** over the sea, ", count: 12)
    }.joined(separator: "\n\n")

    /// The top of a cursor at a byte of the label, on the page.
    @MainActor
    private static func top(ofByte byte: Int, in card: NoteCard, _ page: Widget) throws -> Double {
        let label = try XCTUnwrap(card.root.all("note-text").first)
        var place = PangoRectangle()
        pango_layout_index_to_pos(gtk_label_get_layout(label.opaque), gint(byte), &place)
        return try XCTUnwrap(label.frame(in: page)).y + Double(place.y) / 1024
    }

    func testTheClickedLineStaysWhereItIsInANoteThatBeginsAboveTheView() throws {
        for width in [360, 1200] {
            try withProgram { program in
                try program.library.addNote(Self.marked, on: .book(program.series.books[0].id))
                let window = program.openWindow(width: width, height: 700)
                let card = try Self.card(window)
                let list = try XCTUnwrap(window.tabController.page.notes).list
                XCTAssertTrue(card.root.click("Show More"))
                XCTAssertTrue(MainLoop.run { card.root.size.height > 900 })
                MainLoop.drain()
                let text = Self.marked.replacing("*", with: "")
                let word = try XCTUnwrap(text.range(of: "8 raven")).upperBound
                let byte = text.utf8.distance(from: text.startIndex, to: word)
                let wanted = try Self.top(ofByte: byte, in: card, list.rows) - 300
                list.scroll(by: Int(wanted))
                XCTAssertTrue(
                    MainLoop.run {
                        let top = try? Self.top(ofByte: byte, in: card, list.rows)
                        return abs((top ?? 0) - 300) < 1
                    }
                )
                let offset = Self.marked.unicodeScalars.distance(
                    from: Self.marked.startIndex,
                    to: try XCTUnwrap(Self.marked.range(of: "8 *raven")).upperBound
                )
                card.beginEditing(at: offset)
                let field = try XCTUnwrap(card.field)
                // Before that, GTK would lay the text out at no width.
                XCTAssertTrue(MainLoop.run { field.isMapped && field.size.height > 0 })
                let cursor = field.buffer.selection.cursor
                @MainActor func top() -> Double {
                    guard let places = try? Self.places(in: field, of: card),
                        let frame = card.root.frame(in: list.rows)
                    else { return 0 }
                    return places[cursor].y + frame.y
                }
                XCTAssertTrue(MainLoop.run { abs(top() - 300) < 2 }, "\(top()), \(width) wide")
            }
        }
    }

    /// Where the line with the cursor is on the page, in the field or in the card.
    @MainActor
    private static func line(
        of card: NoteCard,
        field offset: Int,
        around sought: String,
        _ page: Widget
    ) -> Double? {
        guard let field = card.field else {
            guard let label = card.root.all("note-text").first else { return nil }
            let text = String(cString: gtk_label_get_text(label.opaque))
            guard let word = text.range(of: sought)?.lowerBound else { return nil }
            let byte = text.utf8.distance(from: text.startIndex, to: word)
            return try? top(ofByte: byte, in: card, page)
        }
        guard let places = try? places(in: field, of: card), let frame = card.root.frame(in: page)
        else { return nil }
        return places[offset].y + frame.y
    }

    /// Edits a note that begins above the view, and ends the edit.
    private func expectLineToStay(
        text: String,
        around sought: String,
        at wanted: Double,
        otherNotes: Int,
        _ width: Int,
        end: @MainActor (NoteCard) -> Void
    ) throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            try program.library.addNote(text, on: book)
            for number in 0..<otherNotes { try program.library.addNote("Foam \(number)", on: book) }
            let window = program.openWindow(width: width, height: 700)
            let notes = try XCTUnwrap(window.tabController.page.notes)
            let list = notes.list
            let id = try XCTUnwrap(notes.notes.item(at: 0)).id
            notes.showNote(id)
            XCTAssertTrue(MainLoop.run { notes.noteList.cards[id]?.root.isMapped == true })
            MainLoop.drain()
            let card = try XCTUnwrap(notes.noteList.cards[id])
            if text.count > 1000 {
                let folded = card.root.size.height
                XCTAssertTrue(card.root.click("Show More"))
                XCTAssertTrue(MainLoop.run { card.root.size.height > folded })
                MainLoop.drain()
            }
            let typed = try XCTUnwrap(text.range(of: sought)).lowerBound
            let offset = text.unicodeScalars.distance(from: text.startIndex, to: typed)
            @MainActor func line() -> Double {
                Self.line(of: card, field: offset, around: sought, list.rows) ?? -1
            }
            for _ in 0..<5 where abs(line() - wanted) >= 2 {
                // Rows above it may turn out to be taller.
                let start = line()
                list.scroll(by: Int((start - wanted).rounded()))
                XCTAssertTrue(MainLoop.run { line() != start })
                MainLoop.drain()
            }
            XCTAssertEqual(line(), wanted, accuracy: 2)
            card.beginEditing(at: offset)
            let field = try XCTUnwrap(card.field)
            XCTAssertTrue(MainLoop.run { field.isMapped && field.size.height > 0 })
            XCTAssertTrue(MainLoop.run { abs(line() - wanted) < 3 }, "\(line())")
            XCTAssertLessThan(try XCTUnwrap(card.root.frame(in: list.rows)).y, 0)
            let before = line()
            end(card)
            XCTAssertNil(card.field)
            XCTAssertTrue(
                MainLoop.run { !card.isBusy && card.root.all("note-text").first?.isMapped == true }
            )
            MainLoop.drain()
            // Rows above it may still get their heights.
            XCTAssertTrue(
                MainLoop.run { abs(line() - before) <= 2 },
                "\(width) wide: \(line()) for \(before)"
            )
        }
    }

    func testTheLineStaysWhereItIsWhenAnEditEndsInANoteThatBeginsAboveTheView() throws {
        let ends: [@MainActor (NoteCard) -> Void] = [
            { _ = $0.root.click("Cancel") },
            { card in
                card.field?.buffer.apply(TextBuffer.Edit(offset: 3, removed: "", inserted: "*x* "))
                _ = card.root.click("Save")
            },
        ]
        for end in ends {
            for width in [360, 1200] {
                try expectLineToStay(
                    text: Self.marked,
                    around: "8 ",
                    at: 300,
                    otherNotes: 0,
                    width,
                    end: end
                )
                // A note that fits into the window.
                try expectLineToStay(
                    text: (1...8).map { "\($0) *raven* and **hawk**" }.joined(separator: "\n"),
                    around: "6 ",
                    at: 40,
                    otherNotes: 30,
                    width,
                    end: end
                )
            }
        }
    }

    func testAnEditorIsAsHighAsItsText() throws {
        try withProgram { program in
            let text = (1...60).map { "line \($0)" }.joined(separator: "\n")
            try program.library.addNote(text, on: .book(program.series.books[0].id))
            let card = try Self.card(program.openWindow())
            card.beginEditing()
            let field = try XCTUnwrap(card.field)
            XCTAssertTrue(MainLoop.run { field.size.height > 60 * 15 })
            let view = try XCTUnwrap(ScrollView(around: field))
            XCTAssertEqual(view.contentHeight, view.pageHeight, "nothing scrolls in it")
            let height = field.size.height
            field.buffer.text += "\nanother line"
            XCTAssertTrue(MainLoop.run { field.size.height > height })
            field.buffer.text = "one line"
            XCTAssertTrue(MainLoop.run { field.size.height < 60 })
        }
    }

    func testAVeryLongTextScrollsInItself() throws {
        try withProgram { program in
            let text = String(repeating: "A sentence that goes on.\n", count: 40_000) + "End"
            try program.library.addNote(text, on: .book(program.series.books[0].id))
            let window = program.openWindow(width: 900, height: 700)
            let card = try Self.card(window)
            card.beginEditing()
            let field = try XCTUnwrap(card.field)
            let view = try XCTUnwrap(ScrollView(around: field))
            XCTAssertTrue(MainLoop.run { view.pageHeight > 200 && view.contentHeight > 1000 })
            XCTAssertLessThan(view.pageHeight, 700 * 0.6)
        }
    }
}
