import CGTK
import DisplayTestSupport
import Foundation
import HawkNotesModel
import Phrases
import XCTest

@testable import GTKBridge
@testable import HawkNotesPresentation
@testable import HawkNotesUI

/// Where things stand in windows of all sizes, and that they are in sight.
final class PageLayoutTests: DisplayTestCase {
    @MainActor
    private static func frame(of widget: Widget, in window: MainWindow) throws -> Rectangle {
        try XCTUnwrap(widget.frame(in: window.chrome.content))
    }

    /// A window whose page is laid out, with some notes.
    @MainActor
    private static func window(
        _ program: TestProgram,
        width: Int,
        height: Int,
        notes count: Int = 3
    ) throws -> (window: MainWindow, notes: NotesSection) {
        for number in 0..<count {
            try program.library.addNote("Note \(number)", on: .book(program.series.books[0].id))
        }
        let window = program.openWindow(width: width, height: height)
        let notes = try XCTUnwrap(window.page.notes)
        XCTAssertTrue(
            MainLoop.run {
                notes.list.rows.anchor != nil && notes.composer.root.size.height > 0
            }
        )
        window.chrome.content.waitUntilDrawn()
        return (window, notes)
    }

    @MainActor
    private static func expectCharactersInSight(in program: TestProgram) throws {
        let window = program.openWindow(width: 970, height: 710)
        for book in program.series.books {
            window.select(.book(book.id), animated: false)
            let page = try XCTUnwrap(window.page as? BookPage)
            let row = { page.characters.elements.first?.widget }
            XCTAssertTrue(MainLoop.run { (row()?.size.height ?? 0) > 0 })
            window.chrome.content.waitUntilDrawn()
            let frame = try frame(of: try XCTUnwrap(row()), in: window)
            XCTAssertLessThanOrEqual(
                frame.y + frame.height,
                Double(window.chrome.content.size.height),
                book.title
            )
            XCTAssertTrue(page.root.shows(localized("More")), book.title)
        }
    }

    func testTheCharactersOfABookAreInSightAtTheFirstSize() throws {
        try withProgram { try Self.expectCharactersInSight(in: $0) }
    }

    func testTheFirstCharacterOfABookIsInSightWithLargeLettersToo() throws {
        try withProgram { program in
            try TextScale.use(1.5) { try Self.expectCharactersInSight(in: program) }
        }
    }

    func testAPageStandsFromItsFirstFrameOnWhereItStays() throws {
        // The second is low: covers are small in it.
        for (width, height) in [(980, 720), (980, 640), (360, 640)] {
            try withProgram { program in
                let books = program.series.books
                for number in 0..<30 {
                    try program.library.addNote("Note \(number)", on: .book(books[1].id))
                }
                let character = try XCTUnwrap(program.series.characters(in: books[1].id).first)
                let window = program.openWindow(width: width, height: height)
                for place: Place in [.book(books[1].id), .book(books[2].id), .favorites] {
                    window.select(place, animated: false)
                    Self.expectStillness(of: window)
                }
                window.tabController.push(.character(character.id), animated: false)
                Self.expectStillness(of: window)
            }
        }
    }

    func testWhatIsSaidWithoutNotesStandsBetweenHeadingAndComposer() throws {
        // In the second there is no room for the drawing; in the third the draft takes it.
        for (height, draft, hasDrawing) in [(720, "", true), (320, "", false), (450, "\n", false)] {
            try withProgram { program in
                let (window, notes) = try Self.window(program, width: 980, height: height, notes: 0)
                Self.expectStillness(of: window)
                notes.composer.field.buffer.text = String(repeating: draft, count: 20)
                XCTAssertTrue(
                    MainLoop.run { notes.composer.root.size.height > draft.count * 160 }
                )
                window.chrome.content.waitUntilDrawn()
                let heading = try Self.frame(of: notes.heading, in: window)
                let composer = try Self.frame(of: notes.composer.root, in: window)
                let drawing = try XCTUnwrap(notes.emptyState.all("empty-drawing").first)
                XCTAssertEqual(drawing.isMapped, hasDrawing, "\(height)")
                let said = try Self.frame(
                    of: hasDrawing
                        ? drawing : try XCTUnwrap(notes.emptyState.label("No notes yet")),
                    in: window
                )
                XCTAssertGreaterThanOrEqual(said.y, heading.y + heading.height, "\(height)")
                XCTAssertLessThanOrEqual(said.y + said.height, composer.y, "\(height)")
            }
        }
    }

