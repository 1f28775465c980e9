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
            if preferences.showsWelcome, (try? program.library.hasOwnBooks()) == false {
                XCTAssertTrue(MainLoop.run { manager.windows.contains { $0.shownBanner != nil } })
            } else {
                MainLoop.drain()
            }
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

    /// It moves the page down, which would be laid out and drawn a second time.
    func testItIsThereBeforeTheWindowIsDrawn() throws {
        try withProgram { program in
            let preferences = try Self.preferences()
            preferences.showsWelcome = true
            defer { preferences.showsWelcome = false }
            program.withManager(preferences: (preferences, .nowhere)) { manager in
                manager.openNewWindow()
                let window = manager.windows[0]
                XCTAssertEqual(window.shownBanner?.action, "Add a Book")
                window.banner.show(.init(text: "Everything is back.", weight: .quiet))
                XCTAssertEqual(window.shownBanner?.text, "Everything is back.", "comes first")
            }
        }
    }

    func testItIsGoneOnceThereIsABookOfTheReadersOwn() throws {
        try withProgram { program in
            let preferences = try Self.preferences()
            preferences.showsWelcome = true
            defer { preferences.showsWelcome = false }
            let texts = try Self.shown(program, preferences) { manager in
                XCTAssertNotNil(manager.windows[0].shownBanner)
                Self.addBook(to: program)
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
    private static func addBook(to program: TestProgram) {
        let book = Book(id: UUID(), seriesID: program.series.id, title: "Mine", position: 9)
        XCTAssertNoThrow(try program.library.save(book))
    }

    func testWhereNothingCanBeKeptThereIsNone() throws {
        try withProgram { program in
            XCTAssertEqual(try Self.shown(program, Preferences(nil)), [])
        }
    }
}
