import CGTK
import DisplayTestSupport
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge

final class DropTargetTests: DisplayTestCase {
    func testWhatIsReadIsTheWholeValueOrNothing() {
        onMainActor {
            let limit = DropTarget.limit
            let longest = String(repeating: "é", count: limit / 2)
            XCTAssertEqual(Self.read(""), .some(.some("")))
            XCTAssertEqual(Self.read("a value"), .some(.some("a value")))
            XCTAssertEqual(Self.read(longest), .some(.some(longest)))
            XCTAssertEqual(Self.read(longest + "!"), .some(nil))
        }
    }

    /// What is made of a stream with this text; nil when nothing was said.
    @MainActor
    private static func read(_ text: String) -> String?? {
        let bytes = g_bytes_new(text, gsize(text.utf8.count))
        defer { g_bytes_unref(bytes) }
        let stream = Object(
            adopting: UnsafeMutableRawPointer(g_memory_input_stream_new_from_bytes(bytes))
        )
        var answer: String??
        DropTarget.readAll(of: stream) { answer = .some($0) }
        _ = MainLoop.run { answer != nil }
        return answer
    }
}
