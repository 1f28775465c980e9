import CGTK
import DisplayTestSupport
import MeasureRecorder
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

/// What layouts ask their children, and when they ask again.
final class LayoutAnswersTests: DisplayTestCase {
    private struct Layout {
        let name: String
        let make: @MainActor ([Label]) -> Widget

        init(_ name: String, _ make: @escaping @MainActor ([Label]) -> Widget) {
            self.name = name
            self.make = make
        }
    }

    /// Each of the widgets with a layout of its own, around some labels.
    @MainActor
    private static let layouts = [
        Layout("AdaptiveBin") { AdaptiveBin($0[0], minimumWidth: 24) },
        Layout("Clamp") { Clamp($0[0], maximumWidth: 300) },
        Layout("ColumnPair") {
            let width = ColumnPair.Width(least: 40, share: 40, from: 200, most: 150)
            return ColumnPair($0[0], $0[1], width: width, limit: 180)
        },
        Layout("DockBox") { DockBox($0[0], bar: $0[1], keeps: 50, top: 6, bottom: 6) },
        Layout("SpareBox") { SpareBox($0[0], spare: $0[1], spacing: 6) },
        Layout("PairBox") { PairBox($0[0], $0[1], words: .first, spacing: 6) },
        Layout("FoldingText") { FoldingText($0[0], controls: $0[1], lines: 2, spacing: 6) },
        Layout("ComposerBox") {
            ComposerBox(
                $0[0],
                footer: $0[1],
                mark: $0[2],
                shortMark: $0[3],
                button: $0[4],
                inset: 6
            )
        },
        Layout("FooterBox") {
            let box = FooterBox($0[0], buttons: $0[4])
            box.insert($0[2], after: $0[1], as: .first)
            return box
        },
        Layout("WrapBox") {
            let box = WrapBox(spacing: 6)
            for label in $0 { box.append(label) }
            return box
        },
        Layout("OverflowBox") {
            let box = OverflowBox(spacing: 6, role: .group, more: $0[4])
            for label in $0.dropLast() { box.append(label) }
            return box
        },
    ]

    @MainActor
    private static func labels(first: String = "first") -> [Label] {
        [first, "second", "a third", "3rd", "button"].map { Label($0) }
    }

    /// The sizes that a widget needs, and the places of its children when it gets one of them.
    @MainActor
    private static func layOut(_ widget: Widget, _ children: [Label]) -> [String] {
        var found = ["\(widget.minimumWidth), \(widget.naturalWidth)"]
        for width in [600, 150] {
            let width = max(width, widget.minimumWidth)
            let height = widget.naturalHeight(forWidth: width)
            found.append("\(widget.minimumHeight(forWidth: width)), \(height)")
            var frame = GtkAllocation(x: 0, y: 0, width: gint(width), height: gint(height))
            gtk_widget_size_allocate(widget.widget, &frame, -1)
            for child in children where child.hasParent && child.isShown {
                found.append("\(String(describing: child.frame(in: widget)))")
            }
        }
        return found
    }

    /// What labels were asked for several times while something happened.
    @MainActor
    private static func repeated(_ labels: [Label], _ body: () -> Void) -> [String] {
        measure_recorder_start()
        body()
        let count = measure_recorder_stop()
        XCTAssertGreaterThan(count, 0, "nothing was asked for")
        let asked = (0..<count).map { measure_recorder_get($0) }
        return labels.flatMap { label in
            let own = asked.filter { $0.widget == UnsafeRawPointer(label.pointer) }
                .map { "\($0.is_height != 0 ? "height" : "width") for \($0.for_size)" }
            return Dictionary(grouping: own) { $0 }.filter { $1.count > 1 }
                .map { "\(label.text): \($0), \($1.count) times" }
        }
    }

    func testNoChildIsAskedTwiceForOneSize() {
        onMainActor {
            for layout in Self.layouts {
                let labels = Self.labels()
                let widget = layout.make(labels)
                let repeated = Self.repeated(labels) { _ = Self.layOut(widget, labels) }
                XCTAssertEqual(repeated, [], layout.name)
            }
        }
    }

