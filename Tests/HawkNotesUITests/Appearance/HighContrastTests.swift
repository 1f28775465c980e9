import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// In high contrast text and the ring of the focus stand out, in the light and in the dark: measured in
/// the picture.
final class HighContrastTests: DisplayTestCase {
    /// What text needs by WCAG 2.1.
    private static let least = 7.0

    func testTextStandsOutOnEveryPage() throws {
        try Self.withPages { window, what in
            let picture = try XCTUnwrap(WindowPicture(of: window.window))
            Self.expectText(window.window, picture, what)
        }
    }

    func testTheFocusIsSeenOnEverythingThatCanHaveIt() throws {
        try Self.withPages { window, what in
            gtk_window_set_focus_visible(window.window.cast(), 1)
            let stops = window.window.descendants.filter {
                gtk_widget_get_focusable($0.widget) != 0 && $0.isSeen
                    && gtk_widget_is_sensitive($0.widget) != 0
                    // A field shows it around itself, and a view only where nothing in it can have it.
                    && ["GtkButton", "GtkToggleButton", "RowItem"].contains($0.typeName)
            }
            XCTAssertGreaterThan(stops.count, 3, what)
            for stop in stops {
                gtk_window_set_focus(window.window.cast(), nil)
                window.chrome.content.waitUntilDrawn()
                let before = try XCTUnwrap(WindowPicture(of: window.window))
                guard stop.grabFocus(), stop.isFocused else { continue }
                gtk_window_set_focus_visible(window.window.cast(), 1)
                window.chrome.content.waitUntilDrawn()
                let after = try XCTUnwrap(WindowPicture(of: window.window))
                guard let frame = stop.frame(in: window.window) else { continue }
                let around = Rectangle(
                    x: frame.x - 10,
                    y: frame.y - 10,
                    width: frame.width + 20,
                    height: frame.height + 20
                )
                XCTAssertGreaterThanOrEqual(
                    after.changedPixels(from: before, in: around),
                    Int(frame.width + frame.height),
                    "\(stop.typeName) \(stop.styleClasses), \(what)"
                )
            }
        }
    }

    /// Runs the body on each page of a window, in the light and in the dark.
    private static func withPages(
        _ body: @escaping @MainActor (MainWindow, String) throws -> Void
    ) throws {
        try withProgram { program in
            let prefersDark = Style.prefersDark
            defer { Style.prefersDark = prefersDark }
            let book = program.series.books[0]
            try program.library.addNote("A *note*, see https://example.org/", on: .book(book.id))
            try HighContrast.use(program.series.books) {
                for isDark in [false, true] {
                    Style.prefersDark = isDark
                    MainLoop.drain()
                    let window = program.openWindow(width: 980, height: 720)
                    window.updateAppearance()
                    let scheme = isDark ? "dark" : "light"
                    let notes = try XCTUnwrap(window.page.notes)
                    XCTAssertTrue(MainLoop.run { notes.cards.first?.root.isMapped == true })
                    let show = { @MainActor (what: String) in
                        window.chrome.content.waitUntilDrawn()
                        try body(window, "\(what), \(scheme)")
                    }
                    try show("a book")
                    let character = try XCTUnwrap(program.series.allCharacters.first)
                    window.show(.character(character.id), animated: false)
                    try show("a character")
                    let last = try XCTUnwrap(Place.tabs(in: program.series).last)
                    window.select(last, animated: false)
                    try show("favorites")
                    window.openSearch(animated: false)
                    XCTAssertTrue(
                        MainLoop.run { window.search.page?.list.rows.liveRows.isEmpty == false }
                    )
                    try show("the search")
                    window.goBack()
                    window.openShelf(animated: false)
                    XCTAssertTrue(MainLoop.run { window.shelf.page?.hasShown == true })
                    try show("the shelf")
                    program.close(window)
                }
            }
        }
    }

    @MainActor
    private static func expectText(
        _ window: GTKBridge.Window,
        _ picture: WindowPicture,
        _ what: String
    ) {
        for label in window.descendants
        where label.typeName == "GtkLabel" && label.isSeen
            && gtk_widget_is_sensitive(label.widget) != 0
        {
            guard let frame = label.frame(in: window), let contrast = picture.contrast(in: frame)
            else { continue }
            let text = String(cString: gtk_label_get_text(label.opaque))
            guard !text.isEmpty else { continue }
            XCTAssertGreaterThanOrEqual(contrast, least, "“\(text.prefix(40))”, \(what)")
        }
    }
}

extension Widget {
    fileprivate var styleClasses: [String] {
        let classes = gtk_widget_get_css_classes(widget)
        defer { g_strfreev(classes) }
        var names: [String] = []
        var next = classes
        while let name = next?.pointee {
            names.append(String(cString: name))
            next = next?.successor()
        }
        return names
    }
}
