import Foundation
import GRDB
import LibrarySalvage
import Synchronization

/// Keeps the index of a library up to date, in the background.
///
/// What has changed meanwhile, also by another program, is found by comparing: the index knows
/// of each note what its entry was made of.
final class SearchIndexer: Sendable {
    /// The index is opened so many seconds after the library.
    private static let startDelay: TimeInterval = 1
    /// After so many seconds without a change, the index is said to agree with the library: its log is folded
    /// in by then.
    private static let quietTime: TimeInterval = 2 * LibraryStore.quietTime + 1
    /// After so many seconds it is tried again to open an index that cannot be opened or written.
    private static let retryTime: TimeInterval = 60
    /// While the index is made, who searches sees more so often.
    private static let tellingInterval: Duration = .seconds(2)
    /// An index that is damaged again and again is not made anew for ever.
    private static let resetLimit = 3
    /// How many pages are written when pieces of the index are put together: after a change, after many.
    private static let mergedPages = (few: 16, many: 64)

    private let library: Library
    private let url: URL?
    /// How what readers note is said.
    let wording: SearchWording
    private let state = Mutex(SearchIndexState())
    private let queue = DispatchQueue(label: "HawkNotesModel.indexing", qos: .utility)
    /// Held while the index is opened or made anew: a search that begins meanwhile waits for it.
    private let opening = Mutex(())
    /// Held while changes are taken in, so that there is no search in between.
    private let intake = Mutex(())

    init(_ library: Library, url: URL?, wording: SearchWording) {
        self.library = library
        self.url = url
        self.wording = wording
    }

    /// The index, as far as it is there; nil while there is none.
    var index: SearchIndex? { state.withLock { $0.isClosed ? nil : $0.index } }

    /// Whether a query can be interrupted without ending something else.
    var canInterrupt: Bool { url != nil }

    /// Opens the index in a while, and takes in what has changed: the start of the program comes first.
    func begin() {
        library.environment.after(Self.startDelay) { [weak self] in self?.openAndWorkOff() }
    }

    /// Opens the index for a search that is to begin now, or waits until it is open; tries so once.
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

    /// Takes down what has changed.
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

    /// How often the index has been compared with the library: a search remembers it before.
    var comparisonCount: Int { state.withLock { $0.comparisons.done } }

    /// Calls back when there is more in the index than has been seen, if there is or will be.
    ///
    /// - Parameter seen: how often the index had been compared before they looked.
    /// - Returns: whether it calls.
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

    /// Takes in what was told so far, unless that takes long: a search finds what was just saved.
    func catchUp() {
        beginNow()
        guard let index else { return }
        do {
            // Also where another thread is at it already.
            try takeIn(index)
        } catch let error as DatabaseError {
            failed(error, of: index)
        } catch {
            // The library cannot be read: the search says so.
        }
    }

    /// The pages that have notes and are not shown.
    func hiddenSubjects() throws -> Set<UUID> {
        let (known, changes) = state.withLock { ($0.hidden, $0.changes) }
        if let known { return known }
        let hidden = try library.hiddenSubjects()
        state.withLock { state in
            if state.changes == changes { state.hidden = hidden }
        }
        return hidden
    }

    /// What the reader has not come to yet.
    func veil(except exceptions: Set<Veil.Exception>) throws -> SearchVeil {
        let (known, changes) = state.withLock { ($0.veil, $0.changes) }
        if let known, known.exceptions == exceptions { return known.veil }
        let veil = try library.searchVeil(except: exceptions)
        state.withLock { state in
            if state.changes == changes { state.veil = (exceptions, veil) }
        }
        return veil
    }

    /// An error of the index while it was searched.
    func failed(_ error: DatabaseError, of index: SearchIndex) {
        queue.async { [weak self] in self?.handle(error, of: index) }
    }

    /// Returns when all that is waiting now is in the index.
    func wait() {
        beginNow()
        queue.sync {}
    }

    /// Ends what is under way. When the library is closed already, the next start need not compare.
    ///
    /// - Parameter completion: called on the main thread when it is done.
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

    /// The library's file as it is; nil while there is something that only the log has.
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

    /// - Returns: whether all is to be compared; nil when there is nothing to do.
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
            // What cannot be read now waits on: it is not told once more.
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
        // The number of one that is gone for good is not known.
        if found.count < notes.count { compareSoon() }
    }

    /// Has all compared, also where it is a search that has noticed that it must be.
    private func compareSoon() {
        state.withLock { $0.comparisons.wanted += 1 }
        queue.async { [weak self] in self?.workOff() }
    }

    private func compare(_ index: SearchIndex) throws {
        let wanted = state.withLock { $0.comparisons.wanted }
        var told = ContinuousClock.now
        try index.updateParts(of: nil, from: library, wording: wording)
        for table in SearchIndex.Table.allCases {
            try index.compare(table, with: library) { differing in
                try index.update(table, differing, from: library)
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

    /// Notes down that the index agrees with the library once nothing has changed for a while: then the
    /// next start need not compare, however this one ends.
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

    /// Notes down that the index agrees with the library, if it does.
    private func remember() {
        let index = state.withLock { state in
            state.notes.isEmpty && state.series.isEmpty && !state.mustCompare ? state.index : nil
        }
        guard let index else { return }
        attempt(index) {
            // What is written meanwhile stands in the log, and changes the file later.
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

    /// An index that is damaged is made anew; where it cannot be written, there is none for a while.
    private func handle(_ error: DatabaseError, of index: SearchIndex) {
        let isOpen = opening.withLock { _ in reopen(index, after: error) }
        if let isOpen { isOpen ? workOff() : retryLater() }
    }

    /// - Returns: whether there is an index now; nil where another one has taken its place already, or none.
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

    /// Takes the index away from everybody.
    private func takeIndex() -> SearchIndex? {
        state.withLock { state in
            defer { state.index = nil }
            return state.index
        }
    }

    /// Until then there is no index: who waits for more of it looks through the notes.
    private func retryLater() {
        guard !isClosed else { return }
        tellWaiting()
        library.environment.after(Self.retryTime) { [weak self] in self?.openAndWorkOff() }
    }
}
