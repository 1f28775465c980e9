import Foundation
import GRDB
import LibrarySalvage

/// Examines the files of a library before they are opened, without changing them.
///
/// SQLite is too lenient for a library that must not be lost: it treats an empty file as a new
/// database, and an unreadable log as a missing one, and overwrites both.
struct LibraryExamination {
    /// The state of the files.
    enum Finding: Equatable {
        /// No library yet.
        case nothing
        /// A library, with the version of its tables.
        ///
        /// - wasInUse: whether the last run did not end properly.
        case library(version: Int, wasInUse: Bool)
        /// A library beside a log or a mark of another library, or of another state of it.
        case strays(Strays)
    }

    /// The files beside a library that belong to another one: they must be moved before anything is
    /// opened.
    struct Strays: Equatable {
        var log = false
        var mark = false
    }

    let files: LibraryFiles
    /// Whether other files show that there was a library.
    let isExpected: Bool

    /// - Throws: `.damaged`, `.newerSchema`, or the file system's error.
    func examine() throws -> Finding {
        let mark = try LogMark.read(files)
        let status = try Disk.status(files.database)
        let logSize = try sizeOfLog()
        switch status {
        case .folder, .other:
            throw LibraryError(
                .cannotOpen,
                "Could not open the library: \(files.database.path) is not a file.",
                url: files.database
            )
        case .nothing, .file(0):
            let isThere = status != .nothing
            if try logSize > 0 || (mark?.kind != .new && hasTraces(mark)) {
                throw LibraryError.damaged(
                    LibraryDamage(isThere ? .empty : .missing, since: mark?.since),
                    files,
                    hasLog: logSize > 0
                )
            }
            return .nothing
        case .file: break
        }
        if mark?.isDamaged == true { throw damaged(.unreadable, mark) }
        let header = try DatabaseHeader(
            Array(Disk.read(files.database, upTo: DatabaseHeader.size))
        )
        guard let header else { throw damaged(.notALibrary, mark) }
        if logSize > 0 {
            let log = WriteAheadLog(try ByteSource(files.log))
            let database = try ByteSource(files.database)
            if case .stray(let last) = LogJudgment(database: database, log: log) {
                return .strays(Strays(log: true, mark: isStray(mark, beside: database, last)))
            }
            // After a power cut the last transaction may look damaged. The mark shows whether it
            // was completed.
            let isDamaged = log.condition == .damaged
            if isDamaged, mark?.kind != .log { throw damaged(.logDamaged, mark) }
            return try withConnection(mark) { try look(at: $0, mark, isLogDamaged: isDamaged) }
        }
        // Without a log, the file's header suffices, and no connection is needed.
        try refuse(newer: header.userVersion)
        if header.userVersion <= 0 || mark?.kind == .log {
            return try withConnection(mark) { try look(at: $0, mark, isLogDamaged: false) }
        }
        return .library(version: header.userVersion, wasInUse: mark != nil)
    }

    /// Whether the mark is moved with a foreign log. It stays if it belongs to the file and the log
    /// is of another library: then the file's own log was lost, which must be reported.
    private func isStray(
        _ mark: LogMark?,
        beside database: ByteSource,
        _ last: CommitStamp?
    ) -> Bool {
        guard let mark else { return false }
        guard let present = CommitStamp.stored(in: database), mark.identity != nil,
            mark.identity == present.identity
        else { return true }
        return last?.identity == present.identity
    }

    /// Whether any file beside the library shows that there was one.
    private func hasTraces(_ mark: LogMark?) throws -> Bool {
        try isExpected || mark != nil || !LibraryBackups.names(files).isEmpty
    }

    /// The size of the log; 0 if it is empty.
    private func sizeOfLog() throws -> Int64 {
        switch try Disk.status(files.log) {
        case .nothing: return 0
        case .file(let size): return size > LogHeader.size ? size : 0
        case .folder, .other:
            throw LibraryError(
                .cannotOpen,
                "Could not open the library: \(files.log.path) is not a file.",
                url: files.log
            )
        }
    }

    private func damaged(_ kind: LibraryDamage.Kind, _ mark: LogMark?) -> LibraryError {
        .damaged(LibraryDamage(kind, since: mark?.since), files)
    }

    private func refuse(newer version: Int) throws {
        guard version > LibrarySchema.currentVersion else { return }
        throw LibraryError(
            .newerSchema,
            """
            The library \(files.database.path) was written by a newer version of Hawk Notes \
            (format \(version); this version knows up to \(LibrarySchema.currentVersion)). It was \
            left as it is.
            """,
            url: files.database
        )
    }

    // MARK: With the log

    /// A writable connection would checkpoint the log when it closes, and a newer version's file
    /// must not change.
    private func withConnection(
        _ mark: LogMark?,
        _ body: (Database) throws -> Finding
    ) throws -> Finding {
        var configuration = Configuration()
        configuration.busyMode = .timeout(2)
        do {
            return try PrivateLogIndex.read(files.database, configuration, body)
        } catch let error as DatabaseError where error.meansDamage {
            throw LibraryError.damaged(
                LibraryDamage(.unreadable, since: mark?.since, details: ["\(error)"]),
                files
            )
        }
    }

    private func look(at db: Database, _ mark: LogMark?, isLogDamaged: Bool) throws -> Finding {
        let version = try LibrarySchema.version(of: db)
        try refuse(newer: version)
        let tables = try String.fetchSet(
            db,
            sql: "SELECT name FROM sqlite_master WHERE type = 'table'"
        )
        if tables.isEmpty {
            // A library looks like this if it was copied without its log, which had all of its
            // content.
            throw LibraryError.damaged(LibraryDamage(.empty, since: mark?.since), files)
        }
        guard version > 0, tables.contains("note") else {
            // An impossible version with a library's tables comes from a bad disk.
            throw damaged(tables.contains("note") ? .unreadable : .notALibrary, mark)
        }
        if let mark, mark.kind == .log {
            let stamp = try CommitStamp.fetch(db)
            if let stamp, mark.isForeign(to: stamp) { return .strays(Strays(mark: true)) }
            guard stamp?.count ?? 0 >= mark.commits else {
                throw damaged(isLogDamaged ? .logDamaged : .logMissing, mark)
            }
        }
        return .library(version: version, wasInUse: mark != nil)
    }
}

extension DatabaseError {
    /// Whether the file itself is damaged, and the error comes neither from the disk nor from
    /// another program.
    var meansDamage: Bool {
        resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
    }
}
