import CGTK
import DisplayTestSupport
import TestSupport
import XCTest

@testable import GTKBridge

final class FoldingTextTests: DisplayTestCase {
    @MainActor
    private struct Fixture {
        let label = Label().wrapping().lineHeight(1.35)
        let controls = Button("Show More")
        let folding: FoldingText

        init(_ text: String, lines: Int = 3, isInline: Bool = false) {
            label.text = text
            folding = FoldingText(
                label,
                controls: controls,
                lines: lines,
                spacing: 6,
                isInline: isInline
            )
        }

        /// The text of the last line beside the controls; nil if they are below the text.
        var lastLine: Widget? {
            let next = gtk_widget_get_next_sibling(label.widget)
            guard let next, next != controls.widget, gtk_widget_get_child_visible(next) != 0 else {
                return nil
            }
            return Widget(borrowing: next)
        }

        /// Lays it out at a width, and tells its height.
        func height(at width: Int) -> Int {
            let height = folding.minimumHeight(forWidth: width)
            var frame = GtkAllocation(x: 0, y: 0, width: gint(width), height: gint(height))
            gtk_widget_size_allocate(folding.widget, &frame, -1)
            return height
        }

        var hasControls: Bool { gtk_widget_get_child_visible(controls.widget) != 0 }
        var controlsHeight: Int { controls.minimumHeight(forWidth: 400) + 6 }
    }

    /// How high that many lines are.
    @MainActor
    private static func height(ofLines count: Int) -> Int {
        let text = Array(repeating: "line", count: count).joined(separator: "\n")
        return Label(text).wrapping().lineHeight(1.35).minimumHeight(forWidth: 400)
    }

    func testLinesAreCountedAcrossParagraphs() {
        onMainActor {
            let fixture = Fixture("one\ntwo\nthree\nfour\nfive")
            let folded = Self.height(ofLines: 3) + fixture.controlsHeight
            XCTAssertEqual(fixture.height(at: 400), folded)
            XCTAssertTrue(fixture.hasControls)
            let end = Double(Self.height(ofLines: 3))
            XCTAssertEqual(fixture.label.frame(in: fixture.folding)?.height, end)
            let overflow = gtk_widget_get_overflow(fixture.label.widget)
            XCTAssertEqual(overflow, GTK_OVERFLOW_HIDDEN, "the lines behind it are not drawn")
            fixture.folding.isUnfolded = true
            let unfolded = Self.height(ofLines: 5) + fixture.controlsHeight
            XCTAssertEqual(fixture.height(at: 400), unfolded)
            XCTAssertTrue(fixture.hasControls, "so that it can be folded again")
            fixture.folding.isUnfolded = false
            XCTAssertEqual(fixture.height(at: 400), folded)
        }
    }

    func testWhatFitsHasNoControlsBeItFoldedOrNot() {
        onMainActor {
            let fixture = Fixture("one\ntwo\nthree")
            for isUnfolded in [false, true] {
                fixture.folding.isUnfolded = isUnfolded
                XCTAssertEqual(fixture.height(at: 400), Self.height(ofLines: 3))
                XCTAssertFalse(fixture.hasControls)
            }
        }
    }

    func testControlsComeAndGoWithTheWidth() {
        onMainActor {
            let fixture = Fixture("a line that becomes several where there is little room for it")
            XCTAssertEqual(fixture.height(at: 1000), Self.height(ofLines: 1))
            XCTAssertFalse(fixture.hasControls)
            let narrow = fixture.height(at: 120)
            XCTAssertEqual(narrow, Self.height(ofLines: 3) + fixture.controlsHeight)
            XCTAssertTrue(fixture.hasControls)
            XCTAssertEqual(fixture.height(at: 1000), Self.height(ofLines: 1))
            XCTAssertFalse(fixture.hasControls)
        }
    }

    func testAnExcerptHasControlsHoweverShortItIs() {
        onMainActor {
            let fixture = Fixture("one")
            fixture.folding.isExcerpt = true
            XCTAssertEqual(
                fixture.height(at: 400),
                Self.height(ofLines: 1) + fixture.controlsHeight
            )
            XCTAssertTrue(fixture.hasControls)
        }
    }

