import Foundation
import LibrarySalvage

/// A file that is held open for reading, so that its bytes stay available even if it is replaced.
///
/// For a database that SQLite has open, it stays open as long as the connection: closing any
/// descriptor of the file gives up SQLite's locks on it (sqlite.org/howtocorrupt.html, section
/// 2.2).
final class HeldFile: Sendable {
    private let descriptor: Int32
    private let url: URL

    /// - Throws: `.cannotOpen` if it is missing, is not a plain file, or may not be read.
    init(_ url: URL) throws {
        // Otherwise, a named pipe would block until it has a writer.
        let opened = Glibc.open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { throw Self.failure(url, String(cString: strerror(errno))) }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            Glibc.close(opened)
            throw Self.failure(url, "it is not a file")
        }
        descriptor = opened
        self.url = url
    }

    deinit { Glibc.close(descriptor) }

    /// The identity of the file; nil if the file system does not report it.
    var identity: Disk.Identity? { status().map(Disk.Identity.init) }

    /// The current version of the file; nil if the file system does not report it.
    var version: Disk.Version? { status().map(Disk.Version.init) }

    /// Its current bytes.
    var bytes: ByteSource {
        let size = Int(version?.size ?? 0)
        return ByteSource(size: size) { [self] offset, count in
            read(offset, min(count, max(size - offset, 0)))
        }
    }

    /// Waits until its content is on the disk.
    func sync() throws {
        guard fsync(descriptor) == 0 else { throw Disk.failure("write \(url.path)", url) }
    }

    private func status() -> stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    private func read(_ offset: Int, _ count: Int) -> [UInt8]? {
        guard offset >= 0, count > 0 else { return [] }
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < buffer.count {
                let got = pread(
                    descriptor,
                    buffer.baseAddress?.advanced(by: done),
                    buffer.count - done,
                    off_t(offset + done)
                )
                if got > 0 {
                    done += got
                } else if got == 0 {
                    break
                } else if errno != EINTR {
                    failed = true
                    break
                }
            }
        }
        return failed ? nil : bytes
    }

    private static func failure(_ url: URL, _ reason: String) -> LibraryError {
        LibraryError(.cannotOpen, "Could not read \(url.path): \(reason).", url: url)
    }
}

extension ByteSource {
    /// Opens a file, which stays open as long as this value lives.
    ///
    /// - Throws: `.cannotOpen` if it is missing, is not a plain file, or may not be read.
    init(_ url: URL) throws {
        self = try HeldFile(url).bytes
    }
}
