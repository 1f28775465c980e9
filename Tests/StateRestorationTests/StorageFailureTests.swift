import StateRestorationTesting
import XCTest

@testable import StateRestoration

@MainActor
final class StorageFailureTests: XCTestCase {
    func testFullDiskIsToldOnceAndNothingIsLostWhenItIsWellAgain() async throws {
        let tester = try RestorationTester()
        let draft = RestorableText("draft", in: tester.session.makeScene().root)
        draft.setString("before")
        tester.session.flush()
        let failing = expectation(description: "failing")
        let working = expectation(description: "working")
        let observation = tester.session.onStorageStatusChange { status in
            switch status {
            case .failing: failing.fulfill()
            case .working: working.fulfill()
            }
        }
        tester.files.setFault { operation, _ in
            switch operation.kind {
            case .append: .cutOff(afterBytes: 10, .ENOSPC)
            case .create: .fail(.ENOSPC)
            default: nil
            }
        }
        for _ in 0..<20 {
            draft.setString(draft.string + " more")
            tester.clock.advance(by: .milliseconds(50))
        }
        await fulfillment(of: [failing], timeout: 10)
        let expected = draft.string
        tester.files.setFault(nil)
        tester.clock.advance(by: .seconds(60))
        await fulfillment(of: [working], timeout: 10)
        let scene = try XCTUnwrap(tester.restartAndRestore(after: .killAtOnce).scenes.first)
        XCTAssertEqual(scene.storedValue(at: "draft"), .string(expected))
        XCTAssertTrue(tester.session.report.isComplete, "\(tester.session.report.entries)")
        observation.cancel()
    }

    func testEveryStopLeavesTheOldOrTheNewState() async throws {
        try stopEverywhere(losingPower: false)
    }

    func testPowerCutAnywhereLeavesTheOldOrTheNewState() async throws {
        try stopEverywhere(losingPower: true)
    }

    /// Goes through edit, new window, closing, quit, restart and edit, and lets nothing reach the
    /// disk after the first operation, after the second, and so on until all of them do.
    private func stopEverywhere(losingPower: Bool) throws {
        var stop = 0
        var hasReachedTheEnd = false
        while !hasReachedTheEnd {
            let tester = try RestorationTester()
            let id = tester.session.makeScene().id
            RestorableText("draft", in: tester.session.scenes[0].root).setString("old")
            try tester.restartAndRestore(after: .quit)
            tester.session.flush()
            tester.files.resetOperations()
            let limit = stop
            tester.files.setFault { _, index in index >= limit ? .fail(.EIO) : nil }
            work(tester)
            workAfterRestart(tester)
            hasReachedTheEnd = tester.files.operations.count <= limit
            tester.end(.killAtOnce)
            tester.files.setFault(nil)
            if losingPower { tester.files.losePower() }
            try tester.start()
            let scene = try XCTUnwrap(tester.session.scenes.first { $0.id == id }, "stop \(stop)")
            let text = scene.storedValue(at: "draft")
            if hasReachedTheEnd {
                XCTAssertEqual(text, .string("old, new, newer"))
                XCTAssertEqual(tester.session.recentlyClosed.map(\.title), ["second"])
            } else {
                XCTAssertTrue(
                    ["old", "old, new", "old, new, newer"].map { .string($0) }.contains(text),
                    "stop \(stop): \(String(describing: text))"
                )
            }
            stop += 1
        }
        XCTAssertGreaterThan(stop, 20)
    }

    private func work(_ tester: RestorationTester) {
        let draft = RestorableText("draft", in: tester.session.scenes[0].root)
        draft.replace(offset: 3, removing: "", inserting: ", new")
        tester.session.flush()
        let second = tester.session.makeScene()
        second.title = "second"
        tester.session.flush()
        tester.session.close(second)
        tester.session.flush()
        tester.session.terminate()
        tester.end(.killAtOnce)
    }

    private func workAfterRestart(_ tester: RestorationTester) {
        do {
            try tester.start()
        } catch {
            // With nothing reaching the disk there may be no session at all.
            return
        }
        guard let scene = tester.session.scenes.first else { return }
        let draft = RestorableText("draft", in: scene.root)
        draft.setString(draft.string + ", newer")
        tester.session.flush()
        tester.session.terminate()
    }

    func testPowerCutKeepsWhatIsOlderThanASecond() async throws {
        let tester = try RestorationTester()
        let draft = RestorableText("draft", in: tester.session.makeScene().root)
        tester.session.flush()
        draft.setString("a second ago")
        tester.clock.advance(by: .milliseconds(50))
        tester.clock.advance(by: .milliseconds(900))
        draft.replace(offset: 0, removing: "", inserting: "not even ")
        try tester.restartAndRestore(after: .powerCutAtOnce)
        XCTAssertEqual(
            try XCTUnwrap(tester.session.scenes.first).storedValue(at: "draft"),
            .string("a second ago")
        )
    }
}
