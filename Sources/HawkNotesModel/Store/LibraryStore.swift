import CSQLite
import Foundation
import GRDB
import LibrarySalvage
import Synchronization

/// The database of an open library: reads never wait for a write, and writes are on the disk when
/// they return. Its log is checkpointed as soon as the library is idle.
///
/// Only this type runs checkpoints: SQLite's automatic ones would come in the middle of a commit,
/// and would change the database without a change of the mark.
final class LibraryStore: Sendable {
    /// The seconds without a write after which the log is checkpointed; at most twice as many.
    static let quietTime: TimeInterval = 10
    /// A log of this size in bytes is checkpointed even while the library is busy.
    static let largeLog: Int64 = 16 << 20

    /// Nil in memory.
    let files: LibraryFiles?
    let writer: any DatabaseWriter
    /// Used if the file system cannot share a mapping; usually nil.
    private let logIndex: PrivateLogIndex?
    private let readConnections: ReadConnections
    let environment: LibraryEnvironment
    private let folding = Mutex(Folding())
    /// Compared with the files at the paths; nil in memory.
    let openFiles: OpenLibraryFiles?
    /// Tells other machines that this one has the library open; nil in memory.
    let lease: HeldLease?
    /// The result of the comparison; see `LibraryStore+Replacement.swift`.
    let standing = Mutex(Standing())
    /// Held while the open library is copied; closing waits for it.
    let copying = Mutex(())
    private let stamping: ChangeStamping

    private struct Folding {
        /// The number of writes, to detect new ones.
        var writes = 0
        var isScheduled = false
        var isClosed = false
    }

    /// Whether the library is being closed: long work must end.
    var isClosed: Bool { folding.withLock { $0.isClosed } }
    /// Whether the log's index is private, so that other programs are locked out.
    var keepsLogIndex: Bool { logIndex != nil }

    init(
        _ writer: any DatabaseWriter,
        files: LibraryFiles?,
        openFiles: OpenLibraryFiles? = nil,
        lease: HeldLease? = nil,
        logIndex: PrivateLogIndex? = nil,
        readConnections: ReadConnections = ReadConnections(),
        environment: LibraryEnvironment
    ) {
        self.writer = writer
        self.files = files
        self.openFiles = openFiles
        self.lease = lease
        self.logIndex = logIndex
        self.readConnections = readConnections
        self.environment = environment
        stamping = ChangeStamping(environment)
        lease?.onLoss { [weak self] in self?.lookAtFilesIfOpen() }
    }

    /// Opens the database, which must exist; costs no sync.
    ///
    /// - Parameter lease: the lease of this library; it ends with the store.
    static func open(
        _ files: LibraryFiles,
        lease: HeldLease? = nil,
        environment: LibraryEnvironment
    ) throws -> LibraryStore {
        let openFiles = Mutex<OpenLibraryFiles?>(nil)
        let readConnections = ReadConnections()
        var configuration = Configuration()
        configuration.label = "library"
        configuration.busyMode = .timeout(environment.busyTimeout)
        configuration.prepareDatabase { db in
            db.add(function: .textChecksum)
            // Overrides SQLite's build options: reading past the end of a truncated mapped file
            // ends the process.
            try db.execute(sql: "PRAGMA mmap_size = 0")
            // Reading connections never wait for another one.
            if db.configuration.readonly {
                // Reading connections are opened by path when needed.
                guard openFiles.withLock({ $0?.isDatabaseInPlace }) != false else {
                    throw LibraryError.replaced(files)
                }
                try db.execute(sql: "PRAGMA busy_timeout = 100")
                try readConnections.add(db)
            }
            try OlderTables.cover(in: db)
        }
        // GRDB makes a commit at each start when there is no log or an empty one, and SQLite then
        // waits for the disk. A log with a header's room and no content counts as none for both. It
        // is appended to, not replaced: another program may have it open.
        try Disk.appendToEmpty(files.log, Data(count: LogHeader.size))
        let database = try HeldFile(files.database)
        let (pool, logIndex) = try PrivateLogIndex.open(
            files.database,
            busyTimeout: environment.busyTimeout
        ) {
            try DatabasePool(path: files.database.path, configuration: configuration)
        }
        try pool.writeWithoutTransaction { db in
            // GRDB's default does not wait for the disk on commits.
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        }
        let open = try OpenLibraryFiles(files, database: database)
        openFiles.withLock { $0 = open }
        return LibraryStore(
            pool,
            files: files,
            openFiles: open,
            lease: lease,
            logIndex: logIndex,
            readConnections: readConnections,
            environment: environment
        )
    }
}

