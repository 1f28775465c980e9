import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class EnchantTests: XCTestCase {
    func testWithoutTheLibraryThereIsNone() {
        XCTAssertNil(Enchant(library: "libhawknotes-no-such-library.so"))
        XCTAssertNil(Enchant(library: "libm.so.6"), "a library without the functions")
    }
}

final class VisibleTextTests: DisplayTestCase {
    @MainActor
    private static func withField(
        _ text: String,
        _ body: @MainActor (TextView, ScrolledWindow) throws -> Void
    ) rethrows {
        let field = TextView(name: "Note")
        field.buffer.text = text
        let view = ScrolledWindow(field)
        let window = Window(application: TestApplication.shared)
        window.defaultSize = (300, 200)
        window.setChild(view)
        window.present()
        defer { window.destroy() }
        XCTAssertTrue(MainLoop.run { field.isMapped && view.pageHeight > 0 })
        field.waitUntilDrawn()
        try body(field, view)
    }

    func testOnlyParagraphsInViewAreVisible() throws {
        try onMainActor {
            let text = (0..<1000).map { "Line \($0)" }.joined(separator: "\n")
            try Self.withField(text) { field, view in
                let seen = field.visibleParagraphs.map(\.range)
                XCTAssertEqual(seen.first, 0..<6)
                XCTAssertEqual(seen.dropFirst().first, 7..<13)
                XCTAssertLessThan(seen.count, 40)
                var changes = 0
                field.onVisibleParagraphsChange { changes += 1 }
                field.buffer.selection = (field.buffer.count, field.buffer.count)
                field.scrollToCursor()
                XCTAssertTrue(
                    MainLoop.run {
                        field.visibleParagraphs.last?.range == field.buffer.count
                            - 8..<field.buffer.count
                    }
                )
                XCTAssertLessThan(field.visibleParagraphs.count, 40)
                withExtendedLifetime(view) {}
            }
        }
    }

    func testTheCursorIsReachedWhileLinesHaveNoHeightsYet() throws {
        try onMainActor {
            let lines = 20_000
            let text = (0..<lines).map { "Line \($0)" }.joined(separator: "\n")
            for place in [text.count, text.count / 2, 1_000] {
                try Self.withField(text) { field, view in
                    let first = try XCTUnwrap(field.visibleFrame(ofOffset: 0))
                    let second = try XCTUnwrap(field.visibleFrame(ofOffset: 7))
                    let height = Double(lines) * (second.y - first.y)
                    XCTAssertLessThan(view.contentHeight, height, "all lines have heights")
                    field.buffer.selection = (place, place)
                    field.scrollToCursor()
                    XCTAssertTrue(MainLoop.run(upTo: 30) { view.contentHeight >= height })
                    field.waitUntilDrawn()
                    let frame = try XCTUnwrap(field.cursorFrame(in: view))
                    XCTAssertGreaterThanOrEqual(frame.y, 0, "\(place)")
                    let bottom = frame.y + frame.height
                    XCTAssertLessThanOrEqual(bottom, Double(view.size.height), "\(place)")
                }
            }
        }
    }

    func testALongParagraphIsPartlyVisible() throws {
        try onMainActor {
            let text = String(repeating: "word ", count: 1000)
            try Self.withField("one\n" + text) { field, _ in
                let seen = field.visibleParagraphs
                XCTAssertEqual(seen.map(\.range), [0..<3, 4..<5004])
                XCTAssertEqual(seen.first?.visible, 0..<3)
                let visible = try XCTUnwrap(seen.last).visible
                XCTAssertEqual(visible.lowerBound, 4)
                XCTAssertTrue((100..<1500).contains(visible.count), "\(visible)")
                field.buffer.selection = (5004, 5004)
                field.scrollToCursor()
                XCTAssertTrue(
                    MainLoop.run { field.visibleParagraphs.last?.visible.upperBound == 5004 }
                )
                XCTAssertEqual(field.visibleParagraphs.count, 1)
                XCTAssertGreaterThan(
                    try XCTUnwrap(field.visibleParagraphs.first).visible.lowerBound,
                    3000
                )
            }
        }
    }

    func testATagHasTheRangeAroundAnOffset() throws {
        try onMainActor {
            try Self.withField("one two three") { field, _ in
                let tag = TextTag(of: field.buffer)
                tag.set(true, in: 4..<7)
                tag.set(true, in: 8..<13)
                XCTAssertEqual(tag.range(around: 4), 4..<7)
                XCTAssertEqual(tag.range(around: 5), 4..<7)
                XCTAssertEqual(tag.range(around: 7), 4..<7)
                XCTAssertEqual(tag.range(around: 13), 8..<13)
                XCTAssertNil(tag.range(around: 3))
                XCTAssertEqual(tag.ranges(in: 5..<10), [5..<7, 8..<10])
                XCTAssertEqual(tag.ranges, [4..<7, 8..<13])
            }
        }
    }
}
