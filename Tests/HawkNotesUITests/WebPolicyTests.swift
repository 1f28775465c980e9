import Foundation
import GTKBridge
import XCTest

@testable import HawkNotesUI

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

    func testAPageStaysInItsView() {
        XCTAssertEqual(WebPolicy.answer("https://a.org", []), .showHere)
        XCTAssertEqual(WebPolicy.answer("https://a.org", .byPerson), .showHere)
        XCTAssertEqual(WebPolicy.answer("about:blank", []), .showHere)
        XCTAssertEqual(WebPolicy.answer("about:srcdoc", []), .showHere)
    }

    func testANewWindowOpensInTheBrowserWhenAPersonAsksForIt() {
        let asked: WebNavigation = [.newWindow, .byPerson]
        XCTAssertEqual(WebPolicy.answer("https://a.org", asked), .openInBrowser)
        XCTAssertEqual(
            WebPolicy.answer("https://a.org", .newWindow),
            .refuse(tellsPerson: false)
        )
        XCTAssertEqual(WebPolicy.answer("about:blank", asked), .refuse(tellsPerson: true))
        XCTAssertEqual(WebPolicy.answer("file:///a", asked), .refuse(tellsPerson: true))
    }

    func testWhatIsNotOnTheWebIsRefused() {
        for address in ["file:///a", "data:,a", "hawknotes://book/1", "about:config"] {
            XCTAssertEqual(WebPolicy.answer(address, []), .refuse(tellsPerson: false))
            XCTAssertEqual(WebPolicy.answer(address, .byPerson), .refuse(tellsPerson: true))
        }
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
        XCTAssertEqual(WebZoom.text(1.1), "110 %")
    }

    func testAPlaceIsReadOnlyAsItWasWritten() {
        let place = WebScroll(x: 0, y: 1234.5)
        XCTAssertEqual(WebScroll(encoded: place.encoded), place)
        for text in ["", "a b", "1", "1 2 3", "nan 1e999"] {
            XCTAssertEqual(WebScroll(encoded: text).x, 0, text)
        }
        XCTAssertEqual(WebScroll(encoded: "0 1e99").y, 10_000_000)
    }

    func testFailuresNameTheServerAndTheReason() {
        func text(_ kind: WebFailure.Kind, _ message: String = "", online: Bool = true) -> String {
            let failure = WebFailure(kind, address: "https://a.org/b", message: message)
            let text = WebFailureText(failure, hasNetwork: online)
            return "\(text.title): \(text.reason)"
        }
        XCTAssertEqual(
            text(.connectionRefused, online: false),
            "This page could not be loaded: a.org refused the connection."
        )
        XCTAssertTrue(text(.nameNotFound).contains("no server called a.org"))
        XCTAssertTrue(text(.nameNotFound, online: false).hasPrefix("You seem to be offline."))
        XCTAssertTrue(
            text(.other, "Odd").hasSuffix("went wrong while the page was loaded from a.org.")
        )
        XCTAssertTrue(text(.crashed).hasPrefix("The page has stopped working"))
        XCTAssertEqual(
            text(.certificate, "unknown-ca, odd"),
            "The connection is not safe: a.org could not prove who it is: nobody known has "
                + "signed its certificate, its certificate is not valid. Nothing was sent to it."
        )
    }

    func testWithoutAnEngineTheReasonIsToldApart() {
        func reason(_ code: WebEngineError.Code) -> String {
            let reason = WebFailureText(WebEngineError(code, path: "/l.so", reason: "why")).reason
            for technical in ["/l.so", "why"] { XCTAssertFalse(reason.contains(technical), reason) }
            return reason
        }
        XCTAssertTrue(reason(.libraryMissing).contains("not installed"))
        XCTAssertTrue(reason(.engineMissing).contains("libwebkitgtk-6.0-4"))
        XCTAssertTrue(reason(.builtWithout).contains("built without WebKitGTK"))
        XCTAssertTrue(reason(.wrongVersion).contains("belongs to another version"))
    }

    private func onMainActor<Value: Sendable>(_ body: @MainActor () -> Value) -> Value {
        MainActor.assumeIsolated(body)
    }
}
