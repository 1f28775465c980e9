import Foundation
import StateRestoration
import StateRestorationTesting
import TestSupport
import XCTest

/// That a program which is not Hawk Notes comes back as well, written as its author would test it.
@MainActor
final class JournalTests: XCTestCase {
    private let journals = [
        Tab.home: Journal(["2023-12-31": "Snow", "2024-05-05": "Rain", "2024-05-06": "Sun"]),
        Tab.work: Journal(["2024-05-06": "Meeting"]),
    ]

    /// A first run with one window.
    private func firstRun() throws -> (RestorationTester, JournalApplication) {
        let tester = try RestorationTester { $0.writer = "journal 2" }
        return (tester, launch(tester.session))
    }

    private func launch(_ session: RestorationSession) -> JournalApplication {
        JournalApplication(session: session, journals: journals)
    }

    /// The tab with three pages on top of one another, down to a day.
    private func showDay(_ id: String, in tab: JournalTab) {
        tab.show(Page(level: .year, targetID: String(id.prefix(4))))
        tab.show(Page(level: .month, targetID: String(id.prefix(7))))
        tab.show(Page(level: .day, targetID: id))
    }

    func testEverythingIsAsItWasHoweverTheRunEnds() async throws {
        for ending in [RestorationTester.Ending.quit, .kill, .powerCut] {
            var (tester, journal) = try firstRun()
            var window = try XCTUnwrap(journal.windows.first)
            window.tabBar.selection = .work
            showDay("2024-05-06", in: try XCTUnwrap(window.tabs[.home]))
            window.tabs[.work]?.list.scroll(to: 25)
            window.write("2024-05-07")
            window.dialog?.text.setString("Thunder, and half a sen")

            journal = try tester.restartAndLaunch(after: ending, launch)

            window = try XCTUnwrap(journal.windows.first)
            XCTAssertEqual(journal.windows.count, 1)
            XCTAssertEqual(window.tabBar.selection, .work)
            XCTAssertEqual(
                window.tabs[.home]?.path.routes.map(\.targetID),
                ["2024", "2024-05", "2024-05-06"]
            )
            XCTAssertEqual(window.tabs[.home]?.detail, "Sun")
            XCTAssertEqual(window.tabs[.work]?.list.offset, 25)
            XCTAssertEqual(window.dialog?.day, "2024-05-07")
            XCTAssertEqual(window.dialog?.text.string, "Thunder, and half a sen")
            XCTAssertTrue(journal.session.report.isComplete)
        }
    }

    // MARK: - The dialog

    func testDialogIsOpenWithWhatWasTyped() async throws {
        var (tester, journal) = try firstRun()
        journal.windows[0].write("2024-05-07")
        journal.windows[0].dialog?.text.setString("Thunder, and half a sen")

        journal = try tester.restartAndLaunch(launch)

        XCTAssertEqual(journal.windows[0].dialog?.day, "2024-05-07")
        XCTAssertEqual(journal.windows[0].dialog?.text.string, "Thunder, and half a sen")
    }

    func testDismissedDialogStaysAwayAndTheNextOneIsEmpty() async throws {
        var (tester, journal) = try firstRun()
        journal.windows[0].write("2024-05-07")
        journal.windows[0].dialog?.text.setString("Never mind")
        journal = try tester.restartAndLaunch(launch)
        journal.windows[0].dismissDialog()

        journal = try tester.restartAndLaunch(launch)

        XCTAssertNil(journal.windows[0].dialog)
        journal.windows[0].write("2024-05-08")
        XCTAssertEqual(journal.windows[0].dialog?.text.string, "")
    }

    func testDialogOfAClosedWindowIsOpenWhenTheWindowIsReopened() async throws {
        var (tester, journal) = try firstRun()
        journal.openWindow(for: journal.session.makeScene())
        let window = journal.windows[1]
        window.scene.title = "Closed"
        window.tabs[.home]?.list.scroll(to: 50)
        window.write("2024-05-07")
        window.dialog?.text.setString("Kept")
        journal.close(window)

        journal = try tester.restartAndLaunch(launch)

        XCTAssertEqual(journal.windows.count, 1)
        XCTAssertEqual(journal.session.recentlyClosed.map(\.title), ["Closed"])
        let found = await journal.reopenClosedWindow()
        let reopened = try XCTUnwrap(found)
        XCTAssertEqual(reopened.dialog?.text.string, "Kept")
        XCTAssertEqual(reopened.tabs[.home]?.list.offset, 50)
    }

    // MARK: - What the model says now

    func testPathEndsBeforeADayThatNoLongerExists() async throws {
        var (tester, journal) = try firstRun()
        showDay("2024-05-06", in: try XCTUnwrap(journal.windows[0].tabs[.home]))
        journals[.home]?.entries["2024-05-06"] = nil

        journal = try tester.restartAndLaunch(launch)

        let tab = try XCTUnwrap(journal.windows[0].tabs[.home])
        XCTAssertEqual(tab.path.routes.map(\.targetID), ["2024", "2024-05"])
        XCTAssertEqual(tab.list.rows.map(\.id), ["2024-05-05"])
        XCTAssertTrue(
            journal.session.report.entries.contains { $0.reason.contains("day|2024-05-06") }
        )
    }

