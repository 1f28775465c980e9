import CGTK
import DisplayTestSupport
import HawkNotesModel
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// What is written can be read as it is drawn, in the light and in the dark: measured in the picture.
final class RenderedContrastTests: DisplayTestCase {
    func testWordsStandOutAsTheyAreDrawn() throws {
        try withProgram { program in
            let prefersDark = Style.prefersDark
            defer { Style.prefersDark = prefersDark }
            let book = program.series.books[0]
            try program.library.addNote("A note with *marks*, and a word", on: .book(book.id))
            for isDark in [false, true] {
                Style.prefersDark = isDark
                for width in [980, 400] {
                    let window = program.openWindow(width: width, height: 720)
                    window.updateAppearance()
                    let notes = try XCTUnwrap(window.page.notes)
                    XCTAssertTrue(MainLoop.run { notes.cards.first?.root.isMapped == true })
                    let what = "\(isDark ? "dark" : "light"), \(width)"
                    try Self.expectReadable(window, what)
                    let character = try XCTUnwrap(program.series.allCharacters.first)
                    window.show(.character(character.id), animated: false)
                    try Self.expectReadable(window, "a character, " + what)
                    let last = try XCTUnwrap(Place.tabs(in: program.series).last)
                    window.select(last, animated: false)
                    try Self.expectReadable(window, "favorites, " + what)
                    program.close(window)
                }
            }
        }
    }

    func testLinksInNotesHaveTheAccentOfTheBook() throws {
        try withProgram { program in
            let prefersDark = Style.prefersDark
            defer { Style.prefersDark = prefersDark }
            let book = program.series.books[1]
            try program.library.addNote("Look at https://example.org/", on: .book(book.id))
            for isDark in [false, true] {
                Style.prefersDark = isDark
                let window = program.openWindow(width: 980, height: 720)
                window.updateAppearance()
                window.select(.book(book.id), animated: false)
                let accent = try XCTUnwrap(isDark ? book.accent?.dark : book.accent?.light)
                XCTAssertTrue(
                    MainLoop.run {
                        guard let text = window.page.root.all("note-text").first,
                            text.size.height > 0, let frame = text.frame(in: window.window)
                        else { return false }
                        return Picture(of: window.window)?.shows(accent, in: frame) == true
                    },
                    isDark ? "dark" : "light"
                )
                program.close(window)
            }
        }
    }

    func testUnselectedRadioAndCheckButtonsStandOut() throws {
        try withProgram { program in
            let prefersDark = Style.prefersDark
            defer { Style.prefersDark = prefersDark }
            for isDark in [false, true] {
                Style.prefersDark = isDark
                let window = GTKBridge.Window(application: TestDisplay.application)
                // One on the page, one in a card, and a check button.
                let radios = ["Page", "Card"].map { CheckButton(Label($0), name: $0) }
                radios[1].group(with: radios[0])
                let check = CheckButton(Label("Check"), name: "Check").margin(24)
                let card = Box(.vertical).append(radios[1].margin(24)).classes("card")
                let content = Box(.vertical).append(radios[0].margin(24), card, check)
                window.setChild(content)
                window.present()
                XCTAssertTrue(MainLoop.run { check.isMapped && check.size.height > 0 })
                content.waitUntilDrawn()
                let picture: Picture = try XCTUnwrap(Picture(of: window))
                let marks = window.descendants.filter {
                    ["radio", "check"].contains(String(cString: gtk_widget_get_css_name($0.widget)))
                }
                XCTAssertEqual(marks.count, 3)
                for mark in marks {
                    var frame = try XCTUnwrap(mark.frame(in: window))
                    // With what is around it.
                    frame = Rectangle(
                        x: frame.x - 4,
                        y: frame.y - 4,
                        width: frame.width + 8,
                        height: frame.height + 8
                    )
                    let contrast = try XCTUnwrap(picture.contrast(in: frame))
                    XCTAssertGreaterThanOrEqual(contrast, 3, isDark ? "dark" : "light")
                }
                window.destroy()
            }
        }
    }

