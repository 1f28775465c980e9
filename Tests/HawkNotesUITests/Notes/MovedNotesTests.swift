import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Notes that are moved to other pages: chosen in a dialog that comes back, seen in all windows, taken back.
final class MovedNotesTests: DisplayTestCase {
    @MainActor
    private struct Desk {
        let program: TestProgram
        let window: MainWindow
        let notes: [Note]
        var source: NoteSubject { .book(program.series.books[0].id) }
        let character: Character
        var target: NoteSubject { .character(character.id) }

        func counts(_ here: Int, _ there: Int) -> Bool {
            (try? program.library.noteCount(on: source)) == here
                && (try? program.library.noteCount(on: target)) == there
        }

        func texts(of window: MainWindow) -> [String] {
            (window.page.notes?.cards ?? []).map(\.note.text)
        }

        func dialog(of window: MainWindow) throws -> MoveNotesDialog {
            let dialog = try XCTUnwrap(window.dialogs.dialog(.movingNotes))
            XCTAssertTrue(MainLoop.run { dialog.window.isMapped })
            return try XCTUnwrap(dialog.content as? MoveNotesDialog)
        }
    }

    private static func withNotes(
        _ count: Int = 3,
        _ body: @MainActor (Desk) throws -> Void
    ) throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            let notes = try (0..<count).map { try program.library.addNote("note \($0)", on: book) }
            let window = program.openWindow(width: 800, height: 700)
            let desk = Desk(
                program: program,
                window: window,
                notes: notes,
                character: program.series.allCharacters[0]
            )
            program.makeDialog = { [unowned program] kind, scope in
                guard kind == .movingNotes, let window = program.windows.last else { return nil }
                return MoveNotesDialog(in: scope, over: window)
            }
            XCTAssertTrue(MainLoop.run { desk.texts(of: window).count == count })
            try body(desk)
        }
    }

    func testAreGoneHereAndThereInAllWindowsAndBackAfterUndo() throws {
        try Self.withNotes { desk in
            let other = desk.program.openWindow(width: 800, height: 700)
            other.show(desk.target.place)
            let ids = [desk.notes[0].id, desk.notes[2].id]
            desk.window.move(ids, from: desk.source, to: desk.target)
            XCTAssertTrue(MainLoop.run { desk.texts(of: desk.window) == ["note 1"] })
            XCTAssertTrue(MainLoop.run { desk.texts(of: other) == ["note 0", "note 2"] })
            XCTAssertEqual(
                desk.window.toasts.text,
                "2 notes moved to “\(desk.character.name)”"
            )
            // What is moved next comes back with it.
            desk.window.move([desk.notes[1].id], from: desk.source, to: desk.target)
            XCTAssertTrue(
                MainLoop.run { desk.window.toasts.text?.hasPrefix("3 notes moved") == true }
            )
            XCTAssertTrue(desk.window.toasts.performAction())
            XCTAssertTrue(MainLoop.run { desk.texts(of: desk.window).count == 3 })
            XCTAssertTrue(MainLoop.run { desk.texts(of: other).isEmpty })
            XCTAssertNil(desk.window.toasts.text)
        }
    }

    func testANoteThatIsBeingEditedStays() throws {
        try Self.withNotes { desk in
            let section = try XCTUnwrap(desk.window.page.notes)
            section.marks.mark(desk.notes.map(\.id))
            section.cards[1].beginEditing()
            section.marks.perform(.move)
            XCTAssertTrue(MainLoop.run { desk.window.dialogs.dialog(.movingNotes) != nil })
            XCTAssertEqual(desk.window.toasts.text, "A note that is being edited stays here")
            let dialog = try desk.dialog(of: desk.window)
            XCTAssertTrue(MainLoop.run { dialog.root.shows("Move 2 notes to:") })
            // One that is edited only now stays as well.
            section.cards[0].beginEditing()
            dialog.chooser.onChoose(desk.target.place)
            XCTAssertTrue(MainLoop.run { desk.counts(2, 1) })
            XCTAssertNil(desk.window.dialogs.dialog(.movingNotes))
            XCTAssertTrue(
                MainLoop.run { section.marks.ids == [desk.notes[0].id, desk.notes[1].id] }
            )

            desk.window.choosePage(for: [desk.notes[0].id], on: desk.source)
            XCTAssertNil(desk.window.dialogs.dialog(.movingNotes), "there is nothing to move")
        }
    }

    func testThePageIsLookedForAndTheDialogComesBack() throws {
        try Self.withNotes { desk in
            desk.window.choosePage(for: [desk.notes[1].id], on: desk.source)
            let dialog = try desk.dialog(of: desk.window)
            XCTAssertTrue(MainLoop.run { dialog.root.shows("Move “note 1” to:") })
            XCTAssertFalse(dialog.chooser.shown.contains { $0.place == desk.source.place })
            dialog.chooser.entry.content.apply(
                .init(offset: 0, removed: "", inserted: desk.character.name)
            )
            XCTAssertTrue(MainLoop.run { dialog.chooser.shown.count == 1 })

            let again = try XCTUnwrap(try desk.program.restart().first)
            let scope = again.scene.root.window.dialog(.movingNotes)
            XCTAssertEqual(scope.presentedClass, DialogKind.movingNotes.restorationClass)
            again.dialogs.restore(.movingNotes, in: scope)
            let back = try desk.dialog(of: again)
            XCTAssertTrue(MainLoop.run { back.root.shows("Move “note 1” to:") })
            XCTAssertEqual(back.chooser.entry.text, desk.character.name)
            XCTAssertEqual(back.chooser.shown.map(\.title), [desk.character.name])
            XCTAssertTrue(MainLoop.run { back.root.all("page-row").count == 1 })
            back.root.all("page-row")[0].activate()
            XCTAssertTrue(MainLoop.run { desk.counts(2, 1) })
            XCTAssertEqual(scope.presentedClass, nil)
        }
    }

    func testTheDialogFollowsWhatBecomesOfTheNotes() throws {
        try Self.withNotes { desk in
            desk.window.choosePage(for: desk.notes.prefix(2).map(\.id), on: desk.source)
            let dialog = try desk.dialog(of: desk.window)
            XCTAssertTrue(MainLoop.run { dialog.root.shows("Move 2 notes to:") })
            try desk.program.library.moveNotes([desk.notes[0].id], to: desk.target)
            XCTAssertTrue(MainLoop.run { dialog.root.shows("Move “note 1” to:") })
            try desk.program.library.updateNote(desk.notes[1].id, text: "changed")
            XCTAssertTrue(MainLoop.run { dialog.root.shows("Move “changed” to:") })
            try desk.program.library.deleteNote(desk.notes[1].id)
            let gone = { dialog.root.all("empty-drawing").first?.isMapped == true }
            XCTAssertTrue(MainLoop.run { gone() })
            try desk.program.library.restoreNote(desk.notes[1])
            XCTAssertTrue(MainLoop.run { !gone() })
            // A page that is gone cannot be chosen any more.
            try desk.program.library.delete(.character(desk.character.id))
            XCTAssertTrue(
                MainLoop.run { !dialog.chooser.shown.contains { $0.place == desk.target.place } }
            )
        }
    }

    func testWhatIsDraggedIsTheNoteOrAllThatAreMarked() throws {
        try Self.withNotes { desk in
            let context = desk.program.context
            let section = try XCTUnwrap(desk.window.page.notes)
            section.marks.mark([desk.notes[0].id, desk.notes[1].id])
            let one = try XCTUnwrap(section.cards[2].beginDrag())
            XCTAssertEqual(one.text, "note 2")
            XCTAssertEqual(
                context.noteDrag.notes,
                NoteDrag.Notes(ids: [desk.notes[2].id], source: desk.source)
            )
            let place = try context.activities.place(of: UserActivity(encodedString: one.own))
            XCTAssertEqual(place, .note(desk.notes[2].id))

            let marked = try XCTUnwrap(section.cards[1].beginDrag())
            XCTAssertEqual(marked.text, "note 0\n\nnote 1")
            XCTAssertEqual(
                context.noteDrag.notes.map { Set($0.ids) },
                [desk.notes[0].id, desk.notes[1].id]
            )
            section.cards[0].beginEditing()
            XCTAssertEqual(section.cards[1].beginDrag()?.text, "note 1")
            XCTAssertEqual(context.noteDrag.notes?.ids, [desk.notes[1].id])
            context.noteDrag.end()
            XCTAssertNil(section.cards[0].beginDrag(), "it is being edited")
            XCTAssertNil(context.noteDrag.notes)
        }
    }

    func testALongSeriesCostsOnlyTheRowsThatAreSeen() throws {
        try Self.withNotes { desk in
            let series = desk.program.series
            for number in 0..<300 {
                try desk.program.library.save(
                    Character(
                        id: UUID(),
                        seriesID: series.id,
                        name: "Person \(number)",
                        bookID: series.books[0].id,
                        position: 1000 + number
                    )
                )
            }
            XCTAssertTrue(MainLoop.run { desk.program.series.allCharacters.count > 300 })
            desk.window.choosePage(for: [desk.notes[0].id], on: desk.source)
            let dialog = try desk.dialog(of: desk.window)
            XCTAssertTrue(MainLoop.run { dialog.root.all("page-row").count > 3 })
            XCTAssertGreaterThan(dialog.chooser.shown.count, 300)
            XCTAssertLessThan(dialog.root.all("page-row").count, 100)
            assertFitsTheSmallestWindow(
                try XCTUnwrap(desk.window.dialogs.dialog(.movingNotes)).window
            )
        }
    }
}
