import Foundation
import GRDB
import Synchronization

/// The one place where books, characters, notes and favourites are kept.
///
/// May be used from any thread. Calls return when they are done: reads take some microseconds;
/// a write returns when it is safely on the disk, so that whoever clears a draft afterwards has
/// nothing to lose in a power cut.
///
/// Every error that is thrown is a ``LibraryError``.
///
/// Observations see what is written through this object. Another connection to the same file
/// does no harm, but what it writes is noticed with the next read only.
public final class Library: Sendable {
    let environment: LibraryEnvironment
    let observers = LibraryObservers()
    /// Spares the many views of a start reading the series each for itself.
    let cachedSeries = Mutex<Series?>(nil)

    /// The database file; nil in memory.
    private let url: URL?
    /// One connection for reads and writes. Both are so short that a pool of readers would only
    /// cost start-up time: measured, twice as long to open and four times as long to the first
    /// read, because each of its connections reads the schema again.
    private let queue: DatabaseQueue
    /// Where `perform` works; one thing after another.
    let workQueue = DispatchQueue(label: "HawkNotesModel.work", qos: .userInitiated)
    /// What has changed since the observers were last told.
    private let unannounced = Mutex<Set<LibraryChange>>([])

    private init(queue: DatabaseQueue, url: URL?, environment: LibraryEnvironment) {
        self.queue = queue
        self.url = url
        self.environment = environment
    }

    /// Opens the library, or creates it with the folders above it.
    ///
    /// New folders get mode 0700, the files 0600. A database of an older version is brought up
    /// to date. One of a newer version (`.newerSchema`), one that is damaged or that is not a
    /// library (`.damaged`) is refused and left as it is, to the byte. When the disk is full
    /// (`.diskFull`) or not writable (`.readOnly`, `.cannotOpen`), a library that exists is left
    /// unharmed; one that was to be created may stay behind as an empty file, which the next
    /// start takes for a new library.
    public static func open(
        at url: URL,
        environment: LibraryEnvironment = .live
    ) throws -> Library {
        let file = LibraryFile(url: url)
        do {
            try file.prepare()
            var configuration = Configuration()
            configuration.label = "library"
            configuration.busyMode = .timeout(2)
            configuration.prepareDatabase { db in
                try file.check(db)
                // GRDB's own WAL set-up writes to the file at each start and does not wait for
                // the disk when it commits.
                try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            }
            let queue = try DatabaseQueue(path: url.path, configuration: configuration)
            file.narrowPermissions()
            try queue.inDatabase { try LibrarySchema.migrate($0) }
            return Library(queue: queue, url: url, environment: environment)
        } catch {
            throw LibraryError.translating(
                file.cause(of: error),
                doing: "open the library",
                url: url
            )
        }
    }

    /// An empty library that leaves nothing on the disk, for tests and for private use.
    public static func inMemory(environment: LibraryEnvironment = .live) throws -> Library {
        do {
            let queue = try DatabaseQueue()
            try queue.inDatabase { try LibrarySchema.migrate($0) }
            return Library(queue: queue, url: nil, environment: environment)
        } catch {
            throw LibraryError.translating(error, doing: "open the library", url: nil)
        }
    }

    /// Closes the database, which folds its log into the file. Every later call throws.
    ///
    /// Optional: nothing is lost when a process ends without it.
    public func close() throws {
        do {
            try queue.close()
        } catch {
            throw LibraryError.translating(error, doing: "close the library", url: url)
        }
    }
}

extension Library {
    /// Reads in one go.
    ///
    /// - Parameter doing: what is being done, to follow "Could not" in an error's message.
    func read<Value>(_ doing: String, _ body: (Database) throws -> Value) throws -> Value {
        do {
            // Without a transaction: all access to this database takes turns in one queue.
            return try queue.unsafeRead(body)
        } catch {
            throw LibraryError.translating(error, doing: doing, url: url)
        }
    }

    /// Writes all or nothing, and tells the observers once that is on the disk.
    ///
    /// `body` returns what has changed along with its result.
    func write<Value>(
        _ doing: String,
        _ body: (Database) throws -> (Value, Set<LibraryChange>)
    ) throws -> Value {
        let (value, changes): (Value, Set<LibraryChange>)
        do {
            (value, changes) = try queue.write(body)
        } catch {
            throw LibraryError.translating(error, doing: doing, url: url)
        }
        announce(changes)
        return value
    }

    /// Several writes in a row lead to one round of the observers.
    private func announce(_ changes: Set<LibraryChange>) {
        guard !changes.isEmpty else { return }
        let isUnderWay = unannounced.withLock { pending in
            defer { pending.formUnion(changes) }
            return !pending.isEmpty
        }
        guard !isUnderWay else { return }
        environment.onMain { [weak self] in
            guard let self else { return }
            let changes = self.unannounced.withLock { pending in
                defer { pending = [] }
                return pending
            }
            self.refreshObservers(after: changes)
        }
    }
}
