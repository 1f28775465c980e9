import Foundation
import GRDB
import LibrarySalvage

/// A folder that the reader chose for backups, usually on another disk.
///
/// A backup is one file, named after its day. It is written under a hidden name, synced, opened and
/// checked, and gets its name only then. All backups of the last ten days that have any are kept;
/// older ones of the same library are removed after a new one was made. Other files in the folder,
/// and the backups of other libraries, are never changed.
public struct BackupFolder: Sendable {
    /// How many days with backups are kept.
    static let keptDayCount = 10

    /// The folder.
    public let url: URL

    /// A checked backup.
    public struct Backup: Hashable, Sendable {
        /// The file.
        public var url: URL
        /// When it was made.
        public var date: Date
        /// Its content.
        public var contents: LibraryContents
    }

    private let timeZone: TimeZone

    /// - Parameters:
    ///   - url: an existing folder.
    ///   - timeZone: where a backup's day begins and ends.
    public init(_ url: URL, timeZone: TimeZone = .current) {
        self.url = url
        self.timeZone = timeZone
    }

    /// Whether the folder exists and has a backup of the library. A folder without one may be the
    /// mount point of a disk that is not connected.
    public func hasBackup(of library: Library) throws -> Bool {
        let identity = try library.backupIdentity()
        return try !backups(of: identity).isEmpty
    }

    /// The files that are named as backups, newest first, of any library; none without the folder.
    /// Reads the folder only.
    public func copies() throws -> [LibraryCopy] {
        let names = try Disk.names(url).compactMap { FileName($0) }
            .sorted { ($0.day, $0.number) > ($1.day, $1.number) }
        return try names.compactMap { name in
            let file = url.appendingPathComponent(name.string)
            guard case .file = try Disk.status(file) else { return nil }
            return try Disk.modificationDate(of: file).map {
                LibraryCopy(file, kind: .inFolder, date: $0)
            }
        }
    }

    /// Removes what a backup that was killed has left.
    ///
    /// - Returns: false if the folder does not exist; its disk may be away.
    @discardableResult
    public func removeRemains(of library: Library) throws -> Bool {
        guard try Disk.status(url) == .folder else { return false }
        try removeRemains(of: library.backupIdentity())
        return true
    }

    // MARK: Writing

    fileprivate func write(
        _ library: Library,
        _ files: LibraryFiles,
        drafts: [BackupDraft],
        progress: @escaping @Sendable (Double) throws -> Void
    ) throws -> Backup {
        guard try Disk.status(url) == .folder else {
            throw LibraryError(.notFound, "There is no folder \(url.path).", url: url)
        }
        let identity = try library.backupIdentity()
        let new = unfinished(identity)
        try removeRemains(of: identity)
        try LibraryBackups.checkRoom(for: files, in: url, library.environment)
        do {
            try LibraryBackups.write(library.store.writer, to: new, progress: progress) { db in
                try BackupDraft.insert(drafts, into: db)
            }
            try Disk.sync(new)
            try Disk.forgetCachedContent(of: new)
            let contents = try check(new, of: identity, drafts: drafts)
            // The last chance to cancel it.
            try progress(1)
            let date = library.environment.now()
            let backup = Backup(url: try nameFile(new, date), date: date, contents: contents)
            try Disk.syncFolder(of: backup.url)
            // The new backup is good, whether or not an old one can be removed.
            try? removeOld(of: identity)
            return backup
        } catch {
            try? removeRemains(of: identity)
            throw error
        }
    }

    /// Opens the new file and checks it against the library.
    private func check(
        _ file: URL,
        of identity: UUID?,
        drafts: [BackupDraft]
    ) throws -> LibraryContents {
        let contents = try LibraryRestore.examine(file, LibraryFiles(database: file))
        let found = try PrivateLogIndex.read(file, Configuration()) { db in
            (identity: try CommitStamp.fetch(db)?.identity, drafts: try BackupDraft.fetchAll(db))
        }
        guard found.identity == identity, found.drafts.map(\.untitled) == drafts.map(\.untitled)
        else {
            throw LibraryError.damaged(LibraryDamage(.unreadable), LibraryFiles(database: file))
        }
        return contents
    }

    /// Gives the new file the first unused name of the day.
    private func nameFile(_ new: URL, _ date: Date) throws -> URL {
        let day = DayName.of(date, in: timeZone)
        for number in 1... {
            let name = FileName(day: day, number: number).string
            let target = url.appendingPathComponent(name)
            if try Disk.rename(new, toUnused: target) { return target }
        }
        return new
    }

