import DisplayTestSupport
import CGTK
import Dispatch
import XCTest

@testable import GTKBridge

final class MainQueuePumpTests: XCTestCase {
    func testTasksAndTheMainQueueRunUnderTheLoop() {
        onMainActor {
            let pump = MainQueuePump()
            var ran: Set<String> = []
            Task { @MainActor in ran.insert("task") }
            DispatchQueue.main.async { MainActor.assumeIsolated { _ = ran.insert("queue") } }
            XCTAssertTrue(MainLoop.run { ran.count == 2 }, "only these ran: \(ran)")
            withExtendedLifetime(pump) {}
        }
    }

    func testTheLoopIsIdleAgainAfterWhatWasQueuedHasRun() {
        onMainActor {
            let pump = MainQueuePump()
            for round in 1...3 {
                var hasRun = false
                Task { @MainActor in hasRun = true }
                XCTAssertTrue(MainLoop.run { hasRun })
                // What is ready now may run; a signal that is never read stays ready for ever.
                for _ in 0..<100 { g_main_context_iteration(nil, 0) }
                XCTAssertEqual(g_main_context_pending(nil), 0, "still busy in round \(round)")
            }
            withExtendedLifetime(pump) {}
        }
    }

    func testATaskThatWaitsForOthersGoesOn() {
        onMainActor {
            let pump = MainQueuePump()
            var result = 0
            Task { @MainActor in
                result = await Task.detached { 20 }.value
                await Task.yield()
                result += 1
            }
            XCTAssertTrue(MainLoop.run { result == 21 })
            withExtendedLifetime(pump) {}
        }
    }

    func testTheLoopNoLongerWatchesTheQueueWhenThePumpIsGone() throws {
        onMainActor {
            let source: guint
            do {
                let pump = MainQueuePump()
                source = pump.source
                XCTAssertNotNil(g_main_context_find_source_by_id(nil, source))
            }
            XCTAssertNil(g_main_context_find_source_by_id(nil, source))
        }
    }
}
