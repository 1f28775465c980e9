import StateRestorationTesting
import XCTest

@testable import StateRestoration

/// That what the application's restorables store outlives a kill, as the values of windows do.
@MainActor
final class ApplicationRestorablesTests: XCTestCase {
    /// Something of the application's that is only stored when it is asked for it.
    private final class Player: Restorable {
        var position = 0
        private(set) var encodingCount = 0

        func encodeState(to scope: RestorationScope) {
            encodingCount += 1
            SceneStorage(wrappedValue: 0, "position", in: scope).wrappedValue = position
        }
    }

    private func position(in session: RestorationSession) -> RestorableValue? {
        session.application.scene?.value(at: "player/position")
    }

    private func attach(_ player: Player, in tester: RestorationTester) {
        tester.session.application.scope("player").attach(player)
    }

    /// The run is killed a tenth of a second after the change.
    private func kill(_ tester: RestorationTester) async throws {
        await Program.serveMainQueue()
        tester.clock.advance(by: .milliseconds(100))
        tester.session.waitForWriter()
        try tester.restartAndRestore(after: .killAtOnce)
    }

    func testWhatWasInvalidatedOutlivesAKill() async throws {
        let tester = try RestorationTester()
        let player = Player()
        attach(player, in: tester)
        player.position = 7
        tester.session.application.invalidateRestorableState()
        try await kill(tester)
        XCTAssertEqual(position(in: tester.session), .int(7))
    }

    func testWhatIsStoredWithAnotherValueOfTheApplicationOutlivesAKill() async throws {
        let tester = try RestorationTester()
        let player = Player()
        attach(player, in: tester)
        player.position = 8
        SceneStorage(wrappedValue: "", "page", in: tester.session.application).wrappedValue = "b"
        try await kill(tester)
        XCTAssertEqual(position(in: tester.session), .int(8))
    }

    /// As those of the window itself do.
    func testWhatIsThereWhenAWindowLosesTheFocusOutlivesAKill() async throws {
        let tester = try RestorationTester()
        let scene = tester.open("a")[0]
        let player = Player()
        attach(player, in: tester)
        scene.phase = .active
        player.position = 9
        scene.phase = .inactive
        try await kill(tester)
        XCTAssertEqual(position(in: tester.session), .int(9))
    }

    func testAFlushEncodesWindowsAndTheApplication() async throws {
        let tester = try RestorationTester()
        let scene = tester.open("a")[0]
        let (player, other) = (Player(), Player())
        attach(player, in: tester)
        scene.root.scope("player").attach(other)
        (player.position, other.position) = (3, 4)
        tester.session.flush()
        try tester.restartAndRestore(after: .powerCutAtOnce)
        XCTAssertEqual(position(in: tester.session), .int(3))
        XCTAssertEqual(tester.session.scenes[0].value(at: "player/position"), .int(4))
    }

    func testARestorableOfAWindowCanBeInvalidatedAsWell() async throws {
        let tester = try RestorationTester()
        let scene = tester.open("a")[0]
        let player = Player()
        scene.root.scope("player").attach(player)
        player.position = 5
        scene.root.invalidateRestorableState()
        try await kill(tester)
        XCTAssertEqual(tester.session.scenes[0].value(at: "player/position"), .int(5))
    }

    func testManyChangesOfOneEventAreEncodedOnceAndThatIsTheEnd() async throws {
        let tester = try RestorationTester()
        let player = Player()
        attach(player, in: tester)
        let page = SceneStorage(wrappedValue: 0, "page", in: tester.session.application)
        for number in 1...10 {
            player.position = number
            page.wrappedValue = number
            tester.session.application.invalidateRestorableState()
        }
        for _ in 0..<5 { await Program.serveMainQueue() }
        XCTAssertEqual(player.encodingCount, 1)
    }

    func testNothingIsWrittenAndNothingWaitsWhileNothingChanges() async throws {
        let tester = try RestorationTester()
        let player = Player()
        attach(player, in: tester)
        player.position = 1
        tester.session.application.invalidateRestorableState()
        await Program.serveMainQueue()
        tester.clock.advance(by: .seconds(2))
        tester.session.waitForWriter()
        tester.files.resetOperations()
        tester.session.application.invalidateRestorableState()
        for _ in 0..<5 { await Program.serveMainQueue() }
        tester.clock.advance(by: .seconds(60))
        tester.session.waitForWriter()
        XCTAssertEqual(tester.files.operations, [])
        XCTAssertEqual(tester.clock.waitingCount, 0)
    }

    func testNothingIsEncodedBeforeTheRestoreIsComplete() async throws {
        let tester = try RestorationTester()
        let player = Player()
        tester.end(.quit)
        try tester.start { session in
            session.application.scope("player").attach(player)
            session.application.invalidateRestorableState()
        }
        await Program.serveMainQueue()
        XCTAssertEqual(player.encodingCount, 0)
    }
}
