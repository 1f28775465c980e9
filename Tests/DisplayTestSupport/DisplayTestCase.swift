import GTKBridge
import XCTest

/// A test that needs a display; it is skipped where there is none. It fails when GTK complains.
open class DisplayTestCase: XCTestCase {
    /// Skips the test when there is no display.
    open override func setUpWithError() throws {
        GLibMessages.startRecording()
        guard onMainActor({ Desktop.connectToDisplay() }) else {
            throw XCTSkip("There is no display: neither WAYLAND_DISPLAY nor DISPLAY leads to one.")
        }
        _ = GLibMessages.take()
    }

    /// Fails the test when GTK complained.
    open override func tearDownWithError() throws {
        XCTAssertEqual(GLibMessages.take(), [], "GTK complained")
    }
}

extension Widget {
    /// Waits until everything that has changed so far has been drawn.
    public func waitUntilDrawn() {
        var isDrawn = false
        onNextFrameDrawn { isDrawn = true }
        XCTAssertTrue(MainLoop.run { isDrawn }, "no frame was drawn")
    }
}

/// Runs a test's body on the main actor, on which it is already.
///
/// An `async` test would run inside the main queue's drain, which is not re-entrant: nothing that the
/// body waits for could run. A test method with the actor in its type is not found on Linux.
public func onMainActor<Value: Sendable>(_ body: @MainActor () throws -> Value) rethrows -> Value {
    try MainActor.assumeIsolated(body)
}
