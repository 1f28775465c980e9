import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class TextViewTests: DisplayTestCase {
    /// How far from the left the cursor of a field with the keyboard is, once it is shown.
    @MainActor
    private static func with(
        _ direction: GtkTextDirection,
        _ body: (TextView, _ stands: (ClosedRange<Double>) -> Bool) -> Void
    ) {
        let window = Window(application: TestApplication.shared)
        window.defaultSize = (400, 200)
        let field = TextView(name: "Note").padding(horizontal: 12, vertical: 9)
        gtk_widget_set_direction(field.widget, direction)
        let view = ScrolledWindow(field)
        window.setChild(view)
        window.present()
        field.grabFocus()
        _ = MainLoop.run { field.isMapped && field.size.width > 0 && field.isFocused }
        body(field) { range in
            MainLoop.run { field.cursorFrame(in: view).map { range.contains($0.x) } ?? false }
        }
        window.destroy()
    }

    func testTheCursorOfAnEmptyFieldStandsWhereTheLanguageBegins() {
        onMainActor {
            Self.with(GTK_TEXT_DIR_RTL) { field, stands in
                XCTAssertTrue(stands(370...390), "at the right, with Latin keys as well")
                field.buffer.text = "a"
                XCTAssertTrue(stands(12...40), "Latin words begin at the left")
                field.buffer.text = "\u{5D0}"
                XCTAssertTrue(stands(360...390), "and Hebrew ones at the right")
                field.buffer.text = ""
                XCTAssertTrue(stands(370...390))
                field.buffer.text = "@"
                XCTAssertTrue(stands(360...390), "a sign has no direction")
            }
            Self.with(GTK_TEXT_DIR_LTR) { field, stands in
                XCTAssertTrue(stands(10...14))
                field.buffer.text = "\u{5D0}"
                XCTAssertTrue(stands(360...390))
                field.buffer.text = ""
                XCTAssertTrue(stands(10...14))
            }
        }
    }

    func testLongParagraphsStayDividedWhileTheyAreEdited() {
        onMainActor {
            let field = TextView(name: "Note")
            let longest = LayoutPieces.longestWhole
            @MainActor func pieces(at offset: Int = 0) -> Int {
                let ends = field.longParagraphs.pieceEnds(ofParagraphAt: offset)
                let lengths = zip([offset] + ends, ends).map { $1 - $0 }
                XCTAssertTrue(
                    ends.count == 1 || lengths.allSatisfy { $0 <= longest },
                    "\(lengths)"
                )
                return ends.count
            }
            @MainActor func insert(_ text: String, at offset: Int) {
                field.buffer.apply(.init(offset: offset, removed: "", inserted: text))
            }
            field.buffer.text = "short\n"
            XCTAssertEqual(pieces(), 1)
            insert(String(repeating: "a", count: 2400), at: 6)
            XCTAssertEqual(pieces(), 1, "the other paragraph stays whole")
            XCTAssertEqual(pieces(at: 6), 5)
            for _ in 0..<700 { insert("b", at: 1200) }
            XCTAssertGreaterThan(pieces(at: 6), 5)
            // The line break goes: both are one paragraph.
            field.buffer.apply(.init(offset: 5, removed: "\n", inserted: ""))
            XCTAssertGreaterThan(pieces(), 5)
            let rest = String(repeating: "a", count: 3000)
            field.buffer.apply(.init(offset: 5, removed: rest, inserted: ""))
            XCTAssertEqual(pieces(), 1, "what has become short is whole again")
            field.buffer.undo()
            XCTAssertGreaterThan(pieces(), 5)
        }
    }
}
