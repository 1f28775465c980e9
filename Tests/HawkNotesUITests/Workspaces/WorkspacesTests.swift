import DisplayTestSupport
import Foundation
import GTKBridge
import Phrases
import StateRestoration
import XCTest

@testable import HawkNotesUI

/// Windows get a name, are put away under it, and come back.
final class WorkspacesTests: DisplayTestCase {
    @MainActor
    private static func open(_ manager: WindowManager, writing draft: String) throws {
        let count = manager.windows.count
        manager.openNewWindow()
        XCTAssertTrue(
            MainLoop.run {
                manager.windows.count > count && manager.windows.last?.window.isMapped == true
            }
        )
        let window = try XCTUnwrap(manager.windows.last)
        try XCTUnwrap(window.tabController.page.notes).composer.field.buffer.text = draft
    }

    @MainActor
    private static func drafts(_ manager: WindowManager) -> Set<String> {
        Set(manager.windows.compactMap { $0.tabController.page.notes?.composer.field.buffer.text })
    }

    @MainActor
    private static func dialog(_ window: MainWindow) throws -> WorkspacesDialog {
        window.dialogs.show(.workspaces)
        return try XCTUnwrap(window.dialogs.dialog(.workspaces)?.content as? WorkspacesDialog)
    }

    @MainActor
    private static func press(_ name: String, _ dialog: WorkspacesDialog) throws {
        try XCTUnwrap(dialog.focusable.first { $0.name.hasPrefix(name) }?.widget).press()
    }

    @MainActor
    private static func type(_ text: String, _ dialog: WorkspacesDialog) throws {
        let entry = try XCTUnwrap(dialog.focusable.first { $0.name == "name" }?.widget as? Entry)
        entry.content.apply(.init(offset: 0, removed: entry.content.text, inserted: text))
    }

    /// The only field for the name of a workspace that there is.
    @MainActor
    private static func nameField(_ dialog: WorkspacesDialog) throws -> Entry {
        let fields = dialog.focusable.filter { $0.name.hasPrefix("name:") }
        XCTAssertEqual(fields.count, 1)
        return try XCTUnwrap(fields.first?.widget as? Entry)
    }

