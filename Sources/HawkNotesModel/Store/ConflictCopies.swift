import Foundation
import GRDB
import LibrarySalvage

/// A copy of the library that another program, usually a sync client, has created beside it because
/// the library was changed in two places.
public struct ConflictCopy: Hashable, Sendable {
    /// The content of the copy.
    public enum Finding: Hashable, Sendable {
        /// The number of notes that the library and its trash lack, or have with another text.
        case notes(Int)
        /// It cannot be read.
        case damaged
        /// A newer version of the program has written it.
        case newerVersion
        /// It is too large to read, or there is no room to copy it.
        case tooLarge
    }

    /// The file. It is never opened as a database, which would change the files beside it.
    public var url: URL
    /// The content of the copy.
    public var finding: Finding

    /// The content of a file.
    public init(url: URL, finding: Finding) {
        self.url = url
        self.finding = finding
    }
}

/// Recognizes conflict copies by their names alone; reads no file.
enum ConflictCopyName {
    /// The patterns that sync clients put into the names of copies: Syncthing, Nextcloud and
    /// Dropbox, ownCloud, OneDrive, rclone. Dropbox translates its words.
    private static let marks = [
        ".sync-conflict-", "conflicted copy", "_conflict-", "(case clash from", "-safebackup-",
        "(case conflict", "(unicode encoding conflict", "(white space conflict",
        "..path1", "..path2", ".conflict1", ".conflict2",
    ]
    /// The suffixes of files that belong to a database.
    private static let companions = ["-wal", "-shm", "-journal", "-mark", "-lease"]

    /// How certain a name is.
    enum Kind: Equatable {
        /// The pattern of a sync client.
        case named
        /// It begins like the library's name; the content decides.
        case similar
    }

    /// How certainly a name is that of a conflict copy; nil for any other name.
    ///
    /// - Parameter database: the name of the library's own file.
    static func kind(_ name: String, beside database: String) -> Kind? {
        let parts = database.split(separator: ".", maxSplits: 1).map(String.init)
        let (stem, ending) = (parts.first ?? database, parts.last ?? "")
        guard name.hasPrefix(stem), name != database else { return nil }
        // The program's own files, also unfinished ones.
        let isOwn = ["-", ".new"].contains { name.hasPrefix(database + $0) }
        // The log of another copy is useless without it.
        let isCompanion = companions.contains { name.contains("." + ending + $0) }
        if isOwn || isCompanion || name.hasSuffix(".new") { return nil }
        let lower = name.lowercased()
        if marks.contains(where: lower.contains) { return .named }
        let rest = lower.dropFirst(stem.count)
        return rest.wholeMatch(of: /\ ?\(\d+\)\..*/) != nil ? .named : .similar
    }
}

/// Finds conflict copies and reads them from private copies.
struct ConflictCopies {
    /// Larger files are not read, in bytes.
    static let sizeLimit: Int64 = 1 << 29
    /// At most this many are read. A sync client keeps ten of a file.
    static let countLimit = 20
    /// The number of notes that are compared at a time.
    private static let comparedLength = 500

    private let library: Library
    private let files: LibraryFiles
    /// The folder for private copies, which is removed afterwards.
    private let scratch: URL
    private let sizeLimit: Int64

    /// - Parameter folder: the parent of the folder for private copies; one that a killed run has
    ///   left is removed.
    init?(_ library: Library, scratchIn folder: URL, sizeLimit: Int64 = Self.sizeLimit) {
        guard let files = library.store.files else { return nil }
        self.library = library
        self.files = files
        self.sizeLimit = sizeLimit
        scratch = folder.appendingPathComponent("conflict-copies")
    }

    /// The existing conflict copies, by name.
    func find() throws -> [ConflictCopy] {
        try removeScratch()
        let own = files.database.lastPathComponent
        let names = try Disk.names(files.folder)
            .compactMap { name in ConflictCopyName.kind(name, beside: own).map { (name, $0) } }
            .sorted { $0.0 < $1.0 }
        var copies: [ConflictCopy] = []
        for (name, kind) in names where copies.count < Self.countLimit {
            if library.store.isClosed { break }
            let url = files.folder.appendingPathComponent(name)
            guard try isFileOfItsOwn(url), let finding = try look(at: url, kind) else { continue }
            copies.append(ConflictCopy(url: url, finding: finding))
        }
        return copies
    }

    /// Excludes links, pipes and folders: nothing leads out of the library's folder or blocks.
    ///
    /// Also excludes hard links to the library's own files: closing any descriptor of them would
    /// give up SQLite's locks (sqlite.org/howtocorrupt.html, section 2.2).
    private func isFileOfItsOwn(_ url: URL) throws -> Bool {
        guard let status = try look(url), status.st_mode & S_IFMT == S_IFREG else { return false }
        return try ![files.database, files.log, files.sharedMemory].contains { own in
            try look(own).map {
                $0.st_dev == status.st_dev && $0.st_ino == status.st_ino
            } ?? false
        }
    }

    /// Nil if there is no file.
    private func look(_ url: URL) throws -> stat? {
        var status = stat()
        if lstat(url.path, &status) == 0 { return status }
        guard errno == ENOENT else { throw Disk.failure("look at \(url.path)", url) }
        return nil
    }

