import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What a note read before is looked at, copied and brought back, while the note may change elsewhere.
final class NoteVersionsDialogTests: DisplayTestCase {
    private static func withNote(
        _ texts: [String],
        _ body: @MainActor (TestProgram, MainWindow, Note.ID) throws -> Void
    ) throws {
        try withProgram { program in
            program.makeDialog = { [unowned program] kind, scope in
                guard kind == .noteVersions else { return nil }
                return NoteVersionsDialog(in: scope, context: program.context)
            }
            let book = NoteSubject.book(program.series.books[0].id)
            let note = try program.library.addNote(texts[0], on: book)
            for text in texts.dropFirst() {
                try program.library.updateNote(note.id, text: text)
            }
            try body(program, program.openWindow(width: 800, height: 700), note.id)
        }
    }

    @MainActor
    private static func open(_ window: MainWindow, _ id: Note.ID) throws -> NoteVersionsDialog {
        window.showVersions(of: id)
        return try shown(window)
    }

    @MainActor
    private static func shown(_ window: MainWindow) throws -> NoteVersionsDialog {
        let dialog = try XCTUnwrap(window.dialogs.dialog(.noteVersions))
        let content = try XCTUnwrap(dialog.content as? NoteVersionsDialog)
        XCTAssertTrue(MainLoop.run { content.root.isMapped && content.rows.isLoaded })
        return content
    }

    /// What is written in the row of a version, but for the time.
    @MainActor
    private static func rows(_ dialog: NoteVersionsDialog) -> [String] {
        dialog.root.all("version-row").compactMap { $0.all("note-text").first?.texts.first }
    }

    @MainActor
    private static func text(_ program: TestProgram, _ id: Note.ID) -> String? {
        try? program.library.note(id)?.text
    }

    func testVersionsStandBelowThePresentTextWithWhatDiffers() throws {
        try Self.withNote(["one bird", "two birds", "two big birds"]) { program, window, id in
            let dialog = try Self.open(window, id)
            XCTAssertTrue(
                MainLoop.run {
                    Self.rows(dialog) == ["two big birds", "two big birds", "twoone birdsbird"]
                }
            )
            // What only the next one has is struck out, and what only this one has is underlined.
            XCTAssertEqual(
                dialog.rows.shown(at: 1)?.whole,
                [.common("two "), .removed("big "), .common("birds")]
            )
            XCTAssertEqual(dialog.rows.shown(at: 1)?.text, "two birds")
            // The newest is the one that is looked at.
            let buttons = dialog.focusable.map(\.name).filter { $0.hasPrefix("bring-back") }
            XCTAssertEqual(buttons, ["bring-back " + dialog.rows.rows[1].name])
            assertFitsTheSmallestWindow(try XCTUnwrap(window.dialogs.dialog(.noteVersions)).window)
        }
    }

    func testNothingIsToldOfANoteThatIsVeiledUntilItIsShown() throws {
        try Self.withNote(["here"]) { program, window, _ in
            let (series, library) = (program.series, program.library)
            let note = try library.addNote("secret one", on: .book(series.books[1].id))
            try library.updateNote(note.id, text: "secret two")
            let loaded = program.context.series
            try library.setReadUpTo(ReadingPosition(bookID: series.books[0].id), in: series.id)
            XCTAssertTrue(MainLoop.run { loaded[series.id]?.veil.isOn == true })
            let dialog = try Self.open(window, note.id)
            XCTAssertTrue(dialog.rows.isVeiled)
            XCTAssertEqual(dialog.rows.rows, [])
            XCTAssertFalse(dialog.root.texts.contains { $0.contains("secret") })

            loaded.unveiled.insert([.thing(note.id)], isPrivate: false)
            XCTAssertTrue(MainLoop.run { Self.rows(dialog) == ["secret two", "secret twoone"] })
            loaded.unveiled.remove(.thing(note.id))
            XCTAssertTrue(MainLoop.run { Self.rows(dialog) == [] })
            XCTAssertFalse(dialog.root.texts.contains { $0.contains("secret") })
        }
    }

    func testAVersionIsBroughtBackAndThatIsTakenBack() throws {
        try Self.withNote(["one", "two", "three"]) { program, window, id in
            let dialog = try Self.open(window, id)
            XCTAssertTrue(MainLoop.run { Self.rows(dialog).count == 3 })
            let oldest = dialog.rows.rows[2].name
            dialog.root.all("version-row")[2].activate()
            XCTAssertTrue(
                MainLoop.run { dialog.focusable.contains { $0.name == "bring-back " + oldest } }
            )
            XCTAssertTrue(MainLoop.run { dialog.root.click("Restore") })
            XCTAssertTrue(MainLoop.run { Self.text(program, id) == "one" })
            XCTAssertTrue(MainLoop.run { dialog.toasts.text == "Earlier version restored" })
            // The one that was there is the newest of the versions, and the looked at stays so.
            XCTAssertTrue(MainLoop.run { dialog.rows.rows.count == 4 })
            XCTAssertTrue(MainLoop.run { dialog.rows.shown(at: 1)?.text == "three" })
            XCTAssertTrue(
                MainLoop.run { dialog.focusable.contains { $0.name == "bring-back " + oldest } }
            )
            XCTAssertTrue(dialog.toasts.performAction())
            XCTAssertTrue(MainLoop.run { Self.text(program, id) == "three" })

            // It reads so already.
            let newest = try XCTUnwrap(
                try program.library.history(of: id).versions.last
            )
            try program.library.bringBack(version: newest.id, of: id)
            XCTAssertTrue(MainLoop.run { dialog.root.click("Restore") })
            XCTAssertTrue(MainLoop.run { dialog.toasts.text == "That’s already the current text" })
        }
    }

