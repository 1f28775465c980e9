import Foundation
import HawkNotesModel

/// The colors and the figure of a cover that is generated from a title. They are derived from the
/// book's id alone, so that they stay while the title is typed.
package struct CoverLook {
    /// Two colors, and that of the text, which is legible on the first.
    package struct Palette: Hashable {
        package let ground: RGBColor
        package let figure: RGBColor
        package let ink: RGBColor

        fileprivate init(_ ground: UInt32, _ figure: UInt32, _ ink: UInt32) {
            self.ground = RGBColor(ground)
            self.figure = RGBColor(figure)
            self.ink = RGBColor(ink)
        }
    }

    package let palette: Palette
    package let figure: CoverFigure
    /// Numbers from 0 to 1 that vary the figure.
    package let variations: [Double]

    package init(of id: UUID) {
        var numbers = Numbers(of: id)
        palette = Self.palettes[Int(numbers.next() % UInt64(Self.palettes.count))]
        let figures = CoverFigure.allCases
        figure = figures[Int(numbers.next() % UInt64(figures.count))]
        variations = (0..<6).map { _ in Double(numbers.next() >> 11) / Double(1 << 53) }
    }

    /// Dark and light backgrounds, each with a contrasting figure.
    package static let palettes = [
        Palette(0x23395b, 0xe3b76b, 0xf7f1e3), Palette(0x7a2e39, 0xe8a598, 0xfbf0ea),
        Palette(0x2f5d50, 0xc9d8a0, 0xf3f5e6), Palette(0x4b3869, 0xd9a6d2, 0xf6eef8),
        Palette(0xefe3cf, 0xc1553b, 0x3b2417), Palette(0xd3e1e2, 0x2f6f7e, 0x16333b),
        Palette(0xe9d8a6, 0x3d5a80, 0x22314a), Palette(0x874529, 0xf0c48a, 0xfdf3e4),
        Palette(0x37474f, 0x8fb8ca, 0xeff5f7), Palette(0xf1d6d0, 0x8a3b52, 0x4a1b2c),
        Palette(0x1d4d4f, 0xe78f6d, 0xf6efe6), Palette(0x525c28, 0xe6cf7a, 0xf9f6e3),
    ]

    /// Numbers derived from an id, the same on every computer (SplitMix64).
    private struct Numbers {
        private var state: UInt64

        init(of id: UUID) {
            let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
            state = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}

/// The figure of a cover.
package enum CoverFigure: CaseIterable {
    case sun, rings, hills, mountains, moon, stripes, leaf, waves, columns, diamond, dots, arch
}

extension RGBColor {
    package static let black = RGBColor(red: 0, green: 0, blue: 0)
    package static let white = RGBColor(red: 255, green: 255, blue: 255)

    fileprivate init(_ value: UInt32) {
        self.init(
            red: UInt8(value >> 16 & 0xff),
            green: UInt8(value >> 8 & 0xff),
            blue: UInt8(value & 0xff)
        )
    }
}
