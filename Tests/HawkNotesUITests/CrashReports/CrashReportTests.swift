import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import Phrases
import StateRestoration
import StateRestorationTesting
import Synchronization
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What a person is told after the program died of its own fault, and can look at.
final class CrashReportTests: DisplayTestCase {
    /// Reports as a folder has them: each is taken once.
    private final class Reports: Sendable {
        private let waiting: Mutex<CrashReport?>
        private let threads = Mutex<[Bool]>([])

        init(_ report: CrashReport?) { waiting = Mutex(report) }

        /// Whether each look at the folder was on the main thread.
        var looks: [Bool] { threads.withLock { $0 } }

        var crashReports: CrashReports {
            CrashReports(
                folder: URL(fileURLWithPath: "/state/crashes"),
                newestFault: { nil },
                takeNewest: { [self] in
                    threads.withLock { $0.append(Thread.isMainThread) }
                    return waiting.withLock { report in
                        defer { report = nil }
                        return report
                    }
                }
            )
        }
    }

    private static let report = CrashReport(
        date: Date(timeIntervalSinceNow: -300),
        text: "Signal:  SIGSEGV\n\n00  hawk-notes + 0x1234\n"
    )

    /// Leaves a window behind, lets the program and so many starts die, and starts it again.
    @MainActor
    private static func restart(
        _ program: TestProgram,
        after ending: RestorationTester.Ending,
        deadStarts: Int = 0,
        _ reports: Reports,
        _ body: @MainActor (WindowManager) throws -> Void
    ) throws {
        let window = program.openWindow()
        program.tester.end(ending)
        window.tearDown()
        for _ in 0..<deadStarts {
            try program.tester.start { _ in }
            program.tester.end(.kill)
        }
        try program.tester.start { _ in }
        let manager = WindowManager(
            application: TestDisplay.application,
            context: program.context,
            session: program.session,
            crashReports: reports.crashReports,
            quit: {}
        )
        defer {
            manager.terminate()
            MainLoop.drain()
        }
        manager.activate()
        XCTAssertTrue(MainLoop.run { !reports.looks.isEmpty })
        try body(manager)
        XCTAssertEqual(reports.looks, [false], "files are read, once, and not on the main thread")
    }

    @MainActor
    private static func toast(_ manager: WindowManager) -> ShownMessage? {
        manager.frontWindow?.shownToast
    }

    @MainActor
    private static func banner(_ manager: WindowManager) -> ShownMessage? {
        manager.frontWindow?.shownBanner
    }

    /// Presses *Crash Report* in the report of what came back.
    @MainActor
    private static func showCrashReport(_ manager: WindowManager) throws {
        let banner = try XCTUnwrap(manager.frontWindow?.banner)
        XCTAssertTrue(banner.root.click("Details"))
        let report = try XCTUnwrap(manager.frontWindow?.dialogs.dialog(.history)).window
        XCTAssertTrue(MainLoop.run { report.isMapped })
        // It comes once the report of the crash is found.
        XCTAssertTrue(MainLoop.run { report.click("Crash Report") })
    }

    /// The window that shows the crash report.
    @MainActor
    private static var details: Widget? {
        TopLevels.showing("Hawk Notes stopped because of an error")
    }

    func testTheBannerAfterACrashLeadsToTheReport() throws {
        try withProgram { program in
            try Self.restart(program, after: .kill, Reports(Self.report)) { manager in
                XCTAssertTrue(MainLoop.run { Self.banner(manager) != nil })
                let banner = try XCTUnwrap(Self.banner(manager))
                XCTAssertTrue(banner.text.contains("closed unexpectedly"), banner.text)
                XCTAssertNil(Self.details, "nobody asked for it yet")

                try Self.showCrashReport(manager)

                let details = try XCTUnwrap(Self.details)
                XCTAssertTrue(MainLoop.run { details.isMapped })
                TopLevels.close(details)
                XCTAssertTrue(MainLoop.run { Self.details == nil })
            }
        }
    }

    func testWithoutAReportThereIsNothingToLookAt() throws {
        try withProgram { program in
            try Self.restart(program, after: .kill, Reports(nil)) { manager in
                XCTAssertTrue(MainLoop.run { Self.banner(manager) != nil })
                XCTAssertTrue(
                    try XCTUnwrap(manager.frontWindow?.banner).root.click("Details")
                )
                let report = try XCTUnwrap(manager.frontWindow?.dialogs.dialog(.history)).window
                MainLoop.drain()
                XCTAssertFalse(report.click("Crash Report"))
            }
        }
    }

    /// It died while it ended, when everything had been saved.
    func testAReportWithoutARecoveryIsToldAllTheSame() throws {
        try withProgram { program in
            try Self.restart(program, after: .quit, Reports(Self.report)) { manager in
                XCTAssertTrue(MainLoop.run { Self.toast(manager) != nil })
                let toast = try XCTUnwrap(Self.toast(manager))
                XCTAssertFalse(toast.text.contains("closed unexpectedly"), toast.text)
                XCTAssertEqual(toast.action, "Details")
            }
        }
    }

    func testTheBannerAfterStartsThatDiedLeadsToTheReport() throws {
        try withProgram { program in
            let reports = Reports(Self.report)
            try Self.restart(program, after: .quit, deadStarts: 2, reports) { manager in
                let banner = try XCTUnwrap(manager.frontWindow?.banner)
                XCTAssertTrue(MainLoop.run { banner.root.isRevealed })
                try Self.showCrashReport(manager)
                XCTAssertNotNil(Self.details)
            }
        }
    }

    func testTheReportGoesWithItsWindow() throws {
        try withProgram { program in
            var isFinalized = false
            let offer = CrashReportOffer(Reports(Self.report).crashReports)
            try Self.openAndCloseParent(program, offer) { isFinalized = true }
            XCTAssertTrue(MainLoop.run { isFinalized })
            XCTAssertNil(Self.details)
        }
    }

    /// A function of its own, so that nothing here holds on to the windows.
    @MainActor
    private static func openAndCloseParent(
        _ program: TestProgram,
        _ offer: CrashReportOffer,
        whenFinalized: @escaping @MainActor () -> Void
    ) throws {
        let parent = program.openWindow(presented: true)
        var details: Toast.Action?
        offer.findReport(over: { [weak parent] in parent?.window }, then: { details = $0 })
        XCTAssertTrue(MainLoop.run { details != nil })
        details?.perform()
        let window = try XCTUnwrap(Self.details)
        window.whenFinalized(whenFinalized)
        XCTAssertTrue(MainLoop.run { window.isMapped })
        program.close(parent)
    }

    func testThereIsRoomForTheTextInANarrowWindow() throws {
        try withProgram { program in
            let parent = program.openWindow(presented: true)
            let details = CrashReportWindow(
                Self.report,
                folder: URL(fileURLWithPath: "/state/crashes"),
                over: parent.window
            )
            assertFitsTheSmallestWindow(details.window)
            details.window.destroy()
        }
    }
}