    func testWhatSomebodyHasWrittenSinceIsNotTakenBack() throws {
        try Self.withNote(["one", "two"]) { program, window, id in
            let dialog = try Self.open(window, id)
            XCTAssertTrue(MainLoop.run { dialog.root.click("Restore") })
            XCTAssertTrue(MainLoop.run { dialog.toasts.text == "Earlier version restored" })
            try program.library.updateNote(id, text: "by somebody else")
            XCTAssertTrue(dialog.toasts.performAction())
            XCTAssertTrue(
                MainLoop.run {
                    dialog.toasts.text == "The note was changed; nothing was restored"
                }
            )
            XCTAssertEqual(Self.text(program, id), "by somebody else")
        }
    }

    func testItFollowsTheNoteThatChangesMovesAndIsDeleted() throws {
        try Self.withNote(["one"]) { program, window, id in
            let dialog = try Self.open(window, id)
            XCTAssertTrue(MainLoop.run { dialog.root.shows("There are no earlier versions") })
            try program.library.updateNote(id, text: "two")
            XCTAssertTrue(MainLoop.run { Self.rows(dialog) == ["two", "twoone"] })
            try program.library.updateNote(id, text: "three")
            XCTAssertTrue(MainLoop.run { Self.rows(dialog) == ["three", "threetwo", "twoone"] })
            let character = program.series.allCharacters[0].id
            try program.library.moveNotes([id], to: .character(character))
            let note = try program.library.deleteNote(id)
            let isGone = {
                dialog.root.label("This note was deleted")?.isMapped == true
            }
            XCTAssertTrue(MainLoop.run { isGone() })
            XCTAssertTrue(Self.rows(dialog).isEmpty)
            try program.library.restoreNote(note)
            XCTAssertTrue(MainLoop.run { !isGone() && Self.rows(dialog).count == 3 })
        }
    }

    func testTheLookedAtVersionComesBack() throws {
        try Self.withNote((0..<30).map { "text \($0)" }) { program, window, id in
            let dialog = try Self.open(window, id)
            XCTAssertTrue(MainLoop.run { Self.rows(dialog).count > 3 })
            let name = dialog.rows.rows[3].name
            dialog.root.all("version-row")[3].activate()
            XCTAssertTrue(
                MainLoop.run { dialog.focusable.contains { $0.name == "bring-back " + name } }
            )
            MainLoop.drain()
            let again = try XCTUnwrap(try program.restart().first)
            let scope = again.scene.root.window.dialog(.noteVersions)
            XCTAssertEqual(scope.presentedClass, DialogKind.noteVersions.restorationClass)
            again.dialogs.restore(.noteVersions, in: scope)
            let back = try Self.shown(again)
            XCTAssertTrue(
                MainLoop.run { back.focusable.contains { $0.name == "bring-back " + name } }
            )
            XCTAssertTrue(
                MainLoop.run { back.focusable.contains { $0.name == name && $0.widget.isFocused } }
            )
            XCTAssertLessThan(back.root.all("version-row").count, 30, "only what is seen")
        }
    }

    func testCharactersAreCalledAsTheyAreNow() throws {
        try Self.withNote(["plain"]) { program, window, id in
            let character = program.series.allCharacters[0]
            let link = Mention.link(to: character.id, name: "Former Name")
            try program.library.updateNote(id, text: "on \(link)")
            try program.library.updateNote(id, text: "on \(link)!")
            let dialog = try Self.open(window, id)
            XCTAssertTrue(
                MainLoop.run { dialog.rows.shown(at: 0)?.text == "on @\(character.name)!" }
            )
            XCTAssertTrue(MainLoop.run { dialog.root.click("Copy") })
            XCTAssertTrue(MainLoop.run { dialog.toasts.text == "Version copied" })
        }
    }

    func testAnotherNoteTakesThePlaceOfTheFirst() throws {
        try Self.withNote(["one", "two"]) { program, window, id in
            let other = try program.library.addNote(
                "other",
                on: .book(program.series.books[0].id)
            )
            let dialog = try Self.open(window, id)
            XCTAssertTrue(try Self.open(window, id) === dialog)
            let second = try Self.open(window, other.id)
            XCTAssertFalse(second === dialog)
            XCTAssertEqual(second.rows.noteID, other.id)
            XCTAssertTrue(
                MainLoop.run { second.root.shows("There are no earlier versions") }
            )
        }
    }
}
