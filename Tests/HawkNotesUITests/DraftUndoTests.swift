import DisplayTestSupport
import GTKBridge
import HawkNotesModel
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
                XCTAssertTrue(restored.canUndo)
                restored.undo()
                XCTAssertNotEqual(restored.text, "")
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
}
