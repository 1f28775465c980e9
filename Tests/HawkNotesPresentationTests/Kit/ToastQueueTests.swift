import Foundation
import HawkNotesModel
import TestSupport
import XCTest

@testable import HawkNotesPresentation

/// Toasts one after another, and the errors that they tell of.
final class ToastQueueTests: XCTestCase {
    func testOnlyWhatCanBeActedOnIsWaitedFor() {
        onMainActor {
            let toasts = ToastQueue()
            var done: [String] = []
            toasts.show("a")
            toasts.show("b")
            XCTAssertEqual(toasts.current?.text, "b")
            XCTAssertFalse(toasts.performAction())
            toasts.show(
                Toast(text: "c", action: .init(title: "Do") { done.append("action") }) {
                    done.append("gone")
                }
            )
            toasts.show("d")
            toasts.show("e")
            XCTAssertEqual(toasts.current?.text, "c")
            XCTAssertTrue(toasts.performAction())
            XCTAssertEqual(done, ["action", "gone"])
            XCTAssertEqual(toasts.current?.text, "d")
            toasts.hide()
            XCTAssertEqual(toasts.current?.text, "e")
            toasts.hide()
            toasts.hide()
            XCTAssertNil(toasts.current)
        }
    }

    func testAnErrorIsToldWithTheReasonInWords() throws {
        try onMainActor {
            let toasts = ToastQueue()
            let library = try Library.inMemory()
            XCTAssertThrowsError(try library.deleteNote(UUID())) { error in
                error.report(to: toasts) { "This could not be saved: \($0)" }
            }
            XCTAssertEqual(
                toasts.current?.text,
                "This could not be saved: the note no longer exists"
            )
            let error = CancellationError()
            error.report(to: toasts) { "This could not be saved: \($0)" }
            XCTAssertEqual(
                toasts.current?.text,
                "This could not be saved: the library cannot be written"
            )
            error.report(to: toasts, reason: LibraryText.readingReason) { "Nothing: \($0)" }
            XCTAssertEqual(toasts.current?.text, "Nothing: the library cannot be read")
        }
    }
}
