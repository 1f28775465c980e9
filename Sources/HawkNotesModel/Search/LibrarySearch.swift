import Foundation
import Synchronization

/// Searches the library. What is found is told on the main thread; nothing on it waits.
///
/// Beside the library there is an index, which is made and kept up to date in the background. While there
/// is none, as on a full disk, the notes are looked through one after another.
public final class LibrarySearch: Sendable {
    let indexer: SearchIndexer
    let library: Library
    /// Reads the dates of filters.
    public let dates: SearchDates
    /// The words that narrow a search down.
    public let words: SearchFilterWords
    /// One search after another; each is over in milliseconds, or is cancelled.
    let queue = DispatchQueue(label: "HawkNotesModel.search", qos: .userInteractive)
    private let observation: LibraryObservation

    /// Makes the index in the background, or brings it up to date: soon, or with the first search.
    ///
    /// - Parameters:
    ///   - library: what is searched.
    ///   - url: where the index is kept: a file that may be deleted at any time. Nil for one in memory.
    ///   - dates: reads the dates of filters.
    ///   - words: the words of filters.
    ///   - wording: how what the reader has noted of a book is said.
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

    /// Begins a search, and tells what was found: the newest at once, more as it comes.
    ///
    /// Let go of the task, or cancel it, and nothing more is told of it.
    ///
    /// - Parameters:
    ///   - drafts: texts that are looked through as well, although the library does not have them.
    ///   - limit: how many notes are wanted at most.
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
            // What the main thread has not come to yet is told no more when there is something newer.
            if latest.replace(with: results) != nil { return }
            onMain { [weak task] in
                let results = latest.replace(with: nil)
                if let results, task?.token.isCancelled == false { onResults(results) }
            }
        }
        queue.async { run.perform() }
        return task
    }

    /// Ends what is under way in the background, and closes the index.
    ///
    /// Best when the library is closed already: then the next start knows what the index agrees with.
    ///
    /// - Parameter completion: called when it is done.
    public func close(_ completion: (@MainActor @Sendable () -> Void)? = nil) {
        indexer.close(completion)
    }
}

/// A search that is under way.
@MainActor
public final class SearchTask {
    let token = SearchCancellation()

    init() {}

    deinit { token.cancel() }

    /// Whether nothing more is to be told.
    public var isCancelled: Bool { token.isCancelled }

    /// Ends the search.
    public func cancel() { token.cancel() }
}

/// What was found last, for the main thread.
private final class LatestResults: Sendable {
    private let results = Mutex<SearchResults?>(nil)

    /// - Returns: what was there before.
    func replace(with new: SearchResults?) -> SearchResults? {
        results.withLock { results in
            defer { results = new }
            return results
        }
    }
}
