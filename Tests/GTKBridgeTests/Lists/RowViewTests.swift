import CGTK
import DisplayTestSupport
import Phrases
import StateRestorationTesting
import TestSupport
import XCTest

@testable import GTKBridge

final class RowViewTests: DisplayTestCase {
    /// A window with a list of numbered rows, each as high as its number says.
    @MainActor
    private final class Fixture {
        let window = Window(application: TestApplication.shared)
        let view: RowView
        let scrolled: ScrolledWindow
        var heights: [Int]
        var made = 0
        var kept: Set<Int> = []

        init(_ heights: [Int], width: Int = 400, height: Int = 300) {
            Style.animates = false
            self.heights = heights
            var metrics = RowView.Metrics()
            metrics.spacing = 10
            metrics.edge = 20
            metrics.overscan = 100
            metrics.estimate = 40
            view = RowView(metrics)
            scrolled = ScrolledWindow(view)
            window.setChild(scrolled)
            window.defaultSize = (width, height)
            var source = RowView.Source { [unowned self] index in
                made += 1
                let label = Label("\(self.heights[index])")
                return RowItem(label.sizeRequest(height: self.heights[index]), name: "Row")
            }
            source.keepsRow = { [unowned self] in kept.contains($0) }
            view.show(source, count: heights.count)
            window.present()
            XCTAssertTrue(MainLoop.run { self.view.viewSize.height > 0 && !self.view.live.isEmpty })
            settle()
        }

        func settle() { view.waitUntilDrawn() }

        /// Where a row stands in the view, as GTK says.
        func top(_ index: Int) -> Int? {
            view.row(at: index)?.frame(in: view).map { Int($0.y) }
        }

        func close() { window.destroy() }
    }

    @MainActor
    private static func with(_ heights: [Int], _ body: (Fixture) throws -> Void) rethrows {
        let fixture = Fixture(heights)
        defer { fixture.close() }
        try body(fixture)
    }

    func testOnlyRowsNearTheViewAreMade() {
        onMainActor {
            Self.with(Array(repeating: 40, count: 100_000)) { fixture in
                XCTAssertEqual(fixture.top(0), 20)
                XCTAssertEqual(fixture.top(1), 70)
                XCTAssertLessThan(fixture.made, 20)
                XCTAssertEqual(fixture.scrolled.contentHeight, 100_000 * 50 + 40 - 10)
            }
        }
    }

    /// GTK complains about rows that are drawn and have not been laid out.
    func testAListThatIsStillDrawnAfterItsReleaseKeepsItsRows() {
        onMainActor {
            Style.animates = false
            let window = Window(application: TestApplication.shared)
            defer { window.destroy() }
            window.defaultSize = (400, 300)
            let labels = (0..<3).map { Label("Row \($0)").sizeRequest(height: 40) }
            weak var released: RowView?
            do {
                let view = RowView()
                released = view
                window.setChild(ScrolledWindow(view))
                view.show(RowView.Source { RowItem(labels[$0], name: "Row") }, count: 2)
                window.present()
                XCTAssertTrue(MainLoop.run { labels[1].isMapped && labels[1].size.height == 40 })
                view.apply(removed: [], inserted: [2..<3])
                XCTAssertEqual(view.liveRows.count, 3)
                labels[0].sizeRequest(height: 60)
            }
            XCTAssertNil(released)
            labels[1].waitUntilDrawn()
            XCTAssertEqual(labels[0].size.height, 60)
            XCTAssertEqual(labels[1].size.height, 40)
            XCTAssertFalse(labels[2].isMapped, "a row without a place is drawn")
        }
    }

    func testScrollingToWhereTheListIsAlreadyChangesNothing() {
        onMainActor {
            Self.with(Array(repeating: 40, count: 100)) { fixture in
                var scrolls = 0
                fixture.view.onScroll = { scrolls += 1 }
                fixture.view.scroll(to: fixture.view.offset)
                XCTAssertEqual(scrolls, 0)
                fixture.view.scroll(to: 500)
                XCTAssertEqual(scrolls, 1)
                XCTAssertEqual(fixture.view.offset, 500)
                fixture.view.scroll(to: 500)
                XCTAssertEqual(scrolls, 1)
            }
        }
    }

