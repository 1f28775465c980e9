import Foundation
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesModel

/// The order of parts, also of those that a merge has given the same position.
final class ListPositionTests: LibraryTestCase {
    private struct Row: Equatable {
        var name: Int
        var position: Int
    }

    func testMovesKeepTheOrderThatTheReaderSees() {
        var numbers = SeededNumbers(seed: 7)
        for _ in 0..<200 {
            // Many of them are equal, as after a merge.
            let positions = (0..<8).map { _ in Int.random(in: 0..<6, using: &numbers) }.sorted()
            var rows = positions.enumerated().map { Row(name: $0.offset, position: $0.element) }
            var names = rows.map(\.name)
            for _ in 0..<40 {
                let from = Int.random(in: rows.indices, using: &numbers)
                let to = Int.random(in: rows.indices, using: &numbers)
                guard from != to else { continue }
                rows.insert(rows.remove(at: from), at: to)
                names.insert(names.remove(at: from), at: to)
                let moved = ListPosition.afterMove(to: to, in: rows.map(\.position))
                for (index, position) in moved { rows[index].position = position }
                // Those that were equal and have not been passed are still ordered by their ids.
                rows.sort { ($0.position, $0.name) < ($1.position, $1.name) }
                XCTAssertEqual(rows.map(\.name), names)
            }
        }
    }

    func testMoveIntoAGapChangesOneRow() {
        XCTAssertEqual(ListPosition.afterMove(to: 1, in: [0, 9, 10]), [1: 5])
        XCTAssertEqual(ListPosition.afterMove(to: 0, in: [9, 0, 10]), [0: -1024])
        XCTAssertEqual(ListPosition.afterMove(to: 2, in: [0, 10, 3]), [2: 1034])
    }

    func testMoveWithoutAGapMovesThoseUpToTheNextOne() {
        XCTAssertEqual(ListPosition.afterMove(to: 1, in: [0, 7, 1, 2, 9]), [1: 1, 2: 2, 3: 3])
        XCTAssertEqual(ListPosition.afterMove(to: 1, in: [4, 7, 4, 5]), [1: 5, 2: 6, 3: 7])
    }

    func testDamagedPositionsAreReplaced() {
        XCTAssertEqual(
            ListPosition.afterMove(to: 1, in: [.min, .max, .max]),
            [0: 0, 1: 1024, 2: 2048]
        )
    }

    func testEqualPositionsAreOrderedByIDEverywhere() throws {
        let library = try Library.inMemory(environment: TestEnvironment().library)
        let series = uuid(60)
        try library.saveSeries(series, title: "Series", author: nil)
        // Added in the other order.
        for number in [63, 62, 61] {
            try library.save(
                Book(id: uuid(number), seriesID: series, title: "Book \(number)", position: 4)
            )
        }
        for number in [73, 72, 71] {
            try library.save(
                Chapter(id: uuid(number), bookID: uuid(62), name: "\(number)", position: 2)
            )
        }
        for number in [83, 82, 81] {
            try library.save(
                Character(
                    id: uuid(number),
                    seriesID: series,
                    name: "\(number)",
                    bookID: uuid(61),
                    position: 0
                )
            )
        }
        for (number, other) in [(93, 83), (92, 82)] {
            let id = uuid(number)
            try library.save(Relation(id: id, first: uuid(81), second: uuid(other), word: "x"))
        }
        try library.store.writer.write { db in
            try db.execute(sql: "UPDATE relation SET position = 0")
        }
        let shown = try XCTUnwrap(library.series(series))
        XCTAssertEqual(shown.books.map(\.id), [uuid(61), uuid(62), uuid(63)])
        XCTAssertEqual(shown.chapters.map(\.id), [uuid(71), uuid(72), uuid(73)])
        XCTAssertEqual(shown.allCharacters.map(\.id), [uuid(81), uuid(82), uuid(83)])
        XCTAssertEqual(shown.relations.map(\.id), [uuid(92), uuid(93)])
        XCTAssertEqual(try library.shelf(limit: 9).first?.firstBook?.bookID, uuid(61))
    }
}
