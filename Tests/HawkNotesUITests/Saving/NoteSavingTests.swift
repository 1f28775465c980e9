import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// The parts of a page with notes, for tests of what becomes of them.
@MainActor
struct NotesPage {
    let window: MainWindow
    let section: NotesSection
    let composer: Composer

    init(_ window: MainWindow) throws {
        self.window = window
        section = try XCTUnwrap(window.tabController.page.notes)
        composer = section.composer
    }

    var cards: [NoteCard] { section.cards }
    var texts: [String] { cards.map(\.note.text) }
    var isAllSaved: Bool { cards.allSatisfy { $0.note.progress == .saved } }
    var toast: String? { window.shownToast?.text }

    func save(_ text: String) {
        composer.field.buffer.text = text
        composer.saveNote()
    }

    /// What a card says went wrong; empty when it says nothing.
    func problem(_ index: Int = 0) -> String {
        cards[index].root.all("problem-line").flatMap(\.texts).joined(separator: "\n")
    }
}

/// Runs a test's body with a program whose library can be held up and made to refuse.
func withTroubledProgram(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @MainActor (TestProgram, TroubledLibrary) throws -> Void
) throws {
    try MainActor.assumeIsolated {
        let troubled = try TroubledLibrary()
        let program = try TestProgram(library: troubled.library)
        defer {
            program.finish(file: file, line: line)
            troubled.close()
        }
        try body(program, troubled)
    }
}

/// Counts how often the rows of a page are read, and how often they change.
@MainActor
private final class RowsCounter {
    private(set) var readings = 0
    private(set) var changes = 0

    init(_ rows: NoteRows) {
        let (onRead, onChange) = (rows.onRead, rows.onChange)
        rows.onRead = { [weak self] in
            self?.readings += 1
            onRead()
        }
        rows.onChange = { [weak self] in
            self?.changes += 1
            onChange($0)
        }
    }
}

final class NoteSavingTests: DisplayTestCase {
    func testTheComposerIsEmptyAndTakesKeysWhileTheDiskIsSlow() throws {
        try withTroubledProgram { program, troubled in
            let page = try NotesPage(program.openWindow(presented: true))
            let hold = HeldLibrary(troubled.library)
            page.save("held up")
            XCTAssertEqual(page.composer.field.buffer.text, "")
            XCTAssertTrue(page.composer.field.containsFocus)
            XCTAssertEqual(page.texts, ["held up"])
            XCTAssertFalse(page.isAllSaved)
            page.composer.field.buffer.text = "typed on"
            page.window.select(.favorites)
            page.window.select(.book(program.series.books[0].id))
            let card = page.cards[0]
            XCTAssertTrue(MainLoop.run { card.root.shows("Saving…") })
            XCTAssertEqual(try program.library.allNotes(), [])

            hold.release()
            XCTAssertTrue(MainLoop.run { page.isAllSaved })
            XCTAssertEqual(page.texts, ["held up"])
            XCTAssertTrue(page.cards[0] === card, "the card is the same one")
            XCTAssertTrue(card.root.shows("Just now"))
            XCTAssertEqual(page.composer.field.buffer.text, "typed on")
            XCTAssertEqual(try program.library.allNotes().map(\.text), ["held up"])
            XCTAssertEqual(
                page.window.scene.storedKeys().filter { $0.contains("pending:") },
                []
            )
        }
    }

    func testASavedNoteIsReadOnceInEveryWindowAndChangesTheRowsOnce() throws {
        try withTroubledProgram { program, troubled in
            let (mine, other) = (program.openWindow(), program.openWindow())
            let pages = try [mine, other].map { try NotesPage($0) }
            let hold = HeldLibrary(troubled.library)
            pages[0].save("once")
            let counters = pages.map { RowsCounter($0.section.notes) }
            hold.release()
            XCTAssertTrue(
                MainLoop.run { pages.allSatisfy { $0.texts == ["once"] && $0.isAllSaved } }
            )
            XCTAssertTrue(MainLoop.run { counters.allSatisfy { $0.readings > 0 } })
            // A second reading would have begun by the time that a later note has come.
            try program.library.addNote("later", on: .book(program.series.books[0].id))
            XCTAssertTrue(MainLoop.run { pages.allSatisfy { $0.texts == ["once", "later"] } })
            XCTAssertEqual(counters.map(\.readings), [2, 2])
            XCTAssertEqual(counters.map(\.changes), [2, 2])
        }
    }

