import Foundation
import Synchronization

/// Searches the library. Results are delivered on the main thread, which never waits.
///
/// An index beside the library is built and updated in the background. Without one, as on a full
/// disk, the notes are scanned one after another.
public final class LibrarySearch: Sendable {
    let indexer: SearchIndexer
    let library: Library
    /// Reads the dates of filters.
    public let dates: SearchDates
    /// The words of filters.
    public let words: SearchFilterWords
    /// Runs one search at a time; each takes milliseconds, or is cancelled.
    let queue = DispatchQueue(label: "HawkNotesModel.search", qos: .userInteractive)
    private let observation: LibraryObservation

    /// Builds or updates the index in the background: soon, or with the first search.
    ///
    /// - Parameters:
    ///   - library: the library to search.
    ///   - url: the file of the index, which may be deleted at any time. Nil for one in memory.
    ///   - dates: reads the dates of filters.
    ///   - words: the words of filters.
    ///   - wording: the words for what the reader noted about a book.
    @MainActor
    public init(
        _ library: Library,
        index url: URL? = nil,
        dates: SearchDates = SearchDates(),
        words: SearchFilterWords = .english,
        wording: SearchWording = .none
    ) {
        self.library = library
        self.dates = dates
        self.words = words
        let indexer = SearchIndexer(library, url: url, wording: wording)
        self.indexer = indexer
        observation = library.observeChanges { indexer.note($0) }
        indexer.begin()
    }

    /// Starts a search and delivers its results: the newest at once, more as they come.
    ///
    /// Nothing more is delivered once the task is cancelled or released.
    ///
    /// - Parameters:
    ///   - drafts: texts to search that are not in the library.
    ///   - limit: the maximum number of notes.
    @MainActor
    public func search(
        _ request: SearchRequest,
        drafts: [SearchDraft] = [],
        limit: Int = SearchResults.firstLimit,
        onResults: @escaping @MainActor (SearchResults) -> Void
    ) -> SearchTask {
        let task = SearchTask()
        let onMain = library.environment.onMain
        let latest = LatestResults()
        let run = SearchRun(
            request: request,
            query: SearchQuery(request, dates: dates, words: words),
            drafts: drafts,
            limit: limit,
            library: library,
            indexer: indexer,
            token: task.token,
            again: { [queue] run in queue.async { run.perform() } }
        ) { results in
            // The main thread skips results that newer ones have replaced.
            if latest.replace(with: results) != nil { return }
            onMain { [weak task] in
                let results = latest.replace(with: nil)
                if let results, task?.token.isCancelled == false { onResults(results) }
            }
        }
        queue.async { run.perform() }
        return task
    }

    /// Ends the work in the background and closes the index.
    ///
    /// Close the library first: then the next start knows that the index agrees with it.
    ///
    /// - Parameter completion: called when the index is closed.
    public func close(_ completion: (@MainActor @Sendable () -> Void)? = nil) {
        indexer.close(completion)
    }
}

/// A running search.
@MainActor
public final class SearchTask {
    let token = SearchCancellation()

    init() {}

    deinit { token.cancel() }

    /// Whether the delivery of results has ended.
    public var isCancelled: Bool { token.isCancelled }

    /// Cancels the search.
    public func cancel() { token.cancel() }
}

/// The latest results, for the main thread.
private final class LatestResults: Sendable {
    private let results = Mutex<SearchResults?>(nil)

    /// - Returns: the results before.
    func replace(with new: SearchResults?) -> SearchResults? {
        results.withLock { results in
            defer { results = new }
            return results
        }
    }
}
