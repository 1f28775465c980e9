import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class FittingTextViewTests: DisplayTestCase {
    @MainActor
    private static func height(_ text: String, at width: Int) -> Int {
        let field = TextView(name: "Note")
        field.buffer.text = text
        return FittingTextView(field, lineHeight: 1.35).minimumHeight(forWidth: width)
    }

    @MainActor
    private static func labelHeight(_ text: String, at width: Int) -> Int {
        Label(text).wrapping().lineHeight(1.35).minimumHeight(forWidth: width)
    }

    func testItIsAsHighAsALabelWithTheSameText() {
        onMainActor {
            let long = Array(repeating: "a word, and another", count: 30).joined(separator: " ")
            for text in ["", "one line", "one\n\nthree\n", "one\r\ntwo", long, long + "\n" + long] {
                for width in [150, 600] {
                    // Each paragraph is rounded up for itself.
                    XCTAssertEqual(
                        Double(Self.height(text, at: width)),
                        Double(Self.labelHeight(text, at: width)),
                        accuracy: 2,
                        "\(text.prefix(20)) at \(width)"
                    )
                }
            }
        }
    }

    func testTheWheelOverATextThatIsAllShownScrollsTheFormAroundIt() throws {
        try onMainActor {
            let field = TextView(name: "Note")
            let fitting = FittingTextView(field, lineHeight: 1.35)
            let form = Box(.vertical).append(fitting, Box(.vertical).sizeRequest(height: 900))
            let around = ScrolledWindow(form)
            let window = Window(application: TestApplication.shared)
            window.defaultSize = (300, 300)
            window.setChild(around)
            window.present()
            defer { window.destroy() }
            XCTAssertTrue(MainLoop.run { around.pageHeight > 0 && fitting.view.pageHeight > 0 })
            XCTAssertTrue(fitting.view.scrollAround(by: 1, isWheel: true))
            XCTAssertGreaterThan(around.offset, 20)

            // One that has more than it shows scrolls itself.
            let lines = FittingTextView(TextView(name: "Lines"), lineHeight: 1.35, lines: 2)
            lines.field.buffer.text = String(repeating: "line\n", count: 30)
            around.child(Box(.vertical).append(lines, Box(.vertical).sizeRequest(height: 900)))
            XCTAssertTrue(MainLoop.run { lines.view.contentHeight > lines.view.pageHeight })
            XCTAssertFalse(lines.view.scrollAround(by: 1, isWheel: true))
        }
    }

    func testItFollowsItsText() {
        onMainActor {
            let field = TextView(name: "Note")
            let view = FittingTextView(field, lineHeight: 1.35)
            let empty = view.minimumHeight(forWidth: 300)
            XCTAssertGreaterThan(empty, 10)
            field.buffer.text = "one\ntwo\nthree"
            XCTAssertEqual(view.minimumHeight(forWidth: 300), 3 * empty)
            field.buffer.text = ""
            XCTAssertEqual(view.minimumHeight(forWidth: 300), empty)
        }
    }

    func testAVeryLongTextIsNotMeasured() {
        onMainActor {
            let line = String(repeating: "x", count: 99) + "\n"
            let fits = String(repeating: line, count: 200)
            XCTAssertGreaterThan(Self.height(fits, at: 2000), 2000)
            XCTAssertEqual(Self.height(fits + "y", at: 2000), 300)
        }
    }

    func testTheCursorIsToldOfOnceItsPlaceIsKnown() throws {
        try onMainActor {
            let window = Window(application: TestApplication.shared)
            window.defaultSize = (400, 400)
            let field = TextView(name: "Note")
            let view = FittingTextView(field, lineHeight: 1).valign(.start)
            window.setChild(view)
            var places: [Rectangle?] = []
            field.onCursorMove { places.append(field.cursorFrame(in: view)) }
            window.present()
            XCTAssertTrue(MainLoop.run { field.isMapped && field.size.height > 0 })
            MainLoop.drain()
            places = []
            field.buffer.text = "one\ntwo\nthree"
            XCTAssertTrue(MainLoop.run { !places.isEmpty })
            let bottom = try XCTUnwrap(places.last ?? nil)
            XCTAssertGreaterThan(bottom.y, bottom.height)
            XCTAssertEqual(
                Double(view.size.height),
                bottom.y + bottom.height,
                accuracy: 2,
                "it has room already"
            )
            places = []
            field.buffer.selection = (0, 0)
            XCTAssertTrue(MainLoop.run { !places.isEmpty })
            XCTAssertEqual(places.last??.y, 0)
            window.destroy()
        }
    }
}
