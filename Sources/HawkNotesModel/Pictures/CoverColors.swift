import Foundation

/// The colors of a book's pages, derived from its cover.
///
/// The hue is the cover's; lightness and saturation are determined by readability: the accent has a
/// contrast of ``leastContrast`` with every surface that it is used on, and text has it on the
/// tint.
public struct CoverColors: Hashable, Sendable {
    /// The backgrounds and the text color of one appearance.
    public struct Surfaces: Hashable, Sendable {
        /// The page, the cards, and all other backgrounds of text.
        public var backgrounds: [RGBColor]
        /// The faintest text color used on the tint.
        public var words: RGBColor

        /// Doesn't validate either value.
        public init(backgrounds: [RGBColor], words: RGBColor) {
            self.backgrounds = backgrounds
            self.words = words
        }
    }

    /// The minimum for body text by WCAG 2.1, with a margin for different themes.
    public static let leastContrast = 4.6

    /// For text and symbols.
    public let accent: ColorPair
    /// For soft backgrounds.
    public let tint: ColorPair

    /// Derives the colors from those of a picture.
    ///
    /// - Parameter colors: consecutive red, green, blue and alpha values, from 0 to 255; a few
    ///   thousand pixels are enough. Transparent pixels don't count.
    public init(colors: [UInt8], light: Surfaces, dark: Surfaces) {
        self.init(hue: HueAndChroma(of: colors), light: light, dark: dark)
    }

    /// Derives the colors from a single one.
    public init(of color: RGBColor, light: Surfaces, dark: Surfaces) {
        let colors = [color.red, color.green, color.blue, 255]
        self.init(hue: HueAndChroma(of: colors), light: light, dark: dark)
    }

    private init(hue: HueAndChroma, light: Surfaces, dark: Surfaces) {
        let strength = hue.strength
        let tints = (
            light: Self.tint(hue, strength: 0.42 * strength, from: 0.92, step: 0.01, light),
            dark: Self.tint(hue, strength: 0.30 * strength, from: 0.20, step: -0.01, dark)
        )
        tint = ColorPair(light: tints.light, dark: tints.dark)
        accent = ColorPair(
            light: Self.accent(
                hue,
                strength: 0.75 * strength,
                from: 0.45,
                step: -0.01,
                light.backgrounds + [tints.light]
            ),
            dark: Self.accent(
                hue,
                strength: 0.70 * strength,
                from: 0.65,
                step: 0.01,
                dark.backgrounds + [tints.dark]
            )
        )
    }

    /// Steps through the lightness until text is readable on the color.
    private static func tint(
        _ hue: HueAndChroma,
        strength: Double,
        from: Double,
        step: Double,
        _ surfaces: Surfaces
    ) -> RGBColor {
        first(from: from, step: step) { lightness in
            let color = hue.color(strength: strength, lightness: lightness)
            return (color, color.contrast(with: surfaces.words) >= leastContrast)
        }
    }

    /// Steps through the lightness until the color is readable on all backgrounds.
    private static func accent(
        _ hue: HueAndChroma,
        strength: Double,
        from: Double,
        step: Double,
        _ backgrounds: [RGBColor]
    ) -> RGBColor {
        first(from: from, step: step) { lightness in
            let color = hue.color(strength: strength, lightness: lightness)
            return (color, backgrounds.allSatisfy { color.contrast(with: $0) >= leastContrast })
        }
    }

    /// The first suitable color; black or white if there is none.
    private static func first(
        from: Double,
        step: Double,
        _ make: (Double) -> (color: RGBColor, isReadable: Bool)
    ) -> RGBColor {
        var lightness = from
        while lightness > 0, lightness < 1 {
            let made = make(lightness)
            if made.isReadable { return made.color }
            lightness += step
        }
        return make(step > 0 ? 1 : 0).color
    }
}

/// The dominant hue of a picture.
private struct HueAndChroma {
    /// From 0 to 1, with red at both ends.
    private let hue: Double
    /// From 0, for a gray picture, to 1.
    let strength: Double

    init(of colors: [UInt8]) {
        // Adjacent hues count as well; otherwise a hue at the border of two sections would lose.
        let parts = 36
        var weights = [Double](repeating: 0, count: parts)
        var seen = 0.0
        for start in stride(from: 0, to: colors.count - 3, by: 4) where colors[start + 3] >= 128 {
            seen += 1
            let found = Self.split(colors[start], colors[start + 1], colors[start + 2])
            weights[Int(found.hue * Double(parts)) % parts] += found.chroma
        }
        let sums = weights.indices.map { index in
            weights[index] + weights[(index + 1) % parts] + weights[(index + parts - 1) % parts]
        }
        let strongest = sums.indices.max { sums[$0] < sums[$1] } ?? 0
        let total = sums[strongest]
        guard seen > 0, total > 0 else {
            (hue, strength) = (0.6, 0)
            return
        }
        let (before, after) = (
            weights[(strongest + parts - 1) % parts], weights[(strongest + 1) % parts]
        )
        let middle = Double(strongest) + 0.5 + (after - before) / total
        hue = (middle / Double(parts) + 1).truncatingRemainder(dividingBy: 1)
        // A small spot of color is enough; a slight tinge over the whole picture counts as gray.
        strength = min(1, total / seen * 8)
    }

    /// A color of this hue.
    func color(strength: Double, lightness: Double) -> RGBColor {
        let chroma = (1 - abs(2 * lightness - 1)) * strength
        func share(_ shift: Double) -> UInt8 {
            let place = (hue * 6 + shift).truncatingRemainder(dividingBy: 6)
            let part = max(0, min(1, abs(place - 3) - 1))
            return UInt8((255 * (lightness + chroma * (part - 0.5))).rounded())
        }
        return RGBColor(red: share(0), green: share(4), blue: share(2))
    }

    private static func split(
        _ red: UInt8,
        _ green: UInt8,
        _ blue: UInt8
    ) -> (hue: Double, chroma: Double) {
        let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        let (most, least) = (max(r, g, b), min(r, g, b))
        let chroma = most - least
        guard chroma > 0 else { return (0, 0) }
        let place =
            if most == r {
                (g - b) / chroma
            } else if most == g {
                2 + (b - r) / chroma
            } else {
                4 + (r - g) / chroma
            }
        return ((place / 6 + 1).truncatingRemainder(dividingBy: 1), chroma)
    }
}
