import Foundation
import GRDB

/// The file in which words are looked up: what is in it follows from the library, and can be made anew.
///
/// It lies beside the library's file and not in it, among what may be deleted at any time: whatever
/// happens to an index, the library has no part in it, its copies are no larger, and no note that is
/// being saved waits for it. Measured at 1,000,000 notes: the same in the library's own file would
/// double it.
///
/// - `noteIndex`, `trashIndex` and `partIndex` are the full-text indexes (FTS5): the words as
///   `IndexedText` has them, and what an entry belongs to (see `SearchPattern`). With an index for
///   beginnings of one to four characters, the newest are found without gathering all.
/// - `note` and `trashedNote` say of which notes the index has which state: `stamp` follows from the
///   text, what it quotes, its tags and the page. What filters look at besides stands there as well.
/// - `part` says which book or character an entry of `partIndex` is, and what it has the words of.
/// - `state` says with which file of the library all of it agrees, and how what readers note is said in it.
final class SearchIndex: Sendable {
    /// The notes of which there is an index.
    enum Table: String, CaseIterable {
        case note
        case trashedNote

        var index: String {
            switch self {
            case .note: "noteIndex"
            case .trashedNote: "trashIndex"
            }
        }
    }

    /// Counts the ways in which the tables have been made: another one is made anew.
    private static let version = 4
    /// How many bytes of new entries are gathered before they become a segment of an index. With the default of
    /// 1 MiB, very many notes make so many segments that SQLite puts them together again and again.
    private static let pendingSize = 16 << 20
    /// How much of the file the connections keep in memory, in KiB.
    private static let cacheSize = 65536

    let writer: SearchConnection
    /// Of its own: a search does not wait for what is being written, and can be interrupted.
    let reader: SearchConnection
    /// Where entries are made while others are written. Of its own: the writing waits for it.
    let preparation = DispatchQueue(label: "HawkNotesModel.indexing.preparation", qos: .utility)
    /// Which library the index is of; nil in memory.
    let url: URL?

