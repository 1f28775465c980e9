import Foundation
import GTKBridge
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

final class WebPolicyTests: XCTestCase {
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
            "The connection is not secure: a.org could not prove its identity: no known authority has "
                + "signed its certificate, its certificate is not valid. Nothing was sent."
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
}
