import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// The row of a window's tabs.
typealias TabSwitcher = ViewSwitcher<Place>

extension ViewSwitcher where Tab == Place {
    /// The books of a series, and the favourites.
    ///
    /// - Parameter select: told the tab that somebody pressed.
    convenience init(
        _ series: Series,
        sizeClass: SizeClass,
        select: @escaping @MainActor (Place) -> Void
    ) {
        let short = ShortTitles.of(series.books.map(\.title))
        self.init(
            Place.tabs(in: series).map { tab in
                var item = Self.item(tab, series)
                item.shortTitle = short[item.title]
                return item
            },
            name: localized("Books and favorites"),
            sizeClass: sizeClass,
            moreName: Command.showTabs.title,
            select: select
        )
    }

    private static func item(_ tab: Place, _ series: Series) -> Item {
        if case .book(let id) = tab {
            Item(
                tab: tab,
                title: series.book(id)?.title ?? "",
                icon: "hawknotes-book-symbolic",
                accent: AccentSheet.styleClass(for: id)
            )
        } else {
            Item(
                tab: tab,
                title: localized("Favorites"),
                icon: "hawknotes-heart-outline-symbolic",
                accent: "accent-favorites"
            )
        }
    }
}
