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

/// Editors over windows: restored with what was typed, saved, given up, and settled with other windows.
final class PartEditorTests: EditorTestCase {
    @MainActor
    private static func type(_ text: String, _ field: FormField, _ editor: PartEditor) throws {
        try XCTUnwrap(editor.fields.first { $0.field == field }, field.rawValue).replaceText(
            with: text
        )
    }

    /// Saves, and waits until the editor is gone.
    @MainActor
    private static func save(_ window: MainWindow, line: UInt = #line) throws {
        try editor(window, line: line).saveNow()
        XCTAssertTrue(MainLoop.run { window.dialogs.all.isEmpty }, "not saved", line: line)
    }

    @MainActor
    private static func restart(_ program: TestProgram) throws -> MainWindow {
        let window = try XCTUnwrap(try program.restart().first)
        for kind in [DialogKind.seriesEditor, .bookEditor, .characterEditor] {
            program.session.registerFactory(forClass: kind.restorationClass) { [weak window] in
                window?.restoreEditor(kind, in: $0)
            }
        }
        program.session.rebuildPresented(in: window.scene)
        return window
    }

    func testASeriesWithABookAndACharacterIsMade() throws {
        try Self.withWindow { program, window in
            window.addSeries()
            try Self.type("Earthsea", .title, Self.editor(window))
            try Self.save(window)
            XCTAssertEqual(window.series.title, "Earthsea")
            let page = window.tabController.page.root
            XCTAssertTrue(MainLoop.run { page.shows("No books yet") })
            XCTAssertEqual(window.shownToast?.text, "“Earthsea” added")

            XCTAssertTrue(window.tabController.page.root.click("Add Book…"))
            try Self.type("A Wizard of Earthsea", .title, Self.editor(window))
            try Self.type("One\nTwo", .chapters, Self.editor(window))
            try Self.save(window)
            let book = try XCTUnwrap(window.series.books.first)
            XCTAssertTrue(window.isShowing(.book(book.id)))
            XCTAssertFalse(window.tabController.page.root.shows("View on Amazon"))

            window.addCharacter(to: window.series.id, in: book.id)
            try Self.type("Ged", .name, Self.editor(window))
            try Self.type("Sparrowhawk", .aliases, Self.editor(window))
            try Self.save(window)
            XCTAssertEqual(window.series.characters(in: book.id).map(\.name), ["Ged"])
            window.show(.character(window.series.allCharacters[0].id))
            let character = window.tabController.page.root
            XCTAssertTrue(MainLoop.run { character.shows("Also Sparrowhawk") })
        }
    }

    func testTypedTextsAreADraftForABackup() throws {
        try Self.withWindow { program, window in
            window.addSeries()
            try Self.type("Earthsea", .title, Self.editor(window))
            let series = try XCTUnwrap(Self.editor(window).backupDraft)
            XCTAssertEqual(series.words, "Title: Earthsea")
            try Self.save(window)

            XCTAssertTrue(MainLoop.run { window.tabController.page.root.click("Add Book…") })
            let editor = try Self.editor(window)
            XCTAssertNil(editor.backupDraft, "nothing was typed")
            try Self.type("A Wizard of Earthsea", .title, editor)
            try Self.type("One\nTwo", .chapters, editor)
            try Self.type("5", .rating, editor)
            let draft = try XCTUnwrap(editor.backupDraft)
            XCTAssertEqual(draft.page, .book(editor.subject.id))
            XCTAssertEqual(draft.words, "Title: A Wizard of Earthsea\nChapters: One\nTwo")
            try Self.save(window)
        }
    }

    func testAnEditorThatIsAskedForWhileAnotherIsBeingSavedOpens() throws {
        try Self.withWindow { program, window in
            let book = program.series.books[0].id
            window.addCharacter(to: window.series.id, in: book)
            try Self.type("Ged", .name, Self.editor(window))
            try Self.editor(window).saveNow()
            // Before the library has answered.
            window.addCharacter(to: window.series.id, in: book)
            XCTAssertEqual(try Self.editorAfterSaving(window).texts[.name], "")
            window.dialogs.all.first?.dismiss()

            // The same of what is edited again.
            window.edit(.book(book))
            try Self.type("Another", .title, Self.editor(window))
            try Self.editor(window).saveNow()
            window.edit(.book(book))
            XCTAssertEqual(try Self.editorAfterSaving(window).texts[.title], "Another")
        }
    }

