import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class SearchEntryTests: DisplayTestCase {
    func testSelectedTextLeavesThePrimarySelectionToOthers() throws {
        try onMainActor {
            let entry = SearchEntry(name: "Find")
            let window = Window(application: TestApplication.shared)
            window.setChild(entry)
            window.present()
            defer { window.destroy() }
            XCTAssertTrue(MainLoop.run { entry.isMapped })
            entry.text = "Agatha"
            entry.grabFocusWithoutSelecting()
            let primary = try XCTUnwrap(gtk_widget_get_primary_clipboard(entry.widget))
            gdk_clipboard_set_text(primary, "of another program")
            let other = gdk_clipboard_get_content(primary)
            entry.selectAll()
            XCTAssertEqual(gdk_clipboard_get_content(primary), other)
            XCTAssertTrue(entry.content.selection == (cursor: 6, anchor: 0))
            XCTAssertTrue(entry.containsFocus)
            XCTAssertTrue(gtk_widget_get_mapped(entry.content.cast()) != 0)
            // The user's own selections are pasted by the middle button.
            gtk_editable_select_region(entry.opaque, 0, 3)
            XCTAssertNotEqual(gdk_clipboard_get_content(primary), other)
        }
    }

    func testTheCursorOfAnEmptyFieldStandsWhereTheLanguageBegins() throws {
        try onMainActor {
            for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
                gtk_widget_set_default_direction(direction)
                defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
                let entry = SearchEntry(name: "Find")
                let window = Window(application: TestApplication.shared)
                window.defaultSize = (400, 100)
                window.setChild(entry)
                window.present()
                defer { window.destroy() }
                entry.grabFocusWithoutSelecting()
                XCTAssertTrue(MainLoop.run { entry.containsFocus && entry.size.width > 0 })
                let field: UnsafeMutablePointer<GtkText> = entry.content.cast()
                let cursor = { @MainActor () -> Int in
                    entry.waitUntilDrawn()
                    var frame = graphene_rect_t()
                    gtk_text_compute_cursor_extents(field, 0, &frame, nil)
                    return Int(frame.origin.x)
                }
                let middle = Int(entry.size.width) / 2
                let isMirrored = direction == GTK_TEXT_DIR_RTL
                XCTAssertEqual(cursor() > middle, isMirrored)
                entry.text = "a"
                XCTAssertLessThan(cursor(), middle, "Latin words begin at the left")
                entry.text = "\u{5D0}"
                XCTAssertGreaterThan(cursor(), middle, "and Hebrew ones at the right")
                entry.text = ""
                XCTAssertEqual(cursor() > middle, isMirrored)
            }
        }
    }

    func testWhatIsSetWithoutUndoIsNoStepAndEditsAre() throws {
        MainActor.assumeIsolated {
            let entry = SearchEntry(name: "Find")
            entry.content.setTextWithoutUndo("Agatha")
            entry.content.apply(.init(offset: 6, removed: "", inserted: " and Jaime"))
            entry.content.apply(.init(offset: 0, removed: "Agatha", inserted: "Cray"))
            XCTAssertEqual(entry.text, "Cray and Jaime")
            for _ in 0..<9 { entry.content.undo() }
            XCTAssertEqual(entry.text, "Agatha")
        }
    }

    func testItTellsWhatHasChanged() throws {
        MainActor.assumeIsolated {
            let entry = SearchEntry(name: "Find")
            var edits: [TextBuffer.Edit] = []
            entry.text = "aaa"
            let connections = entry.content.onEdit { edits.append($0) }
            entry.content.apply(.init(offset: 1, removed: "a", inserted: ""))
            entry.content.apply(.init(offset: 2, removed: "", inserted: "🦅"))
            entry.text = ""
            for connection in connections { connection.disconnect() }
            entry.text = "unheard"
            var text = "aaa"
            for edit in edits {
                var scalars = Array(text.unicodeScalars)
                let end = edit.offset + edit.removed.unicodeScalars.count
                let removed = String(String.UnicodeScalarView(scalars[edit.offset..<end]))
                XCTAssertEqual(removed, edit.removed)
                scalars.replaceSubrange(edit.offset..<end, with: edit.inserted.unicodeScalars)
                text = String(String.UnicodeScalarView(scalars))
            }
            XCTAssertEqual(text, "")
        }
    }

    func testTheSelectionIsThatOfTheText() throws {
        MainActor.assumeIsolated {
            let entry = SearchEntry(name: "Find")
            entry.text = "the hawk"
            entry.content.selection = (cursor: 4, anchor: 8)
            XCTAssertEqual(entry.content.selection.cursor, 4)
            XCTAssertEqual(entry.content.selection.anchor, 8)
            entry.content.selection = (cursor: 2, anchor: 2)
            XCTAssertEqual(entry.content.selection.cursor, 2)
            XCTAssertEqual(entry.content.selection.anchor, 2)
        }
    }

    func testEnterSearchesForWhatWasTypedBeforeItIsTold() throws {
        MainActor.assumeIsolated {
            let entry = SearchEntry(name: "Find")
            var told: [String] = []
            entry.onSearch { told.append("search " + entry.text) }
            entry.onActivate { told.append($0 ? "enter, searched" : "enter") }
            entry.text = "raven"
            XCTAssertEqual(told, [])
            Self.pressEnter(in: entry)
            Self.pressEnter(in: entry)
            XCTAssertEqual(told, ["search raven", "enter, searched", "enter"])
            entry.text = "hawk"
            XCTAssertTrue(MainLoop.run { told.last == "search hawk" })
            Self.pressEnter(in: entry)
            XCTAssertEqual(told.suffix(2), ["search hawk", "enter"])
        }
    }

    @MainActor
    private static func pressEnter(in entry: SearchEntry) {
        emitPlainSignal(entry.pointer, "activate")
    }
}
