import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Drafts whose page is gone are in one place, and nothing of them is lost by what is done there.
final class DraftsPageTests: DisplayTestCase {
    private static let path = "tab:\(UUID().uuidString.lowercased())/book/newNote"

    /// A window with a draft of a book that is gone, and the dialog over it.
    private static func withOrphan(
        _ body: @MainActor (TestProgram, WindowManager, MainWindow) throws -> Void
    ) throws {
        try withProgram { program in
            let scene = program.session.makeScene()
            let components = RestorationScope.components(of: path)
            RestorableText("newNote", in: scene.root.scope(components.dropLast()))
                .setString("a thought that has no page")
            try program.withManager { manager in
                manager.openNewWindow()
                manager.makeWindow(scene).present()
                XCTAssertTrue(MainLoop.run { manager.hasOrphanedDrafts })
                let window = try XCTUnwrap(manager.windows.last)
                try body(program, manager, window)
            }
        }
    }

    /// Opens the dialog and waits for what it finds.
    @MainActor
    private static func open(
        _ manager: WindowManager,
        showing text: String = "a thought that has no page"
    ) throws -> Window {
        manager.showHistory(.drafts)
        let window = try XCTUnwrap(
            manager.windows.compactMap { $0.dialogs.dialog(.history) }.first
        ).window
        XCTAssertTrue(MainLoop.run { window.shows(text) })
        XCTAssertTrue(window.shows("Its book is no longer there."))
        return window
    }

    @MainActor
    private static func stored(_ window: MainWindow) -> String? {
        guard case .string(let text)? = window.scene.storedValue(at: path) else { return nil }
        return text
    }

    func testADraftIsDeletedAndComesBack() throws {
        try Self.withOrphan { _, manager, window in
            let dialog = try Self.open(manager)
            XCTAssertTrue(dialog.click("Delete"))
            XCTAssertNil(Self.stored(window))
            XCTAssertTrue(MainLoop.run { !manager.hasOrphanedDrafts })
            XCTAssertTrue(dialog.click("Undo"))
            XCTAssertEqual(Self.stored(window), "a thought that has no page")
            XCTAssertTrue(MainLoop.run { manager.hasOrphanedDrafts })
        }
    }

    func testADraftIsMovedBehindWhatIsBeingWrittenThere() throws {
        try Self.withOrphan { program, manager, window in
            let composer = try XCTUnwrap(window.tabController.page.notes).composer.field
            composer.buffer.text = "already here"
            let dialog = try Self.open(manager)
            XCTAssertTrue(dialog.click("Move to a Page…"))
            XCTAssertTrue(MainLoop.run { dialog.all("page-row").count > 3 })
            dialog.all("page-row")[0].activate()
            XCTAssertTrue(
                MainLoop.run {
                    composer.buffer.text == "already here\n\na thought that has no page"
                }
            )
            XCTAssertNil(Self.stored(window))
            XCTAssertTrue(MainLoop.run { dialog.shows("Every draft has its page") })
        }
    }

    /// The quotation of the draft is one afterwards, and so is what was typed.
    func testWhatADraftQuotesStaysAQuotation() throws {
        try Self.withOrphan { program, manager, window in
            let quotePath = try XCTUnwrap(StoredPath(Self.path).otherPart)
            let scope = window.scene.root.scope(
                RestorationScope.components(of: quotePath).dropLast()
            )
            RestorableText(.newNoteQuote, in: scope).setString("words of the book")
            let dialog = try Self.open(
                manager,
                showing: "words of the book\n\na thought that has no page"
            )
            XCTAssertTrue(dialog.click("Delete"))
            XCTAssertFalse(window.scene.hasStoredValue(at: quotePath))
            XCTAssertTrue(dialog.click("Undo"))
            XCTAssertEqual(Self.stored(window), "a thought that has no page")
            guard case .string("words of the book")? = window.scene.storedValue(at: quotePath)
            else { return XCTFail("the quotation is not back") }
            let composer = try XCTUnwrap(window.tabController.page.notes).composer
            XCTAssertTrue(dialog.click("Move to a Page…"))
            XCTAssertTrue(MainLoop.run { dialog.all("page-row").count > 3 })
            dialog.all("page-row")[0].activate()
            XCTAssertTrue(
                MainLoop.run { composer.field.buffer.text == "a thought that has no page" }
            )
            XCTAssertEqual(composer.quotation.text, "words of the book")
        }
    }