    /// The editor over a window that stays when the others are saved.
    @MainActor
    private static func editorAfterSaving(_ window: MainWindow) throws -> PartEditor {
        var editors: [PartEditor] = []
        _ = MainLoop.run {
            editors = window.dialogs.all.compactMap { $0.content as? PartEditor }
            return editors.count == 1 && !editors[0].isSaving && editors[0].root.isMapped
        }
        XCTAssertEqual(editors.count, 1)
        return try XCTUnwrap(editors.first)
    }

    func testWhatIsTypedIsBackAfterAKillAndTheLibraryIsAsBefore() throws {
        try Self.withWindow { program, window in
            let book = program.series.books[0]
            window.edit(.book(book.id))
            try Self.type("Half a ti", .title, Self.editor(window))
            // What is emptied does not come back by itself.
            try Self.type("", .author, Self.editor(window))
            try XCTUnwrap(Self.editor(window).focusable.first { $0.name == "year" }).widget
                .grabFocus()
            MainLoop.drain()

            let again = try Self.restart(program)
            let editor = try Self.editor(again)
            XCTAssertEqual(editor.texts[.title], "Half a ti")
            XCTAssertEqual(editor.texts[.author], "")
            XCTAssertEqual(editor.texts[.overview], book.overview)
            let year = try XCTUnwrap(editor.focusable.first { $0.name == "year" }).widget
            XCTAssertTrue(MainLoop.run { year.containsFocus })
            XCTAssertEqual(program.series.books[0], book)
            let title = try XCTUnwrap(editor.fields.compactMap { $0 as? LineField }.first)
            title.entry.content.undo()
            title.entry.content.undo()
            XCTAssertEqual(title.text, book.title)
        }
    }

    func testARelationIsBackAfterAKill() throws {
        try Self.withWindow { program, window in
            let (one, other) = (program.series.allCharacters[0], program.series.allCharacters[3])
            window.edit(.character(one.id))
            let line = RelationLine(id: UUID(), other: other.id, word: "half a wo")
            try Self.type(line.stored, .relations, Self.editor(window))
            let editor = try Self.editor(Self.restart(program))
            XCTAssertEqual(RelationLine.lines(editor.texts[.relations]), [line])
            XCTAssertTrue(editor.root.shows(other.name))
        }
    }

    func testWhatIsSaidOfABookIsBackAfterAKillAndSaved() throws {
        try Self.withWindow { program, window in
            let book = program.series.books[0]
            window.edit(.book(book.id))
            let typed: [(FormField, String)] = [
                (.language, "de"), (.status, "stopped"), (.rating, "7"), (.shelves, "sea\nsalt"),
                (.readings, "2019-05-17\t2019-06\n\t2021"),
            ]
            for (field, text) in typed { try Self.type(text, field, Self.editor(window)) }
            let again = try Self.restart(program)
            let editor = try Self.editor(again)
            for (field, text) in typed { XCTAssertEqual(editor.texts[field], text) }
            XCTAssertTrue(editor.root.shows("German"))
            XCTAssertTrue(editor.root.shows("3½ of 5 stars"))
            XCTAssertEqual(program.series.books[0], book, "the library has nothing of it yet")
            try Self.save(again)
            let saved = try XCTUnwrap(program.library.series().book(book.id))
            XCTAssertEqual(saved.readingStatus, .stopped)
            XCTAssertEqual(saved.rating, 7)
            XCTAssertEqual(saved.readings.count, 2)
            XCTAssertEqual(saved.shelves, ["sea", "salt"])
        }
    }

    func testWhatIsEmptiedOfABookStaysSo() throws {
        try Self.withWindow { program, window in
            let book = program.series.books[0]
            var said = book
            (said.language, said.readingStatus, said.rating) = ("de", .stopped, 7)
            (said.readings, said.shelves) = ([ReadingDates(finishedOn: "2021")], ["sea"])
            try program.library.save(said)
            XCTAssertTrue(MainLoop.run { program.series.books[0] == said })
            window.edit(.book(book.id))
            for field in [FormField.language, .status, .rating, .readings, .shelves] {
                try Self.type("", field, Self.editor(window))
            }
            try Self.save(window)
            let bare = try XCTUnwrap(program.library.series().book(book.id))
            (said.language, said.readingStatus, said.rating) = (nil, nil, nil)
            (said.readings, said.shelves) = ([], [])
            XCTAssertEqual(bare, said)
        }
    }

