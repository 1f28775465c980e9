import XCTest

@testable import HawkNotesPresentation

final class ProgramRequestTests: XCTestCase {
    private static let all: [ProgramRequest] = [
        .activate, .open(["hawknotes://shelf", "file:///a%20b"], isPrivate: true), .newWindow,
        .newPrivateWindow, .newNote, .search("“ä” \n", isPrivate: false), .openWorkspace("Ö"),
        .quit,
    ]

    func testEachComesThroughAsItWas() throws {
        for request in Self.all {
            XCTAssertEqual(try ProgramRequest(encoded: request.encoded()), request)
        }
    }

    func testWhatIsTooLongIsRefusedOnBothSides() {
        let text = String(repeating: "x", count: ProgramRequest.sizeLimit)
        XCTAssertThrowsError(try ProgramRequest.search(text, isPrivate: false).encoded())
        XCTAssertThrowsError(try ProgramRequest(encoded: text + "x"))
    }

    func testWhatIsNoRequestIsRefused() {
        for text in [
            "", "{}", "[]", "{\"fly\":{}}", "{\"search\":{}}", "\u{0}", "hawknotes://shelf",
        ] {
            XCTAssertThrowsError(try ProgramRequest(encoded: text), text)
        }
    }
}
