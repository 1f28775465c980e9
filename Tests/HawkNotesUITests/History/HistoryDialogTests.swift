import DisplayTestSupport
import Foundation
import GTKBridge
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What the windows were can be looked at, and brought back beside what is open.
final class HistoryDialogTests: DisplayTestCase {
    @MainActor
    private static func drafts(_ manager: WindowManager) -> [String] {
        manager.windows.compactMap { $0.tabController.page.notes?.composer.field.buffer.text }
    }

    /// Leaves a window with drafts on two pages, and begins the next run with it.
    @MainActor
    private static func leaveDrafts(_ program: TestProgram) throws {
        program.session.historyLimits = HistoryLimits()
        let window = program.openWindow()
        try XCTUnwrap(window.tabController.page.notes).composer.field.buffer.text = "of the book"
        window.show(.character(program.series.allCharacters[0].id))
        let notes = try XCTUnwrap(window.tabController.page.notes)
        notes.composer.field.buffer.text = "of the character"
        MainLoop.drain()
    }

    @MainActor
    private static func openDialog(_ manager: WindowManager) throws -> HistoryDialog {
        manager.activate()
        XCTAssertTrue(MainLoop.run { manager.windows.first?.window.isMapped == true })
        let window = try XCTUnwrap(manager.windows.first)
        window.showHistory(.earlier)
        let dialog = window.dialogs.dialog(.history)?.content as? HistoryDialog
        return try XCTUnwrap(dialog)
    }

    /// The moments that are listed.
    @MainActor
    private static func moments(_ dialog: HistoryDialog) -> [Widget] {
        dialog.content.root.all(ofType: "GtkListBoxRow")
    }

    /// Opens the only moment, once it is listed.
    @MainActor
    private static func openMoment(_ dialog: HistoryDialog) throws {
        XCTAssertTrue(MainLoop.run { moments(dialog).count == 1 }, "no moment is listed")
        try XCTUnwrap(moments(dialog).first).activate()
    }

    @MainActor
    private static func press(_ name: String, _ dialog: HistoryDialog) throws {
        try XCTUnwrap(dialog.focusable.first { $0.name.hasPrefix(name) }?.widget).press()
    }