    func testRowsStandExactlyHoweverFarDown() {
        onMainActor {
            Self.with(Array(repeating: 40, count: 1_000_000)) { fixture in
                fixture.view.scroll(to: RowArrangement.Anchor(index: 900_001, top: -3))
                fixture.settle()
                XCTAssertEqual(fixture.top(900_001), -3)
                XCTAssertEqual(fixture.top(900_002), 47)
                XCTAssertLessThan(fixture.made, 40)
                fixture.scrolled.offset -= 1
                fixture.settle()
                XCTAssertEqual(fixture.top(900_001), -2)
            }
        }
    }

    func testScrollingOverRowsThatAreHigherThanThoughtNeverJumps() {
        onMainActor {
            var random = SeededRandomNumberGenerator(seed: 7)
            let heights = (0..<2000).map { _ in Int.random(in: 20...300, using: &random) }
            Self.with(heights) { fixture in
                fixture.view.scroll(to: RowArrangement.Anchor(index: 1000, top: 0))
                fixture.settle()
                for step in 0..<120 {
                    let distance = Int.random(in: -90...60, using: &random)
                    let seen = fixture.view.live.keys.compactMap { index in
                        fixture.top(index).map { (index, $0) }
                    }
                    fixture.scrolled.offset += Double(distance)
                    fixture.settle()
                    for (index, top) in seen where abs(top) < 150 {
                        guard let now = fixture.top(index) else { continue }
                        XCTAssertEqual(now, top - distance, "row \(index), step \(step)")
                    }
                }
            }
        }
    }

    func testTheBarReachesBothEnds() {
        onMainActor {
            var random = SeededRandomNumberGenerator(seed: 8)
            let heights = (0..<500).map { _ in Int.random(in: 20...300, using: &random) }
            Self.with(heights) { fixture in
                for _ in 0..<3 {
                    fixture.scrolled.offset = fixture.scrolled.contentHeight
                    XCTAssertTrue(
                        MainLoop.run {
                            fixture.scrolled.offset = fixture.scrolled.contentHeight
                            return fixture.view.isAtEnd
                        }
                    )
                    fixture.settle()
                    let last = fixture.top(499).map { $0 + heights[499] }
                    XCTAssertEqual(last, fixture.view.viewSize.height - 20)
                    fixture.scrolled.offset = -1_000_000
                    fixture.settle()
                    XCTAssertEqual(fixture.top(0), 20)
                }
            }
        }
    }

    func testRowsThatComeAndGoAboveMoveNothing() {
        onMainActor {
            Self.with(Array(repeating: 40, count: 200)) { fixture in
                fixture.view.scroll(to: RowArrangement.Anchor(index: 100, top: 5))
                fixture.settle()
                fixture.heights.insert(contentsOf: [70, 80, 90], at: 3)
                fixture.view.apply(removed: [], inserted: [3..<6])
                fixture.settle()
                XCTAssertEqual(fixture.top(103), 5)
                fixture.heights.removeSubrange(50..<90)
                fixture.view.apply(removed: [50..<90], inserted: [])
                fixture.settle()
                XCTAssertEqual(fixture.top(63), 5)
                XCTAssertEqual(fixture.view.count, 163)
            }
        }
    }

    func testARowThatGrowsPushesTheOthersInTheSameFrame() {
        onMainActor {
            Self.with(Array(repeating: 40, count: 200)) { fixture in
                fixture.view.row(at: 1)?.sizeRequest(height: 150)
                fixture.settle()
                XCTAssertEqual(fixture.top(1), 70)
                XCTAssertEqual(fixture.top(2), 230)
                fixture.view.row(at: 1)?.sizeRequest(height: 40)
                fixture.settle()
                XCTAssertEqual(fixture.top(2), 120)
                XCTAssertNotNil(fixture.top(6), "there is a row where there is room again")
            }
        }
    }

    func testAnotherWidthKeepsTheFirstRowInItsPlace() {
        onMainActor {
            Self.with(Array(repeating: 40, count: 2000)) { fixture in
                fixture.view.scroll(to: RowArrangement.Anchor(index: 700, top: -12))
                fixture.settle()
                fixture.window.defaultSize = (600, 350)
                XCTAssertTrue(MainLoop.run { fixture.view.viewSize.width > 500 })
                fixture.settle()
                XCTAssertEqual(fixture.top(700), -12)
            }
        }
    }

