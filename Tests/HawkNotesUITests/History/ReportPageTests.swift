import DisplayTestSupport
import Foundation
import GTKBridge
import Phrases
import StateRestoration
import StateRestorationTesting
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// The report of what came back, and what can be done there.
final class ReportPageTests: DisplayTestCase {
    /// A manager over a run that follows on damage of the front window's file.
    private static func withDamage(
        _ body: @MainActor (TestProgram, WindowManager) throws -> Void
    ) throws {
        try withProgram { program in
            let window = program.openWindow()
            let field = try XCTUnwrap(window.tabController.page.notes).composer.field
            field.buffer.text = "before"
            // There must be a session before the one that is damaged.
            let restored = try XCTUnwrap(try program.restart(after: .quit).first)
            let again = try XCTUnwrap(restored.tabController.page.notes).composer.field
            for (offset, letter) in " and after".enumerated() {
                again.buffer.apply(.init(offset: 6 + offset, removed: "", inserted: "\(letter)"))
                program.session.flush()
            }
            program.tester.end(.kill)
            restored.tearDown()
            try damage(program, at: "[9,\"d\"")
            try program.tester.start { _ in }
            try program.withManager { manager in
                manager.activate()
                XCTAssertTrue(MainLoop.run { program.session.isRestorationComplete })
                try body(program, manager)
            }
        }
    }

    /// Changes the line of the one window's file in which this stands.
    @MainActor
    private static func damage(_ program: TestProgram, at words: String) throws {
        let files = program.tester.files
        let path = try XCTUnwrap(files.files.keys.first { $0.contains("/windows/") })
        var text = String(decoding: files.files[path] ?? [], as: UTF8.self)
        let range = try XCTUnwrap(text.range(of: words), text)
        text.replaceSubrange(range, with: words.replacingOccurrences(of: "d", with: "x"))
        files.setContents(path, Array(text.utf8))
    }

    @MainActor
    private static func openReport(_ manager: WindowManager) throws -> Window {
        let banner = try XCTUnwrap(manager.frontWindow?.banner)
        // What was typed last is offered first.
        XCTAssertTrue(banner.root.click("Dismiss"))
        XCTAssertTrue(banner.root.click("Details"))
        let window = try XCTUnwrap(manager.frontWindow?.dialogs.dialog(.history)).window
        XCTAssertTrue(MainLoop.run { window.isMapped })
        return window
    }

    func testARowSaysWhatIsMissingWithoutNamesOfFiles() throws {
        try Self.withDamage { program, manager in
            let report = try Self.openReport(manager)
            XCTAssertTrue(report.shows("Not everything was restored"))
            XCTAssertTrue(report.shows("The Good Hawk"))
            XCTAssertTrue(
                report.shows("Part of a window could not be read; the rest was restored.")
            )
            XCTAssertTrue(report.shows("“ after”"))
            XCTAssertFalse(report.texts.contains { $0.contains("/") || $0.contains(".state") })
            XCTAssertTrue(report.click("Copy Draft"))
            XCTAssertTrue(report.shows("Copied"))
            XCTAssertTrue(report.click("Copy Details"))
        }
    }

    func testTheFileThatIsSetAsideIsKnown() throws {
        try Self.withDamage { program, manager in
            let entry = try XCTUnwrap(
                program.session.report.entries.first { $0.code == .damagedFile }
            )
            let file = try XCTUnwrap(entry.file)
            XCTAssertTrue(file.path.contains("/quarantine/"))
            program.session.flush()
            XCTAssertNotNil(program.tester.files.files[file.path])
            XCTAssertTrue(ReportText.details(entry).contains(file.path))
        }
    }

    func testTheVersionOfTheSessionBeforeOpensBeside() throws {
        try Self.withDamage { program, manager in
            let report = try Self.openReport(manager)
            XCTAssertTrue(
                MainLoop.run { report.click("Try the Version of the Previous Session") }
            )
            XCTAssertTrue(MainLoop.run { manager.windows.count == 2 })
            let drafts = manager.windows.compactMap {
                $0.tabController.page.notes?.composer.field.buffer.text
            }
            XCTAssertEqual(drafts, ["before an", "before"])
        }
    }

    func testTheReportFitsIntoANarrowWindow() throws {
        try Self.withDamage { program, manager in
            assertFitsTheSmallestWindow(try Self.openReport(manager))
        }
    }
}
