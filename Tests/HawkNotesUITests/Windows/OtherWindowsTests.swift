import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

final class OtherWindowsTests: DisplayTestCase {
    func testThatDraftsAreNotKeptIsSaidBeforeWhatWaitsToBeAnswered() throws {
        try withProgram { program in
            let window = program.openWindow()
            window.banner.show(.init(text: "a report"))
            window.banner.show(.init(text: "another"))
            window.banner.show(.init(topic: .storage, text: "the disk is full", weight: .urgent))
            XCTAssertEqual(window.shownBanner?.text, "the disk is full")
            window.banner.withdraw(.storage)
            XCTAssertEqual(window.shownBanner?.text, "a report")
        }
    }

    func testTheProblemWindowGoesWhenItIsClosed() throws {
        try withProgram { _ in
            let watch = LeakWatch()
            Self.openAndCloseProblemWindow(watch)
            watch.assertGone()
        }
    }

    @MainActor
    private static func openAndCloseProblemWindow(_ watch: LeakWatch) {
        let problem = ProblemWindow(
            application: TestDisplay.application,
            reason: "/home/someone/library.sqlite is not a library: "
                + String(
                    repeating: "W",
                    count: 300
                )
        )
        watch.watch(problem)
        problem.present()
        guard let window = TopLevels.showing("Hawk Notes cannot open your notes") else {
            return XCTFail("it is not shown")
        }
        XCTAssertTrue(MainLoop.run { window.isMapped })
        assertFitsTheSmallestWindow(window)
        TopLevels.close(window)
    }

    @MainActor
    private static var shortcuts: [Widget] { TopLevels.all.filter { $0.shows("Moving around") } }

    func testTheShortcutsWindowFitsASmallScreenAndScrolls() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000, height: 720)
            Shortcuts.show(over: window.window)
            let shortcuts = try XCTUnwrap(Self.shortcuts.first)
            XCTAssertTrue(MainLoop.run { shortcuts.isMapped && shortcuts.size.height > 0 })
            MainLoop.drain()
            XCTAssertLessThanOrEqual(shortcuts.size.width, 1366)
            XCTAssertLessThanOrEqual(shortcuts.size.height, 720)
            XCTAssertEqual(shortcuts.all(ofType: "GtkScrolledWindow").count, 1)
            TopLevels.close(shortcuts)
            XCTAssertTrue(MainLoop.run { Self.shortcuts.isEmpty })
            program.resize(window, width: 400)
            Shortcuts.show(over: window.window)
            assertFitsTheSmallestWindow(try XCTUnwrap(Self.shortcuts.first))
        }
    }

    func testTheShortcutsWindowGoesWhenItIsClosed() throws {
        try withProgram { program in
            let window = program.openWindow(presented: true)
            var isFinalized = false
            Shortcuts.show(over: window.window)
            do {
                let shortcuts = try XCTUnwrap(Self.shortcuts.first)
                shortcuts.whenFinalized { isFinalized = true }
                XCTAssertTrue(MainLoop.run { shortcuts.isMapped })
                TopLevels.close(shortcuts)
            }
            XCTAssertTrue(MainLoop.run { isFinalized })
            XCTAssertEqual(Self.shortcuts.count, 0)
        }
    }

    func testTheShortcutsWindowGoesWithTheWindowThatItIsOver() throws {
        try withProgram { program in
            Self.closeWindowUnderShortcuts(program)
            XCTAssertTrue(
                MainLoop.run { Self.shortcuts.isEmpty }
            )
        }
    }

    @MainActor
    private static func closeWindowUnderShortcuts(_ program: TestProgram) {
        let window = program.openWindow(presented: true)
        Shortcuts.show(over: window.window)
        XCTAssertEqual(Self.shortcuts.count, 1)
        program.close(window)
    }

    func testARowsMenuGoesWithItsWindow() throws {
        try withProgram { program in
            let watch = LeakWatch()
            var isFinalized = false
            try Self.openMenuAndCloseWindow(program, watch) { isFinalized = true }
            watch.assertGone()
            XCTAssertTrue(MainLoop.run { isFinalized })
        }
    }

    @MainActor
    private static func openMenuAndCloseWindow(
        _ program: TestProgram,
        _ watch: LeakWatch,
        _ whenFinalized: @escaping @MainActor () -> Void
    ) throws {
        let window = program.openWindow(presented: true)
        watch.watch(window)
        // Its rows are in view, as a row is that has the pointer or the focus.
        window.select(.favorites)
        let row = try window.tabController.page.root.first("character-row")
        let menu = PopoverMenu(Menu().item("Open", action: "character.open", target: "x"))
        menu.whenFinalized(whenFinalized)
        menu.popUp(at: 5, 5, in: row)
        XCTAssertTrue(MainLoop.run { menu.isMapped })
        program.close(window)
    }
}

final class WindowManagerTests: DisplayTestCase {
    @MainActor
    private static func toast(_ manager: WindowManager) -> String? {
        manager.frontWindow?.shownToast?.text
    }

    func testAnAddressOpensWhatItNamesOrRaisesTheWindowThatShowsIt() throws {
        try withProgram { program in
            try program.withManager { manager in
                let character = try XCTUnwrap(program.series.allCharacters.last)
                let target = Place.character(character.id)
                manager.open(address: target.link(in: program.series))
                XCTAssertEqual(manager.windows.count, 1)
                XCTAssertEqual(manager.frontWindow?.isShowing(target), true)
                manager.open(address: target.link(in: program.series))
                XCTAssertEqual(manager.windows.count, 1)
                manager.open(address: Place.favorites.link)
                XCTAssertEqual(manager.windows.count, 2)
            }
        }
    }

