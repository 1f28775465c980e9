import CGTK
import DisplayTestSupport
import HawkNotesModel
import Phrases
import TestSupport
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Every dialog is as high as what it shows, fits a small screen, and suggests one thing at most.
final class DialogFrameTests: DisplayTestCase {
    /// A small laptop's, without a bar of the desktop.
    private static let screen = (width: 1366, height: 768 - 32)

    @MainActor
    private static func expectFrame(_ dialog: Dialog, over window: MainWindow, _ what: String) {
        let room = min(screen.height, max(480, window.window.size.height))
        var problems: [String] = []
        // The window follows what it shows.
        _ = MainLoop.run {
            problems = Self.problems(of: dialog, room: room)
            return problems.isEmpty
        }
        XCTAssertEqual(problems, [], what)
    }

    @MainActor
    private static func problems(of dialog: Dialog, room: Int) -> [String] {
        let window = dialog.window
        let size = window.size
        var problems: [String] = []
        if size.width > screen.width || size.height > room { problems.append("is \(size)") }
        // GTK draws the edges of windows where there is no window manager.
        if size.height < room - 24 { problems += window.cutViews }
        let suggested = window.all("suggested-action").filter(\.isMapped)
        if suggested.count > 1 { problems.append("suggests \(suggested.map(\.texts))") }
        for part in suggested + [dialog.content.foot].compactMap(\.self) where part.isMapped {
            let frame = part.frame(in: window)
            guard let frame, frame.y >= 0, frame.y + frame.height <= Double(size.height) else {
                problems.append("\(part.texts) is at \(String(describing: frame))")
                continue
            }
        }
        return problems
    }

    @MainActor
    private static func expectFrames(width: Int) throws {
        try EveryDialog.withWindow { program, window in
            program.resize(window, width: width)
            for kind in DialogKind.allCases {
                let dialog = try window.openDialog(kind, in: program.series)
                expectFrame(dialog, over: window, "\(kind) over \(width)")
                dialog.dismiss()
                MainLoop.drain()
            }
        }
    }

    func testEveryDialogFitsASmallScreen() throws {
        try onMainActor { try Self.expectFrames(width: 1000) }
    }

    func testEveryDialogFitsANarrowWindow() throws {
        try onMainActor { try Self.expectFrames(width: 400) }
    }

    func testADialogGrowsAndShrinksWithWhatItShows() throws {
        try withProgram { program in
            let lines = Box(.vertical)
            program.makeDialog = { _, _ in Lines(lines) }
            let window = program.openWindow(width: 1000, height: 600)
            window.dialogs.show(.help)
            let dialog = try XCTUnwrap(window.dialogs.dialog(.help)).window
            XCTAssertTrue(MainLoop.run { dialog.isMapped && dialog.size.height < 150 })
            let add: @MainActor (Int) -> Void = { count in
                for _ in 0..<count { lines.append(Box(.vertical).sizeRequest(height: 100)) }
            }
            add(3)
            XCTAssertTrue(
                MainLoop.run { (300...450).contains(dialog.size.height) },
                "\(dialog.size)"
            )
            add(10)
            XCTAssertTrue(
                MainLoop.run { (560...window.window.size.height).contains(dialog.size.height) },
                "\(dialog.size)"
            )
            lines.removeAll()
            XCTAssertTrue(MainLoop.run { dialog.size.height < 150 }, "\(dialog.size)")
        }
    }

    /// A dialog of lines.
    private final class Lines: DialogContent {
        let title = "Lines"
        let root: Widget
        let size = (width: 300, height: 0)

        init(_ lines: Box) { root = ScrolledWindow(lines) }
    }
}

extension Widget {
    /// The views below the widget that do not show all that is in them.
    fileprivate var cutViews: [String] {
        all(ofType: "GtkScrolledWindow").filter(\.isMapped).compactMap { view in
            let adjustment = gtk_scrolled_window_get_vadjustment(view.opaque)
            let (all, page) = (
                gtk_adjustment_get_upper(adjustment), gtk_adjustment_get_page_size(adjustment)
            )
            return all > page ? "\(all) in \(page): \(view.texts.prefix(2))" : nil
        }
    }
}
