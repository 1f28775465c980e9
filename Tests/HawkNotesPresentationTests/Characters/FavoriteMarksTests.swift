import Foundation
import HawkNotesModel
import LibraryTestSupport
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// Favourites over a library that can be held up and made to refuse.
@MainActor
private func withMarks(
    _ body: @MainActor (FavoriteMarks, TroubledLibrary, [UUID]) throws -> Void
) throws {
    let troubled = try TroubledLibrary()
    defer { troubled.close() }
    let marks = FavoriteMarks(library: troubled.library, didSave: {})
    let ids = try troubled.library.series().allCharacters.map(\.id)
    try body(marks, troubled, ids)
}

final class FavoriteMarksTests: XCTestCase {
    /// What is shown, each time that it changes.
    @MainActor
    private final class Shown {
        private(set) var values: [Set<UUID>] = []
        private var observations: [ChangeObservation] = []

        init(_ marks: FavoriteMarks) throws {
            observations = try marks.observe(onError: { XCTFail("\($0)") }) { [unowned self] in
                values.append($0)
            }
        }
    }

    func testAHeartTurnsAtOnceAndStays() throws {
        try onMainActor {
            try withMarks { marks, troubled, ids in
                let shown = try Shown(marks)
                let hold = HeldLibrary(troubled.library)
                marks.setFavorite(ids[0], true) { XCTFail("\($0)") }
                XCTAssertEqual(shown.values, [[], [ids[0]]])
                hold.release()
                XCTAssertTrue(
                    try runMainQueue { try troubled.library.favorites() == [ids[0]] }
                )
                marks.setFavorite(ids[1], true) { XCTFail("\($0)") }
                XCTAssertTrue(try runMainQueue { try troubled.library.favorites().count == 2 })
                // Somebody else's change comes through: no wish is left over.
                try troubled.library.setFavorite(ids[0], false)
                XCTAssertTrue(runMainQueue { marks.ids == [ids[1]] })
                XCTAssertEqual(
                    shown.values,
                    [[], [ids[0]], [ids[0], ids[1]], [ids[1]]]
                )
            }
        }
    }

    func testAWishThatSomebodyElseTurnedBackAtOnceIsNotShownForEver() throws {
        try onMainActor {
            try withMarks { marks, troubled, ids in
                let shown = try Shown(marks)
                marks.setFavorite(ids[0], true) { XCTFail("\($0)") }
                // Before the main thread hears of anything.
                while try troubled.library.favorites().isEmpty { usleep(1000) }
                try troubled.library.setFavorite(ids[0], false)
                XCTAssertTrue(runMainQueue { marks.ids == [] })
                XCTAssertEqual(shown.values.last, [])
            }
        }
    }

    func testAHeartTurnsBackWhenItCouldNotBeSaved() throws {
        try onMainActor {
            try withMarks { marks, troubled, ids in
                let shown = try Shown(marks)
                try troubled.refuse("INSERT", "favorite")
                var failures = 0
                marks.setFavorite(ids[0], true) { _ in failures += 1 }
                XCTAssertEqual(marks.ids, [ids[0]])
                XCTAssertTrue(runMainQueue { failures == 1 })
                XCTAssertEqual(shown.values, [[], [ids[0]], []])
                try troubled.refuseNothing()
                marks.setFavorite(ids[0], true) { XCTFail("\($0)") }
                XCTAssertTrue(
                    try runMainQueue { try troubled.library.favorites() == [ids[0]] }
                )
            }
        }
    }

    func testOfSeveralWishesTheNewestCountsWhateverBecomesOfTheOthers() throws {
        try onMainActor {
            for wishes in [[true, false], [true, false, true], [false, true, false, true]] {
                try withMarks { marks, troubled, ids in
                    let shown = try Shown(marks)
                    let hold = HeldLibrary(troubled.library)
                    var states: [Bool] = []
                    for isFavorite in wishes {
                        marks.setFavorite(ids[0], isFavorite) { XCTFail("\($0)") }
                        states.append(marks.ids.contains(ids[0]))
                    }
                    XCTAssertEqual(states, wishes)
                    let count = shown.values.count
                    hold.release()
                    // Behind all that was asked for.
                    var isDone = false
                    troubled.library.perform { _ in
                    } completion: { _ in
                        isDone = true
                    }
                    XCTAssertTrue(runMainQueue { isDone })
                    XCTAssertEqual(marks.ids.contains(ids[0]), wishes.last)
                    XCTAssertEqual(shown.values.count, count, "nothing flickers")
                    XCTAssertEqual(
                        try troubled.library.favorites(),
                        wishes.last == true ? [ids[0]] : []
                    )
                }
            }
        }
    }

    func testAWishThatWasRefusedDoesNotTurnBackANewerOne() throws {
        try onMainActor {
            try withMarks { marks, troubled, ids in
                try troubled.library.setFavorite(ids[0], true)
                let shown = try Shown(marks)
                XCTAssertTrue(runMainQueue { marks.ids == [ids[0]] })
                try troubled.refuse("DELETE", "favorite")
                var failures = 0
                marks.setFavorite(ids[0], false) { _ in failures += 1 }
                marks.setFavorite(ids[0], true) { XCTFail("\($0)") }
                var isDone = false
                troubled.library.perform { _ in
                } completion: { _ in
                    isDone = true
                }
                XCTAssertTrue(runMainQueue { isDone })
                XCTAssertEqual(marks.ids, [ids[0]])
                XCTAssertEqual(failures, 0)
                XCTAssertEqual(shown.values.last, [ids[0]])
            }
        }
    }
}
