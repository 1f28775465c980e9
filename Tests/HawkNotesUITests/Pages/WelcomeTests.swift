import DisplayTestSupport
import Foundation
import GTKBridge
import TestSupport
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// The line that says what the program is for.
final class WelcomeTests: DisplayTestCase {
    @MainActor
    private static func preferences() throws -> Preferences {
        let settings = try XCTUnwrap(
            Settings(
                schema: ApplicationConfiguration.applicationIdentifier,
                fallbackDirectory: SourceTree.data.path
            ),
            "the schema is nowhere"
        )
        return Preferences(settings)
    }

    /// What the windows say that are opened one after another with a manager of their own.
    @MainActor
    private static func shown(
        _ program: TestProgram,
        _ preferences: Preferences,
        _ body: (WindowManager) -> Void = { _ in }
    ) throws -> [String] {
        var texts: [String] = []
        program.withManager(preferences: (preferences, .nowhere)) { manager in
            manager.openNewWindow()
            manager.openNewWindow()
            body(manager)
            texts = manager.windows.compactMap { $0.shownBanner?.action }
        }
        return texts
    }

    func testItIsThereUntilSomebodyHasAnsweredIt() throws {
        try withProgram { program in
            let preferences = try Self.preferences()
            preferences.showsWelcome = true
            defer { preferences.showsWelcome = false }
            let first = try Self.shown(program, preferences)
            XCTAssertEqual(first, ["Open Library"], "in one window, once")
            XCTAssertTrue(preferences.showsWelcome)
            try program.beginNextRun()
            let answered = try Self.shown(program, preferences) { manager in
                XCTAssertTrue(manager.windows[0].window.click("Dismiss"))
            }
            XCTAssertEqual(answered, [])
            XCTAssertFalse(preferences.showsWelcome)
            try program.beginNextRun()
            XCTAssertEqual(try Self.shown(program, preferences), [])
        }
    }

    func testWhereNothingCanBeKeptThereIsNone() throws {
        try withProgram { program in
            XCTAssertEqual(try Self.shown(program, Preferences(nil)), [])
        }
    }
}