    func testAKillBeforeTheCommitGivesTheNoteOnceAlsoOnAPageThatIsNotShown() throws {
        for ending in [RestorationTester.Ending.kill, .quit] {
            try withTroubledProgram { program, troubled in
                let window = program.openWindow()
                window.select(.book(program.series.books[1].id))
                let hold = HeldLibrary(troubled.library)
                try NotesPage(window).save("of the second book")
                window.select(.book(program.series.books[0].id))
                try NotesPage(window).save("of the first book")
                defer { hold.release() }

                let restored = try program.restart(after: ending, library: troubled.reopen())[0]
                let page = try NotesPage(restored)
                XCTAssertEqual(page.texts, ["of the first book"])
                XCTAssertEqual(page.composer.field.buffer.text, "")
                XCTAssertTrue(MainLoop.run { (try? program.library.allNotes().count) == 2 })
                XCTAssertTrue(MainLoop.run { page.isAllSaved })
                XCTAssertEqual(
                    Set(try program.library.allNotes().map(\.text)),
                    ["of the first book", "of the second book"]
                )
                let again = try NotesPage(program.restart()[0])
                XCTAssertEqual(again.texts, ["of the first book"])
                XCTAssertEqual(try program.library.allNotes().count, 2)
            }
        }
    }

    func testAKillAfterTheCommitAndBeforeTheStateIsWrittenGivesTheNoteOnce() throws {
        for (typedLate, expectedDraft) in [("", ""), (", and more", "")] {
            try withTroubledProgram { program, troubled in
                let page = try NotesPage(program.openWindow())
                page.composer.field.buffer.text = "typed early"
                program.session.flush()
                page.composer.field.buffer.text += typedLate
                page.composer.saveNote()
                XCTAssertTrue(MainLoop.run { (try? program.library.allNotes().count) == 1 })

                let restored = try NotesPage(program.restart(after: .killAtOnce)[0])
                XCTAssertEqual(restored.texts, ["typed early" + typedLate])
                XCTAssertEqual(restored.composer.field.buffer.text, expectedDraft)
                XCTAssertTrue(restored.isAllSaved)
            }
        }
    }

    func testADraftThatIsNotInTheNoteIsKeptAndBecomesANoteOfItsOwn() throws {
        try withTroubledProgram { program, troubled in
            let page = try NotesPage(program.openWindow())
            page.composer.field.buffer.text = "all of it"
            program.session.flush()
            page.composer.field.buffer.text = "half"
            page.composer.saveNote()
            XCTAssertTrue(MainLoop.run { (try? program.library.allNotes().count) == 1 })
            let restored = try NotesPage(program.restart(after: .killAtOnce)[0])
            XCTAssertEqual(restored.composer.field.buffer.text, "all of it")
            restored.composer.saveNote()
            XCTAssertTrue(
                MainLoop.run {
                    (try? program.library.allNotes().map(\.text)) == ["half", "all of it"]
                }
            )
        }
    }

    func testAnEqualDraftThatIsBegunAfterSavingIsKept() throws {
        try withTroubledProgram { program, troubled in
            let page = try NotesPage(program.openWindow())
            let hold = HeldLibrary(troubled.library)
            page.save("twice the same")
            page.composer.field.buffer.text = "twice the same"
            defer { hold.release() }
            let restored = try NotesPage(program.restart(library: troubled.reopen())[0])
            XCTAssertEqual(restored.composer.field.buffer.text, "twice the same")
            XCTAssertTrue(MainLoop.run { restored.isAllSaved })
            XCTAssertEqual(restored.texts, ["twice the same"])
        }
    }

    func testAFailureIsSaidAndTriedAgain() throws {
        try withTroubledProgram { program, troubled in
            let page = try NotesPage(program.openWindow(presented: true))
            try troubled.refuse("INSERT", "note", when: "NEW.text = 'refused'")
            page.save("refused")
            XCTAssertTrue(MainLoop.run { !page.problem().isEmpty })
            XCTAssertEqual(page.problem(), "Not saved yet: the library cannot be written")
            page.save("saved all the same")
            XCTAssertTrue(MainLoop.run { page.texts == ["saved all the same", "refused"] })
            XCTAssertEqual(page.cards.map { $0.note.progress == .saved }, [true, false])
            XCTAssertEqual(page.section.elements.count, 2)

            try troubled.refuseNothing()
            XCTAssertTrue(page.cards[1].root.click("Try Again"))
            XCTAssertTrue(MainLoop.run { page.isAllSaved })
            XCTAssertEqual(page.texts, ["saved all the same", "refused"])
            XCTAssertEqual(page.problem(1), "")
            XCTAssertFalse(page.cards[1].root.click("Try Again"), "the buttons are gone")
        }
    }

