import Foundation
import GRDB

/// A copy of the library.
public struct LibraryCopy: Hashable, Sendable {
    /// Why it was made.
    public enum Kind: String, Hashable, Sendable {
        /// One a week; four are kept.
        case weekly = "library"
        /// Before the tables were changed by a new version; kept for 30 days.
        case beforeUpdate = "before-update"
        /// On request; kept forever.
        case byHand = "backup"
    }

    /// The file: an SQLite database of its own.
    public var url: URL
    /// Why it was made.
    public var kind: Kind
    /// When it was made.
    public var date: Date

    /// When the newest of the weekly copies was made; nil when there is none. Reads a folder.
    ///
    /// - Throws: what the file system says when the folder cannot be read.
    public static func newestWeekly(of files: LibraryFiles) throws -> Date? {
        try LibraryBackups.names(files)
            .compactMap { LibraryCopy(files.backups.appendingPathComponent($0)) }
            .filter { $0.kind == .weekly }.map(\.date).max()
    }

    init?(_ url: URL) {
        guard url.pathExtension == "sqlite" else { return nil }
        let name = url.deletingPathExtension().lastPathComponent
        guard
            let kind = [Kind.weekly, .beforeUpdate, .byHand]
                .first(where: { name.hasPrefix($0.rawValue + "-") }),
            let date = DateName.date(name.dropFirst(kind.rawValue.count + 1))
        else { return nil }
        self.url = url
        self.kind = kind
        self.date = date
    }
}

/// Makes copies of the library, and looks after those that there are.
///
/// A copy is checked after it was written and gets its name only then: what bears the name of a
/// copy is a good one, and takes the place of an older one only when it is.
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

    /// The names of the copies that there are.
    static func names(_ files: LibraryFiles) throws -> [String] {
        try Disk.names(files.backups).filter {
            LibraryCopy(files.backups.appendingPathComponent($0)) != nil
        }
    }

    /// The copies that there are, the newest first.
    func copies() throws -> [LibraryCopy] {
        try Self.names(files)
            .compactMap { LibraryCopy(files.backups.appendingPathComponent($0)) }
            .sorted { ($0.date, $0.url.path) > ($1.date, $1.url.path) }
    }

    /// Whether the last weekly copy is older than a week. One that lies in the future was dated by
    /// a clock that was wrong.
    func isWeeklyDue() throws -> Bool {
        let now = environment.now()
        return try !copies().contains { copy in
            copy.kind == .weekly && (0..<Self.week).contains(now.timeIntervalSince(copy.date))
        }
    }

    /// Makes this week's copy, and removes those that it replaces.
    ///
    /// - Throws: `.damaged` when the library turns out not to be fit for a copy; `.diskFull` when
    ///   there is no room. The copies that there are then stay.
    ///
    /// - Parameter isCancelled: asked now and then; the copy is given up when it says so.
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

    /// Makes a copy before the tables are changed, and removes those whose time is over.
    func copyBeforeMigration(
        _ reader: any DatabaseReader,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws {
        // A text that does not fit its checksum is no better in another copy.
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

    /// Makes a copy on request; it is never removed.
    ///
    /// - Throws: as ``copyWeekly(_:isCancelled:)``.
    func copyByHand(
        _ reader: any DatabaseReader,
        progress: @escaping @Sendable (Double) throws -> Void
    ) throws -> LibraryCopy {
        // A text that does not fit its checksum is better there than nowhere.
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
            try write(reader, to: new, progress: progress, isGood: isGood)
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

    private func write(
        _ reader: any DatabaseReader,
        to url: URL,
        progress: @escaping @Sendable (Double) throws -> Void,
        isGood: (LibraryFindings) -> Bool
    ) throws {
        // Created beforehand, so that there is no moment in which others may read it.
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
            let findings: LibraryFindings
            do {
                findings = try LibraryCheck.run(db, isThorough: false)
            } catch let error as DatabaseError where error.meansDamage {
                findings = LibraryFindings(structure: ["\(error)"])
            }
            guard isGood(findings) else {
                throw LibraryError.damaged(
                    LibraryDamage(.unreadable, details: findings.structure),
                    files
                )
            }
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
        let needed = try Disk.status(files.database).size + Disk.status(files.log).size + (1 << 20)
        guard try environment.freeSpace(files.backups) < needed else { return }
        throw LibraryError(
            .diskFull,
            """
            There is not enough room for a copy of the library: \(needed >> 20 + 1) MB are needed \
            in \(files.backups.path).
            """,
            url: files.backups
        )
    }
}

extension Library {
    /// Makes a copy of the whole library in the folder of the backups; waits for the disk, and holds nothing
    /// up. It stays until the user removes it.
    ///
    /// - Parameter progress: told how far it has come, from 0 to 1, on this thread; what it throws ends it.
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

    /// Makes this week's copy unless there is one; waits for the disk, and holds nothing up.
    ///
    /// - Throws: `.diskFull` when there is no room: it is tried again at the next call. `.damaged`
    ///   when the library is; the next start then refuses it.
    /// - Returns: whether a copy was made.
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
            // Only what contradicts itself; a changed text is no reason to refuse the library.
            if error.damage?.details.isEmpty == false { try? store.markAsDamaged() }
            throw error
        } catch {
            throw LibraryError.translating(error, doing: "copy the library", url: url)
        }
    }
}
