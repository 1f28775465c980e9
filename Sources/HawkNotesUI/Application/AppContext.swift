import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// What all windows share.
@MainActor
final class AppContext {
    let library: Library
    let series: LoadedSeries
    /// Whom notes mention.
    let mentions: SeriesMentions
    let images: ImageStore
    let accents: BookAccents
    let dragTracker = DragTracker()
    /// The notes that are dragged.
    let noteDrag = NoteDrag()
    let activities: ActivityCoder
    let webPages: WebPages
    let now: () -> Date
    /// Makes the ids of notes.
    let makeID: @MainActor () -> UUID
    /// The new notes that are on their way to the library.
    let pendingNotes: PendingNotes
    let favorites: FavoriteMarks
    /// How many notes the pages have.
    let noteCounts: NoteCounts
    /// Which series people turn to.
    let openings: SeriesOpenings
    /// What is said of dates that are seen.
    let movingDates: MovingDates
    let imports: Imports
    let search: LibrarySearch
    /// For files that are handed to other programs; nil where there is no place for them.
    let handOnFolder: URL?

    /// - Parameter series: what a window shows where nothing else is said.
    init(
        library: Library,
        series: Series,
        seriesDirectory: URL,
        webPages: WebPages = WebPages(nil),
        importLibraries: [URL] = [],
        searchIndexFile: URL? = nil,
        handOnFolder: URL? = nil,
        now: @escaping () -> Date,
        makeID: @escaping @MainActor () -> UUID = { UUID() }
    ) {
        self.library = library
        let loaded = LoadedSeries(library, first: series)
        self.series = loaded
        mentions = SeriesMentions(library, series: loaded)
        self.webPages = webPages
        self.now = now
        movingDates = MovingDates(now: now)
        self.makeID = makeID
        let pendingNotes = PendingNotes(library: library, now: now) { seconds, body in
            MainLoop.after(milliseconds: Int(seconds * 1000), body)
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
        imports = Imports(into: library, with: importLibraries)
        search = LibrarySearch(
            library,
            index: searchIndexFile,
            dates: .ofReader,
            words: .ofReader,
            wording: .ofReader
        )
    }
}
