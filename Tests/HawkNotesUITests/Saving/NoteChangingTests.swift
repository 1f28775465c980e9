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

/// Editing and deleting notes, and turning hearts, while the disk is slow or refuses.
final class NoteChangingTests: DisplayTestCase {
    @MainActor
    private static func page(
        _ program: TestProgram,
        with texts: String...
    ) throws -> NotesPage {
        let subject = NoteSubject.book(program.series.books[0].id)
        for text in texts { try program.library.addNote(text, on: subject) }
        return try NotesPage(program.openWindow(presented: true))
    }

    /// Edits the first note and presses *Save*.
    @MainActor
    private static func edit(_ page: NotesPage, _ text: String) throws {
        page.cards[0].beginEditing()
        try XCTUnwrap(page.cards[0].field).buffer.text = text
        XCTAssertTrue(page.cards[0].root.click("Save"))
    }

    @MainActor
    private static func shownText(_ card: NoteCard) -> String? {
        card.root.all("note-text").first?.texts.first
    }

    /// The id that is kept for the note that the edit becomes if need be.
    @MainActor
    private static func newID(_ page: NotesPage) throws -> UUID {
        let scene = page.window.scene
        let name = RestorationKey<String?>.editID.name
        let key = try XCTUnwrap(editKeys(page).first { $0.hasSuffix("/" + name) })
        let id: String? = if case .string(let id) = scene.storedValue(at: key) { id } else { nil }
        return try XCTUnwrap(id.flatMap { UUID(uuidString: $0) })
    }

    @MainActor
    private static func editKeys(_ page: NotesPage) -> [String] {
        page.window.scene.storedKeys().filter { $0.contains("note:") }
    }

    func testAnEditedNoteShowsItsNewTextAtOnce() throws {
        try withTroubledProgram { program, troubled in
            let page = try Self.page(program, with: "before", "other")
            let hold = HeldLibrary(troubled.library)
            try Self.edit(page, "after")
            XCTAssertEqual(Self.shownText(page.cards[0]), "after")
            XCTAssertFalse(page.cards[0].isEditing)
            XCTAssertTrue(page.cards[0].root.containsFocus)
            XCTAssertFalse(Self.editKeys(page).isEmpty, "it is kept until it is saved")
            XCTAssertTrue(MainLoop.run { page.cards[0].root.shows("Saving…") })
            // Another page in between finds the text on its way.
            page.window.push(.character(program.series.allCharacters[0].id))
            page.window.goBack()
            XCTAssertEqual(Self.shownText(page.cards[0]), "after")
            hold.release()
            XCTAssertTrue(MainLoop.run { !page.cards[0].isSavingEdit })
            XCTAssertEqual(Self.shownText(page.cards[0]), "after")
            XCTAssertEqual(Self.editKeys(page), [])
            XCTAssertEqual(try program.library.allNotes().map(\.text), ["after", "other"])
        }
    }

    func testTheEditorComesBackWithTheTextThatCouldNotBeSaved() throws {
        try withTroubledProgram { program, troubled in
            let page = try Self.page(program, with: "before")
            try troubled.refuse("UPDATE", "note")
            try Self.edit(page, "after")
            XCTAssertTrue(MainLoop.run { page.cards[0].isEditing })
            XCTAssertEqual(page.cards[0].field?.buffer.text, "after")
            XCTAssertEqual(page.problem(), "Not saved: the library cannot be written")
            XCTAssertTrue(page.cards[0].field?.containsFocus == true)

            let restored = try NotesPage(program.restart(presented: true)[0])
            XCTAssertEqual(restored.cards[0].field?.buffer.text, "after")
            try troubled.refuseNothing()
            XCTAssertTrue(restored.cards[0].root.click("Save"))
            XCTAssertTrue(
                MainLoop.run { (try? program.library.allNotes().map(\.text)) == ["after"] }
            )
            XCTAssertTrue(MainLoop.run { Self.editKeys(restored).isEmpty })
        }
    }

    func testAfterAKillTheEditorComesBackUnlessTheNoteHasItsText() throws {
        for isSaved in [false, true] {
            try withTroubledProgram { program, troubled in
                let page = try Self.page(program, with: "before")
                let hold = HeldLibrary(troubled.library)
                defer { hold.release() }
                try Self.edit(page, "after \n")
                if isSaved {
                    // It reaches the library, and nobody hears of it.
                    try program.library.updateNote(page.cards[0].note.id, text: "after")
                }
                program.session.flush()
                let restored = try NotesPage(
                    program.restart(library: troubled.reopen(), presented: true)[0]
                )
                XCTAssertEqual(restored.cards[0].isEditing, !isSaved)
                if isSaved {
                    XCTAssertEqual(Self.shownText(restored.cards[0]), "after")
                    XCTAssertEqual(Self.editKeys(restored), [])
                } else {
                    XCTAssertEqual(restored.cards[0].field?.buffer.text, "after \n")
                }
            }
        }
    }

    func testAnEditThatBecameANoteOfItsOwnIsNotMadeTwiceByAKill() throws {
        try withTroubledProgram { program, troubled in
            let page = try Self.page(program, with: "before")
            page.cards[0].beginEditing()
            try XCTUnwrap(page.cards[0].field).buffer.text = "mine"
            let newID = try Self.newID(page)
            let note = page.cards[0].note
            try program.library.updateNote(note.id, text: "theirs")
            program.session.flush()
            _ = try program.library.saveEdit(
                of: note.id,
                text: "mine",
                base: "before",
                on: .book(program.series.books[0].id),
                newID: newID
            )
            let restored = try NotesPage(program.restart(after: .killAtOnce, presented: true)[0])
            XCTAssertEqual(restored.texts, ["theirs", "mine"])
            XCTAssertFalse(restored.cards[0].isEditing)
        }
    }

