import Foundation

/// The limits of file systems, and the errors that indicate them. Only here is an error not taken
/// literally.
///
/// - A folder that cannot be synced (SMB, shared folders of virtual machines, some of FUSE): the
///   file system decides when its names are on the disk, so the failed sync is ignored.
/// - Locks that are refused without a lock manager (NFS without `lockd`, some of FUSE): SQLite
///   reports another program, which does not exist.
/// - A folder that is a mount or a link is on another disk: files are copied there, not moved.
/// - Permissions that cannot be changed (CIFS, exFAT) are those of the mount.
///
/// ``PrivateLogIndex`` deals with the index of SQLite's log, which may not be mappable.
enum FileSystemLimits {
    /// Whether an `fsync` of a folder failed because the file system does not sync folders.
    static func leavesFoldersUnsynced(_ number: Int32) -> Bool {
        [EINVAL, ENOTSUP, EOPNOTSUPP, EBADF, ENOSYS].contains(number)
    }

    /// Whether a rename failed because the target is on another file system.
    static func liesElsewhere(_ number: Int32) -> Bool { number == EXDEV }

    /// Whether a lock failed because the file system has none, and not because of another program.
    static func hasNoLocks(_ number: Int32) -> Bool {
        [ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP, EINVAL].contains(number)
    }

    /// Tests with a separate file whether files in a folder can be locked: closing any descriptor
    /// of the database would give up its locks.
    ///
    /// - Parameter lock: locks a descriptor as SQLite does, and returns the error's number or 0.
    /// - Returns: false also if that cannot be tested.
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
