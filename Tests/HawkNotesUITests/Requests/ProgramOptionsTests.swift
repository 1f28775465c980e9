import GTKBridge
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

final class ProgramOptionsTests: XCTestCase {
    private func requests(
        _ values: [String: String?],
        addresses: [String] = []
    ) -> [ProgramRequest] {
        ProgramOptions(GivenOptions(values, addresses: addresses)).requests
    }

    private let link = "hawknotes://shelf"

    func testNothingInParticularIsAskedForByNoOption() {
        XCTAssertEqual(requests([:]), [])
        XCTAssertEqual(requests(["fresh": nil]), [])
    }

    func testEachOptionAsksForItsOwn() {
        XCTAssertEqual(requests(["new-window": nil]), [.newWindow])
        XCTAssertEqual(requests(["private": nil]), [.newPrivateWindow])
        XCTAssertEqual(requests(["new-note": nil]), [.newNote])
        XCTAssertEqual(requests(["search": "x"]), [.search("x", isPrivate: false)])
        XCTAssertEqual(requests(["workspace": "x"]), [.openWorkspace("x")])
        XCTAssertEqual(requests([:], addresses: [link]), [.open([link], isPrivate: false)])
    }

    func testPrivateHoldsForWhatElseIsAskedFor() {
        XCTAssertEqual(requests(["private": nil, "new-window": nil]), [.newPrivateWindow])
        XCTAssertEqual(
            requests(["private": nil, "search": "x"]),
            [.search("x", isPrivate: true)]
        )
        XCTAssertEqual(
            requests(["private": nil], addresses: [link]),
            [.open([link], isPrivate: true)]
        )
        XCTAssertEqual(
            requests(["private": nil, "workspace": "x"]),
            [.newPrivateWindow, .openWorkspace("x")]
        )
    }

    func testNothingIsDoneBesideTheEnd() {
        let options = ProgramOptions(GivenOptions(["quit": nil, "search": "x"], addresses: [link]))
        XCTAssertEqual(options.requests, [.quit])
        XCTAssertTrue(options.needsRunningProgram)
    }

    func testOnlyWhatIsAskedOfAProgramThatRunsNeedsOne() {
        XCTAssertTrue(ProgramOptions(GivenOptions(["list-windows": nil])).needsRunningProgram)
        XCTAssertFalse(ProgramOptions(GivenOptions()).needsRunningProgram)
        XCTAssertFalse(ProgramOptions(GivenOptions(["search": "x"])).needsRunningProgram)
    }
}