    func testADraftIsMovedToAPageThatWasNotShownYet() throws {
        try Self.withOrphan { program, manager, window in
            let dialog = try Self.open(manager)
            XCTAssertTrue(dialog.click("Move to a Page…"))
            let character = program.series.allCharacters[0]
            let content = try XCTUnwrap(
                manager.windows.compactMap { $0.dialogs.dialog(.history) }.first?.content
                    as? HistoryDialog
            )
            let entry = try XCTUnwrap(
                content.focusable.first { $0.name == "filter" }?.widget as? SearchEntry
            )
            entry.text = character.name
            XCTAssertTrue(MainLoop.run { dialog.all("page-row").count == 1 })
            dialog.all("page-row")[0].activate()
            XCTAssertTrue(MainLoop.run { window.isShowing(.character(character.id)) })
            let composer = try XCTUnwrap(window.tabController.page.notes).composer.field
            XCTAssertEqual(composer.buffer.text, "a thought that has no page")
            XCTAssertNil(Self.stored(window))
        }
    }

    func testWhatIsLookedForComesBack() throws {
        try Self.withOrphan { program, manager, _ in
            let dialog = try Self.open(manager)
            XCTAssertTrue(dialog.click("Move to a Page…"))
            let shown = try XCTUnwrap(
                manager.windows.first { $0.dialogs.dialog(.history) != nil }
            )
            let content = shown.dialogs.dialog(.history)?.content as? HistoryDialog
            let entry = content?.focusable.first { $0.name == "filter" }?.widget as? SearchEntry
            entry?.content.apply(.init(offset: 0, removed: "", inserted: "Aga"))
            program.tester.end(.kill)
            manager.terminate()
            try program.tester.start { _ in }
            try program.withManager { again in
                again.activate()
                let find = { again.windows.compactMap { $0.dialogs.dialog(.history) }.first }
                XCTAssertTrue(MainLoop.run { find()?.window.isMapped == true })
                let back = try XCTUnwrap(find())
                XCTAssertTrue(
                    MainLoop.run { back.window.shows("Move the draft to this page:") },
                    "the page to choose from is shown"
                )
                let field = back.content.focusable.first { $0.name == "filter" }?.widget
                XCTAssertEqual((field as? SearchEntry)?.text, "Aga")
            }
        }
    }

    func testDraftsOfPrivateWindowsAreShownOverThemselvesAlone() throws {
        try withProgram { program in
            let scene = program.session.makeScene(isPrivate: true)
            let components = RestorationScope.components(of: Self.path)
            RestorableText("newNote", in: scene.root.scope(components.dropLast()))
                .setString("a thought that has no page")
            try program.withManager { manager in
                manager.makeWindow(scene).present()
                manager.makeWindow(program.session.makeScene()).present()
                XCTAssertTrue(MainLoop.run { manager.hasOrphanedDrafts })
                let windows = manager.windows
                for window in windows { window.showHistory(.drafts) }
                let shows = { (window: MainWindow) in
                    window.dialogs.dialog(.history)?.window.shows("a thought that has no page")
                }
                XCTAssertTrue(MainLoop.run { shows(windows[0]) == true })
                MainLoop.drain()
                XCTAssertEqual(shows(windows[1]), false)
            }
        }
    }

    func testItFitsIntoANarrowWindow() throws {
        try Self.withOrphan { _, manager, _ in
            assertFitsTheSmallestWindow(try Self.open(manager))
        }
    }
}
