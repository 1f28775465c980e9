import GTKBridge
import Phrases
import TestSupport
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

    /// Looks at something as it was drawn, frame after frame, as long as what is returned is kept.
    public func inEveryFrame<Value>(_ look: @escaping @MainActor () -> Value?) -> Frames<Value> {
        let frames = Frames(look)
        frames.follow(self)
        return frames
    }
}

/// What was seen in each frame in which there was something to see.
@MainActor
public final class Frames<Value> {
    /// In the order of the frames.
    public private(set) var seen: [Value] = []
    private let look: @MainActor () -> Value?

    init(_ look: @escaping @MainActor () -> Value?) { self.look = look }

    func follow(_ widget: Widget) {
        // Before a frame is laid out, all is where the last one was drawn.
        widget.onNextFrame { [weak self, weak widget] in
            guard let self, let widget else { return }
            if let value = look() { seen.append(value) }
            follow(widget)
        }
    }
}
