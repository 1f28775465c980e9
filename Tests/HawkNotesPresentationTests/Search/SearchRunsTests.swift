import XCTest

@testable import HawkNotesPresentation

/// What goes and comes when a list of what was found becomes another.
final class SearchRunsTests: XCTestCase {
    /// Does to a list what the runs say, as `PartList.apply` does it to rows.
    private static func apply(_ runs: SearchRuns, to old: [Int], taking new: [Int]) -> [Int] {
        var result = old
        for run in runs.removed.reversed() { result.removeSubrange(run) }
        for run in runs.inserted { result.insert(contentsOf: new[run], at: run.lowerBound) }
        return result
    }

    func testTheRunsLeadFromOneListToTheOther() {
        let cases: [([Int], [Int])] = [
            ([], []), ([], [1, 2]), ([1, 2], []), ([1, 2, 3], [1, 2, 3]),
            ([1, 2, 3, 4, 5], [2, 4]), ([2, 4], [1, 2, 3, 4, 5]), ([1, 2, 3], [4, 5]),
            ([1, 2, 3], [3, 2, 1]), ([1, 2, 3, 4], [4, 1, 2, 3]), ([5, 1, 2], [1, 9, 2, 5]),
        ]
        for (old, new) in cases {
            let runs = SearchRuns(from: old, to: new)
            XCTAssertEqual(Self.apply(runs, to: old, taking: new), new, "\(old) to \(new)")
        }
    }

    func testWhatStaysInItsOrderIsLeftAlone() {
        let fewer = SearchRuns(
            from: Array(0..<100),
            to: stride(from: 0, to: 100, by: 2).map(\.self)
        )
        XCTAssertEqual(fewer.inserted, [])
        XCTAssertEqual(fewer.removed.map(\.count), Array(repeating: 1, count: 50))
        let more = SearchRuns(from: [1, 2], to: [1, 2, 3, 4])
        XCTAssertEqual(more.removed, [])
        XCTAssertEqual(more.inserted, [2..<4])
        XCTAssertTrue(SearchRuns(from: [1, 2], to: [1, 2]).isEmpty)
    }
}
