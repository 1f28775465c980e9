import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
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
            // The library is asked first whether there are books of the reader's own.
            _ = MainLoop.run(upTo: 0.3) { manager.windows.contains { $0.shownBanner != nil } }
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
            XCTAssertEqual(first, ["Add a Book"], "in one window, once")
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

    func testItIsGoneOnceThereIsABookOfTheReadersOwn() throws {
        try withProgram { program in
            let preferences = try Self.preferences()
            preferences.showsWelcome = true
            defer { preferences.showsWelcome = false }
            let texts = try Self.shown(program, preferences) { manager in
                XCTAssertNotNil(manager.windows[0].shownBanner)
                do { try Self.addBook(to: program) } catch { XCTFail("\(error)") }
                XCTAssertTrue(MainLoop.run { manager.windows[0].shownBanner == nil })
            }
            XCTAssertEqual(texts, [])
            XCTAssertFalse(preferences.showsWelcome)
            preferences.showsWelcome = true
            try program.beginNextRun()
            XCTAssertEqual(try Self.shown(program, preferences), [], "there is one already")
        }
    }

    @MainActor
    private static func addBook(to program: TestProgram) throws {
        try program.library.save(
            Book(id: UUID(), seriesID: program.series.id, title: "Mine", position: 9)
        )
    }

    func testWhereNothingCanBeKeptThereIsNone() throws {
        try withProgram { program in
            XCTAssertEqual(try Self.shown(program, Preferences(nil)), [])
        }
    }
}