    func testAWindowAtAPlaceMakesThatPageOnly() throws {
        try withProgram { program in
            try program.withManager { manager in
                let character = try XCTUnwrap(program.series.allCharacters.last)
                let place = Place.character(character.id)
                let book = Place.book(try XCTUnwrap(character.bookID))
                manager.open(address: place.link)
                let window = try XCTUnwrap(manager.frontWindow)
                XCTAssertEqual(window.madeTabs, [book])
                XCTAssertEqual(window.tabController.madeLevels, [place])
                window.goBack()
                XCTAssertEqual(window.tabController.place, book)
                manager.open(address: Place.favorites.link)
                XCTAssertEqual(manager.frontWindow?.madeTabs, [.favorites])
            }
        }
    }

    func testANewWindowIsOnTheTabOfTheFrontOne() throws {
        try withProgram { program in
            try program.withManager { manager in
                let character = Place.character(program.series.allCharacters[0].id)
                manager.open(address: Place.favorites.link)
                try XCTUnwrap(manager.frontWindow).push(character)
                manager.openNewWindow()
                manager.openNewPrivateWindow()
                XCTAssertEqual(manager.windows.count, 3)
                for window in manager.windows.dropFirst() {
                    XCTAssertEqual(window.madeTabs, [.favorites])
                    XCTAssertEqual(window.tabController.madeLevels, [character])
                    window.goBack()
                    XCTAssertEqual(window.tabController.place, .favorites)
                }
            }
        }
    }

    func testABadAddressOpensAWindowThatSaysSo() throws {
        try withProgram { program in
            program.withManager { manager in
                for address in ["nonsense", "hawknotes://book/\(UUID())", "hawknotes://x"] {
                    manager.open(address: address)
                    let name = address.split(separator: "/").last.map(String.init) ?? address
                    XCTAssertTrue(
                        MainLoop.run { Self.toast(manager)?.contains(name) == true },
                        address
                    )
                    XCTAssertEqual(manager.windows.count, 1, address)
                }
            }
        }
    }

    func testAClosedWindowIsReopenedWithItsDraft() throws {
        try withProgram { program in
            try program.withManager { manager in
                manager.activate()
                manager.openNewWindow()
                let window = try XCTUnwrap(manager.windows.last)
                let field = try XCTUnwrap(window.tabController.page.notes?.composer.field)
                field.buffer.text = "a draft"
                manager.didClose(window)
                XCTAssertEqual(manager.windows.count, 1)
                manager.reopenClosed()
                XCTAssertTrue(MainLoop.run { manager.windows.count == 2 })
                let reopened = try XCTUnwrap(manager.windows.last)
                let reopenedField = reopened.tabController.page.notes?.composer.field
                XCTAssertEqual(reopenedField?.buffer.text, "a draft")
                manager.reopenClosed()
                XCTAssertTrue(
                    MainLoop.run { Self.toast(manager) == "No window was closed recently" }
                )
                XCTAssertEqual(manager.windows.count, 2)
            }
        }
    }

    func testWhatThereIsToBringBackIsToldAsItChanges() throws {
        try withProgram { program in
            try program.withManager { manager in
                var offers: [[Bool]] = []
                manager.onOfferChange = { [weak manager] in
                    guard let manager else { return }
                    let now = [manager.canReopenClosed, manager.canRestorePreviousSession]
                    if now != offers.last { offers.append(now) }
                }
                manager.activate()
                manager.openNewWindow()
                XCTAssertTrue(MainLoop.run { manager.session.isRestorationComplete })
                XCTAssertEqual(offers.last, [false, false])
                manager.didClose(try XCTUnwrap(manager.windows.last))
                XCTAssertEqual(offers.last, [true, false])
                manager.reopenClosed()
                XCTAssertTrue(MainLoop.run { manager.windows.count == 2 })
                XCTAssertEqual(offers.last, [false, false])
            }
        }
    }

    /// A start with an empty window only leaves the previous session unread.
    func testAfterAnEndThatWasCalledOffItIsKnownWhatThereIsToBringBack() throws {
        try withProgram { program in
            let empty = program.openWindow()
            program.tester.end(.quit)
            empty.tearDown()
            try program.tester.start { _ in }
            program.withManager { manager in
                manager.activate()
                XCTAssertFalse(manager.session.isRestorationComplete)
                var isSaved = false
                Task {
                    let problem = await manager.saveNow()
                    XCTAssertNil(problem)
                    isSaved = true
                }
                // Before anything is drawn.
                XCTAssertTrue(runMainQueue { isSaved })
                XCTAssertTrue(manager.canRestorePreviousSession, "nobody has looked")
                manager.goOn()
                XCTAssertTrue(MainLoop.run { !manager.canRestorePreviousSession })
            }
        }
    }

    func testAProblemThatComesBeforeTheFirstWindowIsShownInIt() throws {
        try withProgram { program in
            try program.withManager { manager in
                manager.notices.report("Something is wrong")
                manager.activate()
                let window = try XCTUnwrap(manager.frontWindow)
                XCTAssertEqual(window.shownBanner?.text, "Something is wrong")
            }
        }
    }
}
