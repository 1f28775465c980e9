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

/// What was deleted is there, comes back in one piece, and goes for good in two steps.
final class TrashDialogTests: DisplayTestCase {
    private static func withWindow(
        notes count: Int = 3,
        _ body: @MainActor (TestProgram, MainWindow) throws -> Void
    ) throws {
        try withProgram { program in
            program.makeDialog = { [unowned program] kind, scope in
                guard kind == .trash, let window = program.windows.last else { return nil }
                return TrashDialog(days: 30, in: scope, over: window)
            }
            let book = NoteSubject.book(program.series.books[0].id)
            let ids = try (0..<count).map {
                try program.library.addNote("note \($0)", on: book).id
            }
            try program.library.deleteNotes(ids)
            try body(program, program.openWindow(width: 800, height: 700))
        }
    }

    @MainActor
    private static func open(_ window: MainWindow) throws -> TrashDialog {
        window.dialogs.show(.trash)
        return try shown(window)
    }

    @MainActor
    private static func shown(_ window: MainWindow) throws -> TrashDialog {
        let dialog = try XCTUnwrap(window.dialogs.dialog(.trash))
        let content = try XCTUnwrap(dialog.content as? TrashDialog)
        XCTAssertTrue(MainLoop.run { content.root.isMapped && content.rows.isLoaded })
        MainLoop.drain()
        return content
    }

    /// Begins the next run, and rebuilds what was open over its window.
    @MainActor
    private static func restart(_ program: TestProgram) throws -> MainWindow {
        let window = try XCTUnwrap(try program.restart().first)
        program.session.registerFactory(forClass: DialogKind.trash.restorationClass) {
            [weak window] scope in window?.dialogs.restore(.trash, in: scope)
        }
        program.session.rebuildPresented(in: window.scene)
        return window
    }

    @MainActor
    private static func texts(_ program: TestProgram) throws -> Set<String> {
        Set(try program.library.allNotes().map(\.text))
    }

    func testANoteIsRestoredAndShown() throws {
        try Self.withWindow(notes: 1) { program, window in
            let series = program.series
            window.show(.character(series.allCharacters[0].id))
            let dialog = try Self.open(window)
            XCTAssertTrue(MainLoop.run { dialog.root.shows("note 0") })
            XCTAssertTrue(
                dialog.root.shows("Note on \(series.books[0].title), \(series.title)")
            )
            XCTAssertTrue(MainLoop.run { dialog.root.click("Restore") })
            XCTAssertTrue(MainLoop.run { dialog.root.shows("The trash is empty") })
            XCTAssertEqual(try Self.texts(program), ["note 0"])
            XCTAssertTrue(MainLoop.run { dialog.root.shows("Restored: “note 0”") })
            XCTAssertTrue(dialog.toasts.performAction())
            XCTAssertTrue(MainLoop.run { window.tabController.page.book != nil })
            XCTAssertEqual(window.tabController.place, .book(series.books[0].id))
            XCTAssertNil(window.dialogs.dialog(.trash))
        }
    }

    func testOneThingGoesForGoodInTwoStepsAndTheFocusToItsNeighbour() throws {
        try Self.withWindow { program, window in
            let dialog = try Self.open(window)
            XCTAssertTrue(MainLoop.run { dialog.root.all("report-row").count == 3 })
            XCTAssertTrue(MainLoop.run { dialog.root.click("Delete Permanently…") })
            XCTAssertTrue(MainLoop.run { dialog.root.shows("Keep") })
            XCTAssertEqual(try program.library.trashEntries().count, 3, "nothing yet")
            XCTAssertTrue(dialog.leaveInnermost())
            XCTAssertTrue(MainLoop.run { !dialog.root.shows("Keep") })
            XCTAssertFalse(dialog.leaveInnermost())

            XCTAssertTrue(MainLoop.run { dialog.root.click("Delete Permanently…") })
            XCTAssertTrue(MainLoop.run { dialog.root.shows("Keep") })
            let id = dialog.rows.entries[0].id
            XCTAssertTrue(dialog.focus("item:" + id.uuidString.lowercased()))
            XCTAssertTrue(MainLoop.run { window.dialogs.dialog(.trash)?.window.focus != nil })
            XCTAssertTrue(MainLoop.run { dialog.root.click("Delete Permanently") })
            XCTAssertTrue(MainLoop.run { dialog.rows.count == 2 })
            XCTAssertNil(dialog.rows.index(of: id))
            XCTAssertTrue(
                MainLoop.run {
                    dialog.focusable.contains {
                        $0.name.hasPrefix("item:") && $0.widget.containsFocus
                    }
                }
            )
        }
    }

    func testEmptyingSaysWhatGoes() throws {
        try Self.withWindow { program, window in
            try program.library.delete(.book(program.series.books[1].id))
            let dialog = try Self.open(window)
            XCTAssertTrue(MainLoop.run { dialog.head.foot.click("Empty Trash…") })
            let words = "This can’t be undone. It also deletes: 1 book, 3 notes."
            XCTAssertTrue(
                MainLoop.run { dialog.head.foot.texts.contains { $0.hasPrefix(words) } }
            )
            XCTAssertTrue(MainLoop.run { dialog.head.foot.click("Empty Trash") })
            XCTAssertTrue(MainLoop.run { dialog.root.shows("The trash is empty") })
            XCTAssertEqual(try program.library.trashEntries(), [])
            XCTAssertFalse(dialog.leaveInnermost(), "the step is over")
        }
    }