// MARK: - Reading and writing

extension LibraryStore {
    /// Reads concurrently with writes. Once the files were replaced, only the oldest connection has
    /// the library, and reads wait for it.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        if isOutOfReach { return try writer.unsafeReentrantWrite(body) }
        do {
            return try writer.unsafeRead(body)
        } catch {
            guard !isClosed, openFiles?.isDatabaseInPlace == false, lookAtFiles() != nil else {
                throw error
            }
            return try writer.unsafeReentrantWrite(body)
        }
    }

    /// Writes in a transaction; `body` returns whether it has written anything.
    ///
    /// The files at the library's path are compared before, and again before this returns.
    ///
    /// - Parameter waitsForDisk: whether the write must survive an immediate power cut.
    func write<Value>(
        waitsForDisk: Bool = true,
        _ body: (Database) throws -> (Value, hasChanged: Bool)
    ) throws -> Value {
        let (value, hasChanged) = try writer.writeWithoutTransaction { db in
            try requireFilesInPlace()
            try stamping.begin(db)
            if !waitsForDisk { try db.execute(sql: "PRAGMA synchronous = OFF") }
            defer {
                if !waitsForDisk {
                    do {
                        try db.execute(sql: "PRAGMA synchronous = FULL")
                    } catch {
                        assertionFailure("a setting without any access to the file: \(error)")
                    }
                }
            }
            var result: (Value, hasChanged: Bool)?
            var stamp: CommitStamp?
            var mark: LogMark?
            try db.inTransaction(.immediate) {
                let written = try stamping.atOneTime { try body(db) }
                if written.hasChanged {
                    stamp = try CommitStamp.advance(db, token: environment.makeToken())
                    // The mark must not expect a commit that need not survive.
                    if waitsForDisk { mark = try prepareMark(for: stamp) }
                }
                result = written
                return .commit
            }
            if stamp != nil {
                openFiles?.recordCommit(stamp)
                try requireFilesInPlace()
                lease?.renew()
            }
            if let files, let mark {
                // Otherwise the mark is one commit behind, which is harmless.
                try? mark.write(files)
            }
            guard let result else { throw LibraryError(.other, "The transaction did not run.") }
            return result
        }
        if hasChanged { wrote() }
        return value
    }

    /// Changes values that have stamps of their own, within a write.
    func withoutStamping<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
        try ChangeStamping.paused(db, body)
    }

    /// Ensures that the mark exists before a commit.
    ///
    /// The mark need not reach the disk: after a power cut without it, the log has everything.
    ///
    /// - Returns: the mark for after the commit.
    private func prepareMark(for stamp: CommitStamp?) throws -> LogMark? {
        guard let files, let stamp else { return nil }
        let present = try LogMark.read(files)
        var mark: LogMark
        if let present, present.kind == .log, !present.isForeign(to: stamp) {
            mark = present
        } else {
            if present?.kind == .new { try settleNewFile(files) }
            mark = LogMark(kind: .log, since: environment.now())
            mark.commits = stamp.count - 1
            mark.identity = stamp.identity
            mark.token = stamp.previousToken
            mark.isDamaged = present?.isDamaged ?? false
            try mark.write(files)
        }
        mark.take(stamp)
        return mark
    }

    /// Syncs a newly created library to the disk; until then a power cut may leave an empty file,
    /// and the mark shows that nothing is lost.
    func settle() throws {
        try writer.writeWithoutTransaction { _ in try settleOnWriter() }
    }

    private func settleOnWriter() throws {
        guard let files, try LogMark.read(files)?.kind == .new else { return }
        try requireFilesInPlace()
        try settleNewFile(files)
        try LogMark.remove(files)
    }

    private func settleNewFile(_ files: LibraryFiles) throws {
        try openFiles?.database.sync()
        try Disk.syncFolder(of: files.database)
    }
}

