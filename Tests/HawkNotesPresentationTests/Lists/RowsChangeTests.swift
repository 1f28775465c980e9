import Foundation
import HawkNotesModel
import StateRestorationTesting
import XCTest

@testable import HawkNotesPresentation

final class RowsChangeTests: XCTestCase {
    private let ids = (0..<400).map { _ in UUID() }

    private func item(_ number: Int, _ text: String = "") -> NoteItem {
        NoteItem(
            PendingNote(
                id: ids[number],
                subject: .book(ids[0]),
                text: text,
                date: Date(timeIntervalSince1970: 0)
            )
        )
    }

    private func run(_ numbers: [Int], from start: Int = 0, of count: Int) -> RowRun<NoteItem> {
        RowRun(items: numbers.map { item($0) }, from: start, of: count)
    }

    private func change(_ old: RowRun<NoteItem>, _ new: RowRun<NoteItem>) -> [[Range<Int>]] {
        let change = RowsChange(from: old, to: new)
        return [change.removed, change.inserted, change.changed]
    }

    func testNothingHasHappened() {
        let rows = run([3, 4], from: 3, of: 9)
        XCTAssertTrue(RowsChange(from: rows, to: rows).isEmpty)
        XCTAssertTrue(RowsChange(from: RowRun<NoteItem>.empty, to: .empty).isEmpty)
    }

    func testRowsThatComeAndGoAmongKnownOnesAreToldExactly() {
        let old = run([1, 2, 3, 4, 5, 6], from: 10, of: 30)
        XCTAssertEqual(
            change(old, run([1, 2, 7, 8, 3, 6], from: 10, of: 30)),
            [[13..<15], [12..<14], []]
        )
        XCTAssertEqual(
            change(old, run([1, 3, 6], from: 10, of: 27)),
            [[11..<12, 13..<15], [], []]
        )
    }

    func testARowThatTookThePlaceOfAnotherIsNew() {
        let old = run([1, 2, 3, 4], from: 10, of: 30)
        for new in [[9, 2, 3, 4], [1, 2, 3, 9], [9, 2, 3, 8], [5, 6, 7, 8]] {
            let others = (0..<4).filter { new[$0] != $0 + 1 }.map { $0 + 10 }
            let change = change(old, run(new, from: 10, of: 30))
            XCTAssertEqual(change[0].flatMap { Array($0) }, others)
            XCTAssertEqual(change[1], change[0])
            XCTAssertEqual(change[2], [])
        }
    }

    /// A view would keep its widget where it was, and want it where it is.
    func testARowThatMovedGoesFromWhereItWasToWhereItIs() {
        let old = run([1, 2, 3, 4], from: 10, of: 30)
        for (new, from, to) in [
            ([2, 3, 1, 4], 10, 12), ([2, 3, 4, 1], 10, 13), ([4, 1, 2, 3], 13, 10),
            ([1, 4, 2, 3], 13, 11),
        ] {
            XCTAssertEqual(
                change(old, run(new, from: 10, of: 30)),
                [[from..<from + 1], [to..<to + 1], []]
            )
        }
        XCTAssertEqual(
            change(old, run([2, 3, 4, 1, 5], from: 12, of: 31)),
            [[10..<11, 28..<30], [10..<12, 15..<17], []]
        )
    }

    func testAChangeLeadsFromOneCountToTheOther() {
        let lists = [
            run([], of: 0), run([1], of: 1), run([1, 2, 3], of: 3), run([4, 1, 2, 3], of: 4),
            run([1, 3], of: 2), run([1, 2, 3], of: 90), run([4, 1, 2], of: 91),
            run([50, 51], from: 40, of: 90), run([50, 51], from: 40, of: 42),
            run([7, 8, 9], of: 3), run([1, 2, 3], of: 4),
        ]
        for old in lists {
            for new in lists {
                let change = RowsChange(from: old, to: new)
                let removed = change.removed.map(\.count).reduce(0, +)
                let inserted = change.inserted.map(\.count).reduce(0, +)
                XCTAssertEqual(old.count - removed + inserted, new.count, "\(change)")
                XCTAssertTrue(change.removed.allSatisfy { $0.upperBound <= old.count })
                XCTAssertTrue(change.inserted.allSatisfy { $0.upperBound <= new.count })
                for runs in [change.removed, change.inserted] {
                    for (one, next) in zip(runs, runs.dropFirst()) {
                        XCTAssertLessThanOrEqual(one.upperBound, next.lowerBound, "\(change)")
                    }
                }
            }
        }
    }

    func testAnotherOrderKeepsNothing() {
        let change = RowsChange(
            replacing: run([1, 2], from: 4, of: 9),
            with: run([2, 1], from: 0, of: 8)
        )
        XCTAssertEqual([change.removed, change.inserted], [[0..<9], [0..<8]])
        XCTAssertEqual(change.changed, [])
    }

