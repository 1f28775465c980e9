import HawkNotesModel
import StateRestorationTesting
import XCTest

/// Whatever a cover looks like, words in its accent can be read.
final class CoverColorsTests: XCTestCase {
    private static let light = CoverColors.Surfaces(
        backgrounds: [RGBColor(red: 0xf6, green: 0xf5, blue: 0xf4), gray(255)],
        words: RGBColor(red: 0x60, green: 0x64, blue: 0x66)
    )
    private static let dark = CoverColors.Surfaces(
        backgrounds: [gray(0x2b), gray(0x35), gray(0x3d)],
        words: gray(0xbe)
    )

    private static func gray(_ share: UInt8) -> RGBColor {
        RGBColor(red: share, green: share, blue: share)
    }

    private func colors(_ pixels: [UInt8]) -> CoverColors {
        CoverColors(colors: pixels, light: Self.light, dark: Self.dark)
    }

    private func expectReadable(_ colors: CoverColors, _ what: String, line: UInt = #line) {
        for (accent, tint, surfaces) in [
            (colors.accent.light, colors.tint.light, Self.light),
            (colors.accent.dark, colors.tint.dark, Self.dark),
        ] {
            for background in surfaces.backgrounds + [tint] {
                XCTAssertGreaterThanOrEqual(
                    accent.contrast(with: background),
                    4.5,
                    "\(what): \(accent) on \(background)",
                    line: line
                )
            }
            let words = surfaces.words
            XCTAssertGreaterThanOrEqual(words.contrast(with: tint), 4.5, what, line: line)
        }
    }

    func testAThousandCoversHaveReadableAccents() {
        var random = SeededRandomNumberGenerator(seed: 5)
        for number in 0..<1000 {
            let kinds = Int.random(in: 1...4, using: &random)
            let palette = (0..<kinds).map { _ in
                (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            let pixels = (0..<64).flatMap { _ -> [UInt8] in
                let index = Int.random(in: 0..<kinds, using: &random)
                return palette[index] + [UInt8.random(in: 0...255, using: &random)]
            }
            expectReadable(colors(pixels), "cover \(number)")
        }
    }

    func testEveryHueHasReadableAccents() {
        for red in stride(from: 0, through: 255, by: 51) {
            for green in stride(from: 0, through: 255, by: 51) {
                for blue in stride(from: 0, through: 255, by: 51) {
                    let pixel = [UInt8(red), UInt8(green), UInt8(blue), 255]
                    expectReadable(colors(pixel), "\(pixel)")
                }
            }
        }
    }

    func testCoversWithoutColorHaveGrayAccents() {
        for pixels: [UInt8] in [
            [], [0], [0, 0, 0, 255], [255, 255, 255, 255], [255, 0, 0, 0], [128, 128, 128, 255],
            Array(repeating: 255, count: 4000), (0..<1000).flatMap { _ in [0, 0, 0, 255] },
        ] {
            let found = colors(pixels)
            expectReadable(found, "\(pixels.prefix(8))")
            for color in [found.accent.light, found.accent.dark] {
                XCTAssertEqual(color.red, color.blue, "\(pixels.prefix(8))")
                XCTAssertEqual(color.red, color.green, "\(pixels.prefix(8))")
            }
        }
    }

    func testTheAccentHasTheHueOfTheCover() {
        let red = colors([200, 20, 20, 255]).accent
        XCTAssertGreaterThan(red.light.red, red.light.green)
        XCTAssertGreaterThan(red.light.red, red.light.blue)
        XCTAssertGreaterThan(red.dark.red, red.dark.blue)
        // A blue title on much white paper.
        let paper = (0..<60).flatMap { _ -> [UInt8] in [250, 250, 248, 255] }
        let title = (0..<10).flatMap { _ -> [UInt8] in [20, 40, 200, 255] }
        let blue = colors(paper + title).accent.light
        XCTAssertGreaterThan(blue.blue, blue.red)
        // What cannot be seen does not count.
        let hidden = (0..<60).flatMap { _ -> [UInt8] in [255, 0, 0, 10] }
        XCTAssertEqual(colors(hidden + title), colors(title))
    }
}