    func testTheTextOfANoteThatCannotBeSavedGoesBackToTheDraft() throws {
        for (draft, expected) in [
            ("", "refused"), (" \n", "refused"), ("typed on", "typed on\n\nrefused"),
        ] {
            try withTroubledProgram { program, troubled in
                let page = try NotesPage(program.openWindow(presented: true))
                try troubled.refuse("INSERT", "note")
                page.save("refused")
                page.composer.field.buffer.text = draft
                XCTAssertTrue(MainLoop.run { !page.problem().isEmpty })
                XCTAssertTrue(page.cards[0].root.click("Back to Draft"))
                XCTAssertEqual(page.composer.field.buffer.text, expected)
                XCTAssertTrue(page.composer.field.containsFocus)
                XCTAssertEqual(page.texts, [])
                try troubled.refuseNothing()
                let restored = try NotesPage(program.restart()[0])
                XCTAssertEqual(restored.composer.field.buffer.text, expected)
                restored.composer.saveNote()
                XCTAssertTrue(
                    MainLoop.run {
                        (try? program.library.allNotes().map(\.text)) == [expected]
                    }
                )
            }
        }
    }

    func testAFailureOnAPageThatIsNotShownIsSaidInTheWindow() throws {
        try withTroubledProgram { program, troubled in
            let page = try NotesPage(program.openWindow())
            try troubled.refuse("INSERT", "note")
            page.save("refused")
            page.window.select(.favorites)
            XCTAssertTrue(MainLoop.run { page.toast?.contains("not saved yet") == true })
        }
    }

    func testANoteOfAClosedWindowIsSavedAndStaysDeletedWhenTheWindowComesBack() throws {
        try withTroubledProgram { program, troubled in
            let first = program.openWindow(presented: true)
            let second = program.openWindow(presented: true)
            let hold = HeldLibrary(troubled.library)
            try NotesPage(second).save("from the closed window")
            program.close(second)
            XCTAssertEqual(program.windows.count, 1)
            let page = try NotesPage(first)
            XCTAssertEqual(page.texts, ["from the closed window"])
            hold.release()
            XCTAssertTrue(MainLoop.run { page.isAllSaved })
            try program.library.deleteNote(XCTUnwrap(page.cards.first).note.id)
            XCTAssertTrue(MainLoop.run { page.texts.isEmpty })

            try program.restart()
            let scene = try XCTUnwrap(program.session.reopenAndWait())
            let reopened = try NotesPage(program.openWindow(scene))
            XCTAssertEqual(reopened.texts, [])
            var isDone = false
            program.library.perform { _ in
            } completion: { _ in
                isDone = true
            }
            XCTAssertTrue(MainLoop.run { isDone })
            XCTAssertEqual(try program.library.allNotes(), [])
        }
    }

    func testAPrivateWindowSavesAndKeepsNothingOfIt() throws {
        try withTroubledProgram { program, troubled in
            let scene = program.session.makeScene(isPrivate: true)
            let page = try NotesPage(program.openWindow(scene))
            let hold = HeldLibrary(troubled.library)
            page.save("for nobody's eyes")
            XCTAssertEqual(page.texts, ["for nobody's eyes"])
            program.session.flush()
            let files = program.tester.files.files.values
            XCTAssertFalse(
                files.contains { String(decoding: $0, as: UTF8.self).contains("nobody") }
            )
            hold.release()
            XCTAssertTrue(MainLoop.run { page.isAllSaved })
            XCTAssertEqual(try program.library.allNotes().map(\.text), ["for nobody's eyes"])
        }
    }

    func testAWindowThatIsClosedWhileItsNoteIsHeldUpGoesWhole() throws {
        try withTroubledProgram { program, troubled in
            _ = program.openWindow()
            let hold = HeldLibrary(troubled.library)
            let watch = LeakWatch()
            try Self.saveAndClose(program, watch)
            watch.assertGone()
            hold.release()
            XCTAssertTrue(MainLoop.run { (try? program.library.allNotes().count) == 1 })
        }
    }

    @MainActor
    private static func saveAndClose(_ program: TestProgram, _ watch: LeakWatch) throws {
        let window = program.openWindow(presented: true)
        try NotesPage(window).save("held up")
        watch.watch(window)
        program.close(window)
    }
}