    /// What is seen of a page that is new stands in the same place in its first frames.
    @MainActor
    private static func expectStillness(of window: MainWindow) {
        let content = window.chrome.content
        let root = window.page.root
        let frames = content.inEveryFrame {
            let parts = root.descendants.filter { $0.isMapped && $0.size.height > 0 }
                .map { "\($0.typeName) \($0.texts) \(String(describing: $0.frame(in: content)))" }
            return parts.isEmpty ? nil : parts
        }
        XCTAssertTrue(MainLoop.run { frames.seen.count >= 5 }, window.page.title)
        for parts in frames.seen {
            let moved = Set(parts).symmetricDifference(frames.seen[0])
            XCTAssertEqual(moved, [], "\(window.page.title) \(content.size)")
        }
    }

    func testAnOverviewStaysUnfolded() throws {
        try withProgram { program in
            let window = program.openWindow(width: 960, height: 700)
            let overview = { (window: MainWindow) in
                try XCTUnwrap(window.page.root.all("overview").first)
            }
            let label = try overview(window)
            XCTAssertTrue(MainLoop.run { label.size.height > 0 })
            let folded = label.size.height
            XCTAssertTrue(window.page.root.click("More"))
            XCTAssertTrue(MainLoop.run { label.size.height > folded })
            let again = try XCTUnwrap(try program.restart().first)
            XCTAssertTrue(again.page.root.shows("Less"))
        }
    }

    func testTheComposerStandsBelowTheNotesInEveryWindow() throws {
        for (width, height) in [(360, 640), (800, 600), (980, 720)] {
            try withProgram { program in
                let (window, notes) = try Self.window(program, width: width, height: height)
                let composer = try Self.frame(of: notes.composer.root, in: window)
                let list = try Self.frame(of: notes.list.view, in: window)
                let bottom = Double(window.chrome.content.size.height)
                let tabs = try window.chrome.switcher.flatMap { switcher in
                    window.sizeClass == .compact
                        ? try Self.frame(of: switcher.root, in: window).y : nil
                }
                XCTAssertGreaterThanOrEqual(composer.y, list.y + list.height, "\(width)")
                XCTAssertLessThan(composer.y + composer.height, tabs ?? bottom, "\(width)")
                XCTAssertGreaterThan(composer.y + composer.height, (tabs ?? bottom) - 30)
                let isNarrow = window.sizeClass == .compact
                for part: Widget in [notes.composer.saveButton, notes.composer.place.root] {
                    XCTAssertNotEqual(part.isMapped, isNarrow, "\(width)")
                }
            }
        }
    }

    func testInANarrowWindowTheComposerIsOneLineUntilItHasTheFocus() throws {
        try withProgram { program in
            let (window, notes) = try Self.window(program, width: 360, height: 640)
            let composer = notes.composer
            let height = { composer.root.size.height }
            let folded = height()
            XCTAssertLessThan(folded, 50)
            let note = try XCTUnwrap(notes.cards.first).root
            let bar = try Self.frame(of: composer.root, in: window)
            XCTAssertLessThan(
                try Self.frame(of: note, in: window).y + 36,
                bar.y,
                "the first line of a note is seen"
            )

            composer.field.grabFocus()
            XCTAssertTrue(MainLoop.run { composer.saveButton.isMapped && height() > folded })
            XCTAssertTrue(composer.place.root.isMapped)
            window.chrome.libraryButton.isFocusable = true
            window.chrome.libraryButton.grabFocus()
            XCTAssertTrue(MainLoop.run { !composer.saveButton.isMapped && height() == folded })

            composer.field.buffer.text = "words"
            XCTAssertTrue(MainLoop.run { composer.saveButton.isMapped }, "a draft can be saved")
            composer.place.entry.content.replaceAll(with: "p. 5")
            composer.field.buffer.text = ""
            composer.field.grabFocus()
            window.chrome.libraryButton.grabFocus()
            composer.fold()
            window.chrome.content.waitUntilDrawn()
            XCTAssertTrue(composer.place.root.isMapped, "what is typed is seen")
        }
    }

