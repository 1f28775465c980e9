import Foundation
import GRDB
import LibrarySalvage

/// A copy of the library that another program has left beside it, because the library was changed in two
/// places: by a sync client, as a rule.
public struct ConflictCopy: Hashable, Sendable {
    /// What was found in it.
    public enum Finding: Hashable, Sendable {
        /// The number of notes that are not in the library or its trash, or have another text there.
        case notes(Int)
        /// It cannot be read.
        case damaged
        /// A newer version of the program has written it.
        case newerVersion
        /// It is too large to be looked at, or there is no room for a copy of it.
        case tooLarge
    }

    /// The file. It is never opened as a database: that would change what lies beside it.
    public var url: URL
    /// What was found in it.
    public var finding: Finding

    /// What was found in a file.
    public init(url: URL, finding: Finding) {
        self.url = url
        self.finding = finding
    }
}

/// The names by which conflict copies are told, and nothing else: no file is looked at.
enum ConflictCopyName {
    /// What carriers put into the name of the copy: Syncthing, Nextcloud and Dropbox, ownCloud, OneDrive,
    /// rclone. Dropbox translates its words.
    private static let marks = [
        ".sync-conflict-", "conflicted copy", "_conflict-", "(case clash from", "-safebackup-",
        "(case conflict", "(unicode encoding conflict", "(white space conflict",
        "..path1", "..path2", ".conflict1", ".conflict2",
    ]
    /// What SQLite and the program put behind the name of a database for the files that belong to it.
    private static let companions = ["-wal", "-shm", "-journal", "-mark", "-lease"]

    /// How sure a name is.
    enum Kind: Equatable {
        /// A carrier's own way to name one.
        case named
        /// It begins as the library does; what is in it decides.
        case similar
    }

    /// What kind of a conflict copy a name may be; nil for none.
    ///
    /// - Parameter database: the name of the library's own file.
    static func kind(_ name: String, beside database: String) -> Kind? {
        let parts = database.split(separator: ".", maxSplits: 1).map(String.init)
        let (stem, ending) = (parts.first ?? database, parts.last ?? "")
        guard name.hasPrefix(stem), name != database else { return nil }
        // The program's own, and what it has yet to give its name.
        let isOwn = ["-", ".new"].contains { name.hasPrefix(database + $0) }
        // The log of another copy says nothing without it.
        let isCompanion = companions.contains { name.contains("." + ending + $0) }
        if isOwn || isCompanion || name.hasSuffix(".new") { return nil }
        let lower = name.lowercased()
        if marks.contains(where: lower.contains) { return .named }
        let rest = lower.dropFirst(stem.count)
        return rest.wholeMatch(of: /\ ?\(\d+\)\..*/) != nil ? .named : .similar
    }
}

/// Looks for conflict copies and reads them, from copies of its own.
struct ConflictCopies {
    /// Larger files are not read: in bytes.
    static let sizeLimit: Int64 = 1 << 29
    /// At most this many are looked at. A sync client keeps ten of a file.
    static let countLimit = 20
    /// The number of notes that are compared at a time.
    private static let comparedLength = 500

    private let library: Library
    private let files: LibraryFiles
    /// A folder for the copies, which is removed afterwards.
    private let scratch: URL
    private let sizeLimit: Int64

    /// - Parameter folder: where there may be a folder with private copies; one of a run that was killed
    ///   is removed.
    init?(_ library: Library, scratchIn folder: URL, sizeLimit: Int64 = Self.sizeLimit) {
        guard let files = library.store.files else { return nil }
        self.library = library
        self.files = files
        self.sizeLimit = sizeLimit
        scratch = folder.appendingPathComponent("conflict-copies")
    }

    /// The conflict copies that there are, by name.
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

    /// No link, pipe or folder: nothing is followed out of the library's folder, and nothing waited for.
    ///
    /// Nor another name of the library's own files: closing any descriptor of them would give up SQLite's
    /// locks (sqlite.org/howtocorrupt.html, section 2.2).
    private func isFileOfItsOwn(_ url: URL) throws -> Bool {
        guard let status = try look(url), status.st_mode & S_IFMT == S_IFREG else { return false }
        return try ![files.database, files.log, files.sharedMemory].contains { own in
            try look(own).map {
                $0.st_dev == status.st_dev && $0.st_ino == status.st_ino
            } ?? false
        }
    }

    /// Nil where there is nothing.
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
        // Still on its way: the next look finds it whole.
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

    /// How many notes of a copy the library lacks, or has with another text.
    ///
    /// The library is read a little at a time, so that its log can be folded in meanwhile.
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
    /// The conflict copies of the library, as other programs have left them beside it, and what is in
    /// them. Waits for the disk, and holds nothing up; changes none of them.
    ///
    /// - Parameter folder: where they are copied to be read, in a folder that is removed afterwards.
    public func conflictCopies(scratchIn folder: URL) throws -> [ConflictCopy] {
        do {
            return try ConflictCopies(self, scratchIn: folder)?.find() ?? []
        } catch {
            throw LibraryError.translating(error, doing: "look at the copies", url: url)
        }
    }

    /// Looks for conflict copies, now and once a day while the library is open, and tells what was found
    /// when it is something else than the last time.
    ///
    /// - Parameter onResult: told of all that there are, or why they cannot be looked at.
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
