import Foundation

/// Changes that the index does not have yet, and the callers that wait for them.
struct SearchIndexState {
    var index: SearchIndex?
    var isClosed = false
    /// Whether the first attempt to open the index has finished.
    var hasBegun = false
    /// Whether the changes are being processed.
    var isScheduled = false
    var notes: Set<UUID> = []
    var series: Set<UUID> = []
    /// The number of comparisons with the library that were requested and done.
    var comparisons = (wanted: 0, done: 0)
    /// Whether the words of permanently deleted notes must be removed.
    var mustForget = false
    /// The number of times a damaged index was rebuilt.
    var resets = 0
    /// The pages that have notes but are not shown; nil while unknown.
    var hidden: Set<UUID>?
    /// The hidden spoilers of the last search; nil when they may have changed.
    var veil: (exceptions: Set<Veil.Exception>, veil: SearchVeil)?
    /// The number of changes.
    var changes = 0
    /// Searches that wait for the rest of the index.
    var waiting: [@Sendable () -> Void] = []

    var mustCompare: Bool { comparisons.wanted > comparisons.done }

    /// With more changes at once, the index is compared with the library instead.
    private static let noteLimit = 1000

    var hasTooManyNotes: Bool { notes.count > Self.noteLimit }

    mutating func note(_ change: LibraryChange) {
        switch change {
        case .noteAdded(let id, _), .noteChanged(let id, _), .noteRemoved(let id, _):
            // An import reports very many notes on the main thread.
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
