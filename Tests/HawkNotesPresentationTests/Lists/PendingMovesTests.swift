import HawkNotesPresentation
import XCTest

final class PendingMovesTests: XCTestCase {
    private struct Item: Identifiable {
        let id: String
    }

    private func order(_ moves: PendingMoves<String>, of ids: String) -> String {
        moves.applied(to: ids.map { Item(id: String($0)) }).map(\.id).joined()
    }

    func testMovesAreMadeInTurn() {
        var moves = PendingMoves<String>()
        XCTAssertEqual(order(moves, of: "abcd"), "abcd")
        moves.add("a", before: "c")
        XCTAssertEqual(order(moves, of: "abcd"), "bacd")
        moves.add("a", before: nil)
        XCTAssertEqual(order(moves, of: "abcd"), "bcda")
        moves.add("d", before: "b")
        XCTAssertEqual(order(moves, of: "abcd"), "dbca")
    }

    func testMovesThatTheLibraryHasChangeNothing() {
        var moves = PendingMoves<String>()
        moves.add("a", before: "c")
        moves.add("d", before: "b")
        XCTAssertEqual(order(moves, of: "bacd"), "dbac")
        XCTAssertEqual(order(moves, of: "dbac"), "dbac")
        moves.removeFirst()
        XCTAssertEqual(order(moves, of: "abcd"), "adbc")
    }

    func testWhatIsNotInTheListIsLeftOut() {
        var moves = PendingMoves<String>()
        moves.add("x", before: "a")
        moves.add("a", before: "y")
        XCTAssertEqual(order(moves, of: "abc"), "bca")
    }
}
