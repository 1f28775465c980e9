import Foundation

/// An opaque sRGB color, written `#rrggbb`.
public struct RGBColor: Hashable, Sendable, CustomStringConvertible {
    /// The red component, from 0 to 255.
    public let red: UInt8
    /// The green component, from 0 to 255.
    public let green: UInt8
    /// The blue component, from 0 to 255.
    public let blue: UInt8

    /// Takes the three components, each from 0 to 255.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Parses `#rrggbb`; nil for anything else, including the short form `#rgb`.
    public init?(hex: String) {
        let digits = hex.utf8.dropFirst()
        guard hex.utf8.first == UInt8(ascii: "#"), digits.count == 6,
            digits.allSatisfy({ Swift.Character(UnicodeScalar($0)).isHexDigit }),
            let value = UInt32(hex.dropFirst(), radix: 16)
        else { return nil }
        self.init(
            red: UInt8(value >> 16 & 0xff),
            green: UInt8(value >> 8 & 0xff),
            blue: UInt8(value & 0xff)
        )
    }

    /// `#rrggbb` in lower case, as in CSS.
    public var description: String {
        "#"
            + [red, green, blue].map {
                let digits = String($0, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
    }

    /// The relative luminance of WCAG 2.1, from 0 (black) to 1 (white).
    public var luminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast ratio of WCAG 2.1, from 1 to 21. Body text needs 4.5.
    public func contrast(with other: RGBColor) -> Double {
        let lighter = max(luminance, other.luminance)
        let darker = min(luminance, other.luminance)
        return (lighter + 0.05) / (darker + 0.05)
    }

    /// The color itself, or mixed with as little black or white as gives it a contrast with each of
    /// the backgrounds, which are either all dark or all light.
    public func standingOut(by contrast: Double, from backgrounds: [RGBColor]) -> RGBColor {
        let areDark = backgrounds.allSatisfy { $0.luminance < 0.18 }
        let end = areDark ? 255.0 : 0
        func mixed(_ channel: UInt8, _ step: Int) -> UInt8 {
            let value = Double(channel)
            return UInt8((value + (end - value) * Double(step) / 20).rounded())
        }
        let colors = (0...20).map { step in
            RGBColor(red: mixed(red, step), green: mixed(green, step), blue: mixed(blue, step))
        }
        return colors.first { color in
            backgrounds.allSatisfy { color.contrast(with: $0) >= contrast }
        } ?? colors[20]
    }
}

/// One color each for the light and the dark appearance.
public struct ColorPair: Hashable, Sendable {
    /// For light windows.
    public let light: RGBColor
    /// For dark windows.
    public let dark: RGBColor

    /// Takes one color for each appearance.
    public init(light: RGBColor, dark: RGBColor) {
        self.light = light
        self.dark = dark
    }
}