    func testTheFirstRowsAreNewAndAllAreGone() {
        let rows = run([1, 2, 3], from: 97, of: 100)
        XCTAssertEqual(change(.empty, rows), [[], [0..<100], []])
        XCTAssertEqual(change(rows, .empty), [[0..<100], [], []])
    }

    func testOtherRowsThatBecomeKnownAreNeitherNewNorGone() {
        let (here, there) = (run([1, 2], of: 100), run([3, 4, 5], from: 50, of: 100))
        XCTAssertEqual(change(here, there), [[], [], [0..<2, 50..<53]])
        XCTAssertEqual(
            change(run([1, 2, 3], from: 5, of: 100), run([2, 3, 4], from: 6, of: 100)),
            [[], [], [5..<6, 8..<9]]
        )
    }

    func testWhatHappensOutsideIsToldBeforeTheKnownRowsOrAtTheEnd() {
        let old = run([1, 2], from: 50, of: 100)
        XCTAssertEqual(change(old, run([1, 2], from: 52, of: 102)), [[], [50..<52], []])
        XCTAssertEqual(change(old, run([1, 2], from: 47, of: 97)), [[47..<50], [], []])
        XCTAssertEqual(change(old, run([1, 2], from: 50, of: 101)), [[], [100..<101], []])
        XCTAssertEqual(change(old, run([1, 2], from: 50, of: 98)), [[98..<100], [], []])
        XCTAssertEqual(
            change(old, run([1, 9, 2], from: 51, of: 103)),
            [[], [50..<51, 52..<53, 102..<103], []]
        )
    }

    func testARowThatMovesIsRemovedAndInserted() {
        XCTAssertEqual(
            change(run([1, 2, 3, 4], of: 4), run([1, 4, 2, 3], of: 4)),
            [[3..<4], [1..<2], []]
        )
    }

    func testARowThatShowsSomethingElseIsChanged() {
        let old = run([1, 2, 3], of: 3)
        let new = RowRun(items: [item(1), item(2, "other"), item(3)], from: 0, of: 3)
        XCTAssertEqual(change(old, new), [[], [], [1..<2]])
    }

    /// Two views of lists that have little or much in common, in every position to one another.
    func testEveryRowThatIsKnownBeforeAndAfterKeepsItsValue() {
        var random = SeededRandomNumberGenerator(seed: 1)
        var kept = 0
        for _ in 0..<4000 {
            let old = Array(ids.prefix(Int.random(in: 0...30, using: &random)))
            var new = old
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                switch Int.random(in: 0...5, using: &random) {
                case 0...1 where !new.isEmpty:
                    new.remove(at: .random(in: new.indices, using: &random))
                case 2 where !new.isEmpty:
                    new.append(new.remove(at: .random(in: new.indices, using: &random)))
                default: new.insert(UUID(), at: .random(in: 0...new.count, using: &random))
                }
            }
            kept += check(old, any(old, &random), new, any(new, &random))
        }
        XCTAssertGreaterThan(kept, 3000)
    }

    private func any(_ ids: [UUID], _ random: inout SeededRandomNumberGenerator) -> Range<Int> {
        let start = Int.random(in: 0...ids.count, using: &random)
        return start..<Int.random(in: start...ids.count, using: &random)
    }

    /// How many rows have kept their value.
    private func check(
        _ old: [UUID],
        _ knownBefore: Range<Int>,
        _ new: [UUID],
        _ knownNow: Range<Int>
    ) -> Int {
        func run(_ ids: [UUID], _ known: Range<Int>) -> RowRun<NoteItem> {
            let items = ids[known].map {
                NoteItem(PendingNote(id: $0, subject: .book($0), text: "", date: Date.distantPast))
            }
            return RowRun(items: items, from: known.lowerBound, of: ids.count)
        }
        let change = RowsChange(from: run(old, knownBefore), to: run(new, knownNow))
        var values = old.enumerated().map { knownBefore.contains($0) ? $1 : nil }
        change.apply(to: &values)
        XCTAssertEqual(values.count, new.count)
        guard values.count == new.count else { return 0 }
        let before = old[knownBefore].filter(new[knownNow].contains)
        let hasMoved = before != new[knownNow].filter(old[knownBefore].contains)
        var kept = 0
        for row in knownNow {
            if values[row] == new[row] {
                kept += 1
            } else if before.contains(new[row]) {
                XCTAssertTrue(hasMoved, "a value was lost")
            }
            XCTAssertTrue(values[row].map { $0 == new[row] } ?? true, "it has another row's value")
        }
        return kept
    }
}

extension RowsChange {
    /// Does with the values of rows what was done with the rows.
    func apply<Value>(to values: inout [Value?]) {
        for range in removed.reversed() { values.removeSubrange(range) }
        for range in inserted {
            let new = [Value?](repeating: nil, count: range.count)
            values.insert(contentsOf: new, at: range.lowerBound)
        }
    }
}
