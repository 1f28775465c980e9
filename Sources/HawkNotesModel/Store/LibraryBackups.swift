import Foundation
import GRDB

/// A backup of the library.
public struct LibraryCopy: Hashable, Sendable {
    /// Why it was made.
    public enum Kind: String, Hashable, Sendable {
        /// One a week; four are kept.
        case weekly = "library"
        /// Made before a new version changed the tables; kept for 30 days.
        case beforeUpdate = "before-update"
        /// On request; kept forever.
        case byHand = "backup"
        /// In a folder of the reader's choice; see ``BackupFolder``.
        case inFolder = "folder"
    }

    /// The file: an SQLite database of its own.
    public var url: URL
    /// Why it was made.
    public var kind: Kind
    /// When it was made.
    public var date: Date

    /// The date of the newest weekly backup; nil without one. Reads a folder.
    ///
    /// - Throws: the file system's error if the folder cannot be read.
    public static func newestWeekly(of files: LibraryFiles) throws -> Date? {
        try LibraryBackups.names(files)
            .compactMap { LibraryCopy(files.backups.appendingPathComponent($0)) }
            .filter { $0.kind == .weekly }.map(\.date).max()
    }

    init(_ url: URL, kind: Kind, date: Date) {
        self.url = url
        self.kind = kind
        self.date = date
    }

    init?(_ url: URL) {
        guard url.pathExtension == "sqlite" else { return nil }
        let name = url.deletingPathExtension().lastPathComponent
        guard
            let kind = [Kind.weekly, .beforeUpdate, .byHand]
                .first(where: { name.hasPrefix($0.rawValue + "-") }),
            let date = DateName.date(name.dropFirst(kind.rawValue.count + 1))
        else { return nil }
        self.init(url, kind: kind, date: date)
    }
}

/// Makes backups of the library and removes old ones.
///
/// A backup is checked after it was written and gets its name only then: every named backup is
/// good, and only a good one replaces an older one.
struct LibraryBackups {
    static let weeklyLimit = 4
    static let week: TimeInterval = 7 * 24 * 60 * 60
    static let timeBeforeUpdate: TimeInterval = 30 * 24 * 60 * 60

    private let files: LibraryFiles
    private let environment: LibraryEnvironment

    init(_ files: LibraryFiles, environment: LibraryEnvironment) {
        self.files = files
        self.environment = environment
    }

    /// The names of the backups.
    static func names(_ files: LibraryFiles) throws -> [String] {
        try Disk.names(files.backups).filter {
            LibraryCopy(files.backups.appendingPathComponent($0)) != nil
        }
    }

    /// The backups, newest first.
    func copies() throws -> [LibraryCopy] {
        try Self.names(files)
            .compactMap { LibraryCopy(files.backups.appendingPathComponent($0)) }
            .sorted { ($0.date, $0.url.path) > ($1.date, $1.url.path) }
    }

    /// Whether the last weekly backup is older than a week. One from the future was dated by a
    /// wrong clock.
    func isWeeklyDue() throws -> Bool {
        let now = environment.now()
        return try !copies().contains { copy in
            copy.kind == .weekly && (0..<Self.week).contains(now.timeIntervalSince(copy.date))
        }
    }

