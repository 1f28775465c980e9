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

/// A window on a character that was joined with one of another series opens at the remaining one,
/// with the draft.
final class JoinedWindowsTests: DisplayTestCase {
    @MainActor
    private struct Desk {
        let program: TestProgram
        /// The character that is joined with the other.
        let joined: Character
        let kept = UUID()
        let keptSeries = UUID()
        let keptBook = UUID()
        /// Without a book: it appears on the favorites.
        let bookless = UUID()

        init(_ program: TestProgram) throws {
            self.program = program
            let series = program.series
            joined = try XCTUnwrap(series.characters(in: series.books[0].id).first)
            let library = program.library
            try library.saveSeries(keptSeries, title: "Another")
            try library.save(
                Book(id: keptBook, seriesID: keptSeries, title: "Elsewhere", position: 0)
            )
            for (id, book) in [(kept, keptBook), (bookless, nil)] {
                try library.save(
                    Character(
                        id: id,
                        seriesID: keptSeries,
                        name: "Agnes",
                        bookID: book,
                        position: 0
                    )
                )
            }
        }

        /// Opens a window at the character, and writes a draft there.
        func write(_ manager: WindowManager, on tab: Place? = nil) throws {
            let window = manager.openWindow(showing: nil, isPrivate: false)
            XCTAssertTrue(MainLoop.run { window.window.isMapped })
            if let tab { window.select(tab, animated: false) }
            window.push(.character(joined.id))
            try XCTUnwrap(window.page.notes).composer.field.buffer.text = "Half a thought"
            MainLoop.drain()
        }

        func join(into kept: UUID) throws -> LibraryUndo {
            let undo = try program.library.join(.character(joined.id), into: kept)
            wait("the join is unknown") {
                program.context.series.current(.character(joined.id)) == .character(kept)
            }
            return undo
        }

        /// Whether the window shows the remaining character with the draft.
        func expectKept(
            _ window: MainWindow?,
            _ kept: UUID,
            on tab: Place,
            line: UInt = #line
        ) {
            XCTAssertEqual(window?.place, .character(kept), line: line)
            XCTAssertEqual(window?.tab, tab, line: line)
            XCTAssertEqual(window?.series.id, keptSeries, line: line)
            let text = window?.page.notes?.composer.field.buffer.text
            XCTAssertEqual(text, "Half a thought", line: line)
        }

        func wait(_ what: String, line: UInt = #line, until condition: @MainActor () -> Bool) {
            XCTAssertTrue(MainLoop.run(until: condition), what, line: line)
        }
    }

    private static func withDesk(
        _ body: @MainActor (Desk, WindowManager) throws -> Void
    ) throws {
        try withProgram { program in
            let desk = try Desk(program)
            try program.withManager { try body(desk, $0) }
        }
    }

    func testClosedWindowIsReopenedAtTheRemainingCharacter() throws {
        try Self.withDesk { desk, manager in
            manager.openNewWindow()
            try desk.write(manager)
            manager.windows[1].window.close()
            let undo = try desk.join(into: desk.kept)
            manager.reopenClosed()
            desk.wait("the window is not back") { manager.windows.count == 2 }
            desk.expectKept(manager.windows.last, desk.kept, on: .book(desk.keptBook))

            // Nothing was rewritten: the draft is back when the characters are separated.
            try desk.program.library.undo(undo)
            let books = desk.program.series.books
            desk.wait("the characters are still joined") {
                desk.program.series.character(desk.joined.id)?.id == desk.joined.id
            }
            let window = try XCTUnwrap(manager.windows.last)
            window.select(.book(books[0].id), animated: false)
            XCTAssertEqual(window.place, .character(desk.joined.id))
            let text = window.page.notes?.composer.field.buffer.text
            XCTAssertEqual(text, "Half a thought")
        }
    }

    func testDraftOnTheTabOfAnotherBookIsFound() throws {
        try Self.withDesk { desk, manager in
            manager.openNewWindow()
            try desk.write(manager, on: .book(desk.program.series.books[1].id))
            manager.windows[1].window.close()
            _ = try desk.join(into: desk.kept)
            manager.reopenClosed()
            desk.wait("the window is not back") { manager.windows.count == 2 }
            desk.expectKept(manager.windows.last, desk.kept, on: .book(desk.keptBook))
        }
    }

    func testWindowOnTheFavoritesIsReopenedOnTheOtherFavorites() throws {
        for isBookless in [false, true] {
            try Self.withDesk { desk, manager in
                let kept = isBookless ? desk.bookless : desk.kept
                manager.openNewWindow()
                try desk.write(manager, on: .favorites(in: desk.program.series))
                manager.windows[1].window.close()
                _ = try desk.join(into: kept)
                manager.reopenClosed()
                desk.wait("the window is not back") { manager.windows.count == 2 }
                desk.expectKept(manager.windows.last, kept, on: .favorites(of: desk.keptSeries))
            }
        }
    }

    func testOpenWindowOnTheFavoritesStaysOnFavorites() throws {
        try Self.withDesk { desk, manager in
            try desk.write(manager, on: .favorites(in: desk.program.series))
            _ = try desk.join(into: desk.kept)
            let window = manager.windows[0]
            desk.wait("the window stays") { window.place == .character(desk.kept) }
            desk.expectKept(window, desk.kept, on: .favorites(of: desk.keptSeries))
        }
    }

    func testRestoredWindowShowsTheRemainingCharacter() throws {
        try withProgram { program in
            let desk = try Desk(program)
            try program.withManager { manager in
                try desk.write(manager)
                program.session.flush()
            }
            _ = try program.library.join(.character(desk.joined.id), into: desk.kept)
            try program.beginNextRun()
            program.withManager { manager in
                manager.restore {}
                XCTAssertTrue(MainLoop.run { manager.windows.count == 1 })
                desk.expectKept(manager.windows.first, desk.kept, on: .book(desk.keptBook))
            }
        }
    }

    func testLinkLeadsToTheRemainingCharacter() throws {
        try Self.withDesk { desk, manager in
            manager.openNewWindow()
            let book = desk.program.series.books[0].id
            _ = try desk.join(into: desk.kept)
            manager.open(address: "hawknotes://book/\(book)/character/\(desk.joined.id)")
            desk.wait("no window comes") { manager.windows.count == 2 }
            XCTAssertEqual(manager.windows.last?.place, .character(desk.kept))
        }
    }

    func testDraftOfTheHistoryIsRestoredAtTheRemainingCharacter() throws {
        try withProgram { program in
            let desk = try Desk(program)
            program.tester.configuration.history = HistoryLimits()
            program.session.historyLimits = HistoryLimits()
            try program.withManager { manager in
                try desk.write(manager)
                program.session.flush()
            }
            _ = try program.library.join(.character(desk.joined.id), into: desk.kept)
            try program.beginNextRun()
            program.session.completeRestoration()
            try program.withManager { manager in
                let past = PastWindows(of: manager)
                var found: (state: HistoryState, window: HistoryWindow)?
                Task {
                    guard let state = try await past.states().first,
                        let window = await past.windows(of: state).first
                    else { return XCTFail("the history is empty") }
                    found = (state, window)
                }
                desk.wait("the history is not read") { found != nil }
                let (state, window) = try XCTUnwrap(found)
                let draft = try XCTUnwrap(past.drafts(of: window).first)
                past.bringBack(state, window.id, draft)
                desk.wait("the draft is not back") { manager.windows.last?.place != nil }
                desk.expectKept(manager.windows.last, desk.kept, on: .book(desk.keptBook))
            }
        }
    }
}