    func testAnEditThatWasOnlyBegunComesBackAlthoughItIsEqual() throws {
        try withTroubledProgram { program, troubled in
            let page = try Self.page(program, with: "as it is")
            page.cards[0].beginEditing()
            let restored = try NotesPage(program.restart(presented: true)[0])
            XCTAssertTrue(restored.cards[0].isEditing)
        }
    }

    // MARK: Deleting

    @MainActor
    private static func delete(_ index: Int, _ page: NotesPage) throws {
        XCTAssertTrue(page.cards[index].root.click("Delete Note"))
    }

    func testADeletedNoteIsGoneAtOnceAndUndoneBehindTheDeletion() throws {
        try withTroubledProgram { program, troubled in
            let page = try Self.page(program, with: "a", "b", "c")
            let hold = HeldLibrary(troubled.library)
            page.cards[1].root.grabFocus()
            try Self.delete(1, page)
            XCTAssertEqual(page.texts, ["a", "c"])
            XCTAssertTrue(page.cards[1].root.containsFocus, "its neighbour has the focus")
            XCTAssertEqual(page.toast, "Note deleted")
            XCTAssertTrue(page.window.toasts.performAction())
            XCTAssertEqual(page.texts, ["a", "b", "c"])
            hold.release()
            var isDone = false
            program.library.perform { _ in
            } completion: { _ in
                isDone = true
            }
            XCTAssertTrue(MainLoop.run { isDone })
            MainLoop.drain()
            XCTAssertEqual(page.texts, ["a", "b", "c"])
            XCTAssertEqual(try program.library.allNotes().map(\.text), ["a", "b", "c"])
        }
    }

    func testANoteThatCannotBeDeletedComesBackAndTheReasonIsSaid() throws {
        try withTroubledProgram { program, troubled in
            let page = try Self.page(program, with: "a", "b", "c")
            try troubled.refuse("DELETE", "note", when: "OLD.text = 'b'")
            try Self.delete(1, page)
            try Self.delete(1, page)
            XCTAssertEqual(page.texts, ["a"])
            XCTAssertEqual(page.toast, "2 notes deleted")
            XCTAssertTrue(MainLoop.run { page.texts == ["a", "b"] })
            XCTAssertTrue(MainLoop.run { page.toast == "Note deleted" })
            XCTAssertTrue(page.window.toasts.performAction())
            XCTAssertTrue(MainLoop.run { page.texts == ["a", "b", "c"] })
            XCTAssertTrue(MainLoop.run { page.toast?.contains("could not be deleted") == true })
            XCTAssertTrue(
                MainLoop.run { (try? program.library.allNotes().map(\.text)) == ["a", "b", "c"] }
            )
        }
    }

    func testANoteThatIsDeletedInTwoWindowsAtOnceIsJustGone() throws {
        try withTroubledProgram { program, troubled in
            let pages = [try Self.page(program, with: "a"), try Self.page(program)]
            for page in pages { try Self.delete(0, page) }
            XCTAssertTrue(MainLoop.run { (try? program.library.allNotes().isEmpty) == true })
            XCTAssertTrue(MainLoop.run { !pages[1].window.toasts.root.isRevealed })
            XCTAssertTrue(pages[0].window.toasts.performAction())
            XCTAssertTrue(MainLoop.run { pages.allSatisfy { $0.texts == ["a"] } })
        }
    }

    // MARK: Hearts

    func testAHeartTurnsEverywhereAtOnceAndBackWhenItCannotBeSaved() throws {
        try withTroubledProgram { program, troubled in
            let window = program.openWindow(presented: true)
            let book = window.tabController.page.root
            let character = program.series.characters(in: program.series.books[0].id)[0]
            window.select(.favorites)
            let favorites = try XCTUnwrap(window.tabController.page as? FavoritesPage).favorites
            window.push(.character(character.id))
            let page = window.tabController.page.root
            let heart = try page.first("heart-pill")
            @MainActor func isFavoriteEverywhere(_ expected: Bool) -> Bool {
                let row = book.all("character-row").first { $0.label(character.name) != nil }
                return heart.isOn == expected
                    && row?.all("heart").count == (expected ? 1 : 0)
                    && favorites.rowCount == (expected ? 1 : 0)
            }

            try troubled.refuse("INSERT", "favorite")
            let hold = HeldLibrary(troubled.library)
            window.window.activateAction("win.toggle-favorite")
            XCTAssertTrue(isFavoriteEverywhere(true))
            hold.release()
            XCTAssertTrue(MainLoop.run { isFavoriteEverywhere(false) })
            XCTAssertEqual(
                window.shownToast?.text,
                "The favorite could not be saved: the library cannot be written"
            )
            try troubled.refuseNothing()
            heart.press()
            XCTAssertTrue(isFavoriteEverywhere(true))
            XCTAssertTrue(
                MainLoop.run { (try? program.library.favorites()) == [character.id] }
            )
            XCTAssertTrue(isFavoriteEverywhere(true))
        }
    }
}
