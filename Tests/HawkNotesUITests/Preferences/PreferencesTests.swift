import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesExchange
import HawkNotesModel
import Phrases
import StateRestoration
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What a person chooses holds at once, and the dialog comes back on its page.
final class PreferencesTests: DisplayTestCase {
    private static func withDialog(
        _ body: @MainActor (TestProgram, MainWindow, Preferences) throws -> Void
    ) throws {
        try withProgram { program in
            let settings = try XCTUnwrap(
                Settings(
                    schema: ApplicationConfiguration.applicationIdentifier,
                    fallbackDirectory: SourceTree.data.path
                )
            )
            let preferences = Preferences(settings)
            defer { reset(preferences) }
            let window = program.openWindow()
            program.makeDialog = { [weak window] kind, scope in
                guard kind == .preferences, let window else { return nil }
                return PreferencesDialog(
                    preferences,
                    LibraryFiles(database: URL(fileURLWithPath: "/nowhere/library.sqlite")),
                    in: scope,
                    over: window.window,
                    backups: BackupFlow(program.library),
                    export: LibraryExportFlow(LibraryExport(of: program.library)),
                    merge: MergeFlow(into: program.library, copies: nil, environment: .live)
                )
            }
            window.dialogs.show(.preferences)
            try body(program, window, preferences)
        }
    }

    @MainActor
    private static func reset(_ preferences: Preferences) {
        preferences.restoresWindows = true
        preferences.opensAfterLogin = false
        preferences.closedWindowsKept = 20
        preferences.historyDays = 30
        preferences.noteTextSize = 100
        preferences.motion = .system
        preferences.colorScheme = .system
    }

    @MainActor
    private static func dialog(_ window: MainWindow) throws -> PreferencesDialog {
        try XCTUnwrap(window.dialogs.dialog(.preferences)?.content as? PreferencesDialog)
    }

    @MainActor
    private static func control<Control>(_ name: String, _ window: MainWindow) throws -> Control {
        let widget = try dialog(window).focusable.first { $0.name == name }?.widget
        return try XCTUnwrap(widget as? Control)
    }

    func testWhatIsChosenHoldsAtOnce() throws {
        try Self.withDialog { _, window, preferences in
            let restores: Switch = try Self.control("restore", window)
            XCTAssertTrue(restores.isActive)
            restores.isActive = false
            XCTAssertFalse(preferences.restoresWindows)

            let closed: NumberField = try Self.control("closed", window)
            XCTAssertEqual(closed.value, 20)
            closed.value = 7
            XCTAssertEqual(preferences.closedWindowsKept, 7)
            closed.value = 1000
            XCTAssertEqual(preferences.closedWindowsKept, 100)

            let days: NumberField = try Self.control("history", window)
            days.value = 3
            XCTAssertEqual(preferences.historyDays, 3)

            let dark: ToggleButton = try Self.control("scheme:dark", window)
            dark.isActive = true
            XCTAssertEqual(preferences.colorScheme, .dark)
            let off: ToggleButton = try Self.control("motion:off", window)
            off.isActive = true
            XCTAssertEqual(preferences.motion, .off)
        }
    }

    func testWithoutWindowsToRestoreThereIsNothingToOpenAfterALogin() throws {
        try Self.withDialog { _, window, preferences in
            let restores: Switch = try Self.control("restore", window)
            let login: Switch = try Self.control("login", window)
            XCTAssertFalse(login.isActive, "it is off at first")
            XCTAssertTrue(login.isSensitive)
            login.isActive = true
            XCTAssertTrue(preferences.opensAfterLogin)
            restores.isActive = false
            XCTAssertFalse(login.isSensitive)
            XCTAssertTrue(preferences.opensAfterLogin, "the choice stays")
            restores.isActive = true
            XCTAssertTrue(login.isSensitive)
        }
    }

    func testTheDialogFollowsWhatIsChosenElsewhere() throws {
        try Self.withDialog { _, window, preferences in
            let light: ToggleButton = try Self.control("scheme:light", window)
            preferences.colorScheme = .light
            XCTAssertTrue(MainLoop.run { light.isActive })
            preferences.noteTextSize = 130
            let root = try Self.dialog(window).root
            XCTAssertTrue(MainLoop.run { root.label("130%") != nil })
        }
    }

    func testTheTextOfNotesGrowsInStepsToItsLimits() throws {
        try Self.withDialog { _, window, preferences in
            let larger: Button = try Self.control("larger", window)
            let smaller: Button = try Self.control("smaller", window)
            let normal: Button = try Self.control("normal", window)
            for _ in 0..<20 { larger.click() }
            XCTAssertEqual(preferences.noteTextSize, 200)
            XCTAssertTrue(MainLoop.run { !larger.isSensitive })
            for _ in 0..<20 { smaller.click() }
            XCTAssertEqual(preferences.noteTextSize, 80)
            XCTAssertTrue(MainLoop.run { !smaller.isSensitive && larger.isSensitive })
            normal.click()
            XCTAssertEqual(preferences.noteTextSize, 100)
        }
    }

