import Foundation
import GRDB
import Synchronization

/// The one place where books, characters, notes and favourites are kept.
///
/// May be used from any thread. Calls return when they are done: reads take some microseconds and
/// never wait for a write; a write returns when it is safely on the disk, so that whoever clears a
/// draft afterwards has nothing to lose in a power cut. As that may take long, writes do not belong
/// on the main thread: see `perform(_:completion:)`.
///
/// Every error that is thrown is a ``LibraryError``.
///
/// Observations see what is written through this object. Another connection to the same file
/// does no harm, but what it writes is noticed with the next read only.
public final class Library: Sendable {
    let environment: LibraryEnvironment
    let observers = LibraryObservers()
    /// Spares the many views of a start reading the series each for itself.
    let cachedSeries = Mutex(SeriesCache())
    let store: LibraryStore
    /// Where `perform` works; one thing after another.
    let workQueue = DispatchQueue(label: "HawkNotesModel.work", qos: .userInitiated)
    /// What has changed since the observers were last told, and how often in all.
    private let announcements = Mutex((pending: [LibraryChange](), writeCount: 0))
    /// Why the tables are still those of an older version; nil when they are not.
    private let delayedMigration: Mutex<LibraryError?>

    /// What tells that other programs touch the files; see `watchFiles`.
    let watching = Mutex<(any Sendable)?>(nil)

    /// From when the age of what is in the trash counted last; nil before the first look.
    let startOfTrust = Mutex<Date?>(nil)

    /// Whether the last run did not come to its end, and the library is too large to have been
    /// checked when it was opened: see `check()`.
    public let needsCheck: Bool
    /// Where a log, or what says that there was one, was put that lay beside the library when it was opened
    /// and belongs to another library, or to another state of it; nil when there was none.
    ///
    /// Another program has then replaced the library or its log while it was closed.
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

    /// Opens the library, or creates it with the folders above it.
    ///
    /// New folders get mode 0700, the files 0600. A database of an older version is copied to the
    /// backups and brought up to date; while there is no room for the copy, it can be read and not
    /// written. One of a newer version (`.newerSchema`) is refused and left as it is, to the byte.
    /// One that is damaged, empty, not a library, or without the log that belongs to it
    /// (`.damaged`) is refused and left as it is; `LibraryRecovery` then knows what can be done.
    /// When the disk is full (`.diskFull`) or not writable (`.readOnly`, `.cannotOpen`), nothing is
    /// harmed.
    ///
    /// No sync is waited for, except by a migration.
    ///
    /// - Parameters:
    ///   - isExpected: whether something elsewhere, such as the windows' state, says that there
    ///     is a library already: one that is missing or empty is then not taken for a new one.
    ///   - progress: told how far a migration with its copy has come, from 0 to 1, on this thread.
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

    /// An empty library that leaves nothing on the disk, for tests and for private use.
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

    /// Folds the log into the database, so that the one file has everything, and closes it. Every
    /// later call throws.
    ///
    /// Waits for the disk. Nothing is lost when a process ends without it.
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
    /// Reads in one go.
    ///
    /// - Parameter doing: what is being done, to follow "Could not" in an error's message.
    package func read<Value>(_ doing: String, _ body: (Database) throws -> Value) throws -> Value {
        do {
            return try store.read(body)
        } catch {
            throw LibraryError.translating(error, doing: doing, url: url)
        }
    }

    /// The same for several statements that are to see one state of the library.
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

    /// Writes all or nothing, and tells the observers once that is on the disk.
    ///
    /// `body` returns what has changed along with its result.
    ///
    /// - Parameter waitsForDisk: whether a power cut right afterwards must not undo it.
    func write<Value>(
        _ doing: String,
        waitsForDisk: Bool = true,
        _ body: (Database) throws -> (Value, [LibraryChange])
    ) throws -> Value {
        var changes: [LibraryChange] = []
        let value: Value
        do {
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

    /// Takes the steps of a migration that had to wait, or throws why it still has to.
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

    /// How many writes have been made that changed something.
    var writeCount: Int { announcements.withLock { $0.writeCount } }

    /// Several writes in a row lead to one round of the observers.
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
