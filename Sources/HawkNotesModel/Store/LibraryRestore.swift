import Foundation
import GRDB

/// Replaces the library by a backup; sets the old library aside and never deletes it.
///
/// The library must be closed. It is replaced atomically at the end: until then it does not change,
/// and a power cut leaves the one or the other.
public struct LibraryRestore: Sendable {
    /// The files of the library.
    public let files: LibraryFiles
    private let environment: LibraryEnvironment

    /// For the library at this place.
    public init(at url: URL, environment: LibraryEnvironment = .live) {
        files = LibraryFiles(database: url)
        self.environment = environment
    }

    /// The backups in their folder, newest first. Reads a folder.
    public func copies() throws -> [LibraryCopy] {
        try translatingErrors { try LibraryBackups(files, environment: environment).copies() }
    }

    /// The summary of a backup, which may be any file.
    ///
    /// Reads all of it, which takes seconds for a large one.
    ///
    /// - Throws: `.newerSchema` if a newer version has written it; `.damaged` if it is no library,
    ///   or one that cannot be read; `.cannotOpen`.
    public func contents(of backup: URL) throws -> LibraryContents {
        try translatingErrors {
            try requireFile(backup)
            return try Self.examine(backup, LibraryFiles(database: backup))
        }
    }

    /// The drafts in a backup, which may be any file; none in most.
    ///
    /// - Throws: as ``contents(of:)``.
    public func drafts(in backup: URL) throws -> [BackupDraft] {
        try translatingErrors {
            try requireFile(backup)
            return try PrivateLogIndex.read(backup, Self.configuration, BackupDraft.fetchAll)
        }
    }

    /// Replaces the library by a backup. The drafts in the backup are left out.
    ///
    /// - Returns: the folder with the old library, which can be restored in turn.
    /// - Throws: as ``contents(of:)``, and `.diskFull`; then the library is unchanged.
    @discardableResult
    public func restore(_ backup: URL) throws -> URL {
        try restore(backup, putBack: nil)
    }

    /// Restores a library that another program had replaced.
    ///
    /// Records that beside the files that are set aside, so that
    /// ``ReplacedLibrary/wasPutBackLately`` is known after a restart as well.
    ///
    /// - Parameter copy: the folder with the library, ``ReplacedLibrary/copy``.
    /// - Returns: as ``restore(_:)``.
    /// - Throws: as ``restore(_:)``.
    @discardableResult
    public func putBack(_ copy: URL) throws -> URL {
        try restore(
            copy.appendingPathComponent(files.database.lastPathComponent),
            putBack: PutBackMark(environment.host)
        )
    }

    private func restore(_ backup: URL, putBack: PutBackMark?) throws -> URL {
        try translatingErrors {
            try requireFile(backup)
            try removeReplacement()
            do {
                try copy(backup)
                // The copy, not the file: it cannot change before its use.
                _ = try Self.examine(files.replacement, files)
            } catch {
                try? removeReplacement()
                throw error
            }
            let aside = SetAside(files, environment: environment)
            let folder = try aside.copy(files.all, putBack: putBack)
            do {
                try LibraryReplacement(files: files).begin(environment)
            } catch {
                // The library was not restored. If this fails too, the record expires in an hour.
                if putBack != nil { try? PutBackMark.remove(in: folder) }
                throw error
            }
            return folder
        }
    }

    /// Copies the backup beside the library, and checkpoints its log, if any: a library that was
    /// set aside has one.
    private func copy(_ backup: URL) throws {
        let needed = try Disk.status(backup).size + (1 << 20)
        guard try environment.freeSpace(files.folder) >= needed else {
            throw LibraryError(
                .diskFull,
                """
                There is not enough room to restore the backup: \(needed >> 20 + 1) MB are needed in \
                \(files.folder.path).
                """,
                url: files.folder
            )
        }
        try Disk.copy(backup, to: files.replacement)
        let log = URL(fileURLWithPath: backup.path + "-wal")
        if case .file(1...) = try Disk.status(log) {
            try Disk.copy(log, to: URL(fileURLWithPath: files.replacement.path + "-wal"))
        }
        let queue = try DatabaseQueue(
            path: PrivateLogIndex.path(of: files.replacement),
            configuration: Self.configuration
        )
        try queue.writeWithoutTransaction { db in
            _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            try BackupDraft.removeAll(from: db)
        }
        try queue.close()
    }

    private func requireFile(_ url: URL) throws {
        guard case .file = try Disk.status(url) else {
            throw LibraryError(.cannotOpen, "There is no file \(url.path).", url: url)
        }
    }

    private func removeReplacement() throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try Disk.remove(URL(fileURLWithPath: files.replacement.path + suffix))
        }
    }

    private func translatingErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw LibraryError.translating(error, doing: "restore the backup", url: files.database)
        }
    }
}

extension LibraryRestore {
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            db.add(function: .textChecksum)
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
        }
        return configuration
    }

    /// Checks a file that may be a library, and summarizes it.
    static func examine(_ url: URL, _ files: LibraryFiles) throws -> LibraryContents {
        do {
            return try PrivateLogIndex.read(url, configuration) { db in
                let version = try LibrarySchema.version(of: db)
                guard version <= LibrarySchema.currentVersion else {
                    throw LibraryError(
                        .newerSchema,
                        "A newer version of the program has written \(url.lastPathComponent).",
                        url: url
                    )
                }
                let findings = try LibraryCheck.run(db, isThorough: false).structure
                let strange = findings.isEmpty ? try LibraryCheck.strangeObjects(in: db) : []
                guard findings.isEmpty, strange.isEmpty else {
                    throw LibraryError.damaged(
                        LibraryDamage(.unreadable, details: findings + strange),
                        files
                    )
                }
                return try LibraryContents(db)
            }
        } catch let error as DatabaseError where !error.isPassing {
            throw LibraryError.damaged(
                LibraryDamage(.unreadable, details: ["\(error)"]),
                files
            )
        }
    }
}

extension LibraryCheck {
    /// Views, triggers and tables that no version of the program creates: they would run in a
    /// library from an untrusted source. A backup may have a table of drafts.
    static func strangeObjects(in db: Database) throws -> [String] {
        let version = try LibrarySchema.version(of: db)
        let model = try DatabaseQueue()
        try LibrarySchema.migrate(model, steps: Array(LibrarySchema.steps[..<version]))
        return try schema(db).subtracting(try model.unsafeRead(schema))
            .subtracting([BackupDraft.schema]).sorted()
            .map { "not of a library: \($0.prefix(60))" }
    }
}
