import StateRestorationTesting
import XCTest

@testable import HawkNotesPresentation

/// What goes and comes when a list of which everything is known becomes another.
final class RowsDifferenceTests: XCTestCase {
    /// Does to a list what the change says, as `PartList.apply` does it to rows.
    private static func apply(_ change: RowsChange, to old: [Int], taking new: [Int]) -> [Int] {
        var result = old
        for run in change.removed.reversed() { result.removeSubrange(run) }
        for run in change.inserted { result.insert(contentsOf: new[run], at: run.lowerBound) }
        return result
    }

    func testTheRunsLeadFromOneListToTheOther() {
        let cases: [([Int], [Int])] = [
            ([], []), ([], [1, 2]), ([1, 2], []), ([1, 2, 3], [1, 2, 3]),
            ([1, 2, 3, 4, 5], [2, 4]), ([2, 4], [1, 2, 3, 4, 5]), ([1, 2, 3], [4, 5]),
            ([1, 2, 3], [3, 2, 1]), ([1, 2, 3, 4], [4, 1, 2, 3]), ([5, 1, 2], [1, 9, 2, 5]),
            ([1, 1, 2], [1, 2, 1]), ([1, 2], [3, 1, 1, 1, 4, 2]),
        ]
        for (old, new) in cases {
            let change = RowsChange(from: old, to: new)
            XCTAssertEqual(Self.apply(change, to: old, taking: new), new, "\(old) to \(new)")
        }
    }

    func testAnyListBecomesAnyOther() {
        var random = SeededRandomNumberGenerator(seed: 7)
        for _ in 0..<2000 {
            let lists = (0..<2).map { _ in
                (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    Int.random(in: 0...9, using: &random)
                }
            }
            let change = RowsChange(from: lists[0], to: lists[1])
            XCTAssertEqual(Self.apply(change, to: lists[0], taking: lists[1]), lists[1])
        }
    }

    func testWhatStaysInItsOrderIsLeftAlone() {
        let fewer = RowsChange(
            from: Array(0..<100),
            to: stride(from: 0, to: 100, by: 2).map(\.self)
        )
        XCTAssertEqual(fewer.inserted, [])
        XCTAssertEqual(fewer.removed.map(\.count), Array(repeating: 1, count: 50))
        let more = RowsChange(from: [1, 2], to: [1, 2, 3, 4])
        XCTAssertEqual(more.removed, [])
        XCTAssertEqual(more.inserted, [2..<4])
        XCTAssertTrue(RowsChange(from: [1, 2], to: [1, 2]).isEmpty)
    }

    func testOneThatMovesFarLeavesTheOthersAlone() {
        let change = RowsChange(from: [1, 2, 3, 4, 5, 6], to: [1, 6, 2, 3, 4, 5])
        XCTAssertEqual(change, RowsChange(removed: [5..<6], inserted: [1..<2]))
    }

    /// What is at the ends of both is only compared.
    func testOnlyTheMiddleIsLookedUp() {
        struct Counted: Hashable {
            nonisolated(unsafe) static var hashed = 0
            let number: Int
            func hash(into hasher: inout Hasher) {
                Self.hashed += 1
                hasher.combine(number)
            }
        }
        let old = (0..<10_000).map { Counted(number: $0) }
        var new = old
        new[5000] = Counted(number: -1)
        let change = RowsChange(from: old, to: new)
        XCTAssertEqual(change, RowsChange(removed: [5000..<5001], inserted: [5000..<5001]))
        XCTAssertLessThan(Counted.hashed, 100)
    }
}
