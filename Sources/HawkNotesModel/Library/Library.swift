import Foundation
import GRDB
import Synchronization

/// The single store of books, characters, notes and favorites.
///
/// Can be used from any thread. Calls are synchronous: reads take some microseconds and never wait
/// for a write; a write returns when it is safely on disk, so that a draft deleted afterwards can't
/// be lost in a power failure. As that may take long, don't write on the main thread: see
/// `perform(_:completion:)`.
///
/// Every error thrown is a ``LibraryError``.
///
/// Observations see writes through this object. Another connection to the same file does no harm,
/// but its writes are only noticed with the next read.
public final class Library: Sendable {
    let environment: LibraryEnvironment
    let observers = LibraryObservers()
    /// Saves the many views of a start from each reading the series.
    let cachedSeries = Mutex(SeriesCache())
    let store: LibraryStore
    /// The queue of `perform`; it runs one job after another.
    let workQueue = DispatchQueue(label: "HawkNotesModel.work", qos: .userInitiated)
    /// The changes since observers were last notified, and the total number of writes.
    private let announcements = Mutex((pending: [LibraryChange](), writeCount: 0))
    /// Why the tables are still those of an older version; nil if they are current.
    private let delayedMigration: Mutex<LibraryError?>

    /// Reports that other programs touch the files; see `watchFiles`.
    let watching = Mutex<(any Sendable)?>(nil)

    /// The time from which ages in the trash were last measured; nil before the first check.
    let startOfTrust = Mutex<Date?>(nil)

    /// Whether the last run ended unexpectedly and the library is too large to have been checked
    /// when it was opened: see `check()`.
    public let needsCheck: Bool
    /// The folder for a log, or the sign that there was one, that was beside the library when it
    /// was opened but belongs to another library or another state of it; nil if there was none.
    ///
    /// Another program then replaced the library or its log while it was closed.
    public let straysFolder: URL?

    init(
        _ store: LibraryStore,
        environment: LibraryEnvironment,
        delayedMigration: LibraryError? = nil,
        needsCheck: Bool = false,
        straysFolder: URL? = nil
    ) {
        self.needsCheck = needsCheck
        self.straysFolder = straysFolder
        self.store = store
        self.environment = environment
        self.delayedMigration = Mutex(delayedMigration)
    }

    /// Opens the library, or creates it with its parent folders.
    ///
    /// New folders get mode 0700, the files 0600. A database of an older version is backed up and
    /// migrated; while there is no room for the backup, it is read-only. One of a newer version
    /// (`.newerSchema`) is refused and left exactly as it is. One that is damaged, empty, not a
    /// library, or lacks its log (`.damaged`) is refused and left as it is; `LibraryRecovery` then
    /// finds the possible remedies. If the disk is full (`.diskFull`) or not writable (`.readOnly`,
    /// `.cannotOpen`), nothing is harmed.
    ///
    /// Doesn't wait for a sync, except during a migration.
    ///
    /// - Parameters:
    ///   - isExpected: whether other data, such as the windows' state, indicates that the library
    ///     exists: a missing or empty one is then not treated as new.
    ///   - progress: called with the progress of a migration and its backup, from 0 to 1, on this
    ///     thread.
    public static func open(
        at url: URL,
        isExpected: Bool = false,
        environment: LibraryEnvironment = .live,
        leases: LeaseWatch? = nil,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> Library {
        try LibraryOpening(
            files: LibraryFiles(database: url),
            isExpected: isExpected,
            environment: environment,
            leases: leases ?? LeaseWatch(environment: environment),
            progress: progress
        ).open()
    }

    /// An empty library that writes nothing to disk, for tests and for private use.
    public static func inMemory(environment: LibraryEnvironment = .live) throws -> Library {
        do {
            let queue = try DatabaseQueue()
            try LibrarySchema.migrate(queue)
            let store = LibraryStore(queue, files: nil, environment: environment)
            return Library(store, environment: environment)
        } catch {
            throw LibraryError.translating(error, doing: "open the library", url: nil)
        }
    }

    /// Merges the log into the database, so that the single file is complete, and closes it. Every
    /// later call throws.
    ///
    /// Waits for the disk. Nothing is lost if a process ends without calling this.
    public func close() throws {
        do {
            try store.close()
        } catch {
            throw LibraryError.translating(error, doing: "close the library", url: url)
        }
    }

    /// The database file; nil in memory.
    var url: URL? { store.files?.database }
}

extension Library {
    /// Reads in a single statement.
    ///
    /// - Parameter doing: the operation, to follow "Could not" in an error's message.
    package func read<Value>(_ doing: String, _ body: (Database) throws -> Value) throws -> Value {
        do {
            return try store.read(body)
        } catch {
            throw LibraryError.translating(error, doing: doing, url: url)
        }
    }