    func testOnlyWhatIsSeenIsMadeAndItIsLive() throws {
        try Self.withWindow(notes: 2000) { program, window in
            let dialog = try Self.open(window)
            XCTAssertEqual(dialog.rows.count, 2000)
            XCTAssertTrue(MainLoop.run { dialog.root.all("report-row").count > 3 })
            XCTAssertLessThan(dialog.root.all("card").count, 40)
            let last = try XCTUnwrap(dialog.rows.entries.last)
            XCTAssertTrue(dialog.focus("item:" + last.id.uuidString.lowercased()))
            XCTAssertTrue(MainLoop.run { dialog.rows.item(at: 1999) != nil })
            XCTAssertLessThan(dialog.root.all("card").count, 40)
            // Another window is at it.
            let other = try program.library.addNote("elsewhere", on: .book(UUID()))
            try program.library.deleteNote(other.id)
            XCTAssertTrue(MainLoop.run { dialog.rows.count == 2001 })
            try program.library.emptyTrash()
            XCTAssertTrue(MainLoop.run { dialog.root.shows("The trash is empty") })
        }
    }

    func testItComesBackAsItWas() throws {
        try Self.withWindow(notes: 60) { program, window in
            let dialog = try Self.open(window)
            let entry = dialog.rows.entries[40]
            let name = "item:" + entry.id.uuidString.lowercased()
            XCTAssertTrue(dialog.focus(name))
            XCTAssertTrue(
                MainLoop.run { dialog.focusable.contains { $0.name == name } }
            )
            let row = try XCTUnwrap(dialog.focusable.first { $0.name == name }?.widget)
            XCTAssertTrue(MainLoop.run { row.containsFocus })
            XCTAssertTrue(row.click("Delete Permanently…"))
            XCTAssertTrue(MainLoop.run { dialog.root.shows("Keep") })
            program.session.flush()

            let again = try Self.shown(try Self.restart(program))
            XCTAssertTrue(MainLoop.run { again.root.shows("Keep") }, "the second step")
            XCTAssertTrue(
                MainLoop.run {
                    again.focusable.contains { $0.name == name && $0.widget.containsFocus }
                },
                "the focus"
            )
        }
    }

    func testWhatANoteQuotesIsShownAboveItsWords() throws {
        try Self.withWindow(notes: 0) { program, window in
            let book = NoteSubject.book(program.series.books[0].id)
            let ids = try [("said of it", "of the book"), ("", "a mere highlight")].map {
                try program.library.addNote(
                    $0,
                    on: book,
                    quote: Quote($1, color: "yellow", style: "underline")
                ).id
            }
            try program.library.deleteNotes(ids)
            let dialog = try Self.open(window)
            XCTAssertTrue(MainLoop.run { dialog.root.shows("said of it") })
            XCTAssertTrue(dialog.root.shows("of the book"))
            XCTAssertTrue(dialog.root.shows("a mere highlight"))
            let texts = dialog.root.texts
            XCTAssertEqual(texts.count { $0 == "a mere highlight" }, 1)
            let quoted = try XCTUnwrap(texts.firstIndex(of: "of the book"))
            XCTAssertLessThan(quoted, try XCTUnwrap(texts.firstIndex(of: "said of it")))
            XCTAssertEqual(dialog.root.all("quote-yellow").count, 2)
            let library = program.library
            let details = try library.trashDetails(of: try library.trashEntries())
            XCTAssertEqual(
                Set(details.map(TrashText.spoken)),
                ["Quotation: of the book; said of it", "Quotation: a mere highlight"]
            )
        }
    }

    func testTheBarOfAQuotationStandsWhereItsTextBegins() throws {
        try Self.withWindow(notes: 0) { program, window in
            let book = NoteSubject.book(program.series.books[0].id)
            let quotes = ["من الكتاب", "of the book"]
            let ids = try quotes.map {
                try program.library.addNote("", on: book, quote: Quote($0)).id
            }
            try program.library.deleteNotes(ids)
            let dialog = try Self.open(window)
            for quote in quotes { XCTAssertTrue(MainLoop.run { dialog.root.shows(quote) }) }
            let cards = dialog.root.all("report-row")
            for (quote, isMirrored) in zip(quotes, [true, false]) {
                let card = try XCTUnwrap(cards.first { $0.shows(quote) })
                let bar = try XCTUnwrap(card.all("quote-bar").first)
                let words = try XCTUnwrap(card.all("trash-note").first)
                XCTAssertTrue(
                    MainLoop.run {
                        guard let bar = bar.frame(in: card), let words = words.frame(in: card),
                            words.width > 0
                        else { return false }
                        return isMirrored
                            ? bar.x >= words.x + words.width : bar.x + bar.width <= words.x
                    },
                    quote
                )
            }
        }
    }

    func testItLeavesNothingBehind() throws {
        try Self.withWindow { program, _ in
            for isDismissed in [false, true] {
                let watch = LeakWatch()
                try Self.use(program, watch, isDismissed)
                watch.assertGone()
            }
        }
    }

    /// A function of its own, so that nothing here holds on to the window.
    @MainActor
    private static func use(
        _ program: TestProgram,
        _ watch: LeakWatch,
        _ isDismissed: Bool
    ) throws {
        let window = program.openWindow(width: 800)
        let dialog = try open(window)
        XCTAssertTrue(MainLoop.run { dialog.head.foot.click("Empty Trash…") })
        MainLoop.drain()
        watch.watch(window)
        watch.watch(dialog)
        XCTAssertEqual(watch.count(of: TrashDialog.self), 1)
        if isDismissed { window.dialogs.dialog(.trash)?.dismiss() }
        program.close(window)
    }
}
