import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesUI

/// The windows that come back behind the front one.
final class LateWindowsTests: DisplayTestCase {
    /// Leaves a window on each tab and one on a character's page, which is in front, with a draft each;
    /// then lets a manager bring them back.
    @MainActor
    private static func withManager(
        _ program: TestProgram,
        quit: @escaping @MainActor () -> Void = {},
        _ body: @MainActor (WindowManager, [Place]) throws -> Void
    ) throws {
        let character = program.series.allCharacters[0]
        var places = Place.tabs(in: program.series)
        for place in places { program.openWindow(presented: false).select(place) }
        let front = program.openWindow(presented: false)
        front.show(.character(character.id), animated: false)
        places.append(.character(character.id))
        for window in program.windows {
            window.tabController.page.notes?.composer.field.buffer.text = window.window.title
        }
        program.tester.end(.quit)
        for window in program.windows { window.tearDown() }
        try program.tester.start { _ in }
        let manager = WindowManager(
            application: TestDisplay.application,
            context: program.context,
            session: program.session,
            quit: quit
        )
        defer {
            manager.terminate()
            MainLoop.drain()
        }
        try body(manager, places)
    }

    @MainActor
    private static func places(_ manager: WindowManager) -> [Place] {
        manager.windows.map(\.tabController.place)
    }

    func testWhatIsClosedBeforeItHasComeDoesNotCome() throws {
        try withProgram { program in
            try Self.withManager(program) { manager, places in
                manager.activate()
                XCTAssertFalse(manager.lateWindows.scenes.isEmpty)
                manager.startFresh()
                XCTAssertTrue(MainLoop.run { manager.lateWindows.scenes.isEmpty })
                MainLoop.drain()
                XCTAssertEqual(manager.windows.count, 1)
                XCTAssertEqual(program.session.recentlyClosed.count, places.count)
            }
        }
    }

    func testTheFrontWindowComesFirstAndTheOthersInTheirOrder() throws {
        try withProgram { program in
            try Self.withManager(program) { manager, places in
                manager.activate()
                XCTAssertEqual(Self.places(manager), places.suffix(1))
                XCTAssertTrue(MainLoop.run { manager.windows.count == places.count })
                XCTAssertEqual(Self.places(manager), places)
                XCTAssertEqual(program.session.activeScene?.id, manager.windows.last?.scene.id)
                XCTAssertEqual(
                    program.session.scenes.map(\.id),
                    manager.windows.reversed().map(\.scene.id)
                )
            }
        }
    }

    func testEachWindowMakesThePageThatItShowsAndNoOther() throws {
        try withProgram { program in
            try Self.withManager(program) { manager, places in
                manager.activate()
                XCTAssertTrue(MainLoop.run { manager.windows.count == places.count })
                for (window, place) in zip(manager.windows, places) {
                    XCTAssertEqual(window.madeTabs, [window.tab])
                    XCTAssertEqual(window.tabController.madeLevels, [place])
                }
            }
        }
    }

    func testNoneComesBeforeTheFrontWindowHasBeenDrawn() throws {
        try withProgram { program in
            try Self.withManager(program) { manager, _ in
                manager.activate()
                XCTAssertFalse(program.session.isRestorationComplete)
                XCTAssertTrue(MainLoop.run { manager.windows.count > 1 })
                XCTAssertTrue(program.session.isRestorationComplete)
            }
        }
    }

    func testQuittingBeforeAllHaveComeLosesNone() throws {
        try withProgram { program in
            var titles: [String] = []
            try Self.withManager(program) { manager, places in
                titles = program.session.scenes.map(\.title)
                manager.activate()
                XCTAssertTrue(MainLoop.run { manager.windows.count == 2 })
                var isSaved = false
                Task {
                    await manager.save()
                    isSaved = true
                }
                XCTAssertTrue(MainLoop.run { isSaved })
                XCTAssertLessThan(manager.windows.count, places.count)
            }
            try program.tester.start { _ in }
            XCTAssertEqual(program.session.scenesToRestore.map(\.title), titles)
            XCTAssertEqual(program.session.incompleteLaunches, 0)
        }
    }

    func testAnEndThatIsCalledOffBringsTheOthersAfterAll() throws {
        try withProgram { program in
            try Self.withManager(program) { manager, places in
                manager.activate()
                var isSaved = false
                Task {
                    _ = await manager.saveNow()
                    isSaved = true
                }
                XCTAssertTrue(MainLoop.run { isSaved })
                MainLoop.drain()
                XCTAssertLessThan(manager.windows.count, places.count)
                manager.goOn()
                XCTAssertTrue(MainLoop.run { manager.windows.count == places.count })
                XCTAssertEqual(Self.places(manager), places)
            }
        }
    }

    func testClosingTheFrontWindowBringsTheNextOneAtOnceAndEndsNothing() throws {
        try withProgram { program in
            var hasQuit = false
            try Self.withManager(program, quit: { hasQuit = true }) { manager, places in
                manager.activate()
                manager.didClose(try XCTUnwrap(manager.windows.first))
                XCTAssertEqual(Self.places(manager), [places[places.count - 2]])
                XCTAssertFalse(hasQuit)
                XCTAssertTrue(MainLoop.run { manager.windows.count == places.count - 1 })
                XCTAssertEqual(Self.places(manager), places.dropLast())
            }
        }
    }

    func testAWindowThatIsAskedForComesAtOnce() throws {
        try withProgram { program in
            try Self.withManager(program) { manager, places in
                manager.activate()
                manager.open(address: places[0].link(in: program.series))
                XCTAssertEqual(manager.windows.count, 2)
                XCTAssertEqual(Self.places(manager).first, places[0])
                XCTAssertTrue(MainLoop.run { manager.windows.count == places.count })
            }
        }
    }

    func testTheLaunchIsAGoodOneWhenAllHaveCome() throws {
        for comeAll in [false, true] {
            try withProgram { program in
                try Self.withManager(program) { manager, places in
                    manager.activate()
                    let count = comeAll ? places.count : 2
                    XCTAssertTrue(MainLoop.run { manager.windows.count == count })
                    if comeAll { MainLoop.drain() }
                    program.session.flush()
                    program.tester.end(.kill)
                }
                try program.tester.start { _ in }
                XCTAssertEqual(program.session.incompleteLaunches, comeAll ? 0 : 1)
            }
        }
    }
}
