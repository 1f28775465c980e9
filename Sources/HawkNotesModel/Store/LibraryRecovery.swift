import Foundation
import GRDB
import LibrarySalvage

/// A summary of a library or a backup, to help users choose.
public struct LibraryContents: Hashable, Sendable {
    /// The number of notes.
    public var noteCount: Int
    /// When the latest note was written or changed; nil without notes.
    public var newestNote: Date?
    /// The number of series outside of the trash.
    public var seriesCount: Int
    /// The first titles.
    public var seriesTitles: [String]
    /// The number of books outside of the trash.
    public var bookCount: Int

    init(_ db: Database) throws {
        // Older versions had no trash.
        let hasTrash = try LibrarySchema.version(of: db) >= 3
        let series = hasTrash ? SeriesRecord.shownRows : "series"
        let books = hasTrash ? BookRecord.shownRows : "book"
        seriesCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(series)") ?? 0
        seriesTitles = try String.fetchAll(
            db,
            sql: "SELECT series.title FROM \(series) ORDER BY series.rowid LIMIT 20"
        )
        bookCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(books)") ?? 0
        noteCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM note") ?? 0
        newestNote = try Int64.fetchOne(db, sql: "SELECT max(modifiedAt) FROM note")
            .map(Date.init(milliseconds:))
    }
}

/// The result of recovering a damaged library.
public struct RecoveryReport: Sendable {
    /// The recovered and lost parts.
    let salvage: SalvageReport
    /// The folder with the damaged library, unchanged.
    public let folder: URL

    /// The number of notes in the library now.
    public var noteCount: Int { salvage.tables["note"]?.count ?? 0 }
    /// The number of those that are truncated, or may differ from their saved text.
    public var doubtfulNoteCount: Int {
        salvage.partialNotes.union(salvage.alteredNotes).count
    }
    /// The number of lost notes.
    public var lostNoteCount: Int { salvage.lostNoteCount }
    /// The number of deleted notes that were found and left out.
    public var deletedNoteCount: Int { salvage.deletedNotes.count }
}

/// The remedies for a library that `Library.open` refused as damaged.
///
/// Each first sets aside all files in a new folder. The library is replaced atomically at the end;
/// an interruption leaves the old or the new one.
public struct LibraryRecovery: Sendable {
    /// The files of the library.
    public let files: LibraryFiles
    private let environment: LibraryEnvironment
    private let folder: BackupFolder?

    /// For the library at this place.
    ///
    /// - Parameter folder: the reader's folder for backups, if any. Its disk may be away.
    public init(
        at url: URL,
        folder: BackupFolder? = nil,
        environment: LibraryEnvironment = .live
    ) {
        files = LibraryFiles(database: url)
        self.folder = folder
        self.environment = environment
    }

    /// The newest undamaged backup and its summary; nil without one.
    ///
    /// Reads the backups, which takes seconds for large ones.
    public func newestGoodCopy() throws -> (copy: LibraryCopy, contents: LibraryContents)? {
        try translatingErrors("read the copies") {
            let beside = try LibraryBackups(files, environment: environment).copies()
            let copies = beside + copiesInFolder(like: beside)
            for copy in copies.sorted(by: { $0.date > $1.date }) {
                if let contents = try? restore.contents(of: copy.url) { return (copy, contents) }
            }
            return nil
        }
    }

    /// The backups in the reader's folder that are of the same library as those beside it.
    ///
    /// The folder may have backups of another library, and a damaged library cannot tell which ones
    /// are its own. Where there is nothing to compare with, all are returned.
    private func copiesInFolder(like beside: [LibraryCopy]) -> [LibraryCopy] {
        guard let folder, let copies = try? folder.copies() else { return [] }
        func identity(_ copy: LibraryCopy) -> UUID? {
            (try? CommitStamp.stored(in: ByteSource(copy.url)))?.identity
        }
        let own = Set(beside.compactMap(identity))
        return own.isEmpty ? copies : copies.filter { identity($0).map(own.contains) == true }
    }