    func testADraftOfAnEarlierTimeComesBackBesideWhatIsOpen() throws {
        try withProgram { program in
            try Self.leaveDrafts(program)
            program.tester.configuration.history = HistoryLimits()
            try program.beginNextRun()
            try program.withManager { manager in
                let dialog = try Self.openDialog(manager)
                try Self.openMoment(dialog)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("of the book") })
                XCTAssertTrue(dialog.root.shows("of the character"))
                let book = program.series.books[0].id.uuidString.lowercased()
                let count = manager.windows.count
                try Self.press("draft:tab:\(book)/book/", dialog)
                XCTAssertTrue(MainLoop.run { manager.windows.count == count + 1 })
                XCTAssertTrue(MainLoop.run { Self.drafts(manager).contains("of the book") })
                XCTAssertTrue(Self.drafts(manager).contains("of the character"), "as it was")
                XCTAssertNil(manager.windows[0].dialogs.dialog(.history))
            }
        }
    }

    func testWindowsOfAnEarlierTimeComeBackBesideWhatIsOpen() throws {
        try withProgram { program in
            try Self.leaveDrafts(program)
            program.tester.configuration.history = HistoryLimits()
            try program.beginNextRun()
            try program.withManager { manager in
                let dialog = try Self.openDialog(manager)
                try Self.openMoment(dialog)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("of the book") })
                XCTAssertFalse(dialog.focusable.contains { $0.name == "all" }, "it is one window")
                try Self.press("window:", dialog)
                XCTAssertTrue(
                    MainLoop.run {
                        Self.drafts(manager) == ["of the character", "of the character"]
                    }
                )
            }
        }
    }

    func testAHistoryThatCannotBeReadIsSaidAndReadAgain() throws {
        try withProgram { program in
            try Self.leaveDrafts(program)
            program.tester.configuration.history = HistoryLimits()
            try program.beginNextRun()
            try program.withManager { manager in
                program.tester.files.setListingFault { path, _ in
                    path.hasSuffix("/history") ? .init() : nil
                }
                let dialog = try Self.openDialog(manager)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("Couldn't read earlier moments") })
                XCTAssertFalse(dialog.root.shows("No earlier moments yet"))
                program.tester.files.setListingFault(nil)
                try Self.press("again", dialog)
                XCTAssertTrue(MainLoop.run { !dialog.root.shows("Couldn't read earlier moments") })
                XCTAssertFalse(dialog.root.shows("No earlier moments yet"))
                // The moment that could not be kept at first.
                try Self.openMoment(dialog)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("of the book") })
            }
        }
    }

    func testEachDraftOfAWindowStandsUnderTheNameOfItsPage() throws {
        try withProgram { program in
            try Self.leaveDrafts(program)
            program.tester.configuration.history = HistoryLimits()
            try program.beginNextRun()
            try program.withManager { manager in
                let dialog = try Self.openDialog(manager)
                let name = program.series.allCharacters[0].name
                XCTAssertTrue(
                    MainLoop.run { dialog.root.shows("\(name): “of the character”") }
                )
                try Self.openMoment(dialog)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("of the book") })
                let texts = dialog.root.texts
                let book = try XCTUnwrap(texts.firstIndex(of: "of the book"))
                XCTAssertEqual(texts[book - 1], program.series.books[0].title)
            }
        }
    }

    func testItComesBackAtItsPage() throws {
        try withProgram { program in
            try Self.leaveDrafts(program)
            program.tester.configuration.history = HistoryLimits()
            try program.beginNextRun()
            try program.withManager { manager in
                let dialog = try Self.openDialog(manager)
                try Self.openMoment(dialog)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("of the book") })
                program.tester.end(.kill)
                manager.terminate()
                try program.tester.start { _ in }
            }
            try program.withManager { manager in
                manager.activate()
                let find = {
                    manager.windows.first?.dialogs.dialog(.history)?.content as? HistoryDialog
                }
                XCTAssertTrue(MainLoop.run { find()?.root.isMapped == true })
                let dialog = try XCTUnwrap(find())
                XCTAssertEqual(dialog.page, .earlier)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("of the book") }, "the moment")
                XCTAssertTrue(dialog.leaveInnermost())
                XCTAssertFalse(dialog.leaveInnermost())
            }
        }
    }

    /// An older version had a dialog for each page.
    func testADialogOfAnOlderVersionComesBackAsAPageWithWhatWasTyped() throws {
        for (name, page) in HistoryPage.formerDialogs {
            try withProgram { program in
                let scene = program.openWindow().scene
                let scope = scene.root.window.scope("dialog:" + name)
                scope.presentedClass = name
                RestorableText("name", in: scope).setString("Half a na")
                try program.beginNextRun()
                try program.withManager { manager in
                    manager.activate()
                    let find = {
                        manager.windows.first?.dialogs.dialog(.history)?.content as? HistoryDialog
                    }
                    XCTAssertTrue(MainLoop.run { find()?.root.isMapped == true }, name)
                    let dialog = try XCTUnwrap(find())
                    XCTAssertEqual(dialog.page, page)
                    XCTAssertEqual(manager.windows[0].scene.storedKeys(under: scope.path), [])
                    dialog.show(.groups)
                    let field = dialog.focusable.first { $0.name == "name" }?.widget as? Entry
                    XCTAssertEqual(field?.content.text, "Half a na")
                }
            }
        }
    }

    func testEachPageThatIsEmptySaysSoWithAPictureAtOneHeight() throws {
        try withProgram { program in
            try program.withManager { manager in
                let dialog = try Self.openDialog(manager)
                let window = try XCTUnwrap(manager.windows[0].dialogs.dialog(.history)).window
                XCTAssertTrue(MainLoop.run { window.isMapped })
                var heights: Set<Double> = []
                for page in HistoryPage.allCases {
                    dialog.show(page)
                    let find = {
                        dialog.content.root.all("empty-drawing").first { $0.isMapped }?
                            .frame(in: dialog.root)
                    }
                    XCTAssertTrue(MainLoop.run { (find()?.height ?? 0) > 0 }, page.rawValue)
                    heights.insert(try XCTUnwrap(find()).y)
                }
                XCTAssertEqual(heights.count, 1, "\(heights)")
            }
        }
    }

    func testTheButtonsForAllWindowsStayBelowEveryPage() throws {
        try withProgram { program in
            try program.withManager { manager in
                let dialog = try Self.openDialog(manager)
                let foot = try XCTUnwrap(dialog.foot)
                for page in HistoryPage.allCases {
                    dialog.show(page)
                    XCTAssertTrue(MainLoop.run { foot.isMapped }, page.rawValue)
                    XCTAssertTrue(foot.shows(Command.exportWindow.title))
                    XCTAssertTrue(foot.shows(Command.startFresh.title))
                    XCTAssertFalse(dialog.root.shows(Command.startFresh.title))
                }
            }
        }
    }

    func testItFitsIntoANarrowWindow() throws {
        try withProgram { program in
            try program.withManager { manager in
                let dialog = try Self.openDialog(manager)
                let window = try XCTUnwrap(manager.windows[0].dialogs.dialog(.history)).window
                XCTAssertTrue(MainLoop.run { window.isMapped })
                for page in HistoryPage.allCases {
                    dialog.show(page)
                    MainLoop.drain()
                    assertFitsTheSmallestWindow(window)
                }
            }
        }
    }

    func testWithoutHistoryTheDialogSaysSo() throws {
        try withProgram { program in
            try program.withManager { manager in
                let dialog = try Self.openDialog(manager)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("No earlier moments yet") })
            }
        }
    }
}