    func testTheColumnsStandTogetherInTheMiddleOfMuchRoom() throws {
        try withProgram { program in
            let (window, notes) = try Self.window(program, width: 1380, height: 700)
            let left = try XCTUnwrap(window.page.root.all("left-column").first)
            let (column, bar) = (
                try Self.frame(of: left, in: window),
                try Self.frame(of: notes.composer.root, in: window)
            )
            let (start, end) = (
                column.x, Double(window.chrome.content.size.width) - bar.x - bar.width
            )
            XCTAssertGreaterThan(start, 20)
            XCTAssertEqual(start, end - 24, accuracy: 2, "as much is free on both sides")
            XCTAssertEqual(bar.x - column.x - column.width, 24, accuracy: 2)
        }
    }

    func testThePencilStandsInTheLineOfTheTitle() throws {
        for width in [360, 980] {
            try withProgram { program in
                let window = program.openWindow(width: width, height: 700)
                let character = program.series.allCharacters[0]
                for (place, title, name) in [
                    (Place.book(program.series.books[0].id), "title-2", "Edit Book…"),
                    (.character(character.id), "title-1", "Edit Character…"),
                ] {
                    if case .character = place { window.push(place) }
                    let root = window.page.root
                    var found: Widget?
                    XCTAssertTrue(
                        MainLoop.run {
                            found = root.all("beside-title").first
                            return (found?.size.height ?? 0) > 0
                        },
                        name
                    )
                    let pencil = try XCTUnwrap(found)
                    window.chrome.content.waitUntilDrawn()
                    let button = try Self.frame(of: pencil, in: window)
                    let words = try Self.frame(
                        of: try XCTUnwrap(root.all(title).first),
                        in: window
                    )
                    XCTAssertEqual(
                        button.y + button.height / 2,
                        words.y + words.height / 2,
                        accuracy: 2,
                        "\(name) at \(width)"
                    )
                    XCTAssertGreaterThanOrEqual(button.x, words.x + words.width - 1)
                }
            }
        }
    }

    func testInALowWindowOneLineCanBeWrittenAndTheNotesAreSeen() throws {
        try withProgram { program in
            // 360 × 294 without the border that the theme draws where nothing composes windows.
            let (_, notes) = try Self.window(program, width: 370, height: 304, notes: 0)
            XCTAssertTrue(
                MainLoop.run { notes.list.view.size.height >= 120 },
                "\(notes.list.view.size)"
            )
            let composer = notes.composer
            composer.field.grabFocus()
            XCTAssertTrue(MainLoop.run { composer.saveButton.isMapped })
            XCTAssertFalse(composer.place.root.isMapped, "there is room for the text alone")
            let height = composer.root.size.height
            XCTAssertLessThan(height, 60)
            composer.field.buffer.text = "one\ntwo\nthree"
            MainLoop.drain()
            XCTAssertEqual(composer.root.size.height, height)
        }
    }

    func testTheComposerGrowsWithItsTextUpToEightLines() throws {
        try withProgram { program in
            let (window, notes) = try Self.window(program, width: 980, height: 720)
            let field = notes.composer.field
            let height = { @MainActor (lines: Int) -> Int in
                field.buffer.text = (0..<lines).map { "line \($0)" }.joined(separator: "\n")
                window.chrome.content.waitUntilDrawn()
                return notes.composer.root.size.height
            }
            let heights = (1...12).map { height($0) }
            let line = heights[1] - heights[0]
            XCTAssertGreaterThan(line, 15)
            for lines in 1..<8 { XCTAssertEqual(heights[lines], heights[lines - 1] + line) }
            for lines in 8..<12 { XCTAssertEqual(heights[lines], heights[7]) }
            field.buffer.text = String(repeating: "words ", count: 100_000)
            window.chrome.content.waitUntilDrawn()
            XCTAssertEqual(notes.composer.root.size.height, heights[7])
        }
    }

