import Foundation
import HawkNotesModel

/// The model of a search page: the results for the query, kept up to date with the library.
///
/// Knows no widget. Each change of the query starts a search at once and cancels the one before.
/// Old results stay until new ones replace them, so that nothing flickers during typing.
@MainActor
package final class SearchFinder {
    /// How many more notes are requested when the list is scrolled near its end.
    static let step = 200
    /// The number of rows from the end at which more are requested.
    private static let foresight = 20

    /// The latest results: for the request, or still for the one before.
    package private(set) var results = SearchResults(SearchRequest(""))
    /// The current request.
    package private(set) var request = SearchRequest("")
    /// The maximum number of notes.
    package private(set) var limit = SearchResults.firstLimit
    /// Called when the results change.
    package var onChange: @MainActor () -> Void = {}
    /// Returns the selected result: it stays where it is, with everything above it.
    package var selected: @MainActor () -> SearchHit.ID? = { nil }

    /// Starts a search with a maximum number of notes.
    package typealias Search =
        @MainActor (
            SearchRequest,
            _ limit: Int,
            _ onResults: @escaping @MainActor (SearchResults) -> Void
        ) -> SearchTask

    private let search: Search
    private var task: SearchTask?
    private var observation: LibraryObservation?
    private var purpose = Purpose.new
    private var mustLookAgain = false

    /// Why the task runs.
    private enum Purpose {
        /// The request changed.
        case new
        /// More results of the same request.
        case more
        /// The same request, after the library changed.
        case again
    }

    package init(in library: Library, _ search: @escaping Search) {
        self.search = search
        observation = library.observeChanges { [weak self] in self?.follow($0) }
    }

    /// Whether the results are complete for the current request, as far as they can be now.
    package var isSettled: Bool { results.request == request && results.isWhole }

    /// Whether there is no query: all notes are listed.
    package var isBlank: Bool {
        request.text.allSatisfy(\.isWhitespace) && request.filters.isEmpty
    }

    /// Searches for something.
    ///
    /// - Parameter limit: the number of notes, if more than the default.
    package func find(_ new: SearchRequest, limit: Int = SearchResults.firstLimit) {
        request = new
        self.limit = max(limit, SearchResults.firstLimit)
        purpose = .new
        start()
    }

    /// Loads more notes when the visible ones are near the end of the results.
    ///
    /// - Parameter row: the one after the last visible row.
    package func need(notesBelow row: Int) {
        guard isSettled, results.notes.count >= limit,
            row + Self.foresight > results.notes.count
        else { return }
        limit += Self.step
        purpose = .more
        start()
    }

    /// Repeats the search after changes that the library does not report.
    package func refresh() { lookAgain() }

    /// Stops searching; `onChange` is not called again.
    package func close() {
        observation?.cancel()
        observation = nil
        task?.cancel()
        task = nil
        onChange = {}
    }

    private func start() {
        task?.cancel()
        task = nil
        mustLookAgain = false
        task = search(request, limit) { [weak self] in self?.setResults($0) }
    }

    /// Applies the results so far.
    func setResults(_ new: SearchResults) {
        // Rows must not disappear and reappear, and an answer that has only begun must not say that
        // there are no results.
        guard new.isWhole || purpose == .new && !new.isEmpty else { return }
        // While the index is incomplete, the task reports later results.
        if new.isComplete { task = nil }
        let old = results
        results = new
        if old.request == new.request {
            if new.error != nil, new.isEmpty {
                // The old results are still useful.
                results = old
                results.error = new.error
                results.isComplete = true
            } else {
                results.notes = inPlace(new.notes, after: old.notes)
            }
        }
        if new.isWhole { purpose = .again }
        onChange()
        if task == nil, mustLookAgain { lookAgain() }
    }

    /// The notes in their new order, except the visible ones, which stay above the others.
    private func inPlace(_ new: [SearchHit], after old: [SearchHit]) -> [SearchHit] {
        var count = old.count
        if purpose != .more {
            let selected = selected()
            count = old.firstIndex { $0.id == selected }.map { $0 + 1 } ?? 0
        }
        guard count > 0 else { return new }
        let found = Dictionary(firstOf: new.map { ($0.id, $0) })
        // A note that is no longer among the best stays, unless it was deleted.
        let held = old.prefix(count).compactMap { found[$0.id] ?? (purpose == .again ? nil : $0) }
        let ids = Set(held.map(\.id))
        return held + new.filter { !ids.contains($0.id) }
    }

    private func follow(_ changes: [LibraryChange]) {
        if changes.contains(where: \.isSeenInSearch) { lookAgain() }
    }

    /// A running search may have missed the change. It is not cancelled: repeated cancellations
    /// would keep any search from finishing.
    private func lookAgain() {
        guard task == nil else {
            mustLookAgain = true
            return
        }
        purpose = .again
        start()
    }
}

extension LibraryChange {
    /// Whether the change may affect the results.
    fileprivate var isSeenInSearch: Bool {
        switch self {
        case .noteAdded, .noteChanged, .noteRemoved, .seriesAdded, .seriesChanged, .seriesRemoved,
            .trashEmptied, .importsChanged:
            true
        case .favoriteAdded, .favoriteRemoved, .seriesOpened: false
        }
    }
}

extension SearchResults {
    /// Whether the search is complete, as far as it can be now.
    fileprivate var isWhole: Bool { isComplete || isIndexing }
}

extension SearchHit.ID {
    /// The identifier in the list and in the window's state.
    package var element: String {
        switch self {
        case .book(let id): "book:" + id.canonicalString
        case .character(let id): "character:" + id.canonicalString
        case .series(let id): "series:" + id.canonicalString
        case .note(let id): "note:" + id.canonicalString
        case .draft(let id): "draft:" + id
        case .trashedNote(let id): "trash:" + id.canonicalString
        }
    }

    /// Parses `element`; nil for anything else.
    package init?(element: String) {
        let parts = element.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        if parts[0] == "draft" {
            self = .draft(String(parts[1]))
            return
        }
        guard let id = UUID(uuidString: String(parts[1])) else { return nil }
        switch parts[0] {
        case "book": self = .book(id)
        case "character": self = .character(id)
        case "series": self = .series(id)
        case "note": self = .note(id)
        case "trash": self = .trashedNote(id)
        default: return nil
        }
    }
}
