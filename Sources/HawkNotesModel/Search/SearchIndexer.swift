import Foundation
import GRDB
import LibrarySalvage
import Synchronization

/// Keeps the index of a library up to date in the background.
///
/// Changes that it was not notified of, also by other programs, are found by comparing: the index
/// has a stamp of each note.
final class SearchIndexer: Sendable {
    /// The delay in seconds between opening the library and opening the index.
    private static let startDelay: TimeInterval = 1
    /// The time in seconds without a change after which the index is recorded as up to date: by
    /// then the library's log is checkpointed.
    private static let quietTime: TimeInterval = 2 * LibraryStore.quietTime + 1
    /// The time in seconds between attempts to open an index that cannot be opened or written.
    private static let retryTime: TimeInterval = 60
    /// How often running searches are updated while the index is built.
    private static let tellingInterval: Duration = .seconds(2)
    /// How often a damaged index is rebuilt at most.
    private static let resetLimit = 3
    /// The number of pages that merging writes: after a change, after many.
    private static let mergedPages = (few: 16, many: 64)

    private let library: Library
    private let url: URL?
    /// The words for the reader's facts.
    let wording: SearchWording
    private let state = Mutex(SearchIndexState())
    private let queue = DispatchQueue(label: "HawkNotesModel.indexing", qos: .utility)
    /// Held while the index is opened or rebuilt: new searches wait for it.
    private let opening = Mutex(())
    /// Held while changes are indexed, so that no search runs in between.
    private let intake = Mutex(())

    init(_ library: Library, url: URL?, wording: SearchWording) {
        self.library = library
        self.url = url
        self.wording = wording
    }

    /// The index, complete or not; nil while there is none.
    var index: SearchIndex? { state.withLock { $0.isClosed ? nil : $0.index } }

    /// Whether a query can be interrupted without interrupting other work.
    var canInterrupt: Bool { url != nil }

    /// Opens the index after a delay and updates it: starting the program comes first.
    func begin() {
        library.environment.after(Self.startDelay) { [weak self] in self?.openAndWorkOff() }
    }

    /// Opens the index for a search, or waits until it is open. Tries only once.
    func beginNow() {
        guard index == nil else { return }
        let isOpen = opening.withLock { _ in state.withLock { $0.hasBegun } ? false : open() }
        if isOpen { queue.async { [weak self] in self?.workOff() } }
    }

    private func openAndWorkOff() {
        queue.async { [weak self] in
            guard let self else { return }
            if opening.withLock({ _ in open() }) { workOff() } else { retryLater() }
        }
    }

    /// Records changes.
    func note(_ changes: [LibraryChange]) {
        let mustSchedule = state.withLock { state in
            for change in changes { state.note(change) }
            state.veil = nil
            if state.hasTooManyNotes {
                state.notes = []
                state.comparisons.wanted += 1
            }
            state.changes += 1
            defer { state.isScheduled = true }
            return !state.isScheduled && state.index != nil
        }
        if mustSchedule { queue.async { [weak self] in self?.workOff() } }
    }

    /// The number of finished comparisons with the library; searches remember it.
    var comparisonCount: Int { state.withLock { $0.comparisons.done } }

    /// Calls `body` when there is more in the index than was seen, if there is or will be.
    ///
    /// - Parameter seen: the `comparisonCount` before the search.
    /// - Returns: whether `body` is called.
    func waitForMore(since seen: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
        let (calls, isNow) = state.withLock { state in
            guard state.index != nil else { return (false, false) }
            guard state.mustCompare else {
                let isMore = state.comparisons.done != seen
                return (isMore, isMore)
            }
            state.waiting.append(body)
            return (true, false)
        }
        if isNow { body() }
        return calls
    }

    /// Indexes the recorded changes, unless that takes long: a search finds a note that was just
    /// saved.
    func catchUp() {
        beginNow()
        guard let index else { return }
        do {
            // Even if another thread is doing so.
            try takeIn(index)
        } catch let error as DatabaseError {
            failed(error, of: index)
        } catch {
            // The library cannot be read; the search reports that.
        }
    }

    /// The pages that have notes but are not shown.
    func hiddenSubjects() throws -> Set<UUID> {
        let (known, changes) = state.withLock { ($0.hidden, $0.changes) }
        if let known { return known }
        let hidden = try library.hiddenSubjects()
        state.withLock { state in
            if state.changes == changes { state.hidden = hidden }
        }
        return hidden
    }