    /// - Returns: nil for a file that is no library.
    private func look(
        at url: URL,
        _ kind: ConflictCopyName.Kind
    ) throws -> ConflictCopy.Finding? {
        let header = try Disk.read(url, upTo: DatabaseHeader.size)
        guard DatabaseHeader(assuming: Array(header)).hasMagic else {
            return kind == .named ? .damaged : nil
        }
        let log = URL(fileURLWithPath: url.path + "-wal")
        let size = try Disk.status(url).size + Disk.status(log).size
        guard size <= sizeLimit,
            try library.environment.freeSpace(scratch) > size + (1 << 20)
        else { return .tooLarge }
        defer { try? removeScratch() }
        try Disk.makeFolder(scratch)
        let copy = scratch.appendingPathComponent("copy.sqlite")
        let version = try Disk.version(of: url)
        try Disk.copy(url, to: copy)
        if case .file(1...) = try Disk.status(log) {
            try Disk.copy(log, to: URL(fileURLWithPath: copy.path + "-wal"))
        }
        // Still being written: the next search finds it complete.
        guard try version == Disk.version(of: url) else { return nil }
        do {
            return try read(copy, kind)
        } catch let error as DatabaseError where !error.isPassing {
            return .damaged
        } catch is RowDecodingError {
            return .damaged
        }
    }

    private func read(_ copy: URL, _ kind: ConflictCopyName.Kind) throws -> ConflictCopy.Finding? {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            db.add(function: .textChecksum)
            try db.execute(
                sql: """
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
                    PRAGMA mmap_size = 0; PRAGMA synchronous = OFF
                    """
            )
        }
        let queue = try DatabaseQueue(
            path: PrivateLogIndex.path(of: copy),
            configuration: configuration
        )
        return try queue.unsafeRead { db in
            let version = try LibrarySchema.version(of: db)
            guard version > 0, try db.tableExists("note"), try db.tableExists("series") else {
                return kind == .named ? .damaged : nil
            }
            guard version <= LibrarySchema.currentVersion else { return .newerVersion }
            guard try LibraryCheck.run(db, isThorough: false).structure.isEmpty,
                try LibraryCheck.strangeObjects(in: db).isEmpty
            else { return .damaged }
            return .notes(try differingNotes(db))
        }
    }

    /// The number of notes of a copy that the library lacks, or has with another text.
    ///
    /// Reads the library a little at a time, so that its log can be checkpointed in between.
    private func differingNotes(_ db: Database) throws -> Int {
        var count = 0
        var last = Int64.min
        while !library.store.isClosed {
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT rowid AS number, id, text FROM note WHERE rowid > ?
                    ORDER BY rowid LIMIT \(Self.comparedLength)
                    """,
                arguments: [last]
            )
            guard let end = rows.last else { break }
            last = try end.decode(forColumn: "number")
            let notes = try rows.map { row in
                (
                    id: try row.decode(UUID.self, forColumn: "id"),
                    text: try row.decode(String.self, forColumn: "text")
                )
            }
            count += try library.read("read the notes") { own in
                let statement = try own.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM note WHERE id = :id AND text = :text)
                            OR EXISTS (SELECT 1 FROM trashedNote WHERE id = :id AND text = :text)
                        """
                )
                return try notes.count(where: { note in
                    try Bool.fetchOne(statement, arguments: ["id": note.id, "text": note.text])
                        != true
                })
            }
        }
        return count
    }

    private func removeScratch() throws {
        guard try Disk.status(scratch) != .nothing else { return }
        try FileManager.default.removeItem(at: scratch)
    }
}

extension Library {
    /// The conflict copies of the library and their content. Waits for the disk without blocking
    /// other calls; changes no copy.
    ///
    /// - Parameter folder: the parent of a temporary folder for reading them.
    public func conflictCopies(scratchIn folder: URL) throws -> [ConflictCopy] {
        do {
            return try ConflictCopies(self, scratchIn: folder)?.find() ?? []
        } catch {
            throw LibraryError.translating(error, doing: "look at the copies", url: url)
        }
    }

    /// Searches for conflict copies now and once a day while the library is open, and reports
    /// changed results.
    ///
    /// - Parameter onResult: called with all conflict copies, or the error.
    @MainActor
    public func watchForConflictCopies(
        scratchIn folder: URL,
        onResult: @escaping @MainActor @Sendable (Result<[ConflictCopy], LibraryError>) -> Void
    ) {
        lookForConflictCopies(after: 0, known: [], scratchIn: folder, onResult: onResult)
    }

    @MainActor
    private func lookForConflictCopies(
        after delay: TimeInterval,
        known: [ConflictCopy],
        scratchIn folder: URL,
        onResult: @escaping @MainActor @Sendable (Result<[ConflictCopy], LibraryError>) -> Void
    ) {
        let onMain = environment.onMain
        environment.after(delay) { [weak self] in
            guard let self, !store.isClosed else { return }
            let result = Result { try self.conflictCopies(scratchIn: folder) }
                .mapError { LibraryError.translating($0, doing: "look at the copies", url: nil) }
            onMain { [weak self] in
                guard let self, !store.isClosed else { return }
                var now = known
                switch result {
                case .success(let copies):
                    now = copies
                    if copies != known { onResult(result) }
                case .failure: onResult(result)
                }
                lookForConflictCopies(
                    after: TrashClock.day,
                    known: now,
                    scratchIn: folder,
                    onResult: onResult
                )
            }
        }
    }
}
