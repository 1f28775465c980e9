import XCTest

@testable import GTKBridge

/// Where a picture lies in a view that it is larger than.
final class PictureFrameTests: XCTestCase {
    private func frame(_ picture: (Double, Double), _ view: (Double, Double)) throws -> PictureFrame
    {
        try XCTUnwrap(PictureFrame(picture: picture, view: view))
    }

    func testAPictureFitsIntoTheMiddle() throws {
        let wide = try frame((200, 300), (600, 300))
        XCTAssertEqual(
            wide.rectangle(at: .whole),
            Rectangle(x: 200, y: 0, width: 200, height: 300)
        )
        let high = try frame((2, 1), (100, 100))
        XCTAssertEqual(
            high.rectangle(at: .whole),
            Rectangle(x: 0, y: 25, width: 100, height: 50)
        )
    }

    func testThereIsNoFrameWithoutASize() {
        XCTAssertNil(PictureFrame(picture: (0, 10), view: (10, 10)))
        XCTAssertNil(PictureFrame(picture: (10, 10), view: (10, 0)))
    }

    func testALargerPictureLeavesNoRoomFree() throws {
        let frame = try frame((100, 100), (100, 100))
        let corner = ZoomPosition(zoom: 2, x: 0, y: 1)
        XCTAssertEqual(
            frame.rectangle(at: corner),
            Rectangle(x: 0, y: -100, width: 200, height: 200)
        )
        XCTAssertEqual(frame.clamped(corner), ZoomPosition(zoom: 2, x: 0.25, y: 0.75))
    }

    func testWhatIsNarrowerThanTheViewStaysInItsMiddle() throws {
        let frame = try frame((100, 300), (300, 300))
        let position = frame.clamped(ZoomPosition(zoom: 2, x: 0, y: 0))
        XCTAssertEqual(position, ZoomPosition(zoom: 2, x: 0.5, y: 0.25))
        XCTAssertEqual(frame.rectangle(at: position).x, 50)
    }

    func testThePointerStaysOverTheSame() throws {
        let frame = try frame((200, 300), (400, 600))
        for point in [(x: 200.0, y: 300.0), (x: 120, y: 80), (x: 0, y: 599)] {
            var position = ZoomPosition(zoom: 2, x: 0.5, y: 0.5)
            let before = frame.point(at: point, in: position)
            for zoom in [2.5, 4, 8] {
                position = frame.zoomed(position, to: zoom, about: point)
                let after = frame.point(at: point, in: position)
                XCTAssertEqual(after.x, before.x, accuracy: 1e-9)
                XCTAssertEqual(after.y, before.y, accuracy: 1e-9)
                XCTAssertEqual(position.zoom, zoom)
            }
        }
    }

    func testThePictureIsWholeAgainWhateverItWasZoomedAbout() throws {
        let frame = try frame((200, 300), (400, 600))
        let near = frame.zoomed(.whole, to: 8, about: (3, 590))
        XCTAssertEqual(frame.zoomed(near, to: 1, about: (390, 2)), .whole)
        XCTAssertEqual(frame.zoomed(near, to: 0.1, about: (390, 2)), .whole)
    }

    func testThePictureIsPushedToItsEdgesAndNoFarther() throws {
        let frame = try frame((100, 100), (100, 100))
        let middle = ZoomPosition(zoom: 4, x: 0.5, y: 0.5)
        let moved = frame.moved(middle, x: 20, y: -40)
        XCTAssertEqual(moved, ZoomPosition(zoom: 4, x: 0.45, y: 0.6))
        XCTAssertEqual(
            frame.rectangle(at: frame.moved(middle, x: 1000, y: -1000)),
            Rectangle(x: 0, y: -300, width: 400, height: 400)
        )
        let beyond = frame.moved(ZoomPosition(zoom: 4, x: 0, y: 0), x: -10, y: 0)
        XCTAssertEqual(beyond.x, 0.15, accuracy: 1e-9, "it moves at once from where it is seen")
    }

    func testWhatIsNoPositionBecomesOne() {
        XCTAssertEqual(ZoomPosition(zoom: .nan, x: .infinity, y: .nan), .whole)
        XCTAssertEqual(
            ZoomPosition(zoom: 100, x: -3, y: 7),
            ZoomPosition(zoom: 8, x: 0, y: 1)
        )
        XCTAssertEqual(ZoomPosition(zoom: 0, x: 0.5, y: 0.5), .whole)
    }
}