    func testNoScrollBarIsLeftInAnEmptyComposer() throws {
        for (width, height) in [(980, 720), (360, 640), (370, 304)] {
            try withProgram { program in
                let (window, notes) = try Self.window(program, width: width, height: height)
                let composer = notes.composer
                composer.field.grabFocus()
                let bars = {
                    composer.root.all(ofType: "GtkScrollbar").filter(\.isMapped).count
                }
                let type = { @MainActor (lines: Int) in
                    for line in 0..<lines {
                        let end = composer.field.buffer.count
                        composer.field.buffer.apply(
                            TextBuffer.Edit(offset: end, removed: "", inserted: "line \(line)\n")
                        )
                        composer.field.scrollToCursor()
                    }
                    window.chrome.content.waitUntilDrawn()
                }
                type(30)
                XCTAssertEqual(bars(), 1, "\(width)")
                composer.field.buffer.text = ""
                XCTAssertTrue(MainLoop.run { bars() == 0 }, "deleted at \(width)")
                XCTAssertEqual(composer.view.offset, 0)
                type(30)
                composer.saveNote()
                XCTAssertTrue(MainLoop.run { bars() == 0 }, "sent at \(width)")
                XCTAssertEqual(composer.view.offset, 0)
            }
        }
    }

    func testLinesMayBeLongerWhereThereIsMuchRoom() throws {
        try withProgram { program in
            let (window, notes) = try Self.window(program, width: 1250, height: 700)
            let left = try XCTUnwrap(window.page.root.all("left-column").first)
            XCTAssertEqual(Double(left.size.width), 380 + 48, accuracy: 2)
            // The screen may be smaller than a window that has so much room.
            for (sizeClass, measure) in [(SizeClass.wide, 640), (.large, 720), (.wide, 640)] {
                window.page.arrange(for: sizeClass)
                XCTAssertTrue(
                    MainLoop.run {
                        let content = window.chrome.content
                        return notes.composer.root.frame(in: content)?.width == Double(measure)
                            && notes.cards.first?.root.size.width == measure
                    },
                    "\(measure)"
                )
            }
        }
    }

    func testTheFirstColumnTakesAShareOfMuchRoom() {
        let width = ColumnPair.Width(least: 428, share: 30, from: 1400, most: 508)
        let expected = [(0, 428), (1399, 428), (1400, 428), (1600, 480), (1800, 508), (4000, 508)]
        for (whole, first) in expected { XCTAssertEqual(width.width(in: whole), first) }
    }

    func testAToastStandsOverTheNotesAboveTheComposer() throws {
        for (width, height) in [(360, 640), (980, 720)] {
            try withProgram { program in
                let (window, notes) = try Self.window(program, width: width, height: height)
                window.show(Toast(text: "Note deleted", action: .init(title: "Undo", perform: {})))
                let toast = try XCTUnwrap(window.toasts.root.all("toast").first)
                let distance = { () -> Double? in
                    guard let frame = toast.frame(in: window.chrome.content),
                        let composer = notes.composer.root.frame(in: window.chrome.content)
                    else { return nil }
                    return composer.y - frame.y - frame.height
                }
                XCTAssertTrue(
                    MainLoop.run { toast.size.height > 20 && distance() == 12 },
                    "\(width): \(String(describing: distance()))"
                )
                let frame = try Self.frame(of: toast, in: window)
                let composer = try Self.frame(of: notes.composer.root, in: window)
                let (middle, expected) = (
                    frame.x + frame.width / 2, composer.x + composer.width / 2
                )
                XCTAssertEqual(middle, expected, accuracy: 2)
                notes.composer.field.buffer.text = "one\ntwo\nthree"
                XCTAssertTrue(MainLoop.run { distance() == 12 }, "it goes up with the composer")
            }
        }
    }

