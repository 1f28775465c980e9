import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The favorite characters of a series, and all others below them.
@MainActor
final class FavoritesPage: Page {
    var root: Widget { list.view }
    private(set) var title: String

    private let context: AppContext
    private let seriesID: Series.ID
    private var favoriteIDs: Set<Character.ID> = []
    let favorites: CharacterList
    private let others: CharacterList
    private let emptyState: Widget
    /// The message of a series without books.
    private let noBooks: Widget
    private let seriesTitle: Label
    private let head: Widget
    let list = PartList()
    private let favoritesHeading = PageParts.heading(localized("Favorites"))
    private let othersHeading = PageParts.heading(localized("All characters"))
    private var observation: [ChangeObservation] = []
    private var restorer: ScrollRestorer?

    init(of series: Series, in window: MainWindow, scope: RestorationScope) {
        context = window.context
        seriesID = series.id
        title = FavoritesText.title(of: series)
        favorites = CharacterList(
            in: window,
            name: localized("Favorites"),
            scope: scope
        )
        others = CharacterList(
            in: window,
            name: localized("All characters"),
            scope: scope
        )
        emptyState = Self.makeEmptyState()
        noBooks = Self.makeNoBooks(series, window)
        seriesTitle = Label(series.title, "title-4", role: .heading(level: 1)).ellipsizing()
        head = Self.makeHead(seriesTitle, series, window).visible(!series.isMissing)
        for heading in [favoritesHeading, othersHeading] { heading.margin(top: 6) }
        list.rows.setMargins(edge: 18, side: 18)
        let above = [head, noBooks, emptyState, favoritesHeading].map { WidgetPart($0) }
        let parts: [any ListPart] = above + [favorites, WidgetPart(othersHeading), others]
        list.show(parts)
        restorer = ScrollRestorer(list, start: .top, key: .scroll, in: scope)
        observation = context.favorites.observe(reportingTo: window) { [weak self] in
            self?.favoriteIDs = $0
            self?.seriesDidChange()
        }
    }

    func arrange(for sizeClass: SizeClass) {}

    func focusName(of widget: Widget) -> String? { focusName(of: widget, lists: focusLists) }

    func grabFocus(_ name: String) {
        grabFocus(name, lists: { [weak self] in self?.focusLists ?? [] }, in: [list])
    }

    func focusFirst() { list.focusFirst(of: [favorites, others]) }

    func close() {
        observation = []
        restorer = nil
    }

    private var focusLists: [FocusList] { [favorites.focusList, others.focusList] }

    func seriesDidChange() {
        guard let series = context.series[seriesID] else { return }
        seriesTitle.text = series.title
        let items = series.allCharacters.map {
            CharacterItem(
                character: $0,
                isFavorite: favoriteIDs.contains($0.id),
                detail: $0.bookID.flatMap(series.book)?.title,
                isVeiled: series.veil.hides(character: $0.id)
            )
        }
        let chosen = items.filter(\.isFavorite)
        let rest = items.filter { !$0.isFavorite }
        favorites.show(chosen)
        others.show(rest)
        title = FavoritesText.title(of: series)
        noBooks.visible(series.books.isEmpty)
        emptyState.visible(chosen.isEmpty && !series.books.isEmpty)
        favoritesHeading.visible(!chosen.isEmpty)
        othersHeading.visible(!rest.isEmpty)
    }

    /// The title of the page's series, with its menu.
    private static func makeHead(
        _ title: Label,
        _ series: Series,
        _ window: MainWindow
    ) -> Widget {
        let place = Place.tabs(in: series).last ?? .favorites(of: series.id)
        let menu = PlaceGestures.makeMenuButton(localized("Series Menu"), in: window) {
            [weak window] in window?.subject(of: place)
        }
        return Box(.horizontal, spacing: 12).append(title.hexpand(), menu)
    }

    private static func makeEmptyState() -> Widget {
        StatusPage(
            icon: "hawknotes-heart-outline-symbolic",
            heading: localized("No favorites yet"),
            [
                StatusPage.remark(
                    localized("Open a character and press the heart to find it here again.")
                )
            ]
        ).below(12)
    }

    /// The message of a series without books.
    private static func makeNoBooks(_ series: Series, _ window: MainWindow) -> Widget {
        let id = series.id
        let button: Button
        if series.isMissing {
            button = Button(Command.newSeries.title, "suggested-action", "pill")
            button.onClicked { [weak window] in window?.addSeries() }
        } else {
            button = Button(localized("Add Book…"), "suggested-action", "pill")
            button.onClicked { [weak window] in window?.addBook(to: id) }
        }
        return StatusPage(
            icon: "hawknotes-book-symbolic",
            heading: localized("No books yet"),
            [
                StatusPage.remark(
                    localized("Add the book you are reading. Its title is enough.")
                ),
                button.halign(.center).margin(top: 12),
            ]
        ).below(12)
    }
}