    func testThereIsOneDialogForAllWindowsAndItsPageOutlivesIt() throws {
        try withProgram { program in
            try program.withManager(preferences: (Preferences(nil), .nowhere)) { manager in
                for _ in 0..<2 { manager.openNewWindow() }
                manager.showDialog(.preferences)
                let owner = try XCTUnwrap(manager.frontWindow)
                try Self.dialog(owner).show(.appearance)
                let other = try XCTUnwrap(manager.windows.first { $0 !== owner })
                other.dialogs.show(.preferences)
                XCTAssertNil(other.dialogs.dialog(.preferences))

                owner.dialogs.dialog(.preferences)?.dismiss()
                manager.openNewPrivateWindow()
                let hidden = try XCTUnwrap(manager.windows.last)
                hidden.dialogs.show(.preferences)
                XCTAssertEqual(try Self.dialog(hidden).page, .restoring)
                try Self.dialog(hidden).show(.library)
                hidden.dialogs.dialog(.preferences)?.dismiss()

                other.dialogs.show(.preferences)
                XCTAssertEqual(try Self.dialog(other).page, .appearance)
            }
        }
    }

    func testThePageThatIsShownComesBack() throws {
        try Self.withDialog { program, window, _ in
            try Self.dialog(window).show(.library)
            let restored = try XCTUnwrap(try program.restart().first)
            program.makeDialog = { kind, scope in
                PreferencesDialog(
                    Preferences(nil),
                    LibraryFiles(database: URL(fileURLWithPath: "/nowhere/library.sqlite")),
                    in: scope,
                    over: restored.window,
                    backups: BackupFlow(program.library),
                    export: LibraryExportFlow(LibraryExport(of: program.library)),
                    merge: MergeFlow(into: program.library, copies: nil, environment: .live)
                )
            }
            restored.dialogs.show(.preferences)
            XCTAssertEqual(try Self.dialog(restored).page, .library)
        }
    }

    func testItFitsIntoANarrowWindow() throws {
        try Self.withDialog { _, window, _ in
            let dialog = try XCTUnwrap(window.dialogs.dialog(.preferences)).window
            assertFitsTheSmallestWindow(dialog)
        }
    }

    func testNotesGrowInPlace() throws {
        try withProgram { program in
            let book = try XCTUnwrap(program.series.books.first)
            for number in 0..<60 {
                try program.library.addNote("Note \(number) on the hawk", on: .book(book.id))
            }
            let window = program.openWindow(width: 980, height: 720)
            let list = try XCTUnwrap(window.tabController.page.notes).list.rows
            XCTAssertTrue(MainLoop.run { list.count >= 60 })
            // The one at the upper edge is the one that is being read.
            list.scroll(to: .init(index: 20, top: -5))
            let frame = { list.row(at: 20)?.frame(in: list) }
            XCTAssertTrue(MainLoop.run { frame()?.y == -5 })
            let before = try XCTUnwrap(frame())

            let sheet = Style.add(rules: NoteTextSheet.rules(size: 200)) { XCTFail($0) }
            defer { sheet.replace(rules: "") }
            XCTAssertTrue(MainLoop.run { (frame()?.height ?? 0) > before.height + 8 })
            MainLoop.drain()
            XCTAssertEqual(try XCTUnwrap(frame()).y, before.y, accuracy: 1)
            let composer = try XCTUnwrap(window.tabController.page.notes).composer.field
            XCTAssertGreaterThan(composer.size.height, 40)

            sheet.replace(rules: NoteTextSheet.rules(size: 100))
            XCTAssertTrue(MainLoop.run { frame()?.height == before.height })
            XCTAssertEqual(try XCTUnwrap(frame()).y, before.y, accuracy: 1)
        }
    }

    func testForgettingIsAskedAboutFirst() throws {
        try withProgram { program in
            let window = program.openWindow()
            var isForgotten = false
            let page = RestoringPreferences(Preferences(nil), over: window.window) {
                isForgotten = true
            }
            let forget = try XCTUnwrap(
                page.controls.first { $0.name == "forget" }?.widget as? Button
            )
            let question = { TopLevels.showing("Clear history and drafts?") }
            forget.click()
            XCTAssertTrue(MainLoop.run { question()?.isMapped == true })
            XCTAssertTrue(try XCTUnwrap(question()).click("Cancel"))
            XCTAssertTrue(MainLoop.run { question() == nil })
            XCTAssertFalse(isForgotten)

            forget.click()
            XCTAssertTrue(MainLoop.run { question()?.isMapped == true })
            XCTAssertTrue(try XCTUnwrap(question()).click("Clear History"))
            XCTAssertTrue(isForgotten)
        }
    }
}
