import Foundation

/// Changes that an index does not have yet, and the callers that wait for it.
struct SearchIndexState {
    var index: SearchIndex?
    var isClosed = false
    /// Whether it was tried to open the index, to the end.
    var hasBegun = false
    /// Whether what waits is being worked off already.
    var isScheduled = false
    var notes: Set<UUID> = []
    var series: Set<UUID> = []
    /// How often all was to be compared, and how often that has been done.
    var comparisons = (wanted: 0, done: 0)
    /// Whether the words of what was deleted for good are to go.
    var mustForget = false
    /// How often a damaged index was made anew.
    var resets = 0
    /// The pages that have notes and are not shown; nil while that is not known.
    var hidden: Set<UUID>?
    /// What was veiled for the last search; nil when it may be something else by now.
    var veil: (exceptions: Set<Veil.Exception>, veil: SearchVeil)?
    /// How often something has changed.
    var changes = 0
    /// Searches that have not seen the whole index.
    var waiting: [@Sendable () -> Void] = []

    var mustCompare: Bool { comparisons.wanted > comparisons.done }

    /// With more changes at once, all is compared instead.
    private static let noteLimit = 1000

    var hasTooManyNotes: Bool { notes.count > Self.noteLimit }

    mutating func note(_ change: LibraryChange) {
        switch change {
        case .noteAdded(let id, _), .noteChanged(let id, _), .noteRemoved(let id, _):
            // The main thread has others to tell of an import.
            if !hasTooManyNotes { notes.insert(id) }
        case .seriesAdded(let id), .seriesChanged(let id), .seriesRemoved(let id):
            series.insert(id)
            hidden = nil
        case .trashEmptied:
            comparisons.wanted += 1
            mustForget = true
        case .favoriteAdded, .favoriteRemoved, .seriesOpened, .importsChanged: break
        }
    }
}
