import StateRestoration
import XCTest

final class AnchoredScrollPositionTests: XCTestCase {
    private typealias Element = AnchoredScrollPosition.Element

    private let list = [("a", 0.0), ("b", 100), ("c", 250), ("d", 300), ("e", 400)].map {
        Element(id: $0.0, top: $0.1)
    }

    /// The offset in a list of these elements, after the position was stored and read.
    private func offset(
        _ position: AnchoredScrollPosition,
        _ elements: KeyValuePairs<String, Double>,
        maximum: Double = 1000
    ) throws -> Double {
        let read = try XCTUnwrap(AnchoredScrollPosition(rawValue: position.rawValue))
        XCTAssertEqual(read, position)
        return read.offset(maximum: maximum) { id in elements.first { $0.key == id }?.value }
    }

    func testOffsetFollowsItsElement() throws {
        let position = AnchoredScrollPosition(offset: 130, elements: list.shuffled())
        XCTAssertEqual(position.elementID, "b")
        XCTAssertEqual(position.offsetInElement, 30)
        XCTAssertEqual(try offset(position, ["b": 400, "c": 900]), 430)
        XCTAssertEqual(try offset(position, ["b": 400], maximum: 420), 420)
        XCTAssertEqual(try offset(position, ["b": 400], maximum: -1), 0)
    }

    func testNeighborsHoldTheirPlaceWhenTheElementIsRemoved() throws {
        let position = AnchoredScrollPosition(offset: 260, elements: list)
        XCTAssertEqual(position.elementID, "c")
        XCTAssertEqual(position.neighbors.map(\.elementID), ["d", "e", "b", "a"])
        // The next element was 40 below the top of the visible part, and still is.
        XCTAssertEqual(try offset(position, ["b": 500, "d": 650]), 610)
        XCTAssertEqual(try offset(position, ["a": 0, "e": 900]), 760)
        XCTAssertEqual(try offset(position, ["a": 0, "b": 110]), 270)
        XCTAssertEqual(try offset(position, ["a": 20]), 280)
        XCTAssertEqual(try offset(position, ["z": 20]), 260)
        XCTAssertEqual(try offset(position, [:]), 260)
    }

    func testPositionAboveTheFirstElementIsAbsolute() throws {
        let position = AnchoredScrollPosition(offset: 10, elements: [Element(id: "a", top: 50)])
        XCTAssertNil(position.elementID)
        XCTAssertEqual(position.neighbors, [])
        XCTAssertEqual(try offset(position, ["a": 500]), 10)
        XCTAssertEqual(
            AnchoredScrollPosition(offset: 10, elements: []).offset(maximum: 100) { _ in nil },
            10
        )
    }

    func testIdentifiersMayHaveAnyCharacters() throws {
        let elements = ["a;b", "%3B", "ä 🦅", "::|/"].enumerated().map {
            Element(id: $0.element, top: Double($0.offset) * 10)
        }
        for offset in [5.0, 15, 25, 35] {
            let position = AnchoredScrollPosition(offset: offset, elements: elements)
            XCTAssertEqual(AnchoredScrollPosition(rawValue: position.rawValue), position)
        }
        XCTAssertNil(
            AnchoredScrollPosition(offset: 5, elements: [Element(id: "", top: 0)]).elementID
        )
    }

    func testNonsenseIsNoPosition() {
        for text in [
            "", "1;2", "nan;1;a", "1;inf;a", "a;b;c", "1;2;%zz", "1;2;a;3", "1;2;a;nan;b",
            "1;2;a;3;%zz", ";;", ";;;;;;",
        ] {
            XCTAssertNil(AnchoredScrollPosition(rawValue: text), text)
        }
    }

    func testOffsetsThatAreNoNumbersLeadToTheTop() {
        let position = AnchoredScrollPosition(offset: .nan, elements: list)
        XCTAssertEqual(position.offset(maximum: 100) { _ in 0 }, 0)
        let other = AnchoredScrollPosition(offset: 130, elements: list)
        XCTAssertEqual(other.offset(maximum: 100) { _ in .infinity }, 0)
    }
}