    func testAListAtItsEndStaysThere() {
        onMainActor {
            Self.with(Array(repeating: 40, count: 100)) { fixture in
                fixture.view.scrollToEnd()
                fixture.settle()
                fixture.heights.append(200)
                fixture.view.apply(removed: [], inserted: [100..<101])
                fixture.settle()
                XCTAssertEqual(fixture.top(100), fixture.view.viewSize.height - 20 - 200)
                XCTAssertTrue(fixture.view.isAtEnd)
            }
        }
    }

    func testTheFocusAndWhatIsKeptOutliveScrollingAway() {
        onMainActor {
            Self.with(Array(repeating: 40, count: 2000)) { fixture in
                fixture.kept = [2]
                XCTAssertTrue(fixture.view.focus(1))
                let kept = fixture.view.row(at: 2)
                fixture.view.scroll(to: RowArrangement.Anchor(index: 1500, top: 0))
                fixture.settle()
                XCTAssertEqual(fixture.view.focusedRow, 1)
                XCTAssertTrue(fixture.view.row(at: 2) === kept)
                XCTAssertNil(fixture.view.row(at: 0))
                fixture.view.apply(removed: [], inserted: [0..<1])
                fixture.heights.insert(40, at: 0)
                XCTAssertEqual(fixture.view.focusedRow, 2)
                XCTAssertTrue(fixture.view.focus(2))
                fixture.settle()
                XCTAssertNotNil(fixture.top(1))
            }
        }
    }

    func testArrowsLeadFromRowToRowBeyondWhatIsSeen() {
        onMainActor {
            Self.with(Array(repeating: 40, count: 500)) { fixture in
                XCTAssertTrue(fixture.view.focus(0))
                for index in 1...60 {
                    XCTAssertTrue(fixture.view.moveFocus(GTK_DIR_DOWN))
                    XCTAssertEqual(fixture.view.focusedRow, index)
                }
                fixture.settle()
                let top = fixture.top(60) ?? -1
                XCTAssertTrue((0...(fixture.view.viewSize.height - 40)).contains(top), "\(top)")
                XCTAssertFalse(fixture.view.moveFocus(GTK_DIR_TAB_FORWARD), "one stop for all")
                for _ in 0..<60 { _ = fixture.view.moveFocus(GTK_DIR_UP) }
                XCTAssertEqual(fixture.view.focusedRow, 0)
                XCTAssertFalse(fixture.view.moveFocus(GTK_DIR_UP))
            }
        }
    }

    func testArrowsPassRowsInWhichNothingCanHaveTheFocus() {
        onMainActor {
            Self.with(Array(repeating: 40, count: 6)) { fixture in
                let button = Button("Above")
                let sections: [Int: Widget] = [0: button, 1: Label("A heading"), 5: Label("Below")]
                var source = RowView.Source { index in
                    sections[index] ?? RowItem(Label("\(index)"), name: "Row")
                }
                source.itemRuns = { [2..<5] }
                source.permanentRuns = { [0..<2, 5..<6] }
                fixture.view.show(source, count: 6)
                fixture.settle()
                XCTAssertTrue(button.grabFocus())
                XCTAssertTrue(fixture.view.moveFocus(GTK_DIR_DOWN))
                XCTAssertEqual(fixture.view.focusedRow, 2, "past the heading")
                XCTAssertTrue(fixture.view.handle(Key("End"), []))
                XCTAssertEqual(fixture.view.focusedRow, 4)
                XCTAssertFalse(fixture.view.moveFocus(GTK_DIR_DOWN), "there is nothing below")
                XCTAssertTrue(fixture.view.handle(Key("Home"), []))
                XCTAssertEqual(fixture.view.focusedRow, 2)
                XCTAssertTrue(fixture.view.moveFocus(GTK_DIR_UP))
                XCTAssertEqual(fixture.view.focusedRow, 0)
                XCTAssertTrue(fixture.view.moveFocus(GTK_DIR_TAB_FORWARD))
                XCTAssertEqual(fixture.view.focusedRow, 2)
                XCTAssertFalse(fixture.view.moveFocus(GTK_DIR_TAB_FORWARD))
                XCTAssertTrue(fixture.view.moveFocus(GTK_DIR_TAB_BACKWARD))
                XCTAssertEqual(fixture.view.focusedRow, 0)
            }
        }
    }

