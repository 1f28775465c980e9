import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation

/// The accents of the books that windows show: those chosen by the user, and for other books the
/// colors of the cover.
@MainActor
final class BookAccents {
    /// Called when accents have changed.
    var onChange: @MainActor () -> Void = {}

    private struct Owner {
        weak var window: AnyObject?
        let series: UUID
    }

    private let series: LoadedSeries
    private let images: ImageStore
    private var owners: [Owner] = []
    /// The colors of the covers of shown books, by cover.
    private var covers: [UUID: CoverColors] = [:]
    private var asked: Set<UUID> = []

    init(_ series: LoadedSeries, images: ImageStore) {
        self.series = series
        self.images = images
    }

    /// Records which series a window shows, as long as the window exists.
    func setShownSeries(_ id: UUID, in window: AnyObject) {
        let before = shown
        owners.removeAll { $0.window == nil || $0.window === window }
        owners.append(Owner(window: window, series: id))
        if shown != before { onChange() }
    }

    /// The style rules for the books of all shown series.
    func rules(inHighContrast: Bool) -> String {
        let books = shown.compactMap { series[$0] }.flatMap(\.books)
        let used = Set(books.compactMap(\.coverID))
        covers = covers.filter { used.contains($0.key) }
        asked.formIntersection(used)
        let surfaces = inHighContrast ? PageColors.surfaces : nil
        return books.map {
            AccentSheet.rules(for: $0.id, colors(of: $0), inHighContrastOn: surfaces)
        }.joined()
    }

    /// The accent of a book as far as it is known; that of a cover that was not analyzed yet
    /// follows later.
    func colors(of book: Book) -> AccentSheet.Colors {
        if let accent = book.accent, let tint = book.tint {
            return AccentSheet.Colors(accent: accent, tint: tint)
        }
        let found: CoverColors
        if let cover = book.coverID, let known = covers[cover] {
            found = known
        } else {
            if let cover = book.coverID { look(at: cover) }
            found = Self.colors(of: CoverLook(of: book.id).palette)
        }
        return AccentSheet.Colors(
            accent: book.accent ?? found.accent,
            tint: book.tint ?? found.tint
        )
    }

    private var shown: Set<UUID> {
        Set(owners.filter { $0.window != nil }.map(\.series)).union([series.first.id])
    }

    /// Each cover is analyzed once.
    private func look(at cover: UUID) {
        guard asked.insert(cover).inserted else { return }
        Task { [weak self, images] in
            guard let colors = await images.colors(of: cover), let self else { return }
            covers[cover] = CoverColors(
                colors: colors,
                light: PageColors.light,
                dark: PageColors.dark
            )
            onChange()
        }
    }

    /// The accents for a cover that is generated from the title.
    private static func colors(of palette: CoverLook.Palette) -> CoverColors {
        let isGroundDark = palette.ground.luminance < palette.figure.luminance
        return CoverColors(
            of: isGroundDark ? palette.ground : palette.figure,
            light: PageColors.light,
            dark: PageColors.dark
        )
    }
}

/// The colors of the theme and the style sheet for pages, cards and dimmed text.
///
/// Style sheets for both appearances are made at once, but the theme only reports the colors of the
/// current one; tests compare these values with the theme's.
enum PageColors {
    /// The backgrounds, also those of high contrast, which are between those of other themes.
    static var surfaces: AccentSheet.Surfaces { (light.backgrounds, dark.backgrounds) }

    static let light = CoverColors.Surfaces(
        backgrounds: [
            RGBColor(red: 0xf6, green: 0xf5, blue: 0xf4), RGBColor(red: 255, green: 255, blue: 255),
            // The header bar, with the tabs.
            RGBColor(red: 0xda, green: 0xd6, blue: 0xd2),
        ],
        words: RGBColor(red: 0x60, green: 0x64, blue: 0x66)
    )
    static let dark = CoverColors.Surfaces(
        backgrounds: [
            RGBColor(red: 0x35, green: 0x35, blue: 0x35),
            RGBColor(red: 0x3d, green: 0x3d, blue: 0x3d),
        ],
        words: RGBColor(red: 0xbf, green: 0xbf, blue: 0xbd)
    )
}
