import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// Makes the page of a place. A new kind of place is complete when this compiles.
@MainActor
enum PageFactory {
    /// The page still has to be arranged for the window's width.
    ///
    /// - Parameter tab: the scope of the page's tab.
    static func page(
        for place: Place,
        in window: MainWindow,
        tab: RestorationScope
    ) -> Page {
        let series = window.context.series
        switch place {
        case .book(let id):
            guard let book = series.book(id) else { break }
            return BookPage(book, in: window, scope: tab.page(place))
        case .webPage(let id):
            guard let book = series.book(id) else { break }
            return AmazonPage(book, in: window, scope: tab.page(place))
        case .character(let id):
            guard let character = series.character(id) else { break }
            return CharacterPage(character, in: window, scope: tab.page(place))
        case .favorites:
            guard let owner = series.owner(of: place) else { break }
            return FavoritesPage(of: owner, in: window, scope: tab.page(place))
        case .shelf, .series, .note, .search, .newer:
            break
        }
        return NewerPage(place)
    }
}

/// The placeholder for a page that only a newer version can show. Keeps its level in the path.
@MainActor
final class NewerPage: Page {
    let root: Widget
    let title = localized("From a Newer Version")

    init(_ place: Place) {
        let page = StatusPage(
            icon: "hawknotes-empty-notes-symbolic",
            heading: title,
            [
                StatusPage.text(
                    localized(
                        "This page was opened in a newer version of Hawk Notes. Nothing is lost."
                    )
                )
            ]
        )
        root = ScrolledWindow(page.root).hexpand().vexpand()
    }

    func arrange(for sizeClass: SizeClass) {}

    func focusName(of widget: Widget) -> String? { nil }

    func grabFocus(_ name: String) {}

    func close() {}
}
