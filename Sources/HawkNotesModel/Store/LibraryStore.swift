import CSQLite
import Foundation
import GRDB
import LibrarySalvage
import Synchronization

/// The database of an open library: reads that never wait for a write, writes that are on the disk
/// when they return, and the log, which is folded into the file as soon as there is quiet.
///
/// Nothing else folds the log in: SQLite's own checkpoints would come in the middle of a
/// commit, and would let the database change while the mark says nothing about it.
final class LibraryStore: Sendable {
    /// After how many seconds without a write the log is folded in; at most twice as many.
    static let quietTime: TimeInterval = 10
    /// A log of this size in bytes does not wait for quiet.
    static let largeLog: Int64 = 16 << 20

    /// Nil in memory.
    let files: LibraryFiles?
    let writer: any DatabaseWriter
    /// Where the file system cannot share a mapping; nil as a rule.
    private let logIndex: PrivateLogIndex?
    private let readConnections: ReadConnections
    let environment: LibraryEnvironment
    private let folding = Mutex(Folding())
    /// What lies at the paths is compared with this; nil in memory.
    let openFiles: OpenLibraryFiles?
    /// Tells other machines that this one has the library open; nil in memory.
    let lease: HeldLease?
    /// What has come of comparing; see `LibraryStore+Replacement.swift`.
    let standing = Mutex(Standing())
    /// Held while what is open is copied, for which closing has to wait.
    let copying = Mutex(())

    private struct Folding {
        /// Counts the writes, to tell whether there has been one.
        var writes = 0
        var isScheduled = false
        var isClosed = false
    }

    /// Whether the library is being closed: what takes long is to end.
    var isClosed: Bool { folding.withLock { $0.isClosed } }
    /// Whether the index of the log is this program's alone, and others are locked out.
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
        lease?.onLoss { [weak self] in self?.lookAtFilesIfOpen() }
    }

    /// Opens the database, which must be there; costs no sync.
    ///
    /// - Parameter lease: of this library; it ends with the store.
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
            // Whatever SQLite was built with: reading a mapped file that was cut ends the process.
            try db.execute(sql: "PRAGMA mmap_size = 0")
            // Reading connections never wait for another one.
            if db.configuration.readonly {
                // Connections that read are opened when they are needed, by path.
                guard openFiles.withLock({ $0?.isDatabaseInPlace }) != false else {
                    throw LibraryError.replaced(files)
                }
                try db.execute(sql: "PRAGMA busy_timeout = 100")
                try readConnections.add(db)
            }
            try OlderTables.cover(in: db)
        }
        // GRDB commits something at each start when there is no log or an empty one, and SQLite
        // then waits for the disk. A log with room for its header and nothing in it is as good as
        // none to both. It is added to, not replaced: another program may have it open.
        try Disk.appendToEmpty(files.log, Data(count: LogHeader.size))
        let database = try HeldFile(files.database)
        let (pool, logIndex) = try PrivateLogIndex.open(
            files.database,
            busyTimeout: environment.busyTimeout
        ) {
            try DatabasePool(path: files.database.path, configuration: configuration)
        }
        try pool.writeWithoutTransaction { db in
            // GRDB's own choice does not wait for the disk when it commits.
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
    /// Reads beside what is being written. Once the files were replaced, only the connection that has always
    /// been open knows the library, and reads wait for it.
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

    /// Writes all or nothing; `body` returns whether it has written at all.
    ///
    /// What lies at the library's path is compared before, and again before this returns.
    ///
    /// - Parameter waitsForDisk: whether what is written must outlive a power cut at once.
    func write<Value>(
        waitsForDisk: Bool = true,
        _ body: (Database) throws -> (Value, hasChanged: Bool)
    ) throws -> Value {
        let (value, hasChanged) = try writer.writeWithoutTransaction { db in
            try requireFilesInPlace()
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
                let written = try body(db)
                if written.hasChanged {
                    stamp = try CommitStamp.advance(db, token: environment.makeToken())
                    // What need not last must not be missed either.
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
                // Without it the mark is one commit behind, which does no harm.
                try? mark.write(files)
            }
            guard let result else { throw LibraryError(.other, "The transaction did not run.") }
            return result
        }
        if hasChanged { wrote() }
        return value
    }

    /// Sees to it that the mark is there before a commit is made.
    ///
    /// The mark need not reach the disk: a power cut that takes it leaves the log, which has all.
    ///
    /// - Returns: the mark as it is to be after the commit.
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

    /// Brings a library that has just been created to the disk; until then a power cut may leave
    /// an empty file, and the mark says that it is no loss.
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

    /// A failure is tried again later: everything still stands in the log.
    @discardableResult
    private func foldInQuietly() -> Bool {
        do { return try foldIn() } catch { return false }
    }

    /// Folds the log into the database, so that the one file has everything.
    ///
    /// - Returns: whether that is done; not while another program reads or writes.
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

    /// Lets the next start refuse the library, until it has been brought back.
    func markAsDamaged() throws {
        guard let files else { return }
        try writer.writeWithoutTransaction { _ in
            // What lies there now may be whole.
            try requireFilesInPlace()
            var mark = try LogMark.read(files) ?? LogMark(kind: .log, since: environment.now())
            mark.isDamaged = true
            try mark.write(files, syncs: true)
        }
    }

    /// Closes the database as it is: what is damaged, or was replaced, must not be written to.
    func closeWithoutFolding() throws {
        folding.withLock { $0.isClosed = true }
        // SQLite would fold the log in, and remove whatever log has its name.
        try writer.writeWithoutTransaction { db in
            guard hawk_sqlite_leave_log_on_close(db.sqliteConnection) == 0 else {
                throw LibraryError(.other, "SQLite cannot leave the log alone.")
            }
        }
        try logIndex?.close()
        try writer.close()
        lease?.end()
    }

    /// Folds the log in and closes the database. Every later call throws.
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

    /// Writes after every read has ended: a read keeps the log from being folded in completely.
    private func withoutReaders(_ body: (Database) throws -> Void) throws {
        guard let pool = writer as? DatabasePool else {
            return try writer.writeWithoutTransaction(body)
        }
        // A check or a copy may take long. A write that is under way is not cut short.
        pool.writeWithoutTransaction { _ in pool.interrupt() }
        try pool.barrierWriteWithoutTransaction { db in
            readConnections.refuse()
            pool.invalidateReadOnlyConnections()
            try body(db)
        }
    }
}
