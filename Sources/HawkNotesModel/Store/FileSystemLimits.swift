import Foundation

/// What a file system may not be able to do, and which errors say so: the one place where an error is not
/// taken at its word.
///
/// - A folder that cannot be synced (SMB, shared folders of virtual machines, some of FUSE) has its names
///   on the disk when the file system wants it so: there is nothing to wait for, and nothing has failed.
/// - Locks that are refused for want of a lock manager (NFS without `lockd`, some of FUSE) reach SQLite as
///   those of another program, which does not exist.
/// - A folder that is a mount or a link lies on another disk: what is moved there has to be copied.
/// - Rights that cannot be changed (CIFS, exFAT) are those of the mount.
///
/// The index of SQLite's log, which may not be mappable, is the business of ``PrivateLogIndex``.
enum FileSystemLimits {
    /// Whether an `fsync` of a folder failed because folders are not synced there.
    static func leavesFoldersUnsynced(_ number: Int32) -> Bool {
        [EINVAL, ENOTSUP, EOPNOTSUPP, EBADF, ENOSYS].contains(number)
    }

    /// Whether a rename failed because the other name lies on another file system.
    static func liesElsewhere(_ number: Int32) -> Bool { number == EXDEV }

    /// Whether a lock failed because there are none there, and not because of another program.
    static func hasNoLocks(_ number: Int32) -> Bool {
        [ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP, EINVAL].contains(number)
    }

    /// Tries in a folder whether files there can be locked, on a file of its own: closing any descriptor
    /// of the database would give up the locks that it has.
    ///
    /// - Parameter lock: locks a descriptor as SQLite does, and returns the error's number or 0.
    /// - Returns: false also where that cannot be tried.
    static func lacksLocks(
        _ folder: URL,
        lock: (Int32) -> Int32 = Self.lock
    ) -> Bool {
        let url = folder.appendingPathComponent(".locks-\(UUID().uuidString)")
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer {
            close(descriptor)
            unlink(url.path)
        }
        return hasNoLocks(lock(descriptor))
    }

    private static func lock(_ descriptor: Int32) -> Int32 {
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        range.l_len = 1
        return fcntl(descriptor, F_SETLK, &range) == 0 ? 0 : errno
    }
}
