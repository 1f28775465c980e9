import DisplayTestSupport
import GTKBridge
import Phrases
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Dialogs that are open when the program ends are open when it is back.
final class DialogTests: DisplayTestCase {
    /// A dialog in which something can be typed.
    private final class Questions: DialogContent {
        let title = "Questions"
        let root: Widget
        let size = (width: 300, height: 200)
        let name = SearchEntry(name: "Name")
        let words = TextView(name: "Words")
        private let drafts: [DraftBinding]

        init(in scope: RestorationScope) {
            drafts = [
                DraftBinding(name.content, key: TextKey(name: "name"), in: scope),
                DraftBinding(words, key: TextKey(name: "words"), in: scope),
            ]
            root = Box(.vertical, [name, words])
        }

        var focusable: [(name: String, widget: Widget)] { [("name", name), ("words", words)] }

        func close() { for draft in drafts { draft.close() } }
    }

    @MainActor
    private static func content(of window: MainWindow) throws -> Questions {
        try XCTUnwrap(window.dialogs.dialog(.history)?.content as? Questions)
    }

    /// Waits until the dialog of a window is on the screen.
    @MainActor
    private static func waitForDialog(of window: MainWindow, line: UInt = #line) {
        XCTAssertTrue(
            MainLoop.run { window.dialogs.dialog(.history)?.window.isMapped == true },
            "the dialog did not come up",
            line: line
        )
        MainLoop.drain()
    }

    /// Rebuilds the dialogs of restored windows, as the program does.
    @MainActor
    private static func rebuildDialogs(_ program: TestProgram) {
        let windows = program.windows
        program.session.registerFactory(forClass: DialogKind.history.restorationClass) { scope in
            let window = try XCTUnwrap(windows.first { $0.scene === scope.scene })
            window.dialogs.restore(.history, in: scope)
        }
        for window in windows { program.session.rebuildPresented(in: window.scene) }
    }

    private static func withDialog(
        _ body: @MainActor (TestProgram, MainWindow) throws -> Void
    ) throws {
        try withProgram { program in
            program.makeDialog = { Questions(in: $1) }
            let window = program.openWindow()
            window.dialogs.show(.history)
            waitForDialog(of: window)
            try body(program, window)
        }
    }

    func testAnOpenDialogComesBackWithWhatWasTypedInIt() throws {
        try Self.withDialog { program, window in
            let questions = try Self.content(of: window)
            questions.name.content.apply(.init(offset: 0, removed: "", inserted: "half a name"))
            questions.words.buffer.apply(.init(offset: 0, removed: "", inserted: "some"))
            questions.words.buffer.apply(.init(offset: 4, removed: "", inserted: " words"))
            questions.words.grabFocus()
            questions.words.buffer.selection = (2, 2)
            questions.name.content.selection = (4, 4)

            let restored = try XCTUnwrap(try program.restart().first)
            Self.rebuildDialogs(program)
            Self.waitForDialog(of: restored)

            let back = try Self.content(of: restored)
            XCTAssertEqual(back.name.text, "half a name")
            XCTAssertEqual(back.words.buffer.text, "some words")
            XCTAssertEqual(back.words.buffer.selection.cursor, 2)
            XCTAssertEqual(back.name.content.selection.cursor, 4)
            XCTAssertTrue(MainLoop.run { back.words.containsFocus })
            XCTAssertFalse(back.name.containsFocus)
            back.words.buffer.undo()
            XCTAssertEqual(back.words.buffer.text, "some")
            back.name.content.undo()
            XCTAssertEqual(back.name.text, "")
        }
    }

    func testWhatWasUndoneInALineCanBeDoneAgain() throws {
        try Self.withDialog { program, window in
            let name = try Self.content(of: window).name.content
            name.apply(.init(offset: 0, removed: "", inserted: "half"))
            name.apply(.init(offset: 4, removed: "", inserted: " a name"))
            name.apply(.init(offset: 5, removed: "a", inserted: "my"))
            name.takeBack(.init(offset: 5, removed: "a", inserted: "my"))
            XCTAssertEqual(name.text, "half a name")
            name.undo()

            let first = try Self.restoredName(program)
            XCTAssertEqual(first.text, "half")
            first.redo()
            XCTAssertEqual(first.text, "half a name")
            let second = try Self.restoredName(program)
            XCTAssertEqual(second.text, "half a name")
            for _ in 0..<2 { second.redo() }
            XCTAssertEqual(second.text, "half my name")
            let third = try Self.restoredName(program)
            third.redo()
            XCTAssertEqual(third.text, "half my name")
            for _ in 0..<30 { third.undo() }
            XCTAssertEqual(third.text, "")
        }
    }

    func testWhatIsTypedInALineEndsWhatCanBeDoneAgain() throws {
        try Self.withDialog { program, window in
            let name = try Self.content(of: window).name.content
            name.apply(.init(offset: 0, removed: "", inserted: "half"))
            name.apply(.init(offset: 4, removed: "", inserted: " a name"))
            name.undo()
            name.apply(.init(offset: 4, removed: "", inserted: " the way"))
            let restored = try Self.restoredName(program)
            restored.redo()
            XCTAssertEqual(restored.text, "half the way")
        }
    }

    /// The line of the dialog after a restart.
    @MainActor
    private static func restoredName(_ program: TestProgram) throws -> EntryText {
        let restored = try XCTUnwrap(try program.restart().first)
        rebuildDialogs(program)
        waitForDialog(of: restored)
        return try content(of: restored).name.content
    }

    func testADialogThatWasClosedStaysClosed() throws {
        try Self.withDialog { program, window in
            try Self.content(of: window).words.buffer.text = "not to be kept"
            window.dialogs.dialog(.history)?.window.close()
            XCTAssertNil(window.dialogs.dialog(.history))
            XCTAssertFalse(window.scene.storedKeys().contains { $0.contains("dialog:") })

            let restored = try XCTUnwrap(try program.restart().first)
            Self.rebuildDialogs(program)
            XCTAssertNil(restored.dialogs.dialog(.history))
        }
    }

    func testADialogIsBackWithItsWindow() throws {
        try Self.withDialog { program, window in
            try Self.content(of: window).words.buffer.text = "of a closed window"
            program.close(window)
            let scene = try XCTUnwrap(program.session.reopenAndWait())
            let reopened = program.openWindow(scene)
            Self.rebuildDialogs(program)
            XCTAssertEqual(
                try Self.content(of: reopened).words.buffer.text,
                "of a closed window"
            )
        }
    }

    func testADialogWithNothingToShowIsForgotten() throws {
        try Self.withDialog { program, _ in
            program.makeDialog = { _, _ in nil }
            let restored = try XCTUnwrap(try program.restart().first)
            Self.rebuildDialogs(program)
            XCTAssertNil(restored.dialogs.dialog(.history))
            XCTAssertFalse(restored.scene.storedKeys().contains { $0.contains("dialog:") })
        }
    }

    func testADialogGoesWithItsWindow() throws {
        try Self.withDialog { program, window in
            var isFinalized = false
            window.dialogs.dialog(.history)?.window.whenFinalized { isFinalized = true }
            program.close(window)
            XCTAssertTrue(MainLoop.run { isFinalized })
        }
    }
}
