import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration
import XCTest

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
        XCTAssertTrue(try XCTUnwrap(page.editor()).root.click("Save"))
    }

    @MainActor
    private static func shownText(_ card: NoteCard) -> String? {
        part("text", of: card, as: Label.self)?.text
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
            let date = try XCTUnwrap(part("date", of: page.cards[0], as: Label.self))
            XCTAssertTrue(MainLoop.run { date.text == "Saving…" })
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
            let editor = try XCTUnwrap(page.editor())
            let line = try XCTUnwrap(part("problem", of: editor, as: ProblemLine.self))
            XCTAssertEqual(line.text, "Not saved: the library cannot be written")
            XCTAssertTrue(page.cards[0].field?.containsFocus == true)

            let restored = try NotesPage(program.restart(presented: true)[0])
            XCTAssertEqual(restored.cards[0].field?.buffer.text, "after")
            try troubled.refuseNothing()
            XCTAssertTrue(try XCTUnwrap(restored.editor()).root.click("Save"))
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
            let newID = try XCTUnwrap(try XCTUnwrap(page.editor()).newID)
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
        let card = page.cards[index]
        let actions = try XCTUnwrap(part("actions", of: card, as: NoteCard.Actions.self))
        actions.delete(card.note.id)
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
            let book = try XCTUnwrap(window.tabController.page as? BookPage)
            let rows = try XCTUnwrap(part("characters", of: book, as: CharacterList.self))
            let character = program.series.characters(in: program.series.books[0].id)[0]
            window.select(.favorites)
            let favorites = try XCTUnwrap(window.tabController.page as? FavoritesPage)
            let list = try XCTUnwrap(part("favorites", of: favorites, as: CharacterList.self))
            window.push(.character(character.id))
            let page = try XCTUnwrap(window.tabController.page as? CharacterPage)
            let head = try XCTUnwrap(part("head", of: page, as: CharacterHead.self))
            let heart = try XCTUnwrap(part("favorite", of: head, as: ToggleButton.self))
            @MainActor func isFavoriteEverywhere(_ expected: Bool) -> Bool {
                let store = part("store", of: rows, as: ListStore<CharacterItem>.self)
                let row = store?.items.first { $0.character.id == character.id }
                return heart.isActive == expected && row?.isFavorite == expected
                    && list.elements.count == (expected ? 1 : 0)
            }

            try troubled.refuse("INSERT", "favorite")
            let hold = HeldLibrary(troubled.library)
            window.window.activateAction("win.toggle-favorite")
            XCTAssertTrue(isFavoriteEverywhere(true))
            hold.release()
            XCTAssertTrue(MainLoop.run { isFavoriteEverywhere(false) })
            let toast = try XCTUnwrap(part("label", of: window.toasts, as: Label.self))
            XCTAssertEqual(
                toast.text,
                "The favorite could not be saved: the library cannot be written"
            )
            try troubled.refuseNothing()
            heart.isActive = true
            XCTAssertTrue(isFavoriteEverywhere(true))
            XCTAssertTrue(
                MainLoop.run { (try? program.library.favorites()) == [character.id] }
            )
            XCTAssertTrue(isFavoriteEverywhere(true))
        }
    }
}
