import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesUI

/// What the program brings back after starts that failed, and what it says about it.
final class RestorePlanTests: DisplayTestCase {
    /// Leaves two windows behind: one on a character's page with a draft on the book's, the other on a web
    /// page; then lets so many starts die.
    @MainActor
    private static func leaveWindows(
        _ program: TestProgram,
        deadStarts: Int,
        after ending: RestorationTester.Ending = .quit
    ) throws {
        let books = program.series.books
        let deep = program.openWindow()
        try XCTUnwrap(deep.tabController.page.notes).composer.field.buffer.text = "half a thought"
        deep.push(.character(program.series.allCharacters[0].id))
        let web = program.openWindow()
        web.select(.book(books[1].id))
        web.setWebPageShown(true, for: books[1])
        program.tester.end(ending)
        for _ in 0..<deadStarts {
            try program.tester.start { _ in }
            program.tester.end(.kill)
        }
        // The windows of the runs before are gone with their processes.
        for window in program.windows.reversed() { window.tearDown() }
        try program.tester.start { _ in }
    }

    /// A manager over the present run, taken away after the body.
    @MainActor
    private static func windows(_ manager: WindowManager) -> [MainWindow] {
        manager.windows.reversed()
    }

    /// Brings the two windows back: the front one at once, the other when there is time for it.
    @MainActor
    private static func activate(_ manager: WindowManager, line: UInt = #line) {
        manager.activate()
        XCTAssertEqual(manager.windows.count, 1, line: line)
        XCTAssertTrue(MainLoop.run { manager.windows.count == 2 }, line: line)
    }

    @MainActor
    private static func toast(_ manager: WindowManager) -> String? {
        manager.frontWindow?.shownToast?.text
    }

    @MainActor
    private static func banner(_ manager: WindowManager) -> String? {
        manager.frontWindow?.shownBanner?.text
    }

    /// The window that asks what to bring back.
    @MainActor
    private static var chooser: Widget? { TopLevels.showing("Choose windows to restore") }

    @MainActor
    private static func draft(_ window: MainWindow) -> String? {
        window.tabController.page.notes?.composer.field.buffer.text
    }

    /// That everything is as `leaveWindows` left it.
    @MainActor
    private static func assertEverything(
        _ windows: [MainWindow],
        _ program: TestProgram,
        line: UInt = #line
    ) {
        XCTAssertEqual(windows.count, 2, line: line)
        guard windows.count == 2 else { return }
        XCTAssertTrue(windows[0].tabController.showsWebPage, line: line)
        let character = program.series.allCharacters[0]
        XCTAssertEqual(windows[1].tabController.place, .character(character.id), line: line)
        windows[1].goBack()
        XCTAssertEqual(draft(windows[1]), "half a thought", line: line)
    }

    func testACleanStartBringsEverythingBackWithoutAWord() throws {
        try withProgram { program in
            try Self.leaveWindows(program, deadStarts: 0)
            try program.withManager { manager in
                Self.activate(manager)
                XCTAssertNil(Self.toast(manager))
                XCTAssertNil(Self.banner(manager))
                Self.assertEverything(Self.windows(manager), program)
            }
        }
    }

    func testAStartAfterABadEndBringsEverythingBackAndSaysSo() throws {
        for (deadStarts, ending) in [(0, RestorationTester.Ending.kill), (1, .quit)] {
            try withProgram { program in
                try Self.leaveWindows(program, deadStarts: deadStarts, after: ending)
                try program.withManager { manager in
                    Self.activate(manager)
                    let banner = Self.banner(manager)
                    XCTAssertEqual(banner?.hasSuffix("Your 2 windows and 1 draft are back."), true)
                    XCTAssertNil(Self.toast(manager))
                    Self.assertEverything(Self.windows(manager), program)
                }
            }
        }
    }

