import Foundation
import HawkNotesModel

/// The places that are a window's tabs: the books, then the favourites.
extension Place {
    /// All tabs in order.
    static func tabs(in series: Series) -> [Place] {
        series.books.map { .book($0.id) } + [.favorites]
    }

    /// The name under which a tab is stored and known on the session bus: the id of a book, or
    /// `favorites`.
    var tabIdentifier: String { id }

    /// The tab of the name, if the series has it.
    init?(tabIdentifier: String, in series: Series) {
        guard let tab = Place.tabs(in: series).first(where: { $0.tabIdentifier == tabIdentifier })
        else { return nil }
        self = tab
    }
}
