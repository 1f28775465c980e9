import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension FileSystem {
    /// The real disk, through POSIX calls.
    ///
    /// Foundation's own file functions follow links, do not sync, and make files with the modes of
    /// the umask; hence the system calls.
    public static var live: FileSystem {
        FileSystem(
            status: PosixFiles.status,
            names: { try PosixFiles.names($0) },
            read: { try PosixFiles.read($0, limit: $1).bytes },
            createDirectory: { try PosixFiles.createDirectory($0) },
            create: { path, bytes in
                try PosixFiles.withFile(path, O_WRONLY | O_CREAT | O_EXCL) {
                    try PosixFiles.writeAll(bytes, to: $0)
                }
            },
            append: { path, bytes in
                try PosixFiles.withFile(path, O_WRONLY | O_APPEND) {
                    try PosixFiles.writeAll(bytes, to: $0)
                }
            },
            sync: { path in
                try PosixFiles.withFile(path, O_RDONLY) { try PosixFiles.check(fsync($0)) }
            },
            syncDirectory: { path in
                try PosixFiles.withFile(path, O_RDONLY | O_DIRECTORY) {
                    try PosixFiles.check(fsync($0))
                }
            },
            rename: { from, to in try PosixFiles.check(Glibc.rename(from, to)) },
            link: { from, to in try PosixFiles.check(Glibc.link(from, to)) },
            remove: { path in
                if unlink(path) == 0 { return }
                if errno == EISDIR || errno == EPERM {
                    try PosixFiles.check(rmdir(path))
                } else {
                    throw PosixFiles.lastError()
                }
            },
            lock: { try PosixFiles.lock($0) },
            lockDirectory: PosixFiles.lockDirectory,
            ownLinkTarget: PosixFiles.ownLinkTarget,
            readWithStatus: PosixFiles.read,
            // As many as a slow disk is glad to do in one go.
            syncWidth: 16
        )
    }
}