    func testATextIsLaidOutOnceForItsHeightAndForDrawing() {
        onMainActor {
            let text = Array(repeating: "a few words", count: 100).joined(separator: " ")
            let fixture = Fixture(text)
            // As lists ask for the smallest width before they ask for the height.
            _ = GTKBridge.measure(fixture.folding.widget, GTK_ORIENTATION_HORIZONTAL, -1)
            _ = fixture.folding.minimumHeight(forWidth: 400)
            let measured = gtk_label_get_layout(fixture.label.opaque)
            let serial = pango_layout_get_serial(measured)
            XCTAssertEqual(pango_layout_get_width(measured), 400 * PANGO_SCALE)
            _ = fixture.height(at: 400)
            let drawn = gtk_label_get_layout(fixture.label.opaque)
            XCTAssertEqual(drawn, measured)
            XCTAssertEqual(pango_layout_get_serial(drawn), serial, "it has been laid out again")
        }
    }

    func testAskingForAnotherWidthLeavesWhatIsDrawnAsItIs() {
        onMainActor {
            let fixture = Fixture("a line that becomes several where there is little room for it")
            _ = fixture.height(at: 400)
            let serial = pango_layout_get_serial(gtk_label_get_layout(fixture.label.opaque))
            XCTAssertGreaterThan(fixture.folding.minimumHeight(forWidth: 120), 0)
            let drawn = gtk_label_get_layout(fixture.label.opaque)
            XCTAssertEqual(pango_layout_get_width(drawn), 400 * PANGO_SCALE)
            XCTAssertEqual(pango_layout_get_serial(drawn), serial)
        }
    }

    func testATextThatGrowsGrowsFromWhereItStands() {
        onMainActor {
            let fixture = Fixture("one")
            XCTAssertEqual(fixture.height(at: 400), Self.height(ofLines: 1))
            fixture.label.text = "one\ntwo"
            XCTAssertEqual(fixture.height(at: 400), Self.height(ofLines: 2))
            fixture.label.text = "one\ntwo\nthree\nfour"
            XCTAssertEqual(
                fixture.height(at: 400),
                Self.height(ofLines: 3) + fixture.controlsHeight
            )
        }
    }

    func testControlsAreAtTheEndOfTheLastLineOfTheirScript() throws {
        try onMainActor {
            let words = Array(repeating: "word", count: 100).joined(separator: " ")
            let hebrew = Array(repeating: "מילה", count: 100).joined(separator: " ")
            for (text, isRightToLeft) in [(words, false), (hebrew, true)] {
                let fixture = Fixture(text, isInline: true)
                XCTAssertEqual(fixture.height(at: 400), Self.height(ofLines: 3))
                XCTAssertTrue(fixture.hasControls)
                let line = try XCTUnwrap(fixture.lastLine)
                let beginning = try XCTUnwrap(line.frame(in: fixture.folding))
                let controls = try XCTUnwrap(fixture.controls.frame(in: fixture.folding))
                if isRightToLeft {
                    // The padding before the words is on the other side of them.
                    XCTAssertEqual(controls.x, -12)
                    XCTAssertEqual(beginning.x, controls.width)
                    // Its lines begin where those above it do.
                    var left: gint = 0
                    gtk_label_get_layout_offsets(fixture.label.opaque, &left, nil)
                    XCTAssertLessThan(left, 0)
                    XCTAssertEqual(beginning.x + beginning.width, 400 + Double(left))
                } else {
                    XCTAssertEqual(beginning.x, 0)
                    XCTAssertEqual(beginning.width, controls.x)
                    XCTAssertEqual(controls.x + controls.width, 400)
                }
                // The label, which screen readers read, has the whole text, and draws two lines.
                XCTAssertEqual(fixture.label.text, text)
                let drawn = try XCTUnwrap(fixture.label.frame(in: fixture.folding))
                XCTAssertEqual(drawn.height, Double(Self.height(ofLines: 2)))
                XCTAssertEqual(beginning.y, drawn.height, accuracy: 2)
                let middle = controls.y + controls.height / 2
                let end = Double(Self.height(ofLines: 3))
                XCTAssertEqual(middle, (drawn.height + end) / 2, accuracy: 1)

                fixture.folding.isUnfolded = true
                XCTAssertGreaterThan(fixture.height(at: 400), Self.height(ofLines: 4))
                XCTAssertNil(fixture.lastLine)
                let below = try XCTUnwrap(fixture.controls.frame(in: fixture.folding))
                let whole = try XCTUnwrap(fixture.label.frame(in: fixture.folding))
                XCTAssertEqual(below.y, whole.height + 6)
            }
        }
    }

    func testControlsAreBelowALineThatIsTooShortForThem() {
        onMainActor {
            let words = Array(repeating: "word", count: 100).joined(separator: " ")
            let fixture = Fixture(words, isInline: true)
            let narrow = fixture.controls.minimumWidth + 20
            XCTAssertEqual(
                fixture.height(at: narrow),
                Self.height(ofLines: 3) + fixture.controlsHeight
            )
            XCTAssertNil(fixture.lastLine)
        }
    }
}
