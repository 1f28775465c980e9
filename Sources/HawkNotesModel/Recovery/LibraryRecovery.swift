import Foundation
import GRDB

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

/// What can be done about a library that `Library.open` refused as damaged.
///
/// Each way first sets aside all that there is, whole, in a folder of its own. The library is
/// replaced in one step, at the end; an interruption leaves it as it was, or as it is to be.
public struct LibraryRecovery: Sendable {
    /// The library and what lies beside it.
    public let files: LibraryFiles
    let environment: LibraryEnvironment

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
    func removeReplacement() throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try Disk.remove(URL(fileURLWithPath: files.replacement.path + suffix))
        }
    }

    func setAside() throws -> URL {
        try SetAside(files, environment: environment).copy(files.all)
    }

    func translatingErrors<Value>(_ doing: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw LibraryError.translating(error, doing: doing, url: files.database)
        }
    }
}
