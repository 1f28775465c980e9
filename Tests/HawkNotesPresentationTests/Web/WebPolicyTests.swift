import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// What is kept of a web page, and which addresses are of the web.
final class WebPolicyTests: XCTestCase {
    func testALongAddressIsShownInPart() {
        let usual = "https://a.org/" + String(repeating: "a", count: 900)
        XCTAssertEqual(WebPolicy.shown(usual), usual)
        let long = "https://a.org/" + String(repeating: "a", count: 2_000_000)
        XCTAssertEqual(WebPolicy.shown(long), long.prefix(500) + "…")
    }

    func testOnlyAddressesOfTheWebAreShown() {
        let shown = [
            "http://a.org", "https://a.org/b?c=d#e", "HTTPS://A.ORG/", "http://127.0.0.1:8080/",
            "https://[::1]/",
        ]
        for address in shown { XCTAssertTrue(WebPolicy.isWebAddress(address), address) }
        let refused = [
            "", "file:///etc/passwd", "data:text/html,a", "javascript:alert(1)", "about:blank",
            "hawknotes://book/1", "ftp://a.org", "mailto:a@b.org", "https:", "https://",
            "http:///a",
            "blob:https://a.org/1", " https://a.org", "httpsx://a.org", "view-source:https://a.org",
        ]
        for address in refused { XCTAssertFalse(WebPolicy.isWebAddress(address), address) }
    }

    func testTheHistoryIsRefusedForOneBadAddress() {
        XCTAssertNil(
            onMainActor { WebPageState.problem(inHistory: ["https://a.org", "http://b"]) }
        )
        XCTAssertEqual(
            onMainActor { WebPageState.problem(inHistory: ["https://a.org", "file:///b"]) },
            "it leads to “file:///b”, which is not on the web"
        )
        XCTAssertNotNil(onMainActor { WebPageState.problem(inHistory: []) })
    }

    func testZoomGoesInStepsAndStopsAtBothEnds() {
        XCTAssertEqual(WebZoom.step(from: 1, by: 1), 1.1)
        XCTAssertEqual(WebZoom.step(from: 1, by: -1), 0.9)
        XCTAssertEqual(WebZoom.step(from: 1.04, by: -1), 1)
        XCTAssertEqual(WebZoom.step(from: 5, by: 1), 5)
        XCTAssertEqual(WebZoom.step(from: 0.3, by: -1), 0.3)
        XCTAssertEqual(WebZoom.clamped(.nan), 1)
        XCTAssertEqual(WebZoom.clamped(100), 5)
        XCTAssertEqual(WebZoom.clamped(-1), 0.3)
        XCTAssertEqual(WebZoom.text(1.1), "110%")
    }

    func testAPlaceIsReadOnlyAsItWasWritten() {
        let place = WebScroll(x: 0, y: 1234.5)
        XCTAssertEqual(WebScroll(encoded: place.encoded), place)
        for text in ["", "a b", "1", "1 2 3", "nan 1e999"] {
            XCTAssertEqual(WebScroll(encoded: text).x, 0, text)
        }
        XCTAssertEqual(WebScroll(encoded: "0 1e99").y, 10_000_000)
    }
}
