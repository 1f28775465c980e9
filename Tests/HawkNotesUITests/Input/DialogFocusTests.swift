import DisplayTestSupport
import HawkNotesModel
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Where the Tab key leads in dialogs.
final class DialogFocusTests: DisplayTestCase {
    func testNothingNamelessHasTheFocusAndAListIsOneStop() throws {
        try onMainActor {
            try EveryDialog.withWindow { program, window in
                program.resize(window, width: 1000)
                for kind in DialogKind.allCases {
                    let dialog = try window.openDialog(kind, in: program.series)
                    // What it shows may have to be read.
                    _ = MainLoop.run(upTo: 2) { !dialog.content.focusable.isEmpty }
                    MainLoop.drain()
                    let walk = TabWalk(in: dialog.window)
                    XCTAssertFalse(walk.stops.isEmpty, "\(kind): nothing has the focus")
                    XCTAssertEqual(walk.nameless, [], "\(kind)")
                    XCTAssertEqual(walk.listsWithSeveralStops, [], "\(kind)")
                    dialog.dismiss()
                    MainLoop.drain()
                }
            }
        }
    }
}
