import Foundation
import GRDB
import LibrarySalvage

/// What a library or a copy of it holds, for people to choose by.
public struct LibraryContents: Hashable, Sendable {
    /// How many notes there are.
    public var noteCount: Int
    /// When the newest of them was written or changed; nil when there are none.
    public var newestNote: Date?
    /// How many series there are, without those in the trash.
    public var seriesCount: Int
    /// The titles of the first of them.
    public var seriesTitles: [String]
    /// How many books there are, without those in the trash.
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

/// What was brought back of a damaged library.
public struct RecoveryReport: Sendable {
    /// What was found, and what was not.
    let salvage: SalvageReport
    /// The folder in which the damaged library lies, whole.
    public let folder: URL

    /// How many notes are in the library now.
    public var noteCount: Int { salvage.tables["note"]?.count ?? 0 }
    /// How many of them are cut off, or may not be as they were saved.
    public var doubtfulNoteCount: Int {
        salvage.partialNotes.union(salvage.alteredNotes).count
    }
    /// How many notes the damaged library had that were not found.
    public var lostNoteCount: Int { salvage.lostNoteCount }
    /// How many notes were found that had been deleted, and were left out.
    public var deletedNoteCount: Int { salvage.deletedNotes.count }
}

/// What can be done about a library that `Library.open` refused as damaged.
///
/// Each way first sets aside all that there is, whole, in a folder of its own. The library is
/// replaced in one step, at the end; an interruption leaves it as it was, or as it is to be.
public struct LibraryRecovery: Sendable {
    /// The library and what lies beside it.
    public let files: LibraryFiles
    private let environment: LibraryEnvironment

    /// For the library at this place.
    public init(at url: URL, environment: LibraryEnvironment = .live) {
        files = LibraryFiles(database: url)
        self.environment = environment
    }

    /// The newest copy that is whole, and what it holds; nil when there is none.
    ///
    /// Reads the copies, which takes seconds when they are large.
    public func newestGoodCopy() throws -> (copy: LibraryCopy, contents: LibraryContents)? {
        try translatingErrors("read the copies") {
            for copy in try LibraryBackups(files, environment: environment).copies() {
                if let contents = Self.contents(of: copy) { return (copy, contents) }
            }
            return nil
        }
    }

    /// Nil when the copy is damaged itself.
    private static func contents(of copy: LibraryCopy) -> LibraryContents? {
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: copy.url.path, configuration: configuration)
            let contents = try queue.unsafeRead { db in
                let version = try LibrarySchema.version(of: db)
                guard (1...LibrarySchema.currentVersion).contains(version),
                    try LibraryCheck.run(db, isThorough: false).structure.isEmpty
                else { return LibraryContents?.none }
                return try LibraryContents(db)
            }
            try queue.close()
            return contents
        } catch {
            return nil
        }
    }

    /// Puts a copy in the library's place.
    ///
    /// - Returns: the folder in which the damaged library now lies.
    @discardableResult
    public func use(_ copy: LibraryCopy) throws -> URL {
        try translatingErrors("put the copy in place") {
            let folder = try setAside()
            try removeReplacement()
            try Disk.copy(copy.url, to: files.replacement)
            try LibraryReplacement(files: files).begin(environment)
            return folder
        }
    }

    /// Brings back what can be read of a damaged library, and puts that in its place.
    ///
    /// - Parameter progress: told how far it has come, from 0 to 1, on this thread.
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

    /// Goes on with the library as it is, without the changes that stood in a lost log, or with as
    /// many of them as can be read.
    ///
    /// - Returns: the folder in which everything lies as it was found.
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
            // What can be read of the log becomes part of the file, and the rest goes: its copy is
            // safe.
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

    /// Begins with an empty library.
    ///
    /// - Returns: the folder in which the damaged library now lies.
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

    /// What an interrupted attempt has left.
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
