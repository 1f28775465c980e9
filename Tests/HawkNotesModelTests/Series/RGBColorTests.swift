import HawkNotesModel
import XCTest

final class RGBColorTests: XCTestCase {
    func testAColorIsMixedUntilItStandsOut() throws {
        let red = try XCTUnwrap(RGBColor(hex: "#c01c28"))
        let (white, black) = (
            try XCTUnwrap(RGBColor(hex: "#ffffff")), try XCTUnwrap(RGBColor(hex: "#202020"))
        )
        XCTAssertEqual(red.standingOut(by: 3, from: [white]), red, "it does already")
        let onLight = red.standingOut(by: 8, from: [white])
        XCTAssertGreaterThanOrEqual(onLight.contrast(with: white), 8)
        XCTAssertLessThan(onLight.contrast(with: white), 10, "no more than needed")
        let onDark = red.standingOut(by: 8, from: [black])
        XCTAssertGreaterThanOrEqual(onDark.contrast(with: black), 8)
        XCTAssertGreaterThan(onDark.luminance, red.luminance)
        // No color reaches that.
        XCTAssertEqual(red.standingOut(by: 22, from: [white]).luminance, 0)
    }
}