    func testStarsAreGivenByHalvesWithKeysAndPresses() throws {
        try Self.withWindow { program, window in
            window.edit(.book(program.series.books[0].id))
            let editor = try Self.editor(window)
            let stars = try XCTUnwrap(editor.fields.compactMap { $0 as? StarsField }.first)
            @MainActor func star(_ number: Int) -> Widget { stars.focusable[number - 1].widget }
            XCTAssertTrue(stars.root.shows("No rating"))
            XCTAssertFalse(stars.root.click("Remove Rating"), "there is nothing to remove")
            for (number, rating) in [(4, "8"), (4, "7"), (4, "8"), (1, "2"), (1, "1"), (5, "10")] {
                star(number).press()
                XCTAssertEqual(stars.text, rating)
            }
            star(1).grabFocus()
            for (key, rating) in [
                ("Right", "10"), ("Left", "9"), ("Left", "8"), ("Right", "9"), ("Delete", ""),
                ("Left", ""), ("Right", "1"), ("Left", ""), ("Right", "1"),
            ] {
                XCTAssertTrue(stars.handle(Key(key), []), key)
                XCTAssertEqual(stars.text, rating, key)
            }
            XCTAssertTrue(stars.root.click("Remove Rating"))
            XCTAssertEqual(stars.text, "")
        }
    }

    func testADateThatIsNoneIsNamedWithItsField() throws {
        try Self.withWindow { program, window in
            window.edit(.book(program.series.books[0].id))
            let editor = try Self.editor(window)
            XCTAssertTrue(editor.root.click("Add Dates"))
            let readings = try XCTUnwrap(editor.fields.compactMap { $0 as? ReadingsField }.first)
            XCTAssertEqual(readings.text, "", "an empty line is none")
            try Self.type("2019\tlast summer", .readings, editor)
            editor.saveNow()
            let problem = try XCTUnwrap(readings.problem)
            XCTAssertTrue(problem.hasPrefix("Finished on: “last summer” isn’t a date."), problem)
            XCTAssertTrue(editor.root.shows(problem))
            let finished = readings.focusable[1].widget
            XCTAssertTrue(MainLoop.run { finished.containsFocus }, "where it is wrong")
            XCTAssertEqual(window.dialogs.all.count, 1)
            XCTAssertEqual(readings.text, "2019\tlast summer")
            XCTAssertTrue(readings.root.click("Remove Dates"))
            XCTAssertNil(readings.problem)
            XCTAssertFalse(editor.root.shows(problem))
            try Self.save(window)
        }
    }

    func testABookIsNotFinishedBeforeItIsBegun() throws {
        try Self.withWindow { program, window in
            window.edit(.book(program.series.books[0].id))
            let editor = try Self.editor(window)
            let readings = try XCTUnwrap(editor.fields.compactMap { $0 as? ReadingsField }.first)
            for line in ["2024-05-17\t2024", "2024\t2024-02", "2024-05-17\t2024-05-17", "\t2019"] {
                try Self.type(line, .readings, editor)
                XCTAssertNil(readings.problem, line)
            }
            for line in ["2024-05-17\t2024-05-16", "2024-05-17\t2024-04", "2024\t2023-12-31"] {
                try Self.type("2020\t2021\n" + line, .readings, editor)
                XCTAssertNotNil(readings.problem, line)
            }
            try Self.type("2020\t2021\n2024-05-17\t2023", .readings, editor)
            editor.saveNow()
            let problem = "“Finished on” is earlier than “Begun on”. Change one of the dates."
            XCTAssertTrue(editor.root.shows(problem))
            let finished = readings.focusable[3].widget
            XCTAssertTrue(MainLoop.run { finished.containsFocus }, "where it is wrong")
            MainLoop.drain()

            let again = try Self.restart(program)
            XCTAssertEqual(
                try Self.editor(again).texts[.readings],
                "2020\t2021\n2024-05-17\t2023"
            )
            try Self.type("2023\t2024-05-17", .readings, Self.editor(again))
            try Self.save(again)
            let book = try XCTUnwrap(program.library.series().books.first)
            XCTAssertEqual(
                book.readings,
                [ReadingDates(startedOn: "2023", finishedOn: "2024-05-17")]
            )
        }
    }