    @MainActor
    private static func expectReadable(_ window: MainWindow, _ what: String) throws {
        window.chrome.content.waitUntilDrawn()
        let picture: Picture = try XCTUnwrap(Picture(of: window.window))
        let labels = window.window.descendants.filter {
            $0.typeName == "GtkLabel" && isSeen($0)
        }
        XCTAssertGreaterThan(labels.count, 5, what)
        for label in labels {
            guard let frame = label.frame(in: window.window),
                let contrast = picture.contrast(in: frame)
            else { continue }
            let text = String(cString: gtk_label_get_text(label.opaque))
            // Thin letters do not reach their color everywhere.
            XCTAssertGreaterThanOrEqual(contrast, 4.2, "“\(text.prefix(40))”, \(what)")
        }
    }

    /// Whether all of it can be seen: what is to keep room for something is not.
    @MainActor
    private static func isSeen(_ label: Widget) -> Bool {
        var next: UnsafeMutablePointer<GtkWidget>? = label.widget
        while let widget = next {
            if gtk_widget_get_opacity(widget) < 1 || gtk_widget_get_mapped(widget) == 0
                || gtk_widget_has_css_class(widget, "reserve") != 0
            {
                return false
            }
            // What is scrolled out of view is behind something else.
            let around = Widget(borrowing: widget)
            if around.typeName == "GtkScrolledWindow", let frame = label.frame(in: around),
                frame.y < 0 || frame.y + frame.height > Double(around.size.height)
            {
                return false
            }
            next = gtk_widget_get_parent(widget)
        }
        return label.size.width > 8 && label.size.height > 8
    }
}

/// The pixels of a window.
@MainActor
private struct Picture {
    let width, height: Int
    private var pixels: [UInt8] = []

    /// Draws the window once more, without the screen.
    init?(of window: GTKBridge.Window) {
        let renderer = gsk_cairo_renderer_new()
        defer { g_object_unref(UnsafeMutableRawPointer(renderer)) }
        guard let surface = gtk_native_get_surface(OpaquePointer(window.widget)),
            gsk_renderer_realize(renderer, surface, nil) != 0
        else { return nil }
        defer { gsk_renderer_unrealize(renderer) }
        (width, height) = window.size
        let paintable = gtk_widget_paintable_new(window.widget)
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        let snapshot = gtk_snapshot_new()
        gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        var area = graphene_rect_t()
        graphene_rect_init(&area, 0, 0, Float(width), Float(height))
        guard let texture = gsk_renderer_render_texture(renderer, node, &area) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        pixels = [UInt8](repeating: 0, count: width * height * 4)
        gdk_texture_download(texture, &pixels, gsize(width * 4))
    }

    /// That of the color that stands out most with the one that there is most of; nil when it is not all in
    /// the picture.
    func contrast(in frame: Rectangle) -> Double? {
        guard let counts = counts(in: frame),
            let behind = counts.max(by: { $0.value < $1.value })?.key
        else { return nil }
        return counts.keys.map { $0.contrast(with: behind) }.max()
    }

    /// Whether there is a pixel of a color.
    func shows(_ color: RGBColor, in frame: Rectangle) -> Bool {
        counts(in: frame)?[color] != nil
    }

    /// How many pixels there are of each color; nil when it is not all in the picture.
    private func counts(in frame: Rectangle) -> [RGBColor: Int]? {
        let (left, top) = (Int(frame.x), Int(frame.y))
        let (right, bottom) = (left + Int(frame.width), top + Int(frame.height))
        guard left >= 0, top >= 0, right <= width, bottom <= height else { return nil }
        var counts: [RGBColor: Int] = [:]
        for y in top..<bottom {
            for x in left..<right {
                let place = (y * width + x) * 4
                let color = RGBColor(
                    red: pixels[place + 2],
                    green: pixels[place + 1],
                    blue: pixels[place]
                )
                counts[color, default: 0] += 1
            }
        }
        return counts
    }
}
