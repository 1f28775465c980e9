import Foundation
import GRDB

extension LibraryError {
    /// Translates a database error for the user.
    ///
    /// - Parameters:
    ///   - error: the thrown error; an error of this module is returned unchanged.
    ///   - doing: the operation, to follow "Could not".
    ///   - url: the database; nil for one in memory.
    package static func translating(_ error: any Error, doing: String, url: URL?) -> LibraryError {
        if let error = error as? LibraryError { return error }
        let (code, reason) = cause(of: error, url)
        let name = url.map { " (\($0.path))" } ?? ""
        return LibraryError(
            code,
            "Could not \(doing): \(reason)\(name).",
            url: url,
            underlying: error
        )
    }

    private static func cause(of error: any Error, _ url: URL?) -> (Code, String) {
        guard let error = error as? DatabaseError else {
            return (.other, "\(error)")
        }
        // The shared memory beside the log is also a file, and the first one to run out of space.
        if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
            return (.diskFull, "the disk is full")
        }
        if error.mayMeanNoLocks, let url,
            FileSystemLimits.lacksLocks(url.deletingLastPathComponent())
        {
            return (.noLocks, "the file system that the library is on has no locks")
        }
        switch error.resultCode {
        case .SQLITE_FULL:
            return (.diskFull, "the disk is full")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            return (.readOnly, "the library may only be read")
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
            return (.busy, "another program is using the library")
        case .SQLITE_CORRUPT:
            return (.damaged, "the library is damaged; the file was left as it is")
        case .SQLITE_NOTADB:
            return (.damaged, "the file is not a library, or is damaged; it was left as it is")
        case .SQLITE_CANTOPEN:
            return (.cannotOpen, "the library, or a file beside it, cannot be opened")
        case .SQLITE_IOERR:
            return (.other, "reading or writing the disk failed (\(error.message ?? "no details"))")
        default:
            return (.other, error.message ?? "\(error)")
        }
    }
}

extension DatabaseError {
    /// Whether a lock was refused: by another program, or because the file system has none.
    var mayMeanNoLocks: Bool {
        switch resultCode {
        case .SQLITE_BUSY, .SQLITE_PROTOCOL: true
        case .SQLITE_IOERR:
            [.SQLITE_IOERR_LOCK, .SQLITE_IOERR_RDLOCK, .SQLITE_IOERR_SHMLOCK]
                .contains(extendedResultCode)
        default: false
        }
    }
}
