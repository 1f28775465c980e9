import DisplayTestSupport
import Foundation
import GTKBridge
import LibraryTestSupport
import Phrases
import TestSupport
import XCTest

@testable import HawkNotesModel
@testable import HawkNotesUI

/// The window for a library that cannot be opened.
final class RecoveryWindowTests: DisplayTestCase {
    /// Runs the body with the window for a library without content.
    private static func withWindow(
        hasBackup: Bool,
        _ body: @MainActor (RecoveryWindow) throws -> Void
    ) throws {
        try MainActor.assumeIsolated {
            TestDisplay.setUp()
            let folder = try TemporaryDirectory()
            let url = folder.url.appendingPathComponent("library.sqlite")
            let library = try Library.open(at: url, environment: .patient)
            try library.importSeries(from: SourceTree.seriesFile)
            if hasBackup { try library.copyWeeklyIfDue() }
            try library.close()
            let window = RecoveryWindow(
                application: TestDisplay.application,
                damage: LibraryDamage(.empty),
                recovery: LibraryRecovery(at: url, environment: .patient),
                actions: .init(open: {}, quit: {})
            )
            defer { window.close() }
            window.present()
            try body(window)
        }
    }

    /// The labels of the choices that are shown, and whether they can be pressed.
    @MainActor
    private static func choices(of window: RecoveryWindow) -> [(label: String, isSensitive: Bool)] {
        window.window.all("pill").filter(\.isVisible).map {
            ($0.texts.joined(), $0.isSensitive)
        }
    }

    func testNoChoiceMovesWhenABackupIsFound() throws {
        try Self.withWindow(hasBackup: true) { window in
            let before = Self.choices(of: window)
            XCTAssertEqual(before.map(\.isSensitive), [true, true, false, true])
            XCTAssertEqual(before[2].label, "Looking for the newest backup…")
            XCTAssertTrue(MainLoop.run { Self.choices(of: window).allSatisfy(\.isSensitive) })
            let after = Self.choices(of: window)
            XCTAssertTrue(after[2].label.hasPrefix("Use Backup from "), after[2].label)
            XCTAssertEqual(before.map(\.label).remaining, after.map(\.label).remaining)
        }
    }

    func testNoChoiceMovesWhenThereIsNoBackup() throws {
        try Self.withWindow(hasBackup: false) { window in
            let before = Self.choices(of: window)
            XCTAssertTrue(MainLoop.run { Self.choices(of: window)[2].label == "No Backup Found" })
            let after = Self.choices(of: window)
            XCTAssertEqual(after.map(\.isSensitive), [true, true, false, true])
            XCTAssertEqual(before.map(\.label).remaining, after.map(\.label).remaining)
        }
    }
}

extension [String] {
    /// All but the third.
    fileprivate var remaining: [String] { Array(prefix(2) + dropFirst(3)) }
}
