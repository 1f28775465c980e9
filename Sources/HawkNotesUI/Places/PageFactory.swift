import HawkNotesModel
import StateRestoration

/// Makes the page of a place. A new kind of place is whole when this compiles.
@MainActor
enum PageFactory {
    /// What all pages together ask of the window that they are in.
    typealias Host = AmazonPage.Host & BookPage.Host & CharacterPage.Host & FavoritesPage.Host

    /// The page is yet to be arranged for the window's width.
    ///
    /// - Parameter tab: the scope of the tab that the page is in.
    static func page(
        for place: Place,
        host: Host,
        context: AppContext,
        tab: RestorationScope
    ) -> Page {
        let series = context.series
        switch place {
        case .book(let id):
            guard let book = series.book(id) else { break }
            return BookPage(book, host: host, context: context, scope: tab.page(place))
        case .webPage(let id):
            guard let book = series.book(id) else { break }
            return AmazonPage(book, host: host, context: context, scope: tab.page(place))
        case .character(let id):
            guard let character = series.character(id) else { break }
            return CharacterPage(character, host: host, context: context, scope: tab.page(place))
        case .favorites:
            guard let owner = series.owner(of: place) else { break }
            return FavoritesPage(of: owner, host: host, context: context, scope: tab.page(place))
        case .shelf, .series, .note, .search, .newer:
            break
        }
        return NewerPage(place)
    }
}