    /// Opens the index, or makes an empty one: also in the place of one that is damaged, or of another
    /// version.
    ///
    /// - Parameter url: nil for one in memory.
    init(at url: URL?) throws {
        self.url = url
        guard let url else {
            writer = SearchConnection(try DatabaseQueue())
            reader = writer
            try writer.write(Self.createTables)
            return
        }
        try Disk.makeFolder(url.deletingLastPathComponent())
        try Self.removeWhatIsNoFile(url)
        do {
            writer = SearchConnection(try Self.open(url))
        } catch let error as DatabaseError where error.spoilsIndex {
            try Self.remove(url)
            writer = SearchConnection(try Self.open(url))
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase {
            try $0.execute(sql: "PRAGMA cache_size = -\(Self.cacheSize); PRAGMA mmap_size = 0")
        }
        // Shares the index of the log with the writer, which has it in memory.
        reader = SearchConnection(
            try DatabaseQueue(path: url.path, configuration: configuration)
        )
    }

    private static func open(_ url: URL) throws -> DatabaseQueue {
        // Created beforehand, so that there is no moment in which others may read it.
        try Disk.appendToEmpty(url, Data())
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA mmap_size = 0
                    """
            )
        }
        // Nothing of it is mapped: caches are cleaned while programs run, and reading what is cut
        // off a mapped file ends the process.
        let queue = try DatabaseQueue(
            path: PrivateLogIndex.path(of: url),
            configuration: configuration
        )
        let version = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        try removeSharedMemory(url)
        if version == Self.version { return queue }
        guard version == 0 else {
            try queue.close()
            try remove(url)
            return try open(url)
        }
        try queue.write(createTables)
        return queue
    }

    /// Removes the file and what SQLite has put beside it.
    static func remove(_ url: URL) throws {
        for file in files(url) { try Disk.remove(file) }
    }

    /// Opening a pipe waits for its other end to be opened.
    private static func removeWhatIsNoFile(_ url: URL) throws {
        for file in files(url) where try Disk.status(file) == .other { try Disk.remove(file) }
    }

    /// What a version has left that had it mapped.
    private static func removeSharedMemory(_ url: URL) throws {
        let file = URL(fileURLWithPath: url.path + "-shm")
        if case .file = try Disk.status(file) { try Disk.remove(file) }
    }

    private static func files(_ url: URL) -> [URL] {
        ["", "-wal", "-shm", "-journal"].map { URL(fileURLWithPath: url.path + $0) }
    }

    /// Waits for those who search, and closes the file; who comes later gets an error.
    func close() throws {
        if reader !== writer { try reader.close() }
        try writer.close()
    }

    private static func createTables(_ db: Database) throws {
        for table in Table.allCases {
            try db.execute(
                sql: """
                    CREATE TABLE \(table.rawValue) (
                        sequence INTEGER PRIMARY KEY,
                        stamp INTEGER NOT NULL,
                        subjectID BLOB NOT NULL,
                        createdAt INTEGER NOT NULL
                    ) STRICT;
                    """
            )
            try createIndex(table.index, prefixes: table == .note ? "1 2 3 4" : "1 2 3", db)
        }
        try createIndex("partIndex", prefixes: "1 2 3", db)
        try db.execute(
            sql: """
                CREATE TABLE part (
                    number INTEGER PRIMARY KEY,
                    kind TEXT NOT NULL,
                    id BLOB NOT NULL,
                    seriesID BLOB NOT NULL,
                    level INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX partBySeries ON part (seriesID);
                CREATE TABLE state (
                    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
                    file INTEGER,
                    size INTEGER,
                    changed INTEGER,
                    wording TEXT
                ) STRICT;
                INSERT INTO state (id) VALUES (1);
                PRAGMA user_version = \(version);
                """
        )
    }

    /// The words are folded already: SQLite only looks for the blanks between them.
    private static func createIndex(_ name: String, prefixes: String, _ db: Database) throws {
        try db.execute(
            sql: """
                CREATE VIRTUAL TABLE \(name) USING fts5(
                    words, extra, scope,
                    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'",
                    prefix = '\(prefixes)', columnsize = 0
                );
                INSERT INTO \(name) (\(name), rank) VALUES ('automerge', 0);
                INSERT INTO \(name) (\(name), rank) VALUES ('hashsize', \(pendingSize));
                """
        )
    }
}

extension SearchIndex {
    /// The file of the library that the index agrees with; nil while it may not, or has other words.
    func libraryFile(wording: SearchWording) throws -> Disk.Version? {
        try reader.read { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT file, size, changed FROM state WHERE wording = ?",
                arguments: [wording.name]
            )
            guard let row,
                let number = Int64.fromDatabaseValue(row[0]),
                let size = Int64.fromDatabaseValue(row[1]),
                let changed = Int64.fromDatabaseValue(row[2])
            else { return nil }
            return Disk.Version(number: number, size: size, changed: changed)
        }
    }

    func setLibraryFile(_ file: Disk.Version, wording: SearchWording) throws {
        try writer.write { db in
            try db.execute(
                sql: "UPDATE state SET file = ?, size = ?, changed = ?, wording = ?",
                arguments: [file.number, file.size, file.changed, wording.name]
            )
        }
    }

    /// Puts pieces of the indexes together, a little at a time: otherwise SQLite does it all at once, in
    /// the middle of something.
    ///
    /// - Parameter pages: how much to write.
    /// - Returns: whether there may be more to do.
    func merge(_ table: Table, pages: Int) throws -> Bool {
        try writer.write { db in
            let before = db.totalChangesCount
            try db.execute(
                sql: "INSERT INTO \(table.index) (\(table.index), rank) VALUES ('merge', ?)",
                arguments: [pages]
            )
            return db.totalChangesCount - before > 1
        }
    }

    /// Takes the words of deleted notes out of the file, where they stay otherwise until pieces of the index
    /// are put together. With very many notes that is left to time: it would write the whole index.
    func forgetDeleted() throws {
        for table in Table.allCases {
            try writer.write { db in
                let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.rawValue)") ?? 0
                guard count <= Self.forgettingLimit else { return }
                try db.execute(
                    sql: "INSERT INTO \(table.index) (\(table.index)) VALUES ('optimize')"
                )
            }
        }
        try writer.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    private static let forgettingLimit = 50_000
}

extension DatabaseError {
    /// Whether an index is to be made anew: it is damaged, or its log has been cut.
    var spoilsIndex: Bool {
        !isPassing || extendedResultCode == .SQLITE_IOERR_SHORT_READ
    }
}
