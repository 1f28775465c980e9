import Foundation
import HawkNotesModel
import Phrases

/// The colors of shown highlights: those that reading devices offer.
package enum QuoteColor: String, CaseIterable {
    case yellow, orange, red, pink, purple, blue, cyan, green, gray

    /// The color nearest to a device's name for it; nil for a name that is no color.
    ///
    /// - Parameter name: an English name, or a hexadecimal color such as `#ffd700`.
    init?(device name: String) {
        // Overlong names are no colors.
        let name = name.prefix(32).lowercased().trimmingCharacters(in: .whitespaces)
        if let color = Self(rawValue: name) ?? Self.otherNames[name] {
            self = color
        } else if let color = Self(hexadecimal: name) {
            self = color
        } else {
            return nil
        }
    }

    private static let otherNames: [String: QuoteColor] = [
        "amber": .orange, "aqua": .cyan, "black": .gray, "brown": .orange, "fuchsia": .pink,
        "gold": .yellow, "grey": .gray, "lime": .green, "magenta": .pink, "navy": .blue,
        "olive": .green, "rose": .pink, "silver": .gray, "teal": .cyan, "turquoise": .cyan,
        "violet": .purple, "white": .gray,
    ]

    /// A color by its hue, from the hexadecimal notation of CSS.
    private init?(hexadecimal name: String) {
        guard name.first == "#" else { return nil }
        var digits = String(name.dropFirst())
        if digits.count == 3 || digits.count == 4 { digits = digits.map { "\($0)\($0)" }.joined() }
        // The last two of eight digits are the opacity.
        guard digits.count == 6 || digits.count == 8, digits.allSatisfy(\.isHexDigit),
            let number = Int(digits.prefix(6), radix: 16)
        else { return nil }
        let (red, green, blue) = (number >> 16, number >> 8 & 0xFF, number & 0xFF)
        let most = max(red, green, blue)
        let range = most - min(red, green, blue)
        guard 8 * range > most else {
            self = .gray
            return
        }
        let sixth =
            switch most {
            case red: 60 * (green - blue) / range
            case green: 120 + 60 * (blue - red) / range
            default: 240 + 60 * (red - green) / range
            }
        self =
            switch (sixth + 360) % 360 {
            case ..<15: .red
            case ..<42: .orange
            case ..<68: .yellow
            case ..<165: .green
            case ..<200: .cyan
            case ..<250: .blue
            case ..<290: .purple
            case ..<345: .pink
            default: .red
            }
    }

    /// The color's name in the user's language.
    package var name: String {
        switch self {
        case .yellow: localized("Yellow")
        case .orange: localized("Orange")
        case .red: localized("Red")
        case .pink: localized("Pink")
        case .purple: localized("Purple")
        case .blue: localized("Blue")
        case .cyan: localized("Cyan")
        case .green: localized("Green")
        case .gray: localized("Gray")
        }
    }

    /// The style class of a bar in this color.
    package var styleClass: String { "quote-" + rawValue }
}

/// A line through or below a highlight.
enum QuoteLine: Equatable {
    case under, through

    /// - Parameter name: the device's name for the style; most styles have no line.
    init?(device name: String) {
        switch name.prefix(32).lowercased() {
        case "underline", "underscore", "underlined", "wavy": self = .under
        case "strikeout", "strikethrough", "strike-out", "strike-through": self = .through
        default: return nil
        }
    }

    /// The Pango attribute that draws the line.
    var attribute: String {
        switch self {
        case .under: "underline=\"single\""
        case .through: "strikethrough=\"true\""
        }
    }
}

extension Quote {
    /// The color of the quotation's bar; nil for a neutral one.
    package var shownColor: QuoteColor? { color.flatMap { QuoteColor(device: $0) } }

    /// The line of the quotation.
    var shownLine: QuoteLine? { style.flatMap { QuoteLine(device: $0) } }
}

extension Quote? {
    /// The quotation, and the reader's own words below, as plain text.
    package func above(_ words: String) -> String {
        [self?.text, words].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The note's title: the beginning of the reader's own words without the marks of emphasis, or
    /// of the quotation.
    package func titled(_ words: String) -> String {
        guard words.isEmpty else { return StyledWords.beginning(of: words).text }
        return self?.text ?? ""
    }
}
