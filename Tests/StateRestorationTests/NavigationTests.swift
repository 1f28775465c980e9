import XCTest

@testable import StateRestoration

final class NavigationTests: XCTestCase {
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

    func testScrollPositionHoldsWhenTheListHasChanged() throws {
        let elements = [("a", 0.0), ("b", 100), ("c", 250)].map {
            AnchoredScrollPosition.Element(id: $0.0, top: $0.1)
        }
        let position = AnchoredScrollPosition(offset: 130, elements: elements)
        XCTAssertEqual(position.elementID, "b")
        XCTAssertEqual(position.offsetInElement, 30)
        let read = try XCTUnwrap(AnchoredScrollPosition(rawValue: position.rawValue))
        XCTAssertEqual(read, position)
        XCTAssertEqual(read.offset(maximum: 1000) { $0 == "b" ? 400 : nil }, 430)
        XCTAssertEqual(read.offset(maximum: 420) { _ in 400 }, 420)
        XCTAssertEqual(read.offset(maximum: 1000) { _ in nil }, 130)
        XCTAssertEqual(read.offset(maximum: -1) { _ in nil }, 0)
    }

    func testScrollPositionFromNonsense() {
        for text in ["", "1;2", "nan;1;a", "1;inf;a", "a;b;c", "1;2;%zz"] {
            XCTAssertNil(AnchoredScrollPosition(rawValue: text), text)
        }
        let odd = AnchoredScrollPosition(
            elementID: "a;b/%🦅",
            offsetInElement: -1,
            absoluteOffset: 2
        )
        XCTAssertEqual(AnchoredScrollPosition(rawValue: odd.rawValue), odd)
    }
}
