import Foundation
import HawkNotesModel
import Phrases

/// The notes that name a character without mentioning it, as many as were scrolled to; looked for
/// off the main thread, and again when something has changed. Knows no widget.
@MainActor
package final class NamingRows {
    /// How many more are looked for when the last ones come into view.
    private static let step = 50
    /// How many rows before the last one that begins.
    private static let margin = 10

    /// Told after the rows have changed.
    package var onChange: @MainActor (RowsChange) -> Void = { _ in }
    private var rows = RowRun<MentioningNote>.empty
    private let characterID: UUID
    private let librarySearch: LibrarySearch
    private let series: LoadedSeries
    private var limit = step
    /// Whether there are more than were looked for.
    package private(set) var hasMore = false
    private var task: SearchTask?
    private lazy var reader = Rereader<NamingNotes>(
        { [weak self] in self?.search($0) },
        onRead: { [weak self] in self?.setNotes($0) },
        onError: { Log.warn("\($0)") }
    )

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
        reader.follow(library, when: \.concernsNotesElsewhere)
        reader.read()
    }

    /// How many were found so far.
    package var count: Int { rows.count }

    /// What a row shows; nil for one that there is not.
    package func note(at row: Int) -> MentioningNote? { rows[row] }

    /// Where a note is.
    package func row(of id: Note.ID) -> Int? { rows.index(of: id) }

    /// Ends it: nothing is told any more.
    package func close() {
        reader.close()
        task = nil
        onChange = { _ in }
    }

    /// Looks for more than these rows, if there are more.
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
