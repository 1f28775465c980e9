import CGTK
import DisplayTestSupport
import TestSupport
import XCTest

@testable import GTKBridge

/// How an input method ends is in the journeys, which have real ones.
final class InputMethodTests: DisplayTestCase {
    @MainActor
    private static func commit(_ text: String, in context: Object) {
        cgtk_commit(context.cast(), text)
    }

    func testATextThatIsCommittedForAnInputMethodIsNotThereTwice() {
        onMainActor {
            let view = TextView(name: "field")
            let entry = Entry(name: "line")
            let fields: [(widget: Widget, text: any EditableText)] = [
                (view, view.buffer), (Widget(borrowing: entry.content.cast()), entry.content),
            ]
            for (widget, field) in fields {
                guard let context = widget.inputContext else { return XCTFail("no context") }
                Self.commit("글", in: context)
                XCTAssertEqual(field.text, "글")
                widget.ignoreCommit(of: "글", from: context)
                Self.commit("글", in: context)
                XCTAssertEqual(field.text, "글")
                Self.commit("글", in: context)
                XCTAssertEqual(field.text, "글글", "only once")
            }
        }
    }

    func testAnotherTextIsCommittedAllTheSame() {
        onMainActor {
            let view = TextView(name: "field")
            guard let context = view.inputContext else { return XCTFail("no context") }
            view.ignoreCommit(of: "글", from: context)
            Self.commit("a", in: context)
            XCTAssertEqual(view.buffer.text, "a")
            Self.commit("글", in: context)
            XCTAssertEqual(view.buffer.text, "a글")
        }
    }
}
