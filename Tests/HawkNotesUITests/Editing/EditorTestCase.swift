import DisplayTestSupport
import Foundation
import GTKBridge
import HawkNotesModel
import LibraryTestSupport
import Phrases
import XCTest

@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Tests of editors over a window.
class EditorTestCase: DisplayTestCase {
    static func withWindow(
        _ body: @MainActor (TestProgram, MainWindow) throws -> Void
    ) throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000, height: 700)
            showEditors(in: program)
            try body(program, window)
        }
    }

    @MainActor
    static func showEditors(in program: TestProgram) {
        program.makeDialog = { [unowned program] _, scope in
            program.windows.first { $0.scene === scope.scene }
                .flatMap { PartEditor(in: scope, over: $0) }
        }
    }

    /// The newest editor over a window.
    @MainActor
    static func editor(_ window: MainWindow, line: UInt = #line) throws -> PartEditor {
        var found: PartEditor?
        _ = MainLoop.run {
            found = window.dialogs.all.compactMap { $0.content as? PartEditor }.first
            return found?.root.isMapped == true
        }
        return try XCTUnwrap(found, "no editor", line: line)
    }
}