    func testAfterTwoDeadStartsTextAndTabsComeBackAndTheRestWithTheNextStart() throws {
        try withProgram { program in
            try Self.leaveWindows(program, deadStarts: 2)
            try program.withManager { manager in
                Self.activate(manager)
                let windows = Self.windows(manager)
                let books = program.series.books
                XCTAssertEqual(windows.map(\.tab), [.book(books[1].id), .book(books[0].id)])
                XCTAssertEqual(windows.map(\.tabController.place), windows.map(\.tab))
                XCTAssertEqual(windows.map(\.tabController.showsWebPage), [false, false])
                XCTAssertEqual(Self.draft(windows[1]), "half a thought")
                XCTAssertEqual(Self.banner(manager)?.contains("2 times"), true)
                XCTAssertTrue(MainLoop.run { program.session.isRestorationComplete })
                // Going on in another tab does not touch what is left out.
                windows[1].select(.favorites)
                windows[1].select(.book(books[0].id))
            }
            let restored = try program.restart(after: .quit)
            XCTAssertEqual(program.session.incompleteLaunches, 0)
            restored[1].select(.book(program.series.books[0].id))
            Self.assertEverything(restored, program)
        }
    }

    func testAfterThreeDeadStartsThePersonChooses() throws {
        try withProgram { program in
            try Self.leaveWindows(program, deadStarts: 3)
            try program.withManager { manager in
                manager.activate()
                XCTAssertTrue(Self.windows(manager).isEmpty)
                let chooser = try XCTUnwrap(Self.chooser)
                // Front window first.
                let boxes = chooser.all(ofType: "GtkCheckButton")
                XCTAssertEqual(boxes.map(\.isOn), [true, true])
                boxes[0].untick()
                XCTAssertTrue(chooser.click("Restore 1 Window"))
                let windows = Self.windows(manager)
                XCTAssertEqual(windows.map(Self.draft), ["half a thought"])
                XCTAssertEqual(windows[0].tabController.place, windows[0].tab)
                XCTAssertNil(Self.chooser)
                XCTAssertTrue(MainLoop.run { program.session.isRestorationComplete })
                manager.reopenClosed()
                XCTAssertTrue(MainLoop.run { Self.windows(manager).count == 2 })
                XCTAssertEqual(Self.windows(manager)[0].tabController.showsWebPage, true)
            }
            Self.assertEverything(try program.restart(after: .quit), program)
        }
    }

    func testWhatIsAskedForMeanwhileWaitsForTheChoice() throws {
        try withProgram { program in
            try Self.leaveWindows(program, deadStarts: 3)
            try program.withManager { manager in
                manager.open(address: "hawknotes://book/\(program.series.books[2].id)")
                manager.openNewWindow()
                manager.reopenClosed()
                XCTAssertTrue(Self.windows(manager).isEmpty)
                XCTAssertFalse(program.session.isRestorationComplete)
                let chooser = try XCTUnwrap(Self.chooser)
                XCTAssertTrue(chooser.click("Select None"))
                XCTAssertTrue(chooser.click("Start with an Empty Window"))
                XCTAssertTrue(MainLoop.run { Self.windows(manager).count == 3 })
                // The link, the new window where that is, and the front one of those that were left out.
                XCTAssertEqual(
                    Self.windows(manager).map(\.tab),
                    [2, 2, 1].reversed().map { .book(program.series.books[$0].id) }
                )
                XCTAssertTrue(program.session.isRestorationComplete)
            }
        }
    }

    func testQuittingTheChooserKeepsEverythingAndAsksAgain() throws {
        try withProgram { program in
            try Self.leaveWindows(program, deadStarts: 3)
            let before = program.tester.files.files.filter { !$0.key.contains("running") }
            try program.withManager { $0.activate() }
            program.tester.end(.killAtOnce)
            XCTAssertEqual(
                program.tester.files.files.filter { !$0.key.contains("running") },
                before
            )
            try program.tester.start { _ in }
            XCTAssertEqual(program.session.plan.level, .choose)
            XCTAssertEqual(program.session.scenesToRestore.count, 2)
        }
    }
}