    func testNoChildIsAskedTwiceThroughLayoutsWithinOneAnother() {
        onMainActor {
            let labels = Self.labels()
            let pair = PairBox(
                Clamp(labels[0], maximumWidth: 200),
                labels[1],
                words: .first,
                spacing: 6
            )
            let dock = DockBox(
                AdaptiveBin(pair, minimumWidth: 24),
                bar: labels[2],
                keeps: 9,
                top: 3,
                bottom: 3
            )
            let widget = Clamp(SpareBox(dock, spare: labels[3], spacing: 6), maximumWidth: 500)
            let repeated = Self.repeated(labels) { _ = Self.layOut(widget, labels) }
            XCTAssertEqual(repeated, [])
        }
    }

    func testAnotherTextIsSeenAtOnce() {
        onMainActor {
            let longer = "a first one that is\nlonger"
            for layout in Self.layouts {
                let (labels, new) = (Self.labels(), Self.labels(first: longer))
                let (widget, fresh) = (layout.make(labels), layout.make(new))
                let before = Self.layOut(widget, labels)
                labels[0].text = longer
                let after = Self.layOut(widget, labels)
                XCTAssertNotEqual(after, before, layout.name)
                XCTAssertEqual(after, Self.layOut(fresh, new), layout.name)
            }
        }
    }

    func testAChildIsMissedAndFoundAgainAtOnce() {
        onMainActor {
            for layout in Self.layouts {
                let (labels, others) = (Self.labels(), Self.labels())
                let (widget, other) = (layout.make(labels), layout.make(others))
                let before = Self.layOut(widget, labels)
                labels[0].visible(false)
                others[0].visible(false)
                XCTAssertEqual(Self.layOut(widget, labels), Self.layOut(other, others), layout.name)
                labels[0].text = "other"
                labels[0].text = "first"
                labels[0].visible(true)
                XCTAssertEqual(Self.layOut(widget, labels), before, layout.name)
            }
        }
    }

    func testChildrenThatAreReplacedWhileNothingIsSeenAreAskedAnew() {
        onMainActor {
            let box = WrapBox(spacing: 6)
            var labels = Self.labels()
            for label in labels { box.append(label) }
            _ = Self.layOut(box, labels)
            box.visible(false)
            box.removeAll()
            // The new ones may be where the old ones were in memory.
            labels = []
            labels = ["one", "another", "a third that is longer"].map { Label($0) }
            for label in labels { box.append(label) }
            box.visible(true)
            let others = labels.map { Label($0.text) }
            let other = WrapBox(spacing: 6)
            for label in others { other.append(label) }
            XCTAssertEqual(Self.layOut(box, labels), Self.layOut(other, others))
        }
    }

    func testAnotherTextInADepthIsSeenFromOutsideAtOnce() {
        onMainActor {
            let label = Label("short")
            let clamp = Clamp(label, maximumWidth: 900)
            let dock = DockBox(clamp, bar: Label("bar"), keeps: 9, top: 3, bottom: 3)
            let bin = AdaptiveBin(dock, minimumWidth: 24)
            let narrow = bin.naturalWidth
            let low = bin.naturalHeight(forWidth: 500)
            label.text = "several\nlines, of which one is longer"
            XCTAssertGreaterThan(bin.naturalHeight(forWidth: 500), low)
            XCTAssertGreaterThan(bin.naturalWidth, narrow)
            label.text = "short"
            XCTAssertEqual(bin.naturalHeight(forWidth: 500), low)
            XCTAssertEqual(bin.naturalWidth, narrow)
        }
    }

    func testAnotherTextGetsItsRoomInAWindow() {
        onMainActor {
            let label = Label("short")
            let clamp = Clamp(label, maximumWidth: 900)
            let dock = DockBox(clamp, bar: Label("bar"), keeps: 9, top: 3, bottom: 3)
            let window = Window(application: TestApplication.shared)
            window.setChild(dock)
            window.present()
            defer { window.destroy() }
            XCTAssertTrue(MainLoop.run { label.isMapped })
            dock.waitUntilDrawn()
            label.text = String(
                repeating: "a text that is longer than the window is wide ",
                count: 4
            )
            let needed = label.minimumWidth
            XCTAssertTrue(MainLoop.run { label.size.width >= needed })
        }
    }
}

extension Widget {
    /// Whether the widget takes part in the layout, and its parent has given it a place.
    fileprivate var isShown: Bool { isVisible && gtk_widget_get_child_visible(widget) != 0 }
}
