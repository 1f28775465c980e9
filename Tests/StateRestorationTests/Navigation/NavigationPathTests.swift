import XCTest

@testable import StateRestoration

final class NavigationPathTests: XCTestCase {
    private enum Page: NavigationRoute, Equatable {
        case book(String)
        case character(String)

        var kind: String {
            switch self {
            case .book: "b"
            case .character: "c"
            }
        }

        var targetID: String {
            switch self {
            case .book(let id), .character(let id): id
            }
        }
    }

    private func decode(_ text: String, missing: Set<String> = []) -> NavigationPath<Page>.Decoded {
        NavigationPath<Page>.decode(text) { kind, id, _ in
            guard !missing.contains(id) else { return nil }
            switch kind {
            case "b": return .book(id)
            case "c": return .character(id)
            default: return nil
            }
        }
    }

    func testPathIsStoredAsIDs() {
        let path = NavigationPath<Page>([.book("1"), .character("2")])
        XCTAssertEqual(path.encoded, "b|1::c|2")
        XCTAssertEqual(decode(path.encoded).path, path)
        XCTAssertEqual(NavigationPath<Page>().encoded, "")
        XCTAssertEqual(decode("").path.routes, [])
    }

    func testIDsWithSeparatorsComeBack() {
        for id in ["a::b", "a|b", "%7C", ":", "", "ä 🦅"] {
            let path = NavigationPath<Page>([.character(id), .book(id)])
            XCTAssertEqual(decode(path.encoded).path, path, id)
        }
    }

    func testPathEndsBeforeTheFirstLevelThatIsGone() {
        let decoded = decode("b|1::c|2::c|3", missing: ["2"])
        XCTAssertEqual(decoded.path.routes, [.book("1")])
        XCTAssertEqual(decoded.dropped, ["c|2", "c|3"])
    }

    func testNonsenseEndsThePath() {
        for text in ["x", "b|1|2", "|1", "::", "z|1", "b|%zz"] {
            let decoded = decode(text)
            XCTAssertEqual(decoded.path.routes, [], text)
            XCTAssertFalse(decoded.dropped.isEmpty, text)
        }
    }

    func testLevelsAreLookedUpBelowThoseAboveThem() throws {
        var seen: [[Page]] = []
        let decoded = NavigationPath<Page>.decode("b|1::c|2::c|3") { _, id, parents in
            seen.append(parents)
            return parents.isEmpty ? .book(id) : .character(id)
        }
        XCTAssertEqual(seen, [[], [.book("1")], [.book("1"), .character("2")]])
        XCTAssertEqual(decoded.path.count, 3)
    }

    func testModelThatCannotBeReadIsAnErrorAndNoShorterPath() throws {
        struct Unreadable: Error {}
        XCTAssertThrowsError(
            try NavigationPath<Page>.decode("b|1") { _, _, _ in throw Unreadable() }
        ) { XCTAssertTrue($0 is Unreadable) }
    }

    func testGoingBackStopsAtTheBeginning() throws {
        var path = NavigationPath<Page>()
        XCTAssertTrue(path.isEmpty)
        path.append(.book("1"))
        path.append(.character("2"))
        path.removeLast(0)
        path.removeLast(-1)
        XCTAssertEqual(path.count, 2)
        path.removeLast()
        XCTAssertEqual(path.routes, [.book("1")])
        path.removeLast(5)
        XCTAssertTrue(path.isEmpty)
    }
}