// MARK: - Folding in

extension LibraryStore {
    private func wrote() {
        guard let files else { return }
        let mustSchedule = folding.withLock { folding in
            folding.writes += 1
            defer { folding.isScheduled = true }
            return !folding.isScheduled && !folding.isClosed
        }
        if mustSchedule { scheduleFoldIn() }
        if let status = try? Disk.status(files.log), status.size >= Self.largeLog {
            environment.after(0) { [weak self] in self?.foldInQuietly() }
        }
    }

    private func scheduleFoldIn() {
        let writes = folding.withLock { $0.writes }
        environment.after(Self.quietTime) { [weak self] in self?.foldInIfQuiet(since: writes) }
    }

    private func foldInIfQuiet(since writes: Int) {
        let isQuiet = folding.withLock { folding in
            if folding.isClosed || isReplaced { folding.isScheduled = false }
            return folding.writes == writes
        }
        guard folding.withLock({ $0.isScheduled }) else { return }
        guard isQuiet, foldInQuietly() else { return scheduleFoldIn() }
        let mustGoOn = folding.withLock { folding in
            folding.isScheduled = folding.writes != writes
            return folding.isScheduled
        }
        if mustGoOn { scheduleFoldIn() }
    }

    /// Failures are retried later: the log still has everything.
    @discardableResult
    private func foldInQuietly() -> Bool {
        do { return try foldIn() } catch { return false }
    }

    /// Checkpoints the log, so that the database file has everything.
    ///
    /// - Returns: whether it succeeded; not while another program reads or writes.
    @discardableResult
    func foldIn() throws -> Bool {
        try writer.writeWithoutTransaction(foldIn)
    }

    @discardableResult
    private func foldIn(_ db: Database) throws -> Bool {
        guard let files else { return true }
        try requireFilesInPlace()
        defer { openFiles?.recordFoldIn() }
        let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        guard let row, row[0] == 0 else { return false }
        if let mark = try LogMark.read(files), mark.kind == .log, !mark.isDamaged {
            try LogMark.remove(files)
        }
        return true
    }

    /// Makes the next start refuse the library until it has been recovered.
    func markAsDamaged() throws {
        guard let files else { return }
        try writer.writeWithoutTransaction { _ in
            // The current file may be undamaged.
            try requireFilesInPlace()
            var mark = try LogMark.read(files) ?? LogMark(kind: .log, since: environment.now())
            mark.isDamaged = true
            try mark.write(files, syncs: true)
        }
    }

    /// Closes the database without writing, because it is damaged or was replaced.
    func closeWithoutFolding() throws {
        folding.withLock { $0.isClosed = true }
        // SQLite would checkpoint the log, and remove any file of its name.
        try writer.writeWithoutTransaction { db in
            guard hawk_sqlite_leave_log_on_close(db.sqliteConnection) == 0 else {
                throw LibraryError(.other, "SQLite cannot leave the log alone.")
            }
        }
        try logIndex?.close()
        try writer.close()
        lease?.end()
    }

    /// Checkpoints the log and closes the database. Every later call throws.
    func close() throws {
        folding.withLock { $0.isClosed = true }
        if lookAtFiles() != nil { return try closeReplaced() }
        var failure: (any Error)?
        do {
            try withoutReaders { db in
                try settleOnWriter()
                try foldIn(db)
            }
        } catch {
            failure = error
        }
        readConnections.waitUntilClosed()
        try writer.close()
        try logIndex?.close()
        lease?.end()
        if let failure { throw failure }
    }

    /// Writes after all reads have ended: a read prevents a complete checkpoint.
    private func withoutReaders(_ body: (Database) throws -> Void) throws {
        guard let pool = writer as? DatabasePool else {
            return try writer.writeWithoutTransaction(body)
        }
        // A check or a backup may take long. A running write is not interrupted.
        pool.writeWithoutTransaction { _ in pool.interrupt() }
        try pool.barrierWriteWithoutTransaction { db in
            readConnections.refuse()
            pool.invalidateReadOnlyConnections()
            try body(db)
        }
    }
}