    private var restore: LibraryRestore {
        LibraryRestore(at: files.database, environment: environment)
    }

    /// Replaces the library by a backup.
    ///
    /// - Returns: the folder with the damaged library.
    @discardableResult
    public func use(_ copy: LibraryCopy) throws -> URL { try restore.restore(copy.url) }

    /// Recovers the readable parts of a damaged library, and replaces the library by them.
    ///
    /// - Parameter progress: called on this thread with values from 0 to 1.
    public func bringBack(
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> RecoveryReport {
        try translatingErrors("bring the library back") {
            let folder = try setAside()
            try removeReplacement()
            func copy(_ url: URL) -> URL { folder.appendingPathComponent(url.lastPathComponent) }
            let log = copy(files.log)
            let hasLog = try Disk.status(log) != .nothing
            let library = DamagedLibrary(
                database: copy(files.database),
                bytes: try ByteSource(copy(files.database)),
                log: hasLog ? try ByteSource(log) : nil,
                rules: LibraryRules(
                    makeEmpty: { try LibraryOpening.makeEmpty($0) },
                    makeID: environment.makeID
                )
            )
            let report: SalvageReport
            do {
                report = try library.salvage(into: files.replacement, progress: progress)
            } catch let error as DatabaseError {
                let doing = "write what was found"
                throw LibraryError.translating(error, doing: doing, url: files.replacement)
            }
            try LibraryReplacement(files: files).begin(environment)
            return RecoveryReport(salvage: report, folder: folder)
        }
    }

    /// Continues with the library without the changes in a lost log, or with the readable ones.
    ///
    /// - Returns: the folder with the original files.
    @discardableResult
    public func goOn() throws -> URL {
        try translatingErrors("set the library aside") {
            let folder = try setAside()
            var configuration = Configuration()
            configuration.busyMode = .timeout(environment.busyTimeout)
            let (queue, logIndex) = try PrivateLogIndex.open(
                files.database,
                busyTimeout: environment.busyTimeout
            ) {
                try DatabaseQueue(path: files.database.path, configuration: configuration)
            }
            // The readable part of the log is moved into the file, and the rest is dropped: a copy
            // of it is set aside.
            try queue.writeWithoutTransaction { db in
                _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            try queue.close()
            try logIndex?.close()
            try Disk.sync(files.database)
            try LogMark.remove(files, syncs: true)
            return folder
        }
    }

    /// Starts with an empty library.
    ///
    /// - Returns: the folder with the damaged library.
    @discardableResult
    public func beginAnew() throws -> URL {
        try translatingErrors("set the library aside") {
            let folder = try setAside()
            try removeReplacement()
            try LibraryOpening.makeEmpty(files.replacement).close()
            try LibraryReplacement(files: files).begin(environment)
            return folder
        }
    }

    /// Files of an interrupted attempt.
    private func removeReplacement() throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try Disk.remove(URL(fileURLWithPath: files.replacement.path + suffix))
        }
    }

    private func setAside() throws -> URL {
        try SetAside(files, environment: environment).copy(files.all)
    }

    private func translatingErrors<Value>(
        _ doing: String,
        _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch {
            throw LibraryError.translating(error, doing: doing, url: files.database)
        }
    }
}

extension LibraryRules {
    init(
        makeEmpty: @escaping @Sendable (URL) throws -> DatabaseQueue,
        makeID: @escaping @Sendable () -> UUID
    ) {
        self.init(
            makeEmpty: makeEmpty,
            makeID: makeID,
            textChecksum: { TextChecksum.of($0) },
            pictureID: PictureID.of,
            origins: Set(Origin.allCases.map(\.rawValue)),
            readingStatuses: Set(ReadingStatus.allCases.map(\.rawValue)),
            rebuildDerivedTables: { db in
                try Mentions.rebuild(in: db)
                try NoteTags.rebuild(in: db)
            }
        )
    }
}
