import CGLib
import Dispatch
import TestSupport
import XCTest

@testable import Phrases

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

    func testDrawingWithoutARestHoldsNothingUp() {
        onMainActor {
            let pump = MainQueuePump()
            // As the frame clock does where a frame takes longer to draw than it is shown.
            let drawing = g_idle_add_full(120, { _ in 1 }, nil, nil)
            defer { g_source_remove(drawing) }
            for round in 1...3 {
                var ran: Set<String> = []
                Task { @MainActor in ran.insert("task") }
                DispatchQueue.main.async { MainActor.assumeIsolated { _ = ran.insert("queue") } }
                MainLoop.whenIdle { ran.insert("idle") }
                XCTAssertTrue(MainLoop.run { ran.count == 3 }, "round \(round): only \(ran)")
            }
            withExtendedLifetime(pump) {}
        }
    }

    func testAFloodOfTasksHoldsNoDrawingUp() {
        onMainActor {
            let pump = MainQueuePump()
            var (frames, tasks, ends) = (0, 0, false)
            @MainActor func flood() {
                tasks += 1
                if !ends { Task { @MainActor in flood() } }
            }
            flood()
            @MainActor func draw() {
                frames += 1
                if frames < 20 { MainLoop.after(.milliseconds(1), draw) }
            }
            draw()
            XCTAssertTrue(MainLoop.run { frames >= 20 }, "\(frames) frames, \(tasks) tasks")
            XCTAssertGreaterThan(tasks, 1)
            ends = true
            let before = tasks
            XCTAssertTrue(MainLoop.run { tasks > before })
            withExtendedLifetime(pump) {}
        }
    }

    func testWhatIsTakenBackIsNotCalled() {
        onMainActor {
            var called = 0
            MainLoop.whenIdle { called += 1 }.cancel()
            let drawing = g_idle_add_full(120, { _ in 1 }, nil, nil)
            MainLoop.whenIdle { called += 10 }
            XCTAssertTrue(MainLoop.run { called == 10 })
            g_source_remove(drawing)
            // Nor once more by the source that came later.
            var isLater = false
            MainLoop.after(.milliseconds(100)) { isLater = true }
            XCTAssertTrue(MainLoop.run { isLater })
            XCTAssertEqual(called, 10)
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
