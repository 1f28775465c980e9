import Foundation
import HawkNotesModel
import Phrases

/// The notes with unlinked mentions of a character, as far as the user has scrolled; searched off
/// the main thread, and again after a change. Knows no widget.
@MainActor
package final class NamingRows {
    /// How many more are searched when the last ones come into view.
    private static let step = 50
    /// How many rows before the last one the next search begins.
    private static let margin = 10

    /// Called after the rows have changed.
    package var onChange: @MainActor (RowsChange) -> Void = { _ in }
    private var rows = RowRun<MentioningNote>.empty
    private let characterID: UUID
    private let librarySearch: LibrarySearch
    private let series: LoadedSeries
    private var limit = step
    /// Whether there are more than were searched.
    package private(set) var hasMore = false
    private var task: SearchTask?
    private lazy var reader = Rereader<NamingNotes>(
        { [weak self] in self?.search($0) },
        onRead: { [weak self] in self?.setNotes($0) },
        onError: { Log.warn("\($0)") }
    )

    /// Begins the search.
    package init(
        _ characterID: UUID,
        in library: Library,
        search: LibrarySearch,
        series: LoadedSeries
    ) {
        self.characterID = characterID
        librarySearch = search
        self.series = series
        reader.follow(library, when: \.concernsNotesElsewhere)
        reader.read()
    }

    /// The number found so far.
    package var count: Int { rows.count }

    /// The content of a row; nil if there is no such row.
    package func note(at row: Int) -> MentioningNote? { rows[row] }

    /// The index of a note.
    package func row(of id: Note.ID) -> Int? { rows.index(of: id) }

    /// Stops searching; callbacks are no longer called.
    package func close() {
        reader.close()
        task = nil
        onChange = { _ in }
    }

    /// Searches for more than these rows, if there are more.
    package func need(_ some: Range<Int>) {
        guard hasMore, some.upperBound + Self.margin > count, limit <= count else { return }
        limit = count + Self.step
        reader.read()
    }

    private func search(_ answer: @escaping Rereader<NamingNotes>.Answer) {
        task = librarySearch.findNotes(
            naming: characterID,
            unveiled: series.unveiled.all,
            limit: limit,
            onResult: answer
        )
    }

    private func setNotes(_ found: NamingNotes) {
        let old = rows
        rows = RowRun(found.notes)
        hasMore = found.hasMore
        onChange(RowsChange(from: old, to: rows))
    }
}
