import Foundation
import GRDB
import LibraryTestSupport
import XCTest

@testable import HawkNotesModel

/// A search is ended at any moment, and by nothing else than what was meant to end it.
final class SearchCancellationTests: XCTestCase {
    /// What SQLite says when it is interrupted while it opens a table of the index.
    private static let failed = DatabaseError(
        resultCode: .SQLITE_ERROR,
        message: "vtable constructor failed: noteIndex"
    )

    private let token = SearchCancellation()
    private let environment = TestEnvironment()

    private func run(
        canInterrupt: Bool = true,
        _ body: () throws -> Void
    ) throws -> Bool {
        let connection = SearchConnection(try DatabaseQueue())
        defer { XCTAssertNoThrow(try connection.close()) }
        return try token.run(
            on: connection,
            canInterrupt: canInterrupt,
            budget: .init(seconds: 1, after: environment.library.onTimeout),
            body
        )
    }

    private func endBudgets() { environment.pass(1) }

    func testAnyErrorAfterABudgetHasRunOutIsNoDamage() throws {
        for code in [ResultCode.SQLITE_INTERRUPT, .SQLITE_ERROR, .SQLITE_CORRUPT] {
            let isDone = try run {
                endBudgets()
                throw DatabaseError(resultCode: code)
            }
            XCTAssertFalse(isDone, "\(code)")
        }
        XCTAssertTrue(try run {}, "the next stage goes on")
    }

    func testAnyErrorAfterACancellationIsNoDamage() throws {
        let isDone = try run {
            token.cancel()
            throw Self.failed
        }
        XCTAssertFalse(isDone)
        XCTAssertFalse(try run { XCTFail("it was cancelled") })
    }

    func testAnErrorWithoutAnInterruptionIsOne() throws {
        XCTAssertThrowsError(try run { throw Self.failed })
        XCTAssertThrowsError(
            try run {
                endBudgets()
                throw CocoaError(.fileReadUnknown)
            },
            "not SQLite's"
        )
    }

    func testABudgetThatRunsOutLateEndsNoOtherStage() throws {
        XCTAssertTrue(try run {})
        environment.pass(0.5)
        XCTAssertThrowsError(
            try run {
                environment.pass(0.5)
                throw Self.failed
            }
        )
    }

    func testWhatCannotBeInterruptedHasNoBudget() throws {
        XCTAssertThrowsError(
            try run(canInterrupt: false) {
                endBudgets()
                throw Self.failed
            }
        )
        XCTAssertEqual(environment.laterJobCount, 0)
    }
}
