import Foundation
import GRDB

/// Opens a library: examines, creates, checks and migrates it.
struct LibraryOpening {
    /// Libraries up to this size in bytes are checked completely at each start, which takes
    /// milliseconds.
    static let smallSize: Int64 = 1 << 20
    /// Libraries up to this size are checked before use if the last run did not end properly.
    static let mediumSize: Int64 = 16 << 20

    let files: LibraryFiles
    let isExpected: Bool
    let environment: LibraryEnvironment
    /// Observes the leases of other machines.
    let leases: LeaseWatch
    let progress: @Sendable (Double) -> Void
    /// Opens the database.
    var openDatabase = LibraryStore.open

    /// The number of attempts to open files in a shared folder that may show outdated names.
    private static let mostTries = 12
    /// The seconds between two attempts; FUSE caches names for a second (`man 4 fuse`).
    private static let pause: TimeInterval = 0.25

    func open() throws -> Library {
        for _ in 1..<Self.mostTries {
            do {
                return try openNow()
            } catch let error as LibraryError where isOutOfDate(error) {
                environment.pause(Self.pause)
            }
        }
        return try openNow()
    }

    /// Whether opening failed because another machine has removed a file whose name this one has
    /// cached.
    private func isOutOfDate(_ error: LibraryError) -> Bool {
        guard error.code == .cannotOpen, environment.isShared(files.folder) else { return false }
        if let code = (error.underlying as? POSIXError)?.code {
            return code == .ENOENT || code == .ESTALE
        }
        return (error.underlying as? DatabaseError)?.resultCode == .SQLITE_CANTOPEN
    }

    private func openNow() throws -> Library {
        var lease: HeldLease?
        do {
            try leases.requireNoHolder(of: files.lease)
            try makeFolder()
            try setAsideWhatIsNoFile()
            lease = HeldLease(files.lease, environment: environment)
            try LibraryReplacement(files: files).finish()
            let examination = LibraryExamination(files: files, isExpected: isExpected)
            var finding = try examination.examine()
            var folder: URL?
            if case .strays(let strays) = finding {
                folder = try setAside(strays)
                finding = try examination.examine()
            }
            switch finding {
            case .nothing:
                try create()
                return Library(try openStore(lease), environment: environment)
            case .library(let version, let wasInUse):
                return try openExisting(
                    version: version,
                    wasInUse: wasInUse,
                    setAside: folder,
                    lease: lease
                )
            case .strays:
                throw LibraryError(
                    .cannotOpen,
                    "Could not open the library: \(files.database.path) keeps being changed.",
                    url: files.database
                )
            }
        } catch {
            lease?.end()
            throw LibraryError.translating(
                cause(of: error),
                doing: "open the library",
                url: files.database
            )
        }
    }

    private func makeFolder() throws {
        do {
            try Disk.makeFolder(files.folder)
        } catch let error as LibraryError {
            throw LibraryError(
                error.code,
                "There is no place for the library \(files.database.path). \(error.message)",
                url: files.database,
                underlying: error.underlying
            )
        }
    }

    private func openStore(_ lease: HeldLease?) throws -> LibraryStore {
        let store = try openDatabase(files, lease, environment)
        narrowPermissions()
        return store
    }

    /// Moves away files of another library. The mark is moved first: without it, the next start
    /// judges a log again.
    ///
    /// - Returns: the folder with these files.
    private func setAside(_ strays: LibraryExamination.Strays) throws -> URL {
        var urls: [URL] = []
        if strays.mark { urls.append(files.mark) }
        if strays.log { urls.append(files.log) }
        let folder = try SetAside(files, environment: environment).move(urls)
        // SQLite rebuilds it from the log.
        try Disk.remove(files.sharedMemory)
        return folder
    }

    private func openExisting(
        version: Int,
        wasInUse: Bool,
        setAside: URL?,
        lease: HeldLease?
    ) throws -> Library {
        let store = try openStore(lease)
        do {
            let size = try Disk.status(files.database).size + Disk.status(files.log).size
            let isCheckedNow = size <= Self.smallSize || (wasInUse && size <= Self.mediumSize)
            if isCheckedNow { try check(store) }
            var delay: LibraryError?
            if version < LibrarySchema.currentVersion {
                delay = try migrate(store, isChecked: isCheckedNow)
            }
            return Library(
                store,
                environment: environment,
                delayedMigration: delay,
                needsCheck: !isCheckedNow && wasInUse,
                straysFolder: setAside
            )
        } catch {
            // Without a checkpoint: damaged files are not changed.
            try store.closeWithoutFolding()
            throw error
        }
    }

    private func check(_ store: LibraryStore) throws {
        let findings: LibraryFindings
        do {
            findings = try store.read { try LibraryCheck.run($0, isThorough: true) }
        } catch let error as DatabaseError where !error.isPassing {
            findings = LibraryFindings(structure: ["\(error)"])
        }
        guard !findings.structure.isEmpty else { return }
        let since = try LogMark.read(files)?.since
        throw LibraryError.damaged(
            LibraryDamage(.unreadable, since: since, details: findings.structure),
            files
        )
    }

