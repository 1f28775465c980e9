import Foundation
import GRDB

/// Sees to it that a database file is opened without harm.
///
/// SQLite itself is too obliging for a library that must not be lost: it takes an empty file for
/// a new database and throws away the write-ahead log that belonged to the real one.
struct LibraryFile {
    let url: URL

    /// Creates the file if there is none, and refuses one that opening it would harm.
    func prepare() throws {
        let logSize = try size(of: log) ?? 0
        if try size(of: url) ?? 0 == 0 {
            guard logSize == 0 else {
                throw LibraryError(
                    .damaged,
                    """
                    The library \(url.path) is missing or empty, but \(log.lastPathComponent) \
                    beside it still holds changes. Put the library back, or move that file away.
                    """,
                    url: url
                )
            }
            try createDirectory(url.deletingLastPathComponent().path)
            try createFile()
        } else if logSize > 0 {
            // After a crash. A connection that may write would fold the log into the file when
            // it closes, and a newer version's file must keep every byte.
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: url.path, configuration: configuration)
            try queue.unsafeRead(check)
            try queue.close()
        }
    }

    /// Refuses a database that is not for this version to write; only reads.
    func check(_ db: Database) throws {
        let version = try LibrarySchema.version(of: db)
        guard version <= LibrarySchema.currentVersion else {
            throw LibraryError(
                .newerSchema,
                """
                The library \(url.path) was written by a newer version of Hawk Notes (format \
                \(version); this version knows up to \(LibrarySchema.currentVersion)). It was \
                left as it is.
                """,
                url: url
            )
        }
        guard version == 0 else { return }
        let hasTables = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master)")
        guard hasTables == false else {
            throw LibraryError(
                .damaged,
                "\(url.path) is a database, but not a library of Hawk Notes. It was left as it is.",
                url: url
            )
        }
    }

    /// Takes the rights of others away, should a copy or a restored backup have given them some.
    /// If that is refused, the file belongs to somebody else, who then decides about it.
    func narrowPermissions() {
        for url in [url, log, sibling("-shm")] {
            var status = stat()
            if stat(url.path, &status) == 0, status.st_mode & 0o077 != 0 {
                _ = chmod(url.path, 0o600)
            }
        }
    }

    /// What is behind an error of opening, where SQLite knows no more than that it failed: even
    /// for reading it needs to write its shared memory into the folder.
    func cause(of error: any Error) -> any Error {
        guard let databaseError = error as? DatabaseError,
            [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(databaseError.resultCode),
            access(url.deletingLastPathComponent().path, W_OK) != 0
        else { return error }
        return failure("open the library \(url.path)")
    }

    /// The write-ahead log that SQLite keeps beside the database.
    private var log: URL { sibling("-wal") }

    private func sibling(_ suffix: String) -> URL {
        URL(fileURLWithPath: url.path + suffix)
    }
}

extension LibraryFile {
    /// The size in bytes, or nil if there is no such file.
    private func size(of url: URL) throws -> Int64? {
        var status = stat()
        guard stat(url.path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw failure("look at \(url.path)")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw LibraryError(
                .cannotOpen,
                "Could not open the library: \(url.path) is not a file.",
                url: url
            )
        }
        return Int64(status.st_size)
    }

    /// Creates a folder and those above it for the user alone; folders that exist stay as they are.
    private func createDirectory(_ path: String) throws {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path != "/", !path.isEmpty else {
            throw failure("create the folder \(path)")
        }
        try createDirectory(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw failure("create the folder \(path)")
        }
    }

    /// Creates the empty file, so that there is no moment in which others may read it. SQLite
    /// gives its log and its shared memory the permissions of the database.
    private func createFile() throws {
        let descriptor = Glibc.open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw failure("create the library \(url.path)")
        }
        Glibc.close(descriptor)
    }

    /// The error for a system call that has just failed.
    private func failure(_ doing: String) -> LibraryError {
        let number = errno
        let code: LibraryError.Code =
            switch number {
            case ENOSPC, EDQUOT: .diskFull
            case EROFS, EACCES, EPERM: .readOnly
            default: .cannotOpen
            }
        return LibraryError(
            code,
            "Could not \(doing): \(String(cString: strerror(number))).",
            url: url,
            underlying: POSIXErrorCode(rawValue: number).map { POSIXError($0) }
        )
    }
}