    /// Makes this week's backup, and removes those that it replaces.
    ///
    /// - Throws: `.damaged` when the library is damaged; `.diskFull` when there is no room. Then
    ///   the existing backups stay.
    ///
    /// - Parameter isCancelled: polled; the backup is cancelled when it returns true.
    func copyWeekly(
        _ reader: any DatabaseReader,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws {
        let copy = try makeCopy(
            of: reader,
            .weekly,
            progress: { _ in if isCancelled() { throw CancellationError() } },
            isGood: \.isEmpty
        )
        let older = try copies().filter { $0.kind == .weekly && $0 != copy }
        for copy in older.dropFirst(Self.weeklyLimit - 1) { try Disk.remove(copy.url) }
    }

    /// Makes a backup before the tables are changed, and removes expired ones.
    func copyBeforeMigration(
        _ reader: any DatabaseReader,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws {
        // A text that does not match its checksum would not be better in another backup.
        let copy = try makeCopy(
            of: reader,
            .beforeUpdate,
            progress: progress,
            isGood: \.structure.isEmpty
        )
        let now = environment.now()
        for old in try copies() where old.kind == .beforeUpdate && old != copy {
            if now.timeIntervalSince(old.date) > Self.timeBeforeUpdate {
                try Disk.remove(old.url)
            }
        }
    }

    /// Makes a backup on request; it is never removed.
    ///
    /// - Throws: as ``copyWeekly(_:isCancelled:)``.
    func copyByHand(
        _ reader: any DatabaseReader,
        progress: @escaping @Sendable (Double) throws -> Void
    ) throws -> LibraryCopy {
        // A text that does not match its checksum is better than none.
        let copy = try makeCopy(
            of: reader,
            .byHand,
            progress: progress,
            isGood: \.structure.isEmpty
        )
        guard let copy else { throw LibraryError(.other, "The copy has no name.") }
        return copy
    }

    private func makeCopy(
        of reader: any DatabaseReader,
        _ kind: LibraryCopy.Kind,
        progress: @escaping @Sendable (Double) throws -> Void,
        isGood: (LibraryFindings) -> Bool
    ) throws -> LibraryCopy? {
        try checkRoom()
        try Disk.makeFolder(files.backups)
        let new = files.backups.appendingPathComponent("unfinished.sqlite")
        let remains = ["", "-journal", "-wal", "-shm"]
        for suffix in remains { try Disk.remove(URL(fileURLWithPath: new.path + suffix)) }
        do {
            try Self.write(reader, to: new, progress: progress) { db in
                let findings = try LibraryCheck.findings(in: db)
                guard isGood(findings) else { throw damaged(findings) }
            }
        } catch {
            for suffix in remains { try? Disk.remove(URL(fileURLWithPath: new.path + suffix)) }
            throw error
        }
        let url = try unusedName(kind)
        try Disk.sync(new)
        try Disk.rename(new, to: url)
        try Disk.syncFolder(of: url)
        return LibraryCopy(url)
    }

    private func damaged(_ findings: LibraryFindings) -> LibraryError {
        .damaged(LibraryDamage(.unreadable, details: findings.structure), files)
    }

    /// Writes the library to a file of its own, without waiting for the disk.
    ///
    /// - Parameters:
    ///   - progress: called with values from 0 to 1; an error that it throws cancels the backup.
    ///   - complete: checks or completes the new database.
    static func write(
        _ reader: any DatabaseReader,
        to url: URL,
        progress: @escaping @Sendable (Double) throws -> Void,
        complete: (Database) throws -> Void
    ) throws {
        // Created beforehand, so that other users can never read it.
        try Disk.replace(url, with: Data(), syncs: false)
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            // All of it is synced once, at the end.
            try db.execute(sql: "PRAGMA synchronous = OFF")
        }
        let copy = try DatabaseQueue(
            path: PrivateLogIndex.path(of: url),
            configuration: configuration
        )
        try reader.backup(to: copy, pagesPerStep: 4096) { state in
            try progress(Double(state.completedPageCount) / Double(max(state.totalPageCount, 1)))
        }
        try copy.writeWithoutTransaction { db in
            // A single file, which every program reads.
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            try complete(db)
        }
        try copy.close()
    }

    private func unusedName(_ kind: LibraryCopy.Kind) throws -> URL {
        var date = environment.now()
        while true {
            let url = files.backups
                .appendingPathComponent("\(kind.rawValue)-\(DateName.of(date)).sqlite")
            if try Disk.status(url) == .nothing { return url }
            date += 1
        }
    }

    private func checkRoom() throws {
        try Self.checkRoom(for: files, in: files.backups, environment)
    }

    /// Checks whether a copy of the library fits into a folder.
    ///
    /// - Throws: `.diskFull` if it does not.
    static func checkRoom(
        for files: LibraryFiles,
        in folder: URL,
        _ environment: LibraryEnvironment
    ) throws {
        let needed = try Disk.status(files.database).size + Disk.status(files.log).size + (1 << 20)
        guard try environment.freeSpace(folder) < needed else { return }
        throw LibraryError(
            .diskFull,
            """
            There is not enough room for a copy of the library: \(needed >> 20 + 1) MB are needed \
            in \(folder.path).
            """,
            url: folder
        )
    }
}

extension LibraryCheck {
    /// Checks a copy of a library; damage that SQLite reports as an error is a finding.
    static func findings(in db: Database) throws -> LibraryFindings {
        do {
            return try run(db, isThorough: false)
        } catch let error as DatabaseError where error.meansDamage {
            return LibraryFindings(structure: ["\(error)"])
        }
    }
}

extension Library {
    /// Makes a backup of the library in the folder of the backups; waits for the disk without
    /// blocking other calls. It stays until the user removes it.
    ///
    /// - Parameter progress: called on this thread with values from 0 to 1; an error that it throws
    ///   cancels the backup.
    /// - Throws: `.diskFull` when there is no room; `.damaged` when the library is.
    @discardableResult
    public func makeBackup(
        progress: @escaping @Sendable (Double) throws -> Void = { _ in }
    ) throws -> LibraryCopy {
        guard let files = store.files else {
            throw LibraryError(.other, "A library in memory has no backups.")
        }
        do {
            guard store.lookAtFiles() == nil else { throw LibraryError.replaced(files) }
            return try LibraryBackups(files, environment: environment)
                .copyByHand(store.writer, progress: progress)
        } catch {
            throw LibraryError.translating(error, doing: "copy the library", url: url)
        }
    }

    /// Makes this week's backup unless it exists; waits for the disk without blocking other calls.
    ///
    /// - Throws: `.diskFull` when there is no room: the next call tries again. `.damaged` when the
    ///   library is; the next start then refuses it.
    /// - Returns: whether a backup was made.
    @discardableResult
    public func copyWeeklyIfDue() throws -> Bool {
        guard let files = store.files else { return false }
        do {
            let backups = LibraryBackups(files, environment: environment)
            guard try backups.isWeeklyDue(), store.lookAtFiles() == nil else { return false }
            try backups.copyWeekly(store.writer) { [store] in store.isClosed }
            return true
        } catch is CancellationError {
            return false
        } catch let error as LibraryError where error.code == .damaged {
            // Only for an inconsistent database; a changed text is no reason to refuse the library.
            if error.damage?.details.isEmpty == false { try? store.markAsDamaged() }
            throw error
        } catch {
            throw LibraryError.translating(error, doing: "copy the library", url: url)
        }
    }
}
