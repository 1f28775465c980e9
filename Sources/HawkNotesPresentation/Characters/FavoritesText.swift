import HawkNotesModel
import Phrases

/// The titles of the tab and the page of favorites.
package enum FavoritesText {
    /// The name of a series that has no books yet: nothing in it could be a favorite.
    package static func title(of series: Series) -> String {
        series.books.isEmpty && !series.title.isEmpty ? series.title : localized("Favorites")
    }
}
