import DisplayTestSupport
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesUI

/// Undoing, after a restart, what was typed before it.
final class DraftUndoTests: DisplayTestCase {
    @MainActor
    private static func composer(_ window: MainWindow) throws -> Composer {
        try XCTUnwrap(window.tabController.page.notes?.composer)
    }

    /// Appends the words, each one a step.
    @MainActor
    private static func type(_ words: [String], into buffer: TextBuffer) {
        for word in words {
            buffer.apply(TextBuffer.Edit(offset: buffer.count, removed: "", inserted: word))
        }
    }

    /// The texts on the way back, to where undoing ends.
    @MainActor
    private static func undoAll(_ buffer: TextBuffer) -> [String] {
        var texts: [String] = []
        while buffer.canUndo, texts.count < 100 {
            buffer.undo()
            texts.append(buffer.text)
        }
        return texts
    }

    func testWhatWasTypedBeforeARestartIsUndoneWordByWord() throws {
        for ending in [RestorationTester.Ending.kill, .quit] {
            try withProgram { program in
                let field = try Self.composer(program.openWindow()).field
                Self.type(["Agatha ", "sees ", "the 🦅"], into: field.buffer)
                for _ in 0..<2 {
                    let buffer = try Self.composer(program.restart(after: ending)[0]).field.buffer
                    XCTAssertEqual(buffer.text, "Agatha sees the 🦅")
                }
                let buffer = try Self.composer(program.windows[0]).field.buffer
                XCTAssertEqual(Self.undoAll(buffer), ["Agatha sees ", "Agatha ", ""])
                // The copy that is kept has followed.
                let restored = try Self.composer(program.restart(after: ending)[0]).field.buffer
                XCTAssertEqual(restored.text, "")
                for _ in 0..<3 { restored.redo() }
                XCTAssertEqual(restored.text, "Agatha sees the 🦅")
            }
        }
    }

    func testADraftWithAZeroByteKeepsEverythingElse() throws {
        try withProgram { program in
            let scene = program.session.makeScene()
            let tab = Place.tabs(in: program.series)[0]
            do {
                let scope = scene.root.tab(tab).page(tab)
                let text = RestorableText("newNote", in: scope)
                text.setString("one\0two")
                text.replace(offset: 7, removing: "", inserting: " and\0three")
            }

            let field = try Self.composer(program.openWindow(scene)).field

            XCTAssertEqual(field.buffer.text, "one\u{FFFD}two and\u{FFFD}three")
            Self.type(["!"], into: field.buffer)
            let restored = try Self.composer(program.restart()[0]).field.buffer
            XCTAssertEqual(restored.text, "one\u{FFFD}two and\u{FFFD}three!")
        }
    }