    func testALanguageWithoutANameStaysAndCanBeChosen() throws {
        try Self.withWindow { program, window in
            var book = program.series.books[0]
            book.language = "gsw"
            try program.library.save(book)
            XCTAssertTrue(MainLoop.run { program.series.books[0].language == "gsw" })
            window.edit(.book(book.id))
            XCTAssertTrue(try Self.editor(window).root.shows("gsw"))
            try Self.type("Another title", .title, Self.editor(window))
            try Self.save(window)
            XCTAssertEqual(try program.library.series().books[0].language, "gsw")

            // One that is known to the form alone is shown after a restart.
            window.edit(.book(book.id))
            try Self.type("tlh", .language, Self.editor(window))
            let again = try Self.restart(program)
            XCTAssertTrue(try Self.editor(again).root.shows("Language “tlh”"))
            try Self.save(again)
            XCTAssertEqual(try program.library.series().books[0].language, "tlh")
        }
    }

    func testAChosenPictureIsBackAfterAKillAndSaved() throws {
        try Self.withWindow { program, window in
            let id = UUID().canonicalString
            window.addBook(to: program.series.id)
            try Self.type("Pictured", .title, Self.editor(window))
            try Self.type(id, .cover, Self.editor(window))
            let again = try Self.restart(program)
            XCTAssertEqual(try Self.editor(again).texts[.cover], id)
            try Self.save(again)
            let book = try XCTUnwrap(program.library.series().books.last)
            XCTAssertEqual(book.title, "Pictured")
            XCTAssertEqual(book.coverID?.canonicalString, id)
        }
    }

    func testOneThatWasSavedIsNotMadeAgainAfterAKill() throws {
        try Self.withWindow { program, window in
            window.addBook(to: program.series.id)
            let editor = try Self.editor(window)
            try Self.type("New", .title, editor)
            _ = try PartForm.save(
                editor.texts,
                base: FormTexts(),
                as: editor.subject,
                bringsBack: false,
                to: program.library
            )
            let id = editor.subject.id
            XCTAssertTrue(MainLoop.run { program.context.series.book(id) != nil })
            let again = try Self.restart(program)
            MainLoop.drain()
            XCTAssertEqual(again.dialogs.all.count, 0)
            XCTAssertFalse(again.scene.storedKeys().contains { $0.contains("dialog:") })
        }
    }

    func testWhatIsWrongIsNamedAtItsField() throws {
        try Self.withWindow { program, window in
            window.edit(.book(program.series.books[0].id))
            let editor = try Self.editor(window)
            try Self.type("ftp://example.org", .link, editor)
            try Self.type(" ", .title, editor)
            editor.saveNow()
            XCTAssertTrue(editor.root.shows("Enter a title."))
            XCTAssertTrue(editor.root.shows("A link begins with https:// or http://."))
            XCTAssertTrue(MainLoop.run { editor.focusable[0].widget.containsFocus })
            try Self.type("Title", .title, editor)
            XCTAssertFalse(editor.root.shows("Enter a title."))
            XCTAssertEqual(editor.texts[.link], "ftp://example.org")
        }
    }

    func testWhatWasGivenUpIsBackWithUndo() throws {
        try Self.withWindow { program, window in
            let book = program.series.books[0]
            window.edit(.book(book.id))
            try Self.type("Given up", .title, Self.editor(window))
            window.dialogs.all.first?.dismiss()
            XCTAssertEqual(window.shownToast?.text, "“Given up” was not saved")
            XCTAssertTrue(window.toasts.performAction())
            XCTAssertEqual(try Self.editor(window).texts[.title], "Given up")
            window.dialogs.all.first?.dismiss()
            window.toasts.hide()

            window.edit(.book(book.id))
            _ = try Self.editor(window)
            window.dialogs.all.first?.dismiss()
            XCTAssertNil(window.shownToast, "nothing was typed")
            XCTAssertFalse(window.scene.storedKeys().contains { $0.contains("dialog:") })
        }
    }

