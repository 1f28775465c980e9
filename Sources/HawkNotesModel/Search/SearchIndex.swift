import Foundation
import GRDB

/// The file with the full-text index. It is derived from the library and can be rebuilt.
///
/// It is a separate file among those that may be deleted at any time: damage to the index never
/// affects the library, backups of the library stay small, and saving a note does not wait for it.
/// In the library's own file, an index of 1,000,000 notes would double its size.
///
/// - `noteIndex`, `trashIndex` and `partIndex` are the full-text indexes (FTS5): the words as
///   `IndexedText` has them, and the scope of an entry (see `SearchPattern`). Thanks to an index of
///   prefixes of one to four characters, the newest matches are found without collecting all of
///   them.
/// - `note` and `trashedNote` have the state of each indexed note: `stamp` depends on the text, the
///   quotation, the tags and the page. The other columns are for filters.
/// - `part` has the book or character of each entry of `partIndex`, and its level.
/// - `state` has the version of the library's file that the index agrees with, and the wording.
final class SearchIndex: Sendable {
    /// The indexed tables of notes.
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

    /// The version of the tables; an index of another version is rebuilt.
    private static let version = 5
    /// The size of new entries that become a segment of an index, in bytes. With the default of 1
    /// MiB, very many notes make so many segments that SQLite keeps merging them.
    private static let pendingSize = 16 << 20
    /// The cache size of the connections, in KiB.
    private static let cacheSize = 65536

    let writer: SearchConnection
    /// A separate connection: searches don't wait for writes, and can be interrupted.
    let reader: SearchConnection
    /// Prepares entries while others are written. A separate queue, because the writer waits for
    /// it.
    let preparation = DispatchQueue(label: "HawkNotesModel.indexing.preparation", qos: .utility)
    /// The file of the index; nil in memory.
    let url: URL?

    /// Opens the index. Replaces one that is missing, damaged or of another version by an empty
    /// one.
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
        // Shares the log's index with the writer, which has it in memory.
        reader = SearchConnection(
            try DatabaseQueue(path: url.path, configuration: configuration)
        )
    }

    private static func open(_ url: URL) throws -> DatabaseQueue {
        // Created beforehand, so that other users can never read it.
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
        // The file is not mapped: cleaners of caches may truncate it, and reading past the end of a
        // mapped file ends the process.
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

    /// Removes the file and SQLite's files beside it.
    static func remove(_ url: URL) throws {
        for file in files(url) { try Disk.remove(file) }
    }

    /// Removes anything but a regular file: opening a pipe would block.
    private static func removeWhatIsNoFile(_ url: URL) throws {
        for file in files(url) where try Disk.status(file) == .other { try Disk.remove(file) }
    }

    /// Removes the shared memory that an earlier version has left.
    private static func removeSharedMemory(_ url: URL) throws {
        let file = URL(fileURLWithPath: url.path + "-shm")
        if case .file = try Disk.status(file) { try Disk.remove(file) }
    }

    private static func files(_ url: URL) -> [URL] {
        ["", "-wal", "-shm", "-journal"].map { URL(fileURLWithPath: url.path + $0) }
    }

    /// Waits for running searches and closes the file; later ones throw.
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

    /// The words are folded already: SQLite only splits them at spaces.
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
    /// The library's file that the index agrees with; nil if it may not agree, or has another
    /// wording.
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

    /// Merges segments of an index a little at a time: otherwise SQLite would merge all of them at
    /// once during a write.
    ///
    /// - Parameter pages: the number of pages to write.
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

    /// Removes the words of deleted notes from the file; SQLite keeps them until it merges
    /// segments. With very many notes it is left to SQLite, because it writes the entire index.
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
    /// Whether the index must be rebuilt: it is damaged, or its log was truncated.
    var spoilsIndex: Bool {
        !isPassing || extendedResultCode == .SQLITE_IOERR_SHORT_READ
    }
}
