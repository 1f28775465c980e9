import CGTK
import HawkNotesModel
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// What is written can be read, and what takes keys can be seen, in the light and in the dark.
final class ContrastTests: XCTestCase {
    func testWordsAndLinesStandOutFromWhatIsBehindThem() throws {
        // What words, and what lines and rings need at least.
        let (words, lines) = (4.6, 3.0)
        try withProgram { program in
            let prefersDark = Style.prefersDark
            defer { Style.prefersDark = prefersDark }
            for isDark in [false, true] {
                Style.prefersDark = isDark
                let color = { (name: String) in try Self.color(name) }
                let (page, card) = (try color("theme_bg_color"), try color("card_color"))
                let tints = program.series.books.compactMap {
                    isDark ? $0.tint?.dark : $0.tint?.light
                }
                XCTAssertFalse(tints.isEmpty)
                let what = isDark ? "in the dark" : "in the light"
                for behind in [page, card] + tints {
                    for name in ["theme_fg_color", "dimmed_text_color"] {
                        Self.expect(try color(name), words, on: behind, "\(name) \(what)")
                    }
                }
                for behind in [page, card] {
                    for name in ["field_border_color", "focus_color"] {
                        Self.expect(try color(name), lines, on: behind, "\(name) \(what)")
                    }
                }
                let mention = isDark ? "dark_mention_color" : "mention_color"
                for behind in [page, card] {
                    Self.expect(try color(mention), words, on: behind, "a mention \(what)")
                }
                let selection = try color("selection_color")
                Self.expect(try color("theme_fg_color"), words, on: selection, "selected \(what)")
                // It is told from what is not selected, and is no gray.
                Self.expect(selection, 1.2, on: card, "a selection \(what)")
                XCTAssertGreaterThan(selection.blue, selection.red, "a selection \(what)")
                // As in the style sheet: a button that cannot be pressed.
                let quiet = Self.mix(card, try color("theme_fg_color"), 0.08)
                Self.expect(try color("dimmed_text_color"), words, on: quiet, "disabled \(what)")
                for book in program.series.books {
                    let accent = try XCTUnwrap(isDark ? book.accent?.dark : book.accent?.light)
                    let surfaces = isDark ? PageColors.dark : PageColors.light
                    for behind in surfaces.backgrounds {
                        Self.expect(accent, words, on: behind, "\(book.title) \(what)")
                    }
                }
                let white = RGBColor(red: 255, green: 255, blue: 255)
                Self.expect(white, words, on: try color("action_color"), "a button \(what)")
                XCTAssertGreaterThan(card.luminance, page.luminance, "cards \(what)")
            }
        }
    }

    private static func mix(_ one: RGBColor, _ other: RGBColor, _ share: Double) -> RGBColor {
        func mixed(_ a: UInt8, _ b: UInt8) -> UInt8 {
            UInt8((Double(a) + (Double(b) - Double(a)) * share).rounded())
        }
        return RGBColor(
            red: mixed(one.red, other.red),
            green: mixed(one.green, other.green),
            blue: mixed(one.blue, other.blue)
        )
    }

    private static func expect(
        _ color: RGBColor,
        _ least: Double,
        on behind: RGBColor,
        _ what: String,
        line: UInt = #line
    ) {
        let contrast = color.contrast(with: behind)
        let message = "\(what): \(color) on \(behind)"
        XCTAssertGreaterThanOrEqual(contrast, least, message, line: line)
    }

    /// A color by its name in the style sheets.
    @MainActor
    static func color(_ name: String) throws -> RGBColor {
        var color = GdkRGBA()
        // It is the theme's of this moment: a widget of another one may still have the one before.
        let isKnown = withExtendedLifetime(Label("")) { label in
            let context = gtk_widget_get_style_context(label.widget)
            return gtk_style_context_lookup_color(context, name, &color) != 0
        }
        guard isKnown else { throw UnknownColor(name: name) }
        func share(_ value: Float) -> UInt8 { UInt8((value * 255).rounded()) }
        return RGBColor(
            red: share(color.red),
            green: share(color.green),
            blue: share(color.blue)
        )
    }

    private struct UnknownColor: Error {
        let name: String
    }
}
