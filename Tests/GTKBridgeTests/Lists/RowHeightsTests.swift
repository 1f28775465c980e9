import StateRestorationTesting
import XCTest

@testable import GTKBridge

final class RowHeightsTests: XCTestCase {
    /// The same, row by row.
    private struct Plain {
        var heights: [Int?]
        let estimate: Int

        func top(of index: Int) -> Int { heights[..<index].reduce(0) { $0 + ($1 ?? estimate) } }

        func index(at offset: Int) -> Int {
            max(0, heights.indices.last { top(of: $0) <= offset } ?? 0)
        }
    }

    func testRowsOfWhichNothingIsKnownStandWhereTheEstimateSays() {
        let rows = RowHeights(count: 100_000, estimate: 80)
        XCTAssertEqual(rows.total, 8_000_000)
        XCTAssertEqual(rows.top(of: 50_000), 4_000_000)
        XCTAssertEqual(rows.index(at: 4_000_079), 50_000)
        XCTAssertEqual(rows.index(at: 4_000_080), 50_001)
        XCTAssertNil(rows[50_000])
    }

    func testBeforeTheFirstIsTheFirstAndBehindTheLastTheLast() {
        let rows = RowHeights(count: 3, estimate: 10)
        XCTAssertEqual(rows.index(at: -5), 0)
        XCTAssertEqual(rows.index(at: 30), 2)
        XCTAssertEqual(RowHeights(estimate: 10).index(at: 5), 0)
        XCTAssertEqual(RowHeights(estimate: 10).total, 0)
    }

    func testAnotherEstimateMovesOnlyWhatIsNotKnown() {
        var rows = RowHeights(count: 10, estimate: 10)
        rows.set(100, at: 2)
        rows.estimate = 20
        XCTAssertEqual(rows.total, 100 + 9 * 20)
        XCTAssertEqual(rows.top(of: 3), 140)
    }

    /// A list gets its rows, its margins and its width one after another before it is laid out.
    func testNothingIsKeptOfRowsUntilOneIsMeasured() {
        var heights = RowHeights(count: 100_000, estimate: 10)
        heights.insert(0..<5)
        heights.remove(3..<4)
        heights.forget()
        XCTAssertTrue(heights.areUnknown)
        XCTAssertEqual(heights.count, 100_004)
        XCTAssertEqual(heights.total, 1_000_040)
        XCTAssertNil(heights[7])
        heights.set(25, at: 7)
        XCTAssertFalse(heights.areUnknown)
        XCTAssertEqual(heights.total, 1_000_055)
        heights.forget()
        XCTAssertTrue(heights.areUnknown)
        heights.set(25, at: 7)
        heights.remove(0..<100_004)
        XCTAssertTrue(heights.areUnknown)
        XCTAssertEqual(heights.total, 0)
    }

    func testRandomChangesEqualThoseOfAPlainList() {
        for seed in 1...40 as ClosedRange<UInt64> {
            var random = SeededRandomNumberGenerator(seed: seed)
            var rows = RowHeights(count: Int.random(in: 0...40, using: &random), estimate: 30)
            var plain = Plain(heights: Array(repeating: nil, count: rows.count), estimate: 30)
            for _ in 0..<60 {
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where rows.count > 0:
                    let start = Int.random(in: 0..<rows.count, using: &random)
                    let end = Int.random(in: start...rows.count, using: &random)
                    rows.remove(start..<end)
                    plain.heights.removeSubrange(start..<end)
                case 1:
                    let start = Int.random(in: 0...rows.count, using: &random)
                    let count = Int.random(in: 0...9, using: &random)
                    rows.insert(start..<(start + count))
                    plain.heights.insert(contentsOf: repeatElement(nil, count: count), at: start)
                default:
                    guard rows.count > 0 else { continue }
                    let index = Int.random(in: 0..<rows.count, using: &random)
                    let height = Int.random(in: 0...200, using: &random)
                    rows.set(height, at: index)
                    plain.heights[index] = height
                }
                XCTAssertEqual(rows.count, plain.heights.count)
                XCTAssertEqual(rows.total, plain.top(of: rows.count), "seed \(seed)")
                for index in 0..<rows.count {
                    XCTAssertEqual(rows[index], plain.heights[index])
                    XCTAssertEqual(rows.top(of: index), plain.top(of: index), "seed \(seed)")
                }
                let offset = Int.random(in: -10...(rows.total + 10), using: &random)
                XCTAssertEqual(rows.index(at: offset), plain.index(at: offset), "seed \(seed)")
            }
        }
    }
}