    func testUndoingNeverGoesFurtherThanToTheNoteThatIsEdited() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            try program.library.addNote("as it was", on: book)
            let window = program.openWindow()
            let notes = try XCTUnwrap(window.tabController.page.notes)
            let card = try XCTUnwrap(notes.cards.first)
            card.beginEditing()
            Self.type([" and ", "is"], into: try XCTUnwrap(card.field).buffer)
            let restoredNotes = try XCTUnwrap(program.restart()[0].tabController.page.notes)
            let buffer = try XCTUnwrap(restoredNotes.cards.first?.field).buffer
            XCTAssertEqual(buffer.text, "as it was and is")
            let texts = Self.undoAll(buffer)
            XCTAssertEqual(texts.last, "as it was")
            XCTAssertFalse(texts.contains(""))
        }
    }

    func testSavedNoteCannotBeTakenBackIntoTheComposer() throws {
        try withProgram { program in
            let composer = try Self.composer(program.openWindow())
            Self.type(["saved ", "note"], into: composer.field.buffer)
            composer.saveNote()
            XCTAssertFalse(composer.field.buffer.canUndo)
            let restored = try Self.composer(program.restart()[0]).field.buffer
            XCTAssertEqual(restored.text, "")
            XCTAssertFalse(restored.canUndo)
        }
    }

    func testWhatWasUndoneBeforeARestartCanBeDoneAgainStepByStep() throws {
        for ending in [RestorationTester.Ending.kill, .quit] {
            try withProgram { program in
                let field = try Self.composer(program.openWindow()).field
                Self.type(["one ", "two ", "three "], into: field.buffer)
                field.buffer.undo()
                field.buffer.undo()
                let first = try Self.composer(program.restart(after: ending)[0]).field.buffer
                XCTAssertEqual(first.text, "one ")
                XCTAssertTrue(first.canRedo)
                first.redo()
                XCTAssertEqual(first.text, "one two ")
                // Half of it, and on after another restart.
                let second = try Self.composer(program.restart(after: ending)[0]).field.buffer
                XCTAssertEqual(second.text, "one two ")
                second.redo()
                XCTAssertEqual(second.text, "one two three ")
                XCTAssertFalse(second.canRedo)
                let third = try Self.composer(program.restart(after: ending)[0]).field.buffer
                XCTAssertEqual(third.text, "one two three ")
                XCTAssertFalse(third.canRedo)
                XCTAssertEqual(Self.undoAll(third).last, "")
            }
        }
    }

    func testUndoingGoesOnBehindWhatWasUndoneBeforeARestart() throws {
        try withProgram { program in
            let field = try Self.composer(program.openWindow()).field
            Self.type(["one ", "two ", "three "], into: field.buffer)
            field.buffer.undo()
            let first = try Self.composer(program.restart()[0]).field.buffer
            first.undo()
            XCTAssertEqual(first.text, "one ")
            let second = try Self.composer(program.restart()[0]).field.buffer
            XCTAssertEqual(second.text, "one ")
            for text in ["one two ", "one two three "] {
                second.redo()
                XCTAssertEqual(second.text, text)
            }
        }
    }

    func testWhatWasTypedSinceEndsWhatCanBeDoneAgain() throws {
        try withProgram { program in
            let field = try Self.composer(program.openWindow()).field
            Self.type(["one ", "two "], into: field.buffer)
            field.buffer.undo()
            Self.type(["else "], into: field.buffer)
            let restored = try Self.composer(program.restart()[0]).field.buffer
            XCTAssertFalse(restored.canRedo)
            restored.undo()
            let again = try Self.composer(program.restart()[0]).field.buffer
            XCTAssertEqual(again.text, "one ")
            XCTAssertTrue(again.canRedo)
            Self.type(["more "], into: again)
            XCTAssertFalse(again.canRedo)
            XCTAssertFalse(try Self.composer(program.restart()[0]).field.buffer.canRedo)
        }
    }

    func testWhatAPersonDeletedIsNothingToDoAgain() throws {
        try withProgram { program in
            let field = try Self.composer(program.openWindow()).field
            Self.type(["one ", "two "], into: field.buffer)
            field.buffer.apply(TextBuffer.Edit(offset: 4, removed: "two ", inserted: ""))
            let restored = try Self.composer(program.restart()[0]).field.buffer
            XCTAssertFalse(restored.canRedo)
            restored.undo()
            XCTAssertEqual(restored.text, "one two ")
        }
    }

    func testTheMenuOffersToDoAgainWhatWasUndoneBeforeARestart() throws {
        try withProgram { program in
            let field = try Self.composer(program.openWindow()).field
            Self.type(["one ", "two "], into: field.buffer)
            XCTAssertEqual(Self.menuItem("Redo", of: field)?.isSensitive, false)
            field.buffer.undo()
            let restored = try Self.composer(program.restart()[0]).field
            let item = try XCTUnwrap(Self.menuItem("Redo", of: restored))
            XCTAssertTrue(item.isSensitive)
            item.activate()
            XCTAssertTrue(MainLoop.run { restored.buffer.text == "one two " })
            XCTAssertEqual(Self.menuItem("Redo", of: restored)?.isSensitive, false)
        }
    }

    /// The item of a field's own context menu.
    @MainActor
    private static func menuItem(_ name: String, of field: Widget) -> Widget? {
        field.grabFocus()
        field.activateAction("menu.popup")
        MainLoop.drain()
        return field.all(ofType: "GtkModelButton").first { $0.texts.contains(name) }
    }

    func testUndoneEditsAreFoundInAHistory() {
        func insert(_ text: String) -> TextEdit { TextEdit(offset: 0, removed: "", inserted: text) }
        func delete(_ text: String) -> TextEdit { TextEdit(offset: 0, removed: text, inserted: "") }
        let (a, b, c) = (insert("a"), insert("b"), insert("c"))
        let (noB, noC) = (delete("b"), delete("c"))
        let cases: [([TextEdit], Int, [TextEdit])] = [
            ([a, b, c, noC, noB], 2, [b, c]), ([a, b, c, noC, noB, b], 1, [c]),
            ([a, b, noB, b, noB], 1, [b]), ([a, b, noB], 0, []), ([a, b, noB], 5, []),
            ([a, b, noC], 1, []), ([], 1, []), ([a], -1, []),
        ]
        for (history, count, expected) in cases {
            let undone = RedoBinding.undone(count, at: history)
            XCTAssertEqual(Array(undone ?? []), expected, "\(history) \(count)")
        }
    }
}
