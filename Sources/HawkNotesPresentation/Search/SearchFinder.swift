import Foundation
import HawkNotesModel

/// What a search page shows: the results for what is typed, as the library has them now.
///
/// Knows no widget. Each text is searched for at once, and the search before it is called off. What was found
/// before stays until there is something to put in its place, so that nothing flickers during typing.
@MainActor
package final class SearchFinder {
    /// How many more notes are asked for when the list is scrolled near its end.
    static let step = 200
    /// How near that is.
    private static let foresight = 20

    /// What was found last: for the request, or still for the one before.
    package private(set) var results = SearchResults(SearchRequest(""))
    /// What is searched for.
    package private(set) var request = SearchRequest("")
    /// How many notes are asked for at most.
    package private(set) var limit = SearchResults.firstLimit
    /// Told when something else was found.
    package var onChange: @MainActor () -> Void = {}
    /// Asked for what is selected: it stays where it is, with what stands above it.
    package var selected: @MainActor () -> SearchHit.ID? = { nil }

    /// Begins a search for at most a number of notes.
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

    /// What the task is for.
    private enum Purpose {
        /// Something else is searched for.
        case new
        /// More of what was found already.
        case more
        /// What was found already, in a library that has changed.
        case again
    }

    package init(in library: Library, _ search: @escaping Search) {
        self.search = search
        observation = library.observeChanges { [weak self] in self?.follow($0) }
    }

    /// Whether what was found is the whole answer to what is searched for, as far as there is one now.
    package var isSettled: Bool { results.request == request && results.isWhole }

    /// Whether nothing is searched for: all notes are listed.
    package var isBlank: Bool {
        request.text.allSatisfy(\.isWhitespace) && request.filters.isEmpty
    }

    /// Searches for something.
    ///
    /// - Parameter limit: how many notes are wanted, if more than at first.
    package func find(_ new: SearchRequest, limit: Int = SearchResults.firstLimit) {
        request = new
        self.limit = max(limit, SearchResults.firstLimit)
        purpose = .new
        start()
    }

    /// Sees to it that there are notes behind those that are seen, as far as there are any.
    ///
    /// - Parameter row: behind the last one that is seen.
    package func need(notesBelow row: Int) {
        guard isSettled, results.notes.count >= limit,
            row + Self.foresight > results.notes.count
        else { return }
        limit += Self.step
        purpose = .more
        start()
    }

    /// Looks again for the same, as there may be something else that is not told by the library.
    package func refresh() { lookAgain() }

    /// Ends it: nothing is told any more.
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

    /// Takes over the results found so far.
    func setResults(_ new: SearchResults) {
        // What is there already must not go and come again, nor must an answer that has only begun say that
        // there is none.
        guard new.isWhole || purpose == .new && !new.isEmpty else { return }
        // While the index is not whole, the task tells what is found later.
        if new.isComplete { task = nil }
        let old = results
        results = new
        if old.request == new.request {
            if new.error != nil, new.isEmpty {
                // What was found is still worth to be seen.
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

    /// The notes in their new order, except those that are in view: they stay above
    /// the others.
    private func inPlace(_ new: [SearchHit], after old: [SearchHit]) -> [SearchHit] {
        var count = old.count
        if purpose != .more {
            let selected = selected()
            count = old.firstIndex { $0.id == selected }.map { $0 + 1 } ?? 0
        }
        guard count > 0 else { return new }
        let found = Dictionary(firstOf: new.map { ($0.id, $0) })
        // One that is not among the best any more is there all the same, unless it was deleted.
        let held = old.prefix(count).compactMap { found[$0.id] ?? (purpose == .again ? nil : $0) }
        let ids = Set(held.map(\.id))
        return held + new.filter { !ids.contains($0.id) }
    }

    private func follow(_ changes: [LibraryChange]) {
        if changes.contains(where: \.isSeenInSearch) { lookAgain() }
    }

    /// A search that is under way may have missed what has changed; but called off again and again, none
    /// would ever come to its end.
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
    /// Whether it may make a difference to what is found.
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
    /// Whether all was looked through that can be now.
    fileprivate var isWhole: Bool { isComplete || isIndexing }
}

extension SearchHit.ID {
    /// As the list and the window's state name it.
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

    /// Reads what `element` has made; nil for anything else.
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
