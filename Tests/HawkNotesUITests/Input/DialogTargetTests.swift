import CGTK
import DisplayTestSupport
import HawkNotesModel
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// What is pressed in dialogs, and in what they unfold, is as large as in windows.
final class DialogTargetTests: DisplayTestCase {
    @MainActor
    private static func expectTargets(_ width: Int, least: Int, touched: Bool = false) throws {
        try EveryDialog.withWindow { program, window in
            program.resize(window, width: width)
            for kind in DialogKind.allCases {
                let dialog = try window.openDialog(kind, in: program.series)
                if touched { dialog.window.setClass("touched", true) }
                expect(dialog.window, least, "\(kind)")
                if let preferences = dialog.content as? PreferencesDialog {
                    for page in PreferencesDialog.Page.allCases {
                        preferences.show(page)
                        MainLoop.drain()
                        expect(dialog.window, least, "\(page)")
                    }
                }
                for choice in dialog.window.all("choice") where choice.isMapped {
                    // In view, as whatever is pressed.
                    choice.grabFocus()
                    XCTAssertTrue(MainLoop.run { isInView(choice, of: dialog.window) })
                    choice.press()
                    MainLoop.drain()
                    expect(dialog.window, least, "\(kind), \(choice.texts)")
                    for popover in dialog.window.all(ofType: "GtkPopover") {
                        gtk_popover_popdown(popover.cast())
                    }
                    MainLoop.drain()
                }
                dialog.dismiss()
                MainLoop.drain()
            }
        }
    }

    @MainActor
    private static func isInView(_ widget: Widget, of window: Widget) -> Bool {
        guard let frame = widget.frame(in: window) else { return false }
        return frame.y >= 0 && frame.y + frame.height <= Double(window.size.height)
    }

    @MainActor
    private static func expect(_ window: Widget, _ least: Int, _ place: String) {
        var small: [String] = []
        _ = MainLoop.run(upTo: 2) {
            small = window.smallTargets(least: least)
            return small.isEmpty
        }
        XCTAssertEqual(small, [], place)
    }

    func testTargetsAreLargeEnough() throws {
        try onMainActor { try Self.expectTargets(1000, least: 34) }
    }

    func testTargetsAreLargeEnoughOverANarrowWindow() throws {
        try onMainActor { try Self.expectTargets(400, least: 44) }
    }

    func testTargetsAreLargeEnoughForFingers() throws {
        try onMainActor { try Self.expectTargets(1000, least: 44, touched: true) }
    }
}
