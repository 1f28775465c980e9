import DisplayTestSupport
import HawkNotesModel
import StateRestorationTesting
import XCTest

@testable import GTKBridge
@testable import HawkNotesUI

/// Accents that are made of covers can be read on what the theme really paints.
final class BookAccentTests: XCTestCase {
    private static func madeColors() -> [CoverColors] {
        var random = SeededRandomNumberGenerator(seed: 9)
        let covers = (0..<300).map { _ in
            (0..<4).flatMap { _ -> [UInt8] in
                (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } + [255]
            }
        }
        let plain: [[UInt8]] = [[], [0, 0, 0, 255], [255, 255, 255, 255]]
        return (covers + plain).map {
            CoverColors(colors: $0, light: PageColors.light, dark: PageColors.dark)
        }
    }

    func testWordsStandOutInTheLightAndInTheDark() throws {
        let made = Self.madeColors()
        try withProgram { _ in
            let prefersDark = Style.prefersDark
            defer { Style.prefersDark = prefersDark }
            for isDark in [false, true] {
                Style.prefersDark = isDark
                let page = try ContrastTests.color("theme_bg_color")
                let card = try ContrastTests.color("card_color")
                let words = [
                    try ContrastTests.color("theme_fg_color"),
                    try ContrastTests.color("dimmed_text_color"),
                ]
                for colors in made {
                    let accent = isDark ? colors.accent.dark : colors.accent.light
                    let tint = isDark ? colors.tint.dark : colors.tint.light
                    for behind in [page, card, tint] {
                        XCTAssertGreaterThanOrEqual(accent.contrast(with: behind), 4.5)
                    }
                    for word in words {
                        XCTAssertGreaterThanOrEqual(word.contrast(with: tint), 4.5)
                    }
                }
            }
        }
    }

    func testEveryBookHasAccents() throws {
        try withProgram { program in
            let accents = program.context.accents
            for _ in 0..<100 {
                let book = Book(id: UUID(), seriesID: UUID(), title: "Emma", position: 0)
                let colors = accents.colors(of: book)
                for behind in PageColors.light.backgrounds + [colors.tint.light] {
                    XCTAssertGreaterThanOrEqual(colors.accent.light.contrast(with: behind), 4.5)
                }
                for behind in PageColors.dark.backgrounds + [colors.tint.dark] {
                    XCTAssertGreaterThanOrEqual(colors.accent.dark.contrast(with: behind), 4.5)
                }
            }
        }
    }
}