    func testTheLineStandsBelowTheSelectedTabAndNoTabMoves() throws {
        for width in [400, 1000] {
            try withProgram { program in
                let window = program.openWindow(width: width)
                let switcher = try XCTUnwrap(window.chrome.switcher)
                let tabs = Place.tabs(in: program.series).prefix(3)
                let frames = {
                    tabs.map { switcher.button(of: $0)?.frame(in: switcher.root) }
                }
                XCTAssertTrue(MainLoop.run { frames().allSatisfy { ($0?.width ?? 0) > 0 } })
                let before = frames()
                let line = try XCTUnwrap(switcher.root.all("tab-line").first)
                for tab in tabs {
                    window.select(tab)
                    let stands = { @MainActor () -> Bool in
                        guard let line = line.frame(in: switcher.root),
                            let tab = switcher.button(of: tab)?.frame(in: switcher.root)
                        else { return false }
                        return abs(line.x + line.width / 2 - tab.x - tab.width / 2) <= 1
                            && abs(line.y + line.height - tab.y - tab.height) <= 1
                            && line.height == 3
                    }
                    XCTAssertTrue(MainLoop.run { stands() }, "\(tab) at \(width)")
                    XCTAssertEqual(frames(), before)
                }
            }
        }
    }

    func testTheLineSlidesAndIsThereAtOnceWithoutAnimations() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000)
            let switcher = try XCTUnwrap(window.chrome.switcher)
            let line = try XCTUnwrap(switcher.root.all("tab-line").first)
            let place = { line.frame(in: switcher.root)?.x ?? 0 }
            XCTAssertTrue(MainLoop.run { (line.frame(in: switcher.root)?.width ?? 0) > 0 })
            let tabs = Place.tabs(in: program.series)
            let places = { @MainActor (tab: Place) -> Set<Double> in
                let start = place()
                var places: Set<Double> = []
                window.select(tab)
                XCTAssertTrue(
                    MainLoop.run {
                        places.insert(place())
                        let end = switcher.button(of: tab)?.frame(in: switcher.root)
                        return end.map { abs(place() - $0.x - $0.width / 8) <= 1 } ?? false
                    }
                )
                return places.subtracting([start, place()])
            }
            let animates = Style.animates
            defer {
                Style.animates = animates
                Movement.slowdown = 1
            }
            Style.animates = true
            // Where frames take long, none would show it on its way.
            Movement.slowdown = 10
            XCTAssertFalse(places(tabs[3]).isEmpty, "it is seen on its way")
            Style.animates = false
            XCTAssertEqual(places(tabs[0]), [])
        }
    }

    func testTitlesOnTabsAreShortWhereTheyHaveASubtitle() {
        let titles = ["Dune: Part One", "Dune: Part Two", "Emma: A Novel", "Ulysses", ": odd"]
        XCTAssertEqual(ShortTitles.of(titles), ["Emma: A Novel": "Emma"])
    }

    func testBordersAreRealInHighContrast() throws {
        try withProgram { program in
            let window = program.openWindow(width: 1000)
            let settings = try XCTUnwrap(gtk_settings_get_default())
            func use(_ theme: String) {
                var value = GValue()
                g_value_init(&value, g_type_from_name("gchararray"))
                g_value_set_string(&value, theme)
                g_object_set_property(
                    UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self),
                    "gtk-theme-name",
                    &value
                )
                g_value_unset(&value)
            }
            defer { gtk_settings_reset_property(settings, "gtk-theme-name") }
            for (theme, expected) in [("Default-hc", true), ("Default", false)] {
                use(theme)
                MainLoop.drain()
                window.updateAppearance()
                let hasClass = gtk_widget_has_css_class(window.window.widget, "high-contrast")
                XCTAssertEqual(hasClass != 0, expected, theme)
            }
        }
    }
}
