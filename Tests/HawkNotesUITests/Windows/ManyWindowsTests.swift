import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

final class ManyWindowsTests: DisplayTestCase {
    @MainActor
    private static func composer(_ window: MainWindow) throws -> Composer {
        try XCTUnwrap(window.tabController.page.notes?.composer)
    }

    @MainActor
    private static func texts(_ window: MainWindow) -> [String]? {
        window.tabController.page.notes?.cards.map(\.note.text)
    }

    func testANoteIsSeenInEveryWindowAndDraftsInTheirOwn() throws {
        try withProgram { program in
            let windows = [program.openWindow(), program.openWindow()]
            let composers = try windows.map(Self.composer)
            composers[0].field.buffer.text = "saved in one"
            composers[1].field.buffer.text = "a draft in the other"
            composers[0].saveNote()
            XCTAssertTrue(
                MainLoop.run { windows.allSatisfy { Self.texts($0) == ["saved in one"] } }
            )
            XCTAssertEqual(composers[0].field.buffer.text, "")
            XCTAssertEqual(composers[1].field.buffer.text, "a draft in the other")

            let note = try program.library.notes(on: .book(program.series.books[0].id))[0]
            try program.library.updateNote(note.id, text: "changed")
            XCTAssertTrue(MainLoop.run { windows.allSatisfy { Self.texts($0) == ["changed"] } })
            try program.library.deleteNote(note.id)
            XCTAssertTrue(MainLoop.run { windows.allSatisfy { Self.texts($0) == [] } })
            // As it was when it was deleted, and not as somebody has read it before.
            try program.library.restoreNote(note)
            XCTAssertTrue(MainLoop.run { windows.allSatisfy { Self.texts($0) == ["changed"] } })
        }
    }

    func testAHeartIsSeenInEveryWindow() throws {
        try withProgram { program in
            let character = program.series.allCharacters[0]
            let windows = [program.openWindow(), program.openWindow()]
            for window in windows { window.push(.character(character.id)) }
            let hearts = try windows.map { window in
                try window.tabController.page.root.first("heart-pill")
            }
            let favorites = program.openWindow()
            favorites.select(.favorites)
            let favoritesPage = try XCTUnwrap(favorites.tabController.page as? FavoritesPage)
            let (page, list) = (favoritesPage.root, favoritesPage.favorites)
            XCTAssertTrue(MainLoop.run { page.shows("No favorites yet") })

            hearts[0].press()
            XCTAssertTrue(hearts[0].isOn)
            XCTAssertTrue(
                MainLoop.run { hearts[1].isOn && list.elements.count == 1 }
            )
            XCTAssertTrue(MainLoop.run { (try? program.library.favorites()) == [character.id] })
            XCTAssertFalse(page.shows("No favorites yet"))

            hearts[1].press()
            XCTAssertTrue(
                MainLoop.run { !hearts[0].isOn && list.elements.isEmpty }
            )
            XCTAssertTrue(page.shows("No favorites yet"))
            XCTAssertTrue(MainLoop.run { (try? program.library.favorites()) == [] })
        }
    }

    func testSavingIsOfferedWhenThereIsSomethingToSave() throws {
        try withProgram { program in
            let composer = try Self.composer(program.openWindow())
            let button = composer.saveButton
            let expected = [
                ("", false), (" ", false), ("\n\t \n", false), ("\u{00a0}", false), ("a", true),
                (" \n b", true), ("🦅", true), ("", false),
            ]
            for (text, canSave) in expected {
                composer.field.buffer.text = text
                XCTAssertEqual(composer.canSave, canSave, "“\(text)”")
                XCTAssertEqual(button.isSensitive, canSave, "“\(text)”")
                if !canSave { composer.saveNote() }
            }
            XCTAssertEqual(try program.library.allNotes(), [])
            XCTAssertEqual(composer.field.buffer.text, "")
        }
    }

