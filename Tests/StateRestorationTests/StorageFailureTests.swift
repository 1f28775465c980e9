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
        // How many operations does it take?
        var total = Int.max
        var stop = 0
        while stop <= total {
            let tester = try RestorationTester()
            let first = tester.session.makeScene()
            let draft = RestorableText("draft", in: first.root)
            draft.setString("old")
            tester.session.flush()
            tester.files.resetOperations()
            let limit = stop
            tester.files.setFault { _, index in index >= limit ? .fail(.EIO) : nil }
            draft.replace(offset: 3, removing: "", inserting: " new")
            tester.session.flush()
            let second = tester.session.makeScene()
            second.title = "second"
            tester.session.flush()
            tester.session.close(second)
            tester.session.terminate()
            if stop == 0 || total == .max { total = .max }
            let count = tester.files.operations.count
            if limit >= count { total = count }
            tester.end(.killAtOnce)
            tester.files.setFault(nil)
            try tester.start()
            let restored = try XCTUnwrap(
                tester.session.scenes.first { $0.id == first.id },
                "stop \(stop)"
            )
            let text = restored.storedValue(at: "draft")
            XCTAssertTrue(
                text == .string("old") || text == .string("old new"),
                "stop \(stop): \(String(describing: text))"
            )
            stop += 1
        }
        XCTAssertGreaterThan(stop, 10)
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
