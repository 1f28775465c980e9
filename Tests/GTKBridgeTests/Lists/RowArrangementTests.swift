import GTKBridge
import StateRestorationTesting
import XCTest

final class RowArrangementTests: XCTestCase {
    /// A list whose rows have names and heights, and a view on it.
    private struct List {
        var rows: [(name: Int, height: Int)]
        var arrangement: RowArrangement
        var measured = 0
        private var nextName: Int

        init(_ heights: [Int], viewHeight: Int = 300) {
            rows = heights.enumerated().map { ($0, $1) }
            nextName = heights.count
            arrangement = RowArrangement(
                heights: RowHeights(count: heights.count, estimate: 50),
                overscan: 100
            )
            arrangement.viewHeight = viewHeight
            settle()
        }

        mutating func settle() {
            var count = 0
            let rows = rows
            arrangement.settle { index in
                count += 1
                return rows[index].height
            }
            measured = count
        }

        mutating func insert(_ heights: [Int], at index: Int) {
            rows.insert(
                contentsOf: heights.enumerated().map { (nextName + $0, $1) },
                at: index
            )
            nextName += heights.count
            arrangement.insert(index..<(index + heights.count))
        }

        mutating func remove(_ range: Range<Int>) {
            rows.removeSubrange(range)
            arrangement.remove(range)
        }

        /// Where the rows in view stand, by their names.
        var inView: [Int: Int] {
            var result: [Int: Int] = [:]
            for index in arrangement.rows {
                let top = arrangement.top(of: index)
                if top < arrangement.viewHeight, top + rows[index].height > 0 {
                    result[rows[index].name] = top
                }
            }
            return result
        }

        func check(_ message: String, line: UInt = #line) {
            let arrangement = arrangement
            XCTAssertLessThanOrEqual(
                arrangement.offset,
                arrangement.maximumOffset,
                message,
                line: line
            )
            XCTAssertGreaterThanOrEqual(arrangement.offset, 0, message, line: line)
            guard !rows.isEmpty else { return }
            let first = arrangement.rows.lowerBound
            let last = arrangement.rows.upperBound
            XCTAssertTrue(
                first == 0 || arrangement.top(of: first) <= -100,
                "\(message): gap above",
                line: line
            )
            XCTAssertTrue(
                last == rows.count || arrangement.top(of: last) >= arrangement.viewHeight + 100,
                "\(message): gap below",
                line: line
            )
            for index in arrangement.rows {
                XCTAssertEqual(arrangement.heights[index], rows[index].height, message, line: line)
            }
        }
    }

    func testOnlyRowsInViewAreMeasured() {
        let list = List(Array(repeating: 60, count: 100_000))
        XCTAssertEqual(list.arrangement.rows, 0..<7)
        XCTAssertLessThan(list.measured, 10)
    }

    func testTheMiddleOfALongListIsReachedByMeasuringWhatIsThere() {
        var list = List(Array(repeating: 60, count: 100_000))
        list.arrangement.scroll(to: RowArrangement.Anchor(index: 50_000, top: -7))
        list.settle()
        XCTAssertEqual(list.arrangement.top(of: 50_000), -7)
        XCTAssertLessThan(list.measured, 15)
        list.check("the middle")
    }

    func testAListThatSticksToItsEndStaysThere() {
        var list = List([60, 70, 80, 90, 100, 110])
        list.arrangement.scrollToEnd()
        list.settle()
        XCTAssertEqual(list.arrangement.offset, list.arrangement.maximumOffset)
        list.insert([500], at: 6)
        list.settle()
        XCTAssertEqual(list.arrangement.top(of: 7), 300)
        list.rows[6].height = 40
        list.settle()
        XCTAssertEqual(list.arrangement.top(of: 7), 300)
        list.arrangement.scroll(to: list.arrangement.offset - 10)
        list.insert([60], at: 7)
        list.settle()
        XCTAssertEqual(list.arrangement.top(of: 7), 310, "it was scrolled away from the end")
    }

    func testAListLowerThanTheViewBeginsAtTheTop() {
        var list = List([60, 70])
        for offset in [-50, 40, 1000] {
            list.arrangement.scroll(to: offset)
            list.settle()
            XCTAssertEqual(list.arrangement.top(of: 0), 0, "\(offset)")
        }
        list.arrangement.scrollToEnd()
        list.settle()
        XCTAssertEqual(list.arrangement.top(of: 0), 0)
    }

    func testAbsurdPlacesLeadToRowsThatAreThere() {
        var list = List(Array(repeating: 60, count: 1000))
        for (index, top) in [(-5, 0), (99_999, 0), (500, -1_000_000_000), (500, 1_000_000_000)] {
            list.arrangement.scroll(to: RowArrangement.Anchor(index: index, top: top))
            list.settle()
            list.check("\(index), \(top)")
            XCTAssertLessThan(list.measured, 30)
        }
    }

    func testARowThatIsHigherThanThoughtMovesNothingBelowTheTop() {
        var list = List(Array(repeating: 50, count: 100))
        list.arrangement.scroll(to: 2000)
        list.settle()
        let before = list.inView
        for index in 0..<40 { list.rows[index].height = 170 }
        list.settle()
        XCTAssertEqual(list.inView, before)
        list.check("higher rows above")
    }

    func testWithoutRowsThereIsNothing() {
        var list = List([])
        list.arrangement.scroll(to: 100)
        list.settle()
        XCTAssertEqual(list.arrangement.rows, 0..<0)
        XCTAssertEqual(list.arrangement.offset, 0)
        list.insert([40, 50], at: 0)
        list.settle()
        XCTAssertEqual(list.arrangement.rows, 0..<2)
        list.remove(0..<2)
        list.settle()
        XCTAssertEqual(list.arrangement.rows, 0..<0)
    }

    func testWhatComesAndGoesOutOfViewNeverMovesWhatIsSeen() {
        for seed in 1...300 as ClosedRange<UInt64> {
            var random = SeededRandomNumberGenerator(seed: seed)
            var list = List((0..<80).map { _ in Int.random(in: 20...400, using: &random) })
            for step in 0..<30 {
                let name = "seed \(seed), step \(step)"
                let offset = Int.random(in: 0...list.arrangement.maximumOffset, using: &random)
                list.arrangement.scroll(to: offset)
                list.settle()
                list.check(name)
                let seen = list.inView
                let indices = list.rows.indices.filter { seen[list.rows[$0].name] != nil }
                guard let first = indices.first, let last = indices.last else { continue }
                let above = Bool.random(using: &random)
                let room = above ? 0...first : (last + 1)...list.rows.count
                let place = Int.random(in: room, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    let count = Int.random(in: 1...5, using: &random)
                    list.insert(
                        (0..<count).map { _ in Int.random(in: 20...400, using: &random) },
                        at: place
                    )
                case 1:
                    let end = min(place + 3, above ? first : list.rows.count)
                    // At an end of the list there may be too little left to fill the view.
                    guard place < end, list.rows.count > 40, above || end < list.rows.count - 20
                    else { continue }
                    if above, place < 20 { continue }
                    list.remove(place..<end)
                default:
                    guard place < list.rows.count, above ? place < first : true else { continue }
                    list.rows[place].height += 90
                }
                list.settle()
                list.check(name)
                XCTAssertEqual(list.inView, seen, name)
            }
        }
    }
}
