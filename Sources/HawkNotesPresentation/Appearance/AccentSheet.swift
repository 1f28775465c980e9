import Foundation
import HawkNotesModel

/// The style rules for each book's accent.
///
/// GTK's style sheets have no variables per widget, so every book gets a class with rules of its own,
/// for light and for dark windows.
package enum AccentSheet {
    /// The accents of a book.
    package struct Colors: Hashable, Sendable {
        package var accent: ColorPair
        package var tint: ColorPair

        package init(accent: ColorPair, tint: ColorPair) {
            self.accent = accent
            self.tint = tint
        }
    }

    /// The style class of a book's accent.
    package static func styleClass(for book: UUID) -> String {
        classPrefix + book.canonicalString
    }

    /// The name of a book's accent in the style sheets, for text in a field, which style classes do
    /// not reach.
    package static func colorName(ofClass styleClass: String, isDark: Bool) -> String {
        (isDark ? "dark_" : "light_") + styleClass.replacingOccurrences(of: "-", with: "_")
    }

    /// The prefix of accents' style classes.
    package static let classPrefix = "accent-"

    /// The rules for books with colors of their own.
    package static func rules(
        for books: [Book],
        inHighContrastOn surfaces: Surfaces? = nil
    ) -> String {
        books.compactMap { book in
            guard let accent = book.accent, let tint = book.tint else { return nil }
            let colors = Colors(accent: accent, tint: tint)
            return rules(for: book.id, colors, inHighContrastOn: surfaces)
        }.joined()
    }

    /// The rules for a book.
    ///
    /// - Parameter surfaces: in high contrast the backgrounds from which the accent stands out; there
    ///   the tint is left out, too.
    package static func rules(
        for book: UUID,
        _ colors: Colors,
        inHighContrastOn surfaces: Surfaces? = nil
    ) -> String {
        let name = styleClass(for: book)
        var (accent, tint) = (colors.accent, Optional(colors.tint))
        if let surfaces {
            accent = ColorPair(
                light: accent.light.standingOut(by: leastHighContrast, from: surfaces.light),
                dark: accent.dark.standingOut(by: leastHighContrast, from: surfaces.dark)
            )
            tint = nil
        }
        return color(of: name, isDark: false, accent.light)
            + color(of: name, isDark: true, accent.dark)
            + rules(".\(name)", accent.light, tint: tint?.light)
            + rules("window.dark .\(name)", accent.dark, tint: tint?.dark)
    }

    /// The backgrounds of light and of dark windows.
    package typealias Surfaces = (light: [RGBColor], dark: [RGBColor])

    /// What text needs in high contrast by WCAG 2.1, with a margin: thin letters do not reach their
    /// color everywhere.
    package static let leastHighContrast = 8.0

    private static func color(of name: String, isDark: Bool, _ accent: RGBColor) -> String {
        "@define-color \(colorName(ofClass: name, isDark: isDark)) \(accent);\n"
    }

    private static func rules(_ scope: String, _ accent: RGBColor, tint: RGBColor?) -> String {
        let white = RGBColor(red: 255, green: 255, blue: 255)
        let black = RGBColor(red: 20, green: 20, blue: 20)
        let onAccent = accent.contrast(with: white) >= accent.contrast(with: black) ? white : black
        return """
            \(scope).tab:checked, \(scope) .accent-text, \(scope) button.link-text,
            \(scope) button.heart-pill:checked, \(scope) .note-text link,
            \(scope) .note-text link:visited { color: \(accent); }
            \(scope) button.accent-button:focus:focus-visible { outline-color: \(onAccent); }
            \(scope) .heart { color: \(accent); }
            \(scope) .draft-mark { background-color: \(accent); }
            \(scope) button.accent-button:not(:disabled) { background-color: \(accent); color: \(onAccent); }
            \(scope) button.accent-button:hover { background-color: mix(\(accent), \(onAccent), 0.12); }
            \(scope).tab-line { background-color: \(accent); }

            """ + (tint.map { "\(scope) .hero { background-color: \($0); }\n" } ?? "")
    }
}