    func testTheSecondOfTwoWindowsSeesBothVersionsFieldByField() throws {
        try Self.withWindow { program, first in
            let second = program.openWindow(width: 900, height: 700)
            let book = program.series.books[0]
            for window in [first, second] { window.edit(.book(book.id)) }
            try Self.type("Their title", .title, Self.editor(first))
            try Self.type("Their tagline", .tagline, Self.editor(first))
            try Self.type("Their author", .author, Self.editor(first))
            let editor = try Self.editor(second)
            try Self.type("My title", .title, editor)
            try Self.type("My tagline", .tagline, editor)
            try Self.type("1999", .year, editor)
            try Self.save(first)

            editor.saveNow()
            XCTAssertTrue(MainLoop.run { !editor.conflicts.isEmpty })
            XCTAssertEqual(editor.conflicts, [.title: "Their title", .tagline: "Their tagline"])
            XCTAssertEqual(editor.texts[.author], "Their author", "merged without a word")
            XCTAssertEqual(editor.texts[.title], "My title")
            editor.saveNow()
            XCTAssertEqual(second.dialogs.all.count, 1, "somebody has to choose")
            let fields = editor.fields
            try XCTUnwrap(fields.first { $0.field == .title }).frame.conflict.mine.click()
            try XCTUnwrap(fields.first { $0.field == .tagline }).frame.conflict.theirs.click()
            try Self.save(second)
            let saved = try XCTUnwrap(program.library.series().book(book.id))
            XCTAssertEqual(saved.title, "My title")
            XCTAssertEqual(saved.tagline, "Their tagline")
            XCTAssertEqual(saved.author, "Their author")
            XCTAssertEqual(saved.published?.year, 1999)
            XCTAssertTrue(MainLoop.run { first.window.title == "My title" }, "live in all windows")
        }
    }

    func testDeletingABookShowsAnotherPageAndUndoComesBackToIt() throws {
        try Self.withWindow { program, window in
            let book = program.series.books[1]
            window.select(.book(book.id), animated: false)
            window.delete(.book(book.id))
            XCTAssertTrue(MainLoop.run { window.shownToast != nil })
            XCTAssertEqual(window.shownToast?.text, "“\(book.title)” deleted")
            XCTAssertNil(try program.library.series().book(book.id))
            XCTAssertTrue(MainLoop.run { !window.isShowing(.book(book.id)) })
            window.toasts.performAction()
            XCTAssertTrue(MainLoop.run { window.isShowing(.book(book.id)) })
        }
    }

    func testCharactersAreMovedByKeyboardAndBack() throws {
        try Self.withWindow { program, window in
            let book = program.series.books[0]
            let before = program.series.characters(in: book.id).map(\.id)
            window.move(character: before[0], before: before[2])
            let moved = [before[1], before[0]] + before.dropFirst(2)
            XCTAssertTrue(
                MainLoop.run { program.series.characters(in: book.id).map(\.id) == moved }
            )
            XCTAssertEqual(window.shownToast?.text, "Order changed")
            window.toasts.performAction()
            XCTAssertTrue(
                MainLoop.run { program.series.characters(in: book.id).map(\.id) == before }
            )
        }
    }

    func testAWindowWithEditorsLeavesNothing() throws {
        try Self.withWindow { program, _ in
            for isDismissed in [false, true] {
                let watch = LeakWatch()
                try Self.useEditors(program, watch, isDismissed)
                watch.assertGone()
            }
        }
    }

    @MainActor
    private static func useEditors(
        _ program: TestProgram,
        _ watch: LeakWatch,
        _ isDismissed: Bool
    ) throws {
        let window = program.openWindow(width: 800)
        watch.watch(window)
        window.edit(.series(program.series.id))
        window.edit(.book(program.series.books[0].id))
        window.edit(.character(program.series.allCharacters[1].id))
        XCTAssertEqual(window.dialogs.all.count, 3)
        for dialog in window.dialogs.all {
            XCTAssertTrue(MainLoop.run { dialog.window.isMapped })
            watch.watch(dialog)
        }
        MainLoop.drain()
        if isDismissed { for dialog in window.dialogs.all { dialog.dismiss() } }
        program.close(window)
    }
}