    /// Migrates the tables.
    ///
    /// - Returns: the reason to postpone it, or nil when it is done.
    private func migrate(_ store: LibraryStore, isChecked: Bool) throws -> LibraryError? {
        do {
            if !isChecked { try check(store) }
            try LibraryBackups(files, environment: environment)
                .copyBeforeMigration(store.writer, progress: progress)
            try LibrarySchema.migrate(store.writer)
            // If only the log had the migration, a missing log would not be noticed.
            try store.foldIn()
            return nil
        } catch let error as LibraryError where error.code != .damaged {
            return error
        } catch let error as DatabaseError where error.isPassing {
            return LibraryError.translating(error, doing: "update the library", url: files.database)
        }
    }

    // MARK: A new library

    /// Creates an empty library under a temporary name and renames it: there is never an incomplete
    /// one.
    ///
    /// Nothing waits for the disk. After a power cut, the mark shows that the library was empty;
    /// `LibraryStore.settle()` removes the mark.
    private func create() throws {
        try Disk.remove(files.replacement)
        try LogMark(kind: .new, since: environment.now()).write(files, syncs: false)
        try Self.makeEmpty(files.replacement, syncs: false).close()
        try removeLog()
        try Disk.rename(files.replacement, to: files.database)
    }

    /// A new, empty library at a place where there is no file.
    static func makeEmpty(_ url: URL, syncs: Bool = true) throws -> DatabaseQueue {
        // Created beforehand, so that other users can never read it. SQLite gives its log and its
        // shared memory the permissions of the database.
        try Disk.replace(url, with: Data(), syncs: false)
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            db.add(function: .textChecksum)
            if !syncs { try db.execute(sql: "PRAGMA synchronous = OFF") }
            try db.execute(sql: "PRAGMA journal_mode = WAL")
        }
        let queue = try DatabaseQueue(
            path: PrivateLogIndex.path(of: url),
            configuration: configuration
        )
        try LibrarySchema.migrate(queue)
        return queue
    }

    private func removeLog() throws {
        try Disk.remove(files.log)
        try Disk.remove(files.sharedMemory)
    }

    // MARK: Obstacles

    /// Sets aside folders, pipes and the like in the place of the program's own files. The database
    /// itself is never moved: another item in its place is there for a reason.
    private func setAsideWhatIsNoFile() throws {
        for url in [
            files.log, files.sharedMemory, files.journal, files.mark, files.newMark,
            files.replacement, files.lease, files.newLease,
        ] {
            switch try Disk.status(url) {
            case .nothing, .file: break
            case .folder, .other: try SetAside(files, environment: environment).move([url])
            }
        }
        if try hasForeignJournal() {
            try SetAside(files, environment: environment).move([files.journal])
        }
        for folder in [files.backups] where try isInTheWay(folder) {
            try SetAside(files, environment: environment).move([folder])
        }
    }

    /// Whether a file has the name of a rollback journal without being one: SQLite would treat it
    /// as an interrupted transaction and delete it.
    private func hasForeignJournal() throws -> Bool {
        guard case .file(1...) = try Disk.status(files.journal) else { return false }
        let start: Data
        do {
            start = try Disk.read(files.journal, upTo: Self.journalMagic.count)
        } catch {
            // SQLite cannot read it either, and reports that.
            return false
        }
        // A journal that begins with zero is finished; SQLite ignores it.
        return start.first != 0 && start != Data(Self.journalMagic)
    }

    /// The beginning of a journal (sqlite.org/fileformat2.html, section 3).
    private static let journalMagic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

    private func isInTheWay(_ folder: URL) throws -> Bool {
        switch try Disk.status(folder) {
        case .nothing, .folder: false
        case .file, .other: true
        }
    }

    /// Removes permissions of other users, which a copy or a restored backup may have.
    private func narrowPermissions() {
        for url in [files.database, files.log, files.sharedMemory] {
            var status = stat()
            if stat(url.path, &status) == 0, status.st_mode & 0o077 != 0 {
                _ = chmod(url.path, 0o600)
            }
        }
    }

    /// The cause of an error of opening that SQLite does not explain: even for reading it writes
    /// its shared memory into the folder.
    private func cause(of error: any Error) -> any Error {
        if let databaseError = error as? DatabaseError, !databaseError.isPassing {
            return LibraryError.damaged(
                LibraryDamage(.unreadable, details: ["\(databaseError)"]),
                files
            )
        }
        guard let databaseError = error as? DatabaseError,
            [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(databaseError.resultCode),
            access(files.folder.path, W_OK) != 0
        else { return error }
        return Disk.failure("open the library \(files.database.path)", files.database)
    }
}

extension DatabaseError {
    /// Whether the disk or another program caused the error, and not the library.
    var isPassing: Bool {
        switch resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY,
            .SQLITE_CANTOPEN, .SQLITE_PROTOCOL, .SQLITE_NOMEM, .SQLITE_PERM, .SQLITE_INTERRUPT,
            .SQLITE_ABORT:
            true
        default: false
        }
    }
}