    /// Like `read`, for several statements that must see the same state of the library.
    func readAtOnce<Value>(_ doing: String, _ body: (Database) throws -> Value) throws -> Value {
        try read(doing) { db in
            var value: Value?
            try db.inTransaction(.deferred) {
                value = try body(db)
                return .commit
            }
            guard let value else { throw LibraryError(.other, "The transaction did not run.") }
            return value
        }
    }

    /// Writes everything or nothing, and notifies the observers once it is on disk.
    ///
    /// `body` returns its changes along with its result.
    ///
    /// - Parameter waitsForDisk: whether the write must survive a power failure right afterwards.
    func write<Value>(
        _ doing: String,
        waitsForDisk: Bool = true,
        _ body: (Database) throws -> (Value, [LibraryChange])
    ) throws -> Value {
        var changes: [LibraryChange] = []
        let value: Value
        do {
            // After the commit, so that no value read before it stays cached, and before observers
            // are told: they would read a cached value, and not look again.
            defer { forgetSeries(changedBy: changes) }
            try catchUpWithMigration()
            value = try store.write(waitsForDisk: waitsForDisk) { db in
                let (value, changed) = try body(db)
                changes = changed
                return (value, !changed.isEmpty)
            }
        } catch {
            throw LibraryError.translating(error, doing: doing, url: url)
        }
        announce(changes)
        return value
    }

    /// Whether the tables are still those of an older version.
    var isMigrationDelayed: Bool { delayedMigration.withLock { $0 != nil } }

    /// Performs a delayed migration, or throws the reason why it still can't be done.
    func catchUpWithMigration() throws {
        guard delayedMigration.withLock({ $0 }) != nil, let files = store.files else { return }
        guard store.lookAtFiles() == nil else { throw LibraryError.replaced(files) }
        do {
            try LibraryBackups(files, environment: environment).copyBeforeMigration(store.writer)
            try LibrarySchema.migrate(store.writer)
            delayedMigration.withLock { $0 = nil }
        } catch {
            let error = LibraryError.translating(error, doing: "update the library", url: url)
            delayedMigration.withLock { $0 = error }
            throw error
        }
    }

    /// The number of effective writes.
    var writeCount: Int { announcements.withLock { $0.writeCount } }

    private func forgetSeries(changedBy changes: [LibraryChange]) {
        guard changes.contains(where: \.affectsSeries) else { return }
        cachedSeries.withLock { $0.forget() }
    }

    /// Several writes in a row cause one notification of the observers.
    private func announce(_ changes: [LibraryChange]) {
        guard !changes.isEmpty else { return }
        let isUnderWay = announcements.withLock { announcements in
            defer {
                announcements.pending += changes
                announcements.writeCount += 1
            }
            return !announcements.pending.isEmpty
        }
        guard !isUnderWay else { return }
        environment.onMain { [weak self] in
            guard let self else { return }
            let changes = self.announcements.withLock { announcements in
                defer { announcements.pending = [] }
                return announcements.pending
            }
            self.tellObservers(of: changes)
        }
    }
}
