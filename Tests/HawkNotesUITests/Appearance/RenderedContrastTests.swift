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
                        return WindowPicture(of: window.window)?.shows(accent, in: frame) == true
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
                let picture: WindowPicture = try XCTUnwrap(WindowPicture(of: window))
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
        let picture: WindowPicture = try XCTUnwrap(WindowPicture(of: window.window))
        let labels = window.window.descendants.filter {
            $0.typeName == "GtkLabel" && $0.isSeen
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
}