    /// The hidden spoilers.
    func veil(except exceptions: Set<Veil.Exception>) throws -> SearchVeil {
        let (known, changes) = state.withLock { ($0.veil, $0.changes) }
        if let known, known.exceptions == exceptions { return known.veil }
        let veil = try library.searchVeil(except: exceptions)
        state.withLock { state in
            if state.changes == changes { state.veil = (exceptions, veil) }
        }
        return veil
    }

    /// Handles an error of the index during a search.
    func failed(_ error: DatabaseError, of index: SearchIndex) {
        queue.async { [weak self] in self?.handle(error, of: index) }
    }

    /// Returns when all recorded changes are in the index.
    func wait() {
        beginNow()
        queue.sync {}
    }

    /// Ends the work and closes the index. If the library is closed first, the next start need not
    /// compare.
    ///
    /// - Parameter completion: called on the main thread when the index is closed.
    func close(_ completion: (@MainActor @Sendable () -> Void)?) {
        state.withLock { $0.isClosed = true }
        queue.async { [self] in
            remember()
            try? opening.withLock { _ in takeIndex() }?.close()
            if let completion { library.environment.onMain(completion) }
        }
    }
}

// MARK: - On the queue

extension SearchIndexer {
    private var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Opens the index; only one thread does so at a time.
    ///
    /// - Returns: whether there is an index now.
    private func open() -> Bool {
        let isOpen = state.withLock { $0.index != nil }
        guard !isClosed, !isOpen else { return true }
        defer { state.withLock { $0.hasBegun = true } }
        do {
            let index = try SearchIndex(at: url)
            let known = try index.libraryFile(wording: wording)
            let agrees = try known != nil && known == libraryFile()
            state.withLock { state in
                state.index = index
                state.isScheduled = true
                if !agrees { state.comparisons.wanted += 1 }
            }
            return true
        } catch {
            return false
        }
    }

    /// The version of the library's file; nil while its log has further changes.
    private func libraryFile() throws -> Disk.Version? {
        guard let files = library.store.files,
            try Disk.status(files.log).size <= LogHeader.size
        else { return nil }
        return try Disk.version(of: files.database)
    }

    private func workOff() {
        guard let index else { return }
        attempt(index) {
            try index.prepareDates()
            while !isClosed, let mustCompare = nextTask() {
                try takeIn(index)
                if mustCompare { try compare(index) }
                try merge(index, many: mustCompare)
            }
            rememberWhenQuiet()
        }
    }

    /// - Returns: whether to compare everything; nil when there is nothing to do.
    private func nextTask() -> Bool? {
        state.withLock { state in
            if state.notes.isEmpty, state.series.isEmpty, !state.mustCompare {
                state.isScheduled = false
                return nil
            }
            return state.mustCompare
        }
    }

    private func takeIn(_ index: SearchIndex) throws {
        try intake.withLock { _ in try takeInWhatWaits(index) }
    }

    private func takeInWhatWaits(_ index: SearchIndex) throws {
        let (notes, series) = state.withLock { state in
            defer { (state.notes, state.series) = ([], []) }
            return (state.notes, state.series)
        }
        do {
            try takeIn(notes, series, index)
        } catch {
            // Changes that cannot be read now stay recorded: they are not reported again.
            state.withLock { state in
                state.notes.formUnion(notes)
                state.series.formUnion(series)
            }
            throw error
        }
    }

    private func takeIn(
        _ notes: Set<UUID>,
        _ series: Set<UUID>,
        _ index: SearchIndex
    ) throws {
        if !series.isEmpty {
            try index.updateParts(of: series, from: library, wording: wording)
            try updateChapters(of: series, index)
        }
        guard !notes.isEmpty else { return }
        let (found, sequences) = try library.readAtOnce("read the notes") { db in
            var found: Set<UUID> = []
            var sequences: Set<Int64> = []
            for table in SearchIndex.Table.allCases {
                let statement = try db.cachedStatement(
                    sql: "SELECT sequence FROM \(table.rawValue) WHERE id = ?"
                )
                for id in notes {
                    guard let sequence = try Int64.fetchOne(statement, arguments: [id]) else {
                        continue
                    }
                    found.insert(id)
                    sequences.insert(sequence)
                }
            }
            return (found, sequences)
        }
        // A note has the same number in the trash.
        for table in SearchIndex.Table.allCases {
            try index.update(table, sequences, from: library)
        }
        // The number of a permanently deleted note is not known.
        if found.count < notes.count { compareSoon() }
    }

