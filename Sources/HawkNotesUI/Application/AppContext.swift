import Foundation
import GTKBridge
import HawkNotesExchange
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The state that all windows share.
@MainActor
final class AppContext {
    let library: Library
    let series: LoadedSeries
    /// The characters that notes mention.
    let mentions: SeriesMentions
    /// The tags that are offered while a note is written.
    let tags: KnownTags
    let images: ImageStore
    let accents: BookAccents
    let dragTracker = DragTracker()
    /// The notes that are being dragged.
    let noteDrag = NoteDrag()
    let activities: ActivityCoder
    let webPages: WebPages
    let now: () -> Date
    /// Makes the ids of notes.
    let makeID: @MainActor () -> UUID
    /// The new notes that are being saved.
    let pendingNotes: PendingNotes
    let favorites: FavoriteMarks
    /// The number of notes on each page.
    let noteCounts: NoteCounts
    /// Which series the user opened last.
    let openings: SeriesOpenings
    /// Updates the visible dates.
    let movingDates: MovingDates
    let imports: Imports
    let search: LibrarySearch
    let spelling: SpellingChecker
    /// The names that are correct in each series.
    let knownWords: SeriesKnownWords
    /// The folder for files that are handed to other programs; nil where there is none.
    let handOnFolder: URL?

    /// - Parameter series: the default series of a window.
    init(
        library: Library,
        series: Series,
        formerSeries: FormerSeries = FormerSeries(),
        seriesDirectory: URL,
        webPages: WebPages = WebPages(nil),
        importLibraries: [URL] = [],
        searchIndexFile: URL? = nil,
        spelling: SpellingChecker = SpellingChecker(),
        handOnFolder: URL? = nil,
        now: @escaping () -> Date,
        makeID: @escaping @MainActor () -> UUID = { UUID() }
    ) {
        self.library = library
        let loaded = LoadedSeries(library, first: series, former: formerSeries)
        self.series = loaded
        mentions = SeriesMentions(library, series: loaded)
        self.spelling = spelling
        knownWords = SeriesKnownWords(loaded)
        tags = KnownTags(library, loaded)
        self.webPages = webPages
        self.now = now
        movingDates = MovingDates(now: now)
        self.makeID = makeID
        let pendingNotes = PendingNotes(library: library, now: now) { seconds, body in
            MainLoop.after(.milliseconds(Int(seconds * 1000)), body)
        }
        self.pendingNotes = pendingNotes
        favorites = FavoriteMarks(library: library) { [weak pendingNotes] in
            pendingNotes?.libraryDidSave()
        }
        noteCounts = NoteCounts(library)
        openings = SeriesOpenings(library)
        let images = ImageStore(directory: seriesDirectory, library: library)
        self.images = images
        accents = BookAccents(loaded, images: images)
        activities = ActivityCoder(series: loaded)
        self.handOnFolder = handOnFolder
        imports = Imports(into: library, with: importLibraries) {
            try? PictureIntake.picture(from: Data($0.bytes))
        }
        search = LibrarySearch(
            library,
            index: searchIndexFile,
            dates: .ofReader,
            words: .ofReader,
            wording: .ofReader
        )
    }
}

// MARK: - Places

extension AppContext {
    /// Finds the page of a place: for a note, the page that it is on. Calls back at once if the
    /// place is in a loaded series, otherwise after asking the library.
    func resolve(
        _ place: Place,
        _ completion: @escaping @MainActor @Sendable (Result<Place, any Error>) -> Void
    ) {
        let known = Result { try validated(place) }
        guard case .failure(PlaceError.missing) = known else { return completion(known) }
        library.perform { library -> (place: Place, series: Series)? in
            guard let found = try library.locate(place),
                let series = try library.series(found.seriesID)
            else { return nil }
            return (found.place, series)
        } completion: { result in
            completion(
                Result {
                    guard let found = try result.get() else { throw PlaceError.missing(place) }
                    self.series.store(found.series)
                    return try self.validated(found.place)
                }
            )
        }
    }

    /// The place, if a loaded series contains it and a window can show it; notes have to be
    /// resolved.
    func validated(_ place: Place) throws -> Place {
        let place = series.current(place)
        switch place {
        case .search, .newer: throw PlaceError.newer(place)
        case .shelf, .series, .book, .webPage, .character, .note, .favorites: break
        }
        guard let owner = series.owner(of: place) else { throw PlaceError.missing(place) }
        switch place {
        case .book, .character: return place
        case .webPage(let book): return place.isMissing(in: owner) ? .book(book) : place
        case .favorites: return .favorites(in: owner)
        case .shelf, .series: return Place.tabs(in: owner)[0]
        case .note, .search, .newer: throw PlaceError.missing(place)
        }
    }

