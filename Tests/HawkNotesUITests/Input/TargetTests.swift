import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// What is pressed is large enough: 34 pixels, and 44 in narrow windows and for fingers.
final class TargetTests: DisplayTestCase {
    /// Buttons and fields on the screen that are smaller than they may be.
    @MainActor
    private static func small(in window: MainWindow, least: Int) -> [String] {
        let types = [gtk_button_get_type(), gtk_entry_get_type(), gtk_check_button_get_type()]
        return window.window.descendants.filter { widget in
            widget.isMapped && types.contains { cgtk_is_a(widget.pointer, $0) != 0 }
                // The theme's, as in every window.
                && gtk_widget_get_ancestor(widget.widget, gtk_window_controls_get_type()) == nil
        }.compactMap { widget in
            // With its border and what is free around its words.
            let size = widget.frame(in: widget)
            guard let size, min(size.width, size.height) < Double(least) else { return nil }
            let classes = gtk_widget_get_css_classes(widget.widget)
            defer { g_strfreev(classes) }
            let name = classes.flatMap { $0.pointee }.map { String(cString: $0) } ?? ""
            return "\(widget.typeName) .\(name) \(widget.texts) \(size.width)×\(size.height)"
        }
    }

    /// Shows page after page, each with something on it.
    @MainActor
    private static func walk(
        _ program: TestProgram,
        width: Int,
        _ look: (MainWindow, String) -> Void
    ) throws {
        let book = program.series.books[0]
        let character = try XCTUnwrap(program.series.characters(in: book.id).first)
        try program.library.addNote("one", on: .book(book.id))
        try program.library.addNote("two", on: .character(character.id))
        let window = program.openWindow(width: width, height: 700)
        func settle(_ what: String) {
            MainLoop.drain()
            look(window, what)
        }
        let notes = try XCTUnwrap(window.tabController.page.notes)
        XCTAssertTrue(MainLoop.run { !notes.cards.isEmpty || width < 760 })
        settle("a book")
        window.push(.character(character.id))
        settle("a character")
        window.select(.favorites(of: nil))
        settle("the favourites")
        window.showShelf()
        settle("the shelf")
        window.showSearch()
        settle("the search")
        program.close(window)
    }

    func testTargetsAreLargeEnough() throws {
        try withProgram { program in
            try Self.walk(program, width: 1000) { window, page in
                XCTAssertTrue(
                    MainLoop.run { Self.small(in: window, least: 34).isEmpty },
                    "\(page): \(Self.small(in: window, least: 34))"
                )
            }
        }
    }

    func testTargetsAreLargeEnoughInANarrowWindow() throws {
        try withProgram { program in
            try Self.walk(program, width: 400) { window, page in
                XCTAssertTrue(
                    MainLoop.run { Self.small(in: window, least: 44).isEmpty },
                    "\(page): \(Self.small(in: window, least: 44))"
                )
            }
        }
    }

    func testTargetsAreLargeEnoughForFingers() throws {
        try withProgram { program in
            try Self.walk(program, width: 1000) { window, page in
                window.window.setClass("touched", true)
                XCTAssertTrue(
                    MainLoop.run { Self.small(in: window, least: 44).isEmpty },
                    "\(page): \(Self.small(in: window, least: 44))"
                )
            }
        }
    }
}