    func testAnArrowLeadsIntoARowAtItsFirstButtonInBothDirections() {
        onMainActor {
            for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
                gtk_widget_set_default_direction(direction)
                defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
                let isMirrored = direction == GTK_TEXT_DIR_RTL
                let (inward, outward) =
                    isMirrored ? (GTK_DIR_LEFT, GTK_DIR_RIGHT) : (GTK_DIR_RIGHT, GTK_DIR_LEFT)
                Self.with(Array(repeating: 40, count: 2)) { fixture in
                    let buttons = [Button("One"), Button("Two")]
                    fixture.view.show(
                        RowView.Source { index in
                            guard index == 0 else { return RowItem(Label("Row"), name: "Row") }
                            return RowItem(Box(.horizontal, buttons), name: "Row")
                        },
                        count: 2
                    )
                    fixture.settle()
                    XCTAssertTrue(fixture.view.focus(0))
                    for button in buttons {
                        XCTAssertTrue(fixture.view.moveFocus(inward))
                        XCTAssertTrue(button.isFocused, "\(isMirrored)")
                    }
                    XCTAssertFalse(fixture.view.moveFocus(inward), "there is nothing beyond")
                    XCTAssertTrue(fixture.view.moveFocus(outward))
                    XCTAssertTrue(buttons[0].isFocused)
                    XCTAssertTrue(fixture.view.moveFocus(outward))
                    XCTAssertTrue(fixture.view.row(at: 0)?.isFocused == true)
                }
            }
        }
    }

    func testEachRunOfItemsIsAStopOfItsOwn() {
        onMainActor {
            Self.with(Array(repeating: 40, count: 1)) { fixture in
                let sections: [Int: Widget] = [0: Label("One"), 200: Button("Between")]
                var source = RowView.Source { index in
                    sections[index] ?? RowItem(Label("\(index)"), name: "Row")
                }
                source.itemRuns = { [1..<200, 201..<400] }
                source.permanentRuns = { [0..<1, 200..<201] }
                fixture.view.show(source, count: 400)
                fixture.settle()
                XCTAssertTrue(fixture.view.moveFocus(GTK_DIR_TAB_FORWARD))
                XCTAssertEqual(fixture.view.focusedRow, 1)
                XCTAssertTrue(fixture.view.moveFocus(GTK_DIR_DOWN))
                XCTAssertTrue(fixture.view.moveFocus(GTK_DIR_TAB_FORWARD), "past rows not there")
                XCTAssertEqual(fixture.view.focusedRow, 200)
                XCTAssertTrue(fixture.view.moveFocus(GTK_DIR_TAB_FORWARD))
                XCTAssertEqual(fixture.view.focusedRow, 201)
                XCTAssertTrue(fixture.view.handle(Key("End"), []))
                XCTAssertEqual(fixture.view.focusedRow, 399)
                XCTAssertFalse(fixture.view.moveFocus(GTK_DIR_TAB_FORWARD))
                XCTAssertTrue(fixture.view.handle(Key("Home"), []))
                XCTAssertEqual(fixture.view.focusedRow, 201, "the first of its run")
                XCTAssertTrue(fixture.view.moveFocus(GTK_DIR_UP))
                XCTAssertEqual(fixture.view.focusedRow, 200)
                XCTAssertTrue(fixture.view.moveFocus(GTK_DIR_UP))
                XCTAssertEqual(fixture.view.focusedRow, 199)
                XCTAssertTrue(fixture.view.handle(Key("Page_Down"), []))
                XCTAssertEqual(fixture.view.focusedRow, 199, "the last of its run")
                XCTAssertFalse(fixture.view.moveFocus(GTK_DIR_TAB_BACKWARD))
            }
        }
    }

    func testHomeEndAndPageKeysLeadToItemsAndPassOtherRows() {
        onMainActor {
            var random = SeededRandomNumberGenerator(seed: 9)
            let heights = (0..<3000).map { _ in Int.random(in: 20...300, using: &random) }
            Self.with(heights) { fixture in
                XCTAssertTrue(fixture.view.focus(3))
                XCTAssertTrue(fixture.view.handle(Key("End"), []))
                fixture.settle()
                XCTAssertEqual(fixture.view.focusedRow, 2999)
                XCTAssertTrue(fixture.view.isAtEnd)
                XCTAssertTrue(fixture.view.handle(Key("Page_Up"), []))
                fixture.settle()
                let above = fixture.view.focusedRow ?? 0
                XCTAssertTrue((2980..<2999).contains(above), "\(above)")
                XCTAssertTrue(fixture.view.handle(Key("Home"), []))
                fixture.settle()
                XCTAssertEqual(fixture.view.focusedRow, 0)
                XCTAssertEqual(fixture.top(0), 20)
                for _ in 0..<5000 where fixture.view.focusedRow != 2999 {
                    let before = fixture.view.focusedRow ?? -1
                    XCTAssertTrue(fixture.view.handle(Key("Page_Down"), []))
                    XCTAssertGreaterThan(fixture.view.focusedRow ?? -1, before)
                }
                XCTAssertEqual(fixture.view.focusedRow, 2999)
                XCTAssertFalse(fixture.view.handle(Key("a"), []))
            }
        }
    }

    func testHomeAndEndLeadToTheEndsOfTheListWhereNoRowHasTheFocus() {
        onMainActor {
            var random = SeededRandomNumberGenerator(seed: 11)
            let heights = (0..<3000).map { _ in Int.random(in: 20...300, using: &random) }
            Self.with(heights) { fixture in
                XCTAssertNil(fixture.view.focusedRow)
                XCTAssertTrue(fixture.view.handle(Key("End"), []))
                fixture.settle()
                XCTAssertEqual(
                    fixture.top(2999),
                    fixture.view.viewSize.height - 20 - heights[2999]
                )
                XCTAssertFalse(fixture.view.sticksToEnd)
                XCTAssertTrue(fixture.view.handle(Key("Home"), []))
                fixture.settle()
                XCTAssertEqual(fixture.top(0), 20)
                XCTAssertFalse(fixture.view.handle(Key("End"), .shift))
            }
        }
    }

    func testALeapToAnEndEndsThere() {
        onMainActor {
            var random = SeededRandomNumberGenerator(seed: 10)
            let heights = (0..<3000).map { _ in Int.random(in: 20...300, using: &random) }
            Self.with(heights) { fixture in
                fixture.scrolled.offset = fixture.scrolled.contentHeight
                fixture.settle()
                XCTAssertTrue(fixture.view.isAtEnd)
                // As a movement does that knows its end from the beginning.
                fixture.scrolled.offset -= 40
                fixture.settle()
                let start = fixture.scrolled.offset
                for step in 1...10 { fixture.scrolled.offset = start * Double(10 - step) / 10 }
                fixture.settle()
                XCTAssertEqual(fixture.top(0), 20)
            }
        }
    }

    func testWhatIsBelowARowThatGoesComesUp() {
        onMainActor {
            Self.with([40, 40, 40]) { fixture in
                Style.animates = true
                defer { Style.animates = false }
                XCTAssertEqual(fixture.top(1), 70)
                XCTAssertEqual(fixture.top(2), 120)
                fixture.heights.remove(at: 1)
                fixture.view.apply(removed: [1..<2], inserted: [], collapsing: true)
                XCTAssertEqual(fixture.view.gap?.height, 50, "it is still where it was")
                XCTAssertTrue(MainLoop.run { fixture.top(1) == 70 && fixture.view.gap == nil })
                Style.animates = false
                fixture.view.apply(removed: [0..<1], inserted: [], collapsing: true)
                XCTAssertNil(fixture.view.gap)
            }
        }
    }

    func testNothingIsLeftOfAListWhoseWindowIsGone() {
        onMainActor {
            weak var view: RowView?
            var isFinalized = false
            do {
                let fixture = Fixture([40, 40])
                view = fixture.view
                fixture.view.whenFinalized { isFinalized = true }
                fixture.close()
            }
            XCTAssertTrue(MainLoop.run { isFinalized })
            XCTAssertNil(view)
        }
    }
}