    func testListIsWhereItWasAmongItsRows() async throws {
        var (tester, journal) = try firstRun()
        for day in 10...29 { journals[.home]?.entries["2022-01-\(day)"] = "Cold" }
        let tab = try XCTUnwrap(journal.windows[0].tabs[.home])
        tab.show(Page(level: .year, targetID: "2022"))
        tab.show(Page(level: .month, targetID: "2022-01"))
        // Rows are 40 high and the newest is on top: 25 begins at 160.
        tab.list.scroll(to: 170)

        journals[.home]?.entries["2022-01-30"] = "One more on top"
        journal = try tester.restartAndLaunch(launch)
        XCTAssertEqual(journal.windows[0].tabs[.home]?.list.offset, 210)

        journals[.home]?.entries["2022-01-25"] = nil
        journal = try tester.restartAndLaunch(launch)
        // 24 has moved up by one row, and the view with it.
        XCTAssertEqual(journal.windows[0].tabs[.home]?.list.offset, 170)
    }

    func testTabsShareNoValue() async throws {
        var (tester, journal) = try firstRun()
        showDay("2024-05-06", in: try XCTUnwrap(journal.windows[0].tabs[.home]))
        journal.windows[0].tabs[.work]?.list.scroll(to: 10)

        journal = try tester.restartAndLaunch(launch)

        let tabs = journal.windows[0].tabs
        XCTAssertEqual(tabs[.home]?.path.count, 3)
        XCTAssertEqual(tabs[.work]?.path.count, 0)
        XCTAssertEqual(tabs[.work]?.list.offset, 10)
        tabs[.home]?.path = NavigationPath()
        XCTAssertEqual(tabs[.home]?.list.offset, 0)
        XCTAssertEqual(tester.programmingErrors.messages, [])
    }

    // MARK: - Windows

    func testWindowsComeBackInOrderAndThePrivateOneDoesNot() async throws {
        for ending in [RestorationTester.Ending.quit, .kill, .powerCut] {
            var (tester, journal) = try firstRun()
            for _ in 1...2 { journal.openWindow(for: journal.session.makeScene()) }
            let hidden = journal.openPrivateWindow()
            hidden.write("2024-05-07")
            hidden.dialog?.text.setString("secret")
            for (number, window) in journal.windows.enumerated() {
                window.scene.title = "\(number)"
            }
            journal.session.activate(journal.windows[2].scene)
            XCTAssertEqual(journal.windows.map(\.scene.title), ["2", "0", "1", "3"])

            journal = try tester.restartAndLaunch(after: ending, launch)

            XCTAssertEqual(journal.windows.map(\.scene.title), ["2", "1", "3"])
            XCTAssertEqual(journal.session.activeScene?.title, "2")
            XCTAssertFalse(
                tester.files.files.values.contains {
                    String(decoding: $0, as: UTF8.self).contains("secret")
                }
            )
        }
    }

    // MARK: - When it goes wrong

    func testStateThatANewVersionRefusesComesBackInTheOldOne() async throws {
        let tester = try RestorationTester { $0.writer = "journal 1" }
        var journal = launch(tester.session)
        let old = tester.configuration
        journal.windows[0].write("2024-05-07")
        journal.windows[0].dialog?.text.setString("Written in version 1")

        tester.configuration.writer = "journal 2"
        tester.configuration.shouldRestore = JournalApplication.shouldRestore
        for _ in 1...3 {
            journal = try tester.restartAndLaunch(launch)
            XCTAssertEqual(journal.windows.count, 1)
            XCTAssertNil(journal.windows[0].dialog)
            XCTAssertEqual(journal.session.report.entries.filter { $0.code == .refused }.count, 1)
        }
        // Whoever wants it here all the same finds it in the previous session.
        let scenes = await journal.session.restorePreviousSession()
        let offered = scenes.map { journal.openWindow(for: $0) }
        XCTAssertTrue(offered.contains { $0.dialog?.text.string == "Written in version 1" })

        tester.configuration = old
        journal = try tester.restartAndLaunch(launch)
        XCTAssertTrue(
            journal.windows.contains { $0.dialog?.text.string == "Written in version 1" }
        )
        XCTAssertTrue(journal.session.report.isComplete)
    }

    func testStartsThatDieBringBackLessAndLoseNothing() async throws {
        var (tester, journal) = try firstRun()
        journal.windows[0].write("2024-05-07")
        journal.windows[0].dialog?.text.setString("What the program dies of")
        for _ in 1...3 { try tester.restartAndRestore { _ in } }

        journal = try tester.restartAndLaunch(launch)

        XCTAssertNil(journal.windows[0].dialog)
        let reopened = await journal.reopenClosedWindow()
        XCTAssertEqual(reopened?.dialog?.text.string, "What the program dies of")
    }

    func testOneDirectoryServesOneProcessAtATime() async throws {
        let root = try TemporaryDirectory()
        let directory = root.url.appendingPathComponent("state")
        var journal = try JournalApplication.launch(in: directory, journals: journals)
        XCTAssertThrowsError(try JournalApplication.launch(in: directory, journals: journals)) {
            XCTAssertEqual(($0 as? RestorationError)?.code, .alreadyInUse)
        }
        journal.windows[0].write("2024-05-07")
        journal.windows[0].dialog?.text.setString("On a real disk")
        journal.session.terminate()

        journal = try JournalApplication.launch(in: directory, journals: journals)

        XCTAssertEqual(journal.session.launchReason, .restore)
        XCTAssertEqual(journal.windows[0].dialog?.text.string, "On a real disk")
        journal.session.terminate()
    }
}