    func testWindowsArePutAwayUnderANameAndComeBack() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "one")
                try Self.open(manager, writing: "two")
                let dialog = try Self.dialog(manager.windows[0])
                XCTAssertTrue(dialog.root.shows("No workspaces yet"))
                try Self.type("Thesis", dialog)
                try Self.press("save", dialog)
                XCTAssertTrue(dialog.root.shows("Thesis"))
                XCTAssertFalse(dialog.root.shows("No workspaces yet"))
                try Self.press("leave:", dialog)
                XCTAssertTrue(MainLoop.run { Self.drafts(manager) == [""] }, "a new window")
                XCTAssertEqual(manager.session.recentlyClosed.count, 0)

                let again = try Self.dialog(manager.windows[0])
                XCTAssertTrue(again.root.descendants.contains { $0.texts.contains("Thesis") })
                try Self.press("open:", again)
                XCTAssertTrue(MainLoop.run { Self.drafts(manager) == ["", "one", "two"] })
                XCTAssertNil(manager.windows[0].dialogs.dialog(.workspaces))
            }
        }
    }

    func testTheWordsOfAWindowAreThoseOfItsPage() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "a long text on the page of the book")
                let window = manager.windows[0]
                window.show(.character(program.series.allCharacters[0].id))
                let notes = try XCTUnwrap(window.tabController.page.notes)
                notes.composer.field.buffer.text = "short"
                XCTAssertTrue(manager.workspaces.save(named: "First"))
                let words = { manager.workspaces.all[0].windows.map(\.beginningOfText) }
                XCTAssertEqual(words(), ["short"])
                window.goBack()
                XCTAssertEqual(words(), ["a long text on the page of the book"])
                window.showShelf()
                XCTAssertEqual(words(), [""])
            }
        }
    }

    func testPrivateWindowsAreNoWorkspace() throws {
        try withProgram { program in
            try program.withManager { manager in
                manager.openNewPrivateWindow()
                let dialog = try Self.dialog(manager.windows[0])
                let sentence = "Only private windows are open, and nothing is kept of those."
                XCTAssertTrue(dialog.root.shows(sentence))
                try Self.type("Thesis", dialog)
                let save = dialog.focusable.first { $0.name == "save" }?.widget
                XCTAssertFalse(try XCTUnwrap(save).isSensitive)
            }
        }
    }

    func testTheOtherWindowsGoTogetherAndComeBackTogether() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "one")
                XCTAssertTrue(manager.workspaces.save(named: "First"))
                let id = try XCTUnwrap(manager.workspaces.all.first?.id)
                manager.workspaces.leave(id)
                XCTAssertTrue(MainLoop.run { Self.drafts(manager) == [""] })
                try Self.open(manager, writing: "two")
                try Self.open(manager, writing: "three")
                manager.workspaces.open(id, instead: true)
                XCTAssertTrue(MainLoop.run { Self.drafts(manager) == ["one"] })
                XCTAssertEqual(manager.session.recentlyClosed.count, 3)
                XCTAssertTrue(manager.windows[0].toasts.performAction())
                XCTAssertTrue(
                    MainLoop.run { Self.drafts(manager) == ["", "one", "two", "three"] }
                )
            }
        }
    }

    func testADeletedOneCanBeHadBackForAWhile() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "one")
                XCTAssertTrue(manager.workspaces.save(named: "First"))
                let workspace = try XCTUnwrap(manager.workspaces.all.first)
                let dialog = try Self.dialog(manager.windows[0])
                try Self.press("delete:", dialog)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("No workspaces yet") })
                XCTAssertEqual(manager.session.workspaces, [], "at once")
                XCTAssertTrue(manager.windows[0].toasts.performAction())
                XCTAssertTrue(MainLoop.run { dialog.root.shows("First") })
                XCTAssertEqual(manager.session.workspaces.first?.windows.count, 1)
                try Self.press("delete:", dialog)
                XCTAssertTrue(MainLoop.run { dialog.root.shows("No workspaces yet") })
                manager.windows[0].toasts.hide()
                XCTAssertTrue(
                    MainLoop.run { !manager.session.restoreWorkspace(workspace.id) },
                    "for good"
                )
                XCTAssertEqual(Self.drafts(manager), ["one"], "its windows stay")
            }
        }
    }

    /// What is typed for the name is the beginning of what its window has, and is shown in the row.
    func testTheWorkspaceOfTheDialogsOwnWindowIsRenamed() throws {
        try withProgram { program in
            try program.withManager { manager in
                try Self.open(manager, writing: "")
                XCTAssertTrue(manager.workspaces.save(named: "First"))
                let dialog = try Self.dialog(manager.windows[0])
                try Self.press("rename:", dialog)
                MainLoop.drain()
                let field = try Self.nameField(dialog)
                XCTAssertEqual(field.content.text, "First")
                field.content.apply(.init(offset: 5, removed: "", inserted: " of all"))
                MainLoop.drain()
                XCTAssertEqual(try Self.nameField(dialog).content.text, "First of all")
            }
        }
    }

    func testADeletedOneIsGoneAfterEveryEndThoughItCouldBeHadBackUntilThen() throws {
        enum End: CaseIterable { case quit, displayLost, killed }
        for end in End.allCases {
            try withProgram { program in
                try program.withManager { manager in
                    try Self.open(manager, writing: "one")
                    XCTAssertTrue(manager.workspaces.save(named: "First"))
                    manager.workspaces.remove(manager.workspaces.all[0])
                    XCTAssertEqual(manager.workspaces.all, [])
                    var hasEnded = end != .quit
                    switch end {
                    case .quit:
                        Task {
                            await manager.save()
                            hasEnded = true
                        }
                    case .displayLost: manager.saveAtOnce()
                    // What was done a moment before is on the disk.
                    case .killed: manager.session.flush()
                    }
                    XCTAssertTrue(MainLoop.run { hasEnded })
                }
                try program.tester.start { session in
                    XCTAssertEqual(session.workspaces.count, 0, "\(end)")
                    XCTAssertEqual(session.scenesToRestore.count, 1, "its window stays")
                }
            }
        }
    }

    func testANameThatIsBeingTypedComesBack() throws {
        try withProgram { program in
            var window = program.openWindow()
            var manager: WindowManager?
            program.makeDialog = { kind, scope in
                manager =
                    manager
                    ?? WindowManager(
                        application: TestDisplay.application,
                        context: program.context,
                        session: program.session,
                        quit: {}
                    )
                guard kind == .workspaces, let workspaces = manager?.workspaces else { return nil }
                return WorkspacesDialog(workspaces, in: scope, over: window)
            }
            program.session.completeRestoration()
            XCTAssertTrue(
                try XCTUnwrap(Self.manager(&manager, program)).workspaces.save(named: "A")
            )
            let dialog = try Self.dialog(window)
            try Self.type("Half a na", dialog)
            try Self.press("rename:", dialog)
            let entry = try XCTUnwrap(
                dialog.focusable.first { $0.name.hasPrefix("name:") }?.widget as? Entry
            )
            XCTAssertEqual(entry.content.text, "A")
            entry.content.apply(.init(offset: 1, removed: "", inserted: "nother"))
            manager = nil

            window = try XCTUnwrap(try program.restart().first)
            let again = try Self.dialog(window)
            let fields = again.focusable.compactMap { $0.widget as? Entry }.map(\.content.text)
            XCTAssertEqual(fields, ["Half a na", "Another"])
            manager = nil
        }
    }

    @MainActor
    private static func manager(
        _ manager: inout WindowManager?,
        _ program: TestProgram
    ) -> WindowManager? {
        manager = WindowManager(
            application: TestDisplay.application,
            context: program.context,
            session: program.session,
            quit: {}
        )
        return manager
    }
}