    private func removeOld(of identity: UUID?) throws {
        guard identity != nil else { return }
        let backups = try backups(of: identity)
        let kept = Set(backups.map(\.day)).sorted(by: >).prefix(Self.keptDayCount)
        for backup in backups where !kept.contains(backup.day) {
            try Disk.remove(url.appendingPathComponent(backup.string))
        }
    }

    /// The names of the library's backups. Reads the beginning of each file.
    private func backups(of identity: UUID?) throws -> [FileName] {
        try Disk.names(url).compactMap { FileName($0) }.filter { name in
            let file = url.appendingPathComponent(name.string)
            guard case .file = try Disk.status(file) else { return false }
            return try CommitStamp.stored(in: ByteSource(file))?.identity == identity
        }
    }

    // MARK: Unfinished files

    private func unfinished(_ identity: UUID?) -> URL {
        let name = identity?.uuidString.prefix(8).lowercased() ?? "library"
        return url.appendingPathComponent(".hawk-notes-backup-\(name).unfinished")
    }

    private func removeRemains(of identity: UUID?) throws {
        let file = unfinished(identity)
        for suffix in ["", ".new", "-journal", "-wal", "-shm"] {
            try Disk.remove(URL(fileURLWithPath: file.path + suffix))
        }
    }

    /// The name of a backup: “Hawk Notes Backup 2026-11-28.sqlite”, and the second one of a day
    /// “Hawk Notes Backup 2026-11-28 (2).sqlite”.
    private struct FileName {
        let day: String
        let number: Int

        private static let start = "Hawk Notes Backup "
        private static let end = ".sqlite"

        init(day: String, number: Int) {
            self.day = day
            self.number = number
        }

        init?(_ name: String) {
            guard name.hasPrefix(Self.start), name.hasSuffix(Self.end) else { return nil }
            let middle = name.dropFirst(Self.start.count).dropLast(Self.end.count)
            let parts = middle.split(separator: " ", omittingEmptySubsequences: false)
            guard let day = parts.first, DayName.isDay(day), parts.count <= 2 else { return nil }
            self.day = String(day)
            number = parts.count == 1 ? 1 : Int(parts[1].dropFirst().dropLast()) ?? 0
            guard string == name else { return nil }
        }

        var string: String {
            Self.start + day + (number == 1 ? "" : " (\(number))") + Self.end
        }
    }
}

/// Days in file names: they sort chronologically.
private enum DayName {
    static func of(_ date: Date, in timeZone: TimeZone) -> String {
        Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day().format(date)
    }

    static func isDay(_ name: Substring) -> Bool {
        name.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [4, 2, 2]
            && name.allSatisfy { $0 == "-" || ("0"..."9").contains($0) }
    }
}

extension BackupDraft {
    /// The draft as it was before the backup looked up its page.
    fileprivate var untitled: BackupDraft {
        BackupDraft(page: page, note: note, words: words, quote: quote)
    }
}

extension Library {
    /// Makes a backup in a folder that the reader chose; waits for the disk without blocking other
    /// calls.
    ///
    /// The backup is opened and checked before it gets its name. An error, a cancellation and a
    /// kill leave the earlier backups as they are.
    ///
    /// - Parameters:
    ///   - drafts: the texts that are being written, in order.
    ///   - progress: called on this thread with values from 0 to 1; an error that it throws cancels
    ///     the backup.
    /// - Throws: `.notFound` when there is no such folder; `.diskFull` when there is no room;
    ///   `.readOnly` when the folder is not writable; `.damaged` when the backup cannot be read
    ///   back; `CancellationError` when the library was closed meanwhile.
    public func backUp(
        to folder: BackupFolder,
        drafts: [BackupDraft] = [],
        progress: @escaping @Sendable (Double) throws -> Void = { _ in }
    ) throws -> BackupFolder.Backup {
        guard let files = store.files else {
            throw LibraryError(.other, "A library in memory has no backups.")
        }
        do {
            guard store.lookAtFiles() == nil else { throw LibraryError.replaced(files) }
            return try folder.write(self, files, drafts: drafts) { [store] in
                if store.isClosed { throw CancellationError() }
                try progress($0)
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw LibraryError.translating(error, doing: "back up the library", url: folder.url)
        }
    }

    /// The identity that the library shares with its backups.
    fileprivate func backupIdentity() throws -> UUID? {
        try readAtOnce("back up the library") { try CommitStamp.fetch($0)?.identity }
    }
}