    func testANoteThatCannotBeSavedIsKeptAndTheReasonIsSaid() throws {
        try withProgram { program in
            let window = program.openWindow()
            let composer = try Self.composer(window)
            composer.field.buffer.text = "not to be lost"
            try program.library.close()
            composer.saveNote()
            XCTAssertEqual(Self.texts(window), ["not to be lost"])
            let notes = try XCTUnwrap(window.tabController.page.notes)
            let card = try XCTUnwrap(notes.cards.first)
            let line = try card.root.first("problem-line")
            XCTAssertTrue(
                MainLoop.run { line.texts.contains { $0.contains("Not saved yet") } }
            )
            XCTAssertEqual(Self.texts(window), ["not to be lost"])
        }
    }

    func testTheButtonSavesAndTheMarkSaysThatADraftIsKept() throws {
        try withProgram { program in
            let window = program.openWindow()
            let composer = try Self.composer(window)
            composer.field.buffer.text = "text"
            let mark = composer.keptMark
            XCTAssertEqual(gtk_widget_get_opacity(mark.widget), 0)
            program.tester.clock.advance(by: .milliseconds(100))
            program.session.waitForWriter()
            XCTAssertTrue(MainLoop.run { gtk_widget_get_opacity(mark.widget) == 1 })
            composer.saveButton.click()
            XCTAssertTrue(
                MainLoop.run { (try? program.library.allNotes().map(\.text)) == ["text"] }
            )
            XCTAssertEqual(gtk_widget_get_opacity(mark.widget), 0)
        }
    }

    func testTheMarkOfAKeptDraftGoesOnlyWhenTheDraftDoesNotReachTheDisk() throws {
        try withProgram { program in
            let composer = try Self.composer(program.openWindow())
            let mark = composer.keptMark
            @MainActor func persist() {
                program.tester.clock.advance(by: .milliseconds(100))
                program.session.waitForWriter()
            }
            composer.field.buffer.text = "text"
            persist()
            XCTAssertTrue(MainLoop.run { gtk_widget_get_opacity(mark.widget) == 1 })
            for key in ["a", "b", "c"] {
                let end = composer.field.buffer.count
                composer.field.buffer.apply(.init(offset: end, removed: "", inserted: key))
                XCTAssertEqual(gtk_widget_get_opacity(mark.widget), 1)
            }
            // Nothing is written as long as the clock stands.
            XCTAssertTrue(MainLoop.run { gtk_widget_get_opacity(mark.widget) == 0 })
            persist()
            XCTAssertTrue(MainLoop.run { gtk_widget_get_opacity(mark.widget) == 1 })
        }
    }

    func testUndoBringsBackEveryNoteThatWasDeletedOneAfterAnother() throws {
        try withProgram { program in
            let book = NoteSubject.book(program.series.books[0].id)
            for text in ["one", "two", "three"] { try program.library.addNote(text, on: book) }
            let window = program.openWindow(presented: true)
            XCTAssertEqual(Self.texts(window), ["one", "two", "three"])
            for remaining in [["one", "two"], ["two"]] {
                let notes = try XCTUnwrap(window.tabController.page.notes)
                let card = try XCTUnwrap(
                    notes.cards.first { !remaining.contains($0.note.text) }
                )
                XCTAssertTrue(card.root.click("Delete Note"))
                XCTAssertTrue(MainLoop.run { Self.texts(window) == remaining })
            }
            XCTAssertTrue(window.toasts.root.click("Undo"))
            XCTAssertTrue(MainLoop.run { Self.texts(window) == ["one", "two", "three"] })
            XCTAssertTrue(
                MainLoop.run {
                    (try? program.library.notes(on: book).map(\.text)) == ["one", "two", "three"]
                }
            )
        }
    }

    func testAClosedWindowIsNoLongerToldOfChanges() throws {
        try withProgram { program in
            _ = program.openWindow()
            let window = program.openWindow()
            let notes = try XCTUnwrap(window.tabController.page.notes)
            program.close(window)
            XCTAssertEqual(program.windows.count, 1)
            try program.library.addNote("text", on: .book(program.series.books[0].id))
            MainLoop.drain()
            XCTAssertEqual(notes.elements.count, 0)
        }
    }
}