    /// Restores the sample series, and returns its id.
    func bringBackBundledSeries(
        _ completion: @escaping @MainActor @Sendable (Result<UUID, any Error>) -> Void
    ) {
        library.perform { library in
            try library.restoreBundledSeries()
        } completion: { result in
            completion(
                Result {
                    guard let id = try result.get() else { throw PlaceError.missing(.shelf) }
                    return id
                }
            )
        }
    }

    /// The tab of a place; nil for one that no tab shows.
    func tab(of place: Place) -> Place? {
        let place = series.current(place)
        return switch place {
        case .book: place
        case .favorites: series.owner(of: place).map { .favorites(in: $0) }
        case .webPage(let book): .book(book)
        case .character(let id): series.owner(of: place).flatMap { $0.tab(ofCharacter: id) }
        case .shelf, .series, .note, .search, .newer: nil
        }
    }
}

// MARK: - Other programs

extension AppContext {
    /// The content that the desktop's search covers.
    var desktopSearchContent: DesktopSearch.Content {
        .init(search: search, series: series, mentions: mentions)
    }

    /// Writes a note into a file for another program, in the background.
    ///
    /// - Returns: the file's future URL; nil where there is no folder for it.
    func handOn(note id: Note.ID, called title: String) -> URL? {
        guard let handOnFolder else { return nil }
        let name = FileName.of(title) + ".md"
        let url = LibraryExport.placeToHandOn(name, in: handOnFolder)
        let veil = ExportVeil.kept(except: series.unveiled.all, name: VeilText.name)
        let export = LibraryExport(of: library, veil: veil)
        Task.detached {
            do {
                try await export.handOn(note: id, at: url)
            } catch {
                Log.warn("\(url.path): \(error)")
            }
        }
        return url
    }
}

// MARK: - The pages of a window, read from its state without opening it

extension RestorationScene {
    /// Makes a new window begin at a place as if it had been left there, so that no other page is
    /// made first.
    ///
    /// - Parameter tab: the tab that shows the place; nil for the place's own.
    func begin(at place: Place, on tab: Place? = nil, in context: AppContext) {
        let place = context.series.current(place)
        guard let tab = tab ?? context.tab(of: place), let series = context.series.owner(of: tab)
        else { return }
        let first = Place.tabs(in: series)[0]
        SceneStorage(.selectedTab(first), in: root.window).wrappedValue = tab.tabIdentifier
        SceneStorage(.series, in: root.window).wrappedValue = series.storedIdentifier
        if !isPrivate { context.openings.note(series.id) }
        guard place != tab else { return }
        SceneStorage(.path, in: root.tab(tab)).wrappedValue =
            NavigationPath([tab, place]).encoded
    }

    /// Makes a restored window begin with its activity when only a newer version knows the kind of
    /// its selected tab.
    func beginWithActivityIfUnknown(in context: AppContext) {
        let tab = stored(.selectedTab(.favorites))
        let isKnown = tab == Place.favorites.tabIdentifier || UUID(uuidString: tab) != nil
        guard !isKnown, let activity = try? UserActivity(encodedString: stored(.activity)),
            let place = try? context.activities.place(of: activity),
            let known = try? context.validated(place)
        else { return }
        begin(at: known, in: context)
    }

    /// Makes a restored window begin at the remaining part if its page is of a part that was joined
    /// with one of another series. The path of the former tab stays: it leads back when the join is
    /// undone.
    func beginWithRemainingPart(in context: AppContext) {
        guard let found = context.series.placeOfJoinedPart(shownBy: self) else { return }
        begin(at: found.page, on: found.tab, in: context)
    }

    /// The window's current place.
    func place(in context: AppContext) -> Place {
        if let found = context.series.placeOfJoinedPart(shownBy: self) { return found.page }
        let name = SceneStorage(.selectedTab(.favorites), in: root.window).wrappedValue
        let series = context.series.shown(stored: seriesID, tab: name)
        let first = Place.tabs(in: series)[0]
        let tab = Place(tabIdentifier: name, in: series) ?? first
        let stored = SceneStorage(.path, in: root.tab(tab)).wrappedValue
        let path = NavigationPath<Place>.decode(stored) { kind, id, _ in
            Place(kind: kind, id: id, in: series)
        }.path
        return Place.levels(path.routes, after: series.joined).last ?? tab
    }

    /// A stored value of the window. Its key is claimed only while it is read.
    private func stored(_ key: RestorationKey<String>) -> String {
        SceneStorage(key, in: root.window).wrappedValue
    }
}
