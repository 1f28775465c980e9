import Foundation
import HawkNotesModel
import Phrases

/// The notes that name a character without mentioning it, as many as somebody has scrolled to; looked for
/// off the main thread, and again when something has changed. Knows no widget.
@MainActor
package final class NamingRows {
    /// How many more are looked for when the last ones come into view.
    private static let step = 50
    /// How many rows before the last one that begins.
    private static let margin = 10

    /// Told after the rows have changed, or it is known that there are none.
    package var onChange: @MainActor (MentioningRows.Change) -> Void = { _ in }
    package private(set) var notes: [MentioningNote] = []
    /// Whether all that there are have been found, so far.
    package private(set) var isComplete = false
    private let characterID: UUID
    private let librarySearch: LibrarySearch
    private let series: LoadedSeries
    private var limit = step
    private var hasMore = false
    private var task: SearchTask?
    private var isSearching = false
    private var mustSearchAgain = false
    private var observation: LibraryObservation?

    /// Begins to look for them.
    package init(
        _ characterID: UUID,
        in library: Library,
        search: LibrarySearch,
        series: LoadedSeries
    ) {
        self.characterID = characterID
        librarySearch = search
        self.series = series
        observation = library.observeChanges { [weak self] changes in
            // Names change what is meant, and what is deleted takes the notes on it along.
            guard changes.contains(where: { $0.subject != nil || $0.seriesID != nil }) else {
                return
            }
            self?.search()
        }
        self.search()
    }

    /// What a row shows; nil for one that there is not.
    package func note(at row: Int) -> MentioningNote? {
        notes.indices.contains(row) ? notes[row] : nil
    }

    /// Ends it: nothing is told any more.
    package func close() {
        observation = nil
        task = nil
        onChange = { _ in }
    }

    /// Sees to it that there are more than these rows, if there are more.
    package func need(_ rows: Range<Int>) {
        guard hasMore, rows.upperBound + Self.margin > notes.count, limit <= notes.count else {
            return
        }
        limit = notes.count + Self.step
        search()
    }

    private func search() {
        guard !isSearching else {
            mustSearchAgain = true
            return
        }
        isSearching = true
        mustSearchAgain = false
        task = librarySearch.findNotes(
            naming: characterID,
            unveiled: series.unveiled.all,
            limit: limit
        ) { [weak self] result in
            self?.take(result)
        }
    }

    private func take(_ result: Result<NamingNotes, LibraryError>) {
        isSearching = false
        switch result {
        case .success(let found):
            let old = notes
            notes = found.notes
            hasMore = found.hasMore
            isComplete = !found.isIndexing
            onChange(MentioningRows.change(from: Self.all(old), to: Self.all(notes)))
        case .failure(let error): Log.warn("\(error)")
        }
        if mustSearchAgain { search() }
    }

    private static func all(_ notes: [MentioningNote]) -> MentioningNotes {
        MentioningNotes(count: notes.count, start: 0, notes: notes)
    }
}
