import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration

/// What all windows share.
@MainActor
final class AppContext {
    let library: Library
    let series: Series
    let images: ImageStore
    let dragTracker = DragTracker()
    let activities: ActivityCoder
    let webPages: WebPages
    let now: () -> Date
    /// Makes the ids of notes.
    let makeID: @MainActor () -> UUID
    /// The new notes that are on their way to the library.
    let pendingNotes: PendingNotes
    let favorites: FavoriteMarks

    init(
        library: Library,
        series: Series,
        seriesDirectory: URL,
        webPages: WebPages = WebPages(nil),
        now: @escaping () -> Date,
        makeID: @escaping @MainActor () -> UUID = { UUID() }
    ) {
        self.library = library
        self.series = series
        self.webPages = webPages
        self.now = now
        self.makeID = makeID
        let pendingNotes = PendingNotes(library: library, now: now) { seconds, body in
            MainLoop.after(milliseconds: Int(seconds * 1000), body)
        }
        self.pendingNotes = pendingNotes
        favorites = FavoriteMarks(library: library) { [weak pendingNotes] in
            pendingNotes?.libraryDidSave()
        }
        images = ImageStore(directory: seriesDirectory)
        activities = ActivityCoder(series: series)
    }
}

/// What a page asks of the window that it is in.
@MainActor
protocol PageHost: AnyObject {
    var context: AppContext { get }
    var sizeClass: SizeClass { get }
    /// Shows a character on top of the page that is shown.
    func push(_ place: Place)
    /// Opens a window at the place; an existing one that shows it is raised instead, if wanted.
    func openInNewWindow(_ place: Place, raisingExisting: Bool)
    /// Shows or leaves a book's web page.
    func setWebPageShown(_ isShown: Bool, for book: Book)
    /// The page that is shown is called something else now.
    func titleDidChange(of page: Page)
    /// Where the window's web pages keep their cookies: a private window has a place of its own.
    func webSession(_ engine: WebEngine) -> WebSession
    /// Says what of a page could not be brought back, and why.
    func reportNotRestored(_ subject: String, reason: String)
    /// Shows a line at the bottom of the window, with one action.
    func show(_ toast: Toast)
    /// The notes that the window deletes.
    var deletedNotes: DeletedNotes { get }
    /// The edited notes of the window that are on their way to the library.
    var noteEdits: NoteEdits { get }
    /// Opens an address in the web browser.
    func openInBrowser(_ address: String)
    /// Shows the tab of a book.
    func select(book: UUID)
}

/// How much room a window has.
enum SizeClass: Comparable {
    /// Under 640 px: the tabs are at the bottom.
    case compact
    /// Up to 860 px: one column.
    case regular
    /// Two columns.
    case wide

    init(width: Int) {
        self = width < 640 ? .compact : width < 860 ? .regular : .wide
    }
}

extension PageHost {
    /// Tells the favourites now and whenever they change, as long as the observation is kept. When they
    /// cannot be read, a toast says so, and nothing is a favourite.
    func observeFavorites(
        _ body: @escaping @MainActor (Set<Character.ID>) -> Void
    ) -> [ChangeObservation] {
        do {
            return try context.favorites.observe(
                onError: { [weak self] in self?.reportFavoritesUnread($0) },
                onChange: body
            )
        } catch {
            body([])
            reportFavoritesUnread(error)
            return []
        }
    }

    private func reportFavoritesUnread(_ error: any Error) {
        Log.warn("\(error)")
        let reason = LibraryText.readingReason(error)
        show(Toast(text: localized("The favorites cannot be read: %1", reason)))
    }

    /// Turns a character's heart on or off; it turns back, and a toast says why, when that cannot be
    /// saved.
    func setFavorite(_ character: Character, _ isFavorite: Bool) {
        context.favorites.set(character.id, isFavorite) { [weak self] error in
            Log.warn("\(error)")
            let reason = LibraryText.savingReason(error)
            self?.show(Toast(text: localized("The favorite could not be saved: %1", reason)))
        }
    }
}
