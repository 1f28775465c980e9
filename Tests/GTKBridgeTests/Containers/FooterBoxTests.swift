import CGTK
import DisplayTestSupport
import TestSupport
import XCTest

@testable import GTKBridge

/// Where words, parts and buttons are placed in boxes of different widths.
final class FooterBoxTests: DisplayTestCase {
    @MainActor
    private struct Footer {
        let words = Label("March 3, 2023").wrapping()
        let buttons = Label("Edit Copy")
        let place = (dot: Label("·"), text: Label("The Fire, p. 48"))
        let tags = (dot: Label("·"), text: Label("#weather"))
        let box: FooterBox

        /// The tags come first, to see that the order is not that of the calls.
        init() {
            box = FooterBox(words, buttons: buttons)
            box.insert(tags.text, after: tags.dot, as: .last)
            box.insert(place.text, after: place.dot, as: .first)
        }

        /// The texts of each line, from the top, when the box is this wide.
        func lines(_ width: Int) -> [[String]] {
            var frame = GtkAllocation(
                x: 0,
                y: 0,
                width: gint(width),
                height: gint(box.naturalHeight(forWidth: width))
            )
            gtk_widget_size_allocate(box.widget, &frame, -1)
            let labels = [words, place.dot, place.text, tags.dot, tags.text, buttons].filter {
                gtk_widget_get_visible($0.widget) != 0
                    && gtk_widget_get_child_visible($0.widget) != 0
            }
            // All labels have the height of one line; those of a line have the same center.
            var lines: [Int: [(x: Int, text: String)]] = [:]
            for label in labels {
                guard let frame = label.frame(in: box) else { continue }
                lines[Int(frame.y + frame.height / 2), default: []].append(
                    (Int(frame.x), label.text)
                )
            }
            return lines.keys.sorted().map { center in
                lines[center, default: []].sorted { $0.x < $1.x }.map(\.text)
            }
        }
    }

    func testAllIsOnOneLineWhereItFitsToThePixel() {
        onMainActor {
            let footer = Footer()
            XCTAssertEqual(
                footer.lines(footer.box.naturalWidth),
                [["March 3, 2023", "·", "The Fire, p. 48", "·", "#weather", "Edit Copy"]]
            )
        }
    }

    func testTheLastPartIsFirstToGetALineOfItsOwn() {
        onMainActor {
            let footer = Footer()
            XCTAssertEqual(
                footer.lines(footer.box.naturalWidth - 1),
                [["#weather"], ["March 3, 2023", "·", "The Fire, p. 48", "Edit Copy"]]
            )
        }
    }

    func testPartsLeaveTheWordsOnOneLine() {
        onMainActor {
            let footer = Footer()
            let width = footer.words.naturalWidth + footer.buttons.naturalWidth
            XCTAssertEqual(
                footer.lines(width),
                [["The Fire, p. 48"], ["#weather"], ["March 3, 2023", "Edit Copy"]]
            )
        }
    }

    func testPartsThatAreNotVisibleTakeNoRoom() {
        onMainActor {
            let footer = Footer()
            for widget in [footer.place.dot, footer.place.text] { widget.visible(false) }
            XCTAssertEqual(
                footer.lines(footer.box.naturalWidth),
                [["March 3, 2023", "·", "#weather", "Edit Copy"]]
            )
        }
    }
}