    /// Updates the entries of notes whose chapters were changed.
    private func updateChapters(of series: Set<UUID>, _ index: SearchIndex) throws {
        let changes = try index.chapterChanges(of: series, in: library)
        guard !changes.ids.isEmpty else { return }
        for table in SearchIndex.Table.allCases {
            let notes = try library.notes(table, atChapters: changes.ids)
            try index.update(table, notes, from: library)
        }
        // Only now: after an error, the next attempt finds them again.
        try index.save(changes)
    }

    /// Schedules a comparison, also on behalf of a search.
    private func compareSoon() {
        state.withLock { $0.comparisons.wanted += 1 }
        queue.async { [weak self] in self?.workOff() }
    }

    private func compare(_ index: SearchIndex) throws {
        let wanted = state.withLock { $0.comparisons.wanted }
        var told = ContinuousClock.now
        try index.updateParts(of: nil, from: library, wording: wording)
        try index.save(index.chapterChanges(of: nil, in: library))
        for table in SearchIndex.Table.allCases {
            try index.compare(table, with: library) { differing in
                try index.update(table, differing, from: library)
                if table == .note { completeTags(of: differing) }
                if !differing.isEmpty, ContinuousClock.now - told > Self.tellingInterval {
                    tellWaiting()
                    told = .now
                }
                return !isClosed
            }
        }
        state.withLock { $0.comparisons.done = wanted }
        tellWaiting()
        let mustForget = state.withLock { state in
            defer { state.mustForget = false }
            return state.mustForget
        }
        if mustForget, !isClosed { try index.forgetDeleted() }
    }

    /// Completes the tags of notes that an older version or another program has written. A library
    /// that cannot be written keeps them as they are; searches don't depend on them.
    private func completeTags(of sequences: some Collection<Int64>) {
        do {
            try library.completeTags(of: sequences)
        } catch {
            // The next comparison tries again if the notes differ then.
        }
    }

    private func tellWaiting() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for body in waiting { body() }
    }

    private func merge(_ index: SearchIndex, many: Bool) throws {
        for table in SearchIndex.Table.allCases {
            let pages = many ? Self.mergedPages.many : Self.mergedPages.few
            while try index.merge(table, pages: pages), many, !isClosed {}
        }
    }

    /// Records that the index agrees with the library once nothing has changed for a while: then
    /// the next start need not compare, even after a crash.
    private func rememberWhenQuiet() {
        guard url != nil else { return }
        let changes = state.withLock { $0.changes }
        library.environment.after(Self.quietTime) { [weak self] in
            guard let self, state.withLock({ $0.changes == changes && !$0.isClosed }) else {
                return
            }
            queue.async { self.remember() }
        }
    }

    /// Records that the index agrees with the library, if it does.
    private func remember() {
        let index = state.withLock { state in
            state.notes.isEmpty && state.series.isEmpty && !state.mustCompare ? state.index : nil
        }
        guard let index else { return }
        attempt(index) {
            // Concurrent writes are in the log, and change the file later.
            if let file = try libraryFile() { try index.setLibraryFile(file, wording: wording) }
        }
    }

    private func attempt(_ index: SearchIndex, _ body: () throws -> Void) {
        do {
            try body()
        } catch let error as DatabaseError {
            handle(error, of: index)
        } catch {
            retryLater()
        }
    }

    /// Rebuilds a damaged index; without write access, there is no index for a while.
    private func handle(_ error: DatabaseError, of index: SearchIndex) {
        let isOpen = opening.withLock { _ in reopen(index, after: error) }
        if let isOpen { isOpen ? workOff() : retryLater() }
    }

    /// - Returns: whether there is an index now; nil if another one has replaced it, or there was
    ///   none.
    private func reopen(_ index: SearchIndex, after error: DatabaseError) -> Bool? {
        let isCurrent = state.withLock { state in
            guard state.index === index, !state.isClosed else { return false }
            state.index = nil
            return true
        }
        guard isCurrent else { return nil }
        try? index.close()
        let mayReset = state.withLock { state in
            state.resets += 1
            return state.resets <= Self.resetLimit
        }
        if !error.spoilsIndex || !mayReset { return false }
        if let url { try? SearchIndex.remove(url) }
        return open()
    }

    /// Removes the index from the state.
    private func takeIndex() -> SearchIndex? {
        state.withLock { state in
            defer { state.index = nil }
            return state.index
        }
    }

    /// There is no index until then: waiting searches scan the notes.
    private func retryLater() {
        guard !isClosed else { return }
        tellWaiting()
        library.environment.after(Self.retryTime) { [weak self] in self?.openAndWorkOff() }
    }
}
