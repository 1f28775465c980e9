import Foundation

/// Bytes that are read in pieces: of a file that may be too large for the memory, or at hand.
struct ByteSource {
    /// How many bytes there are.
    let size: Int
    /// Reads some bytes: fewer than asked where the end is near, nil where the disk fails.
    let read: (_ offset: Int, _ count: Int) -> [UInt8]?
}

extension ByteSource {
    /// Bytes that are in memory anyway.
    init(_ bytes: [UInt8]) {
        size = bytes.count
        read = { offset, count in
            guard offset >= 0, count > 0, offset < bytes.count else { return [] }
            return Array(bytes[offset..<offset + min(count, bytes.count - offset)])
        }
    }

    /// A file, which stays open for as long as this value lives.
    ///
    /// - Throws: `.cannotOpen` if it is missing, is not a plain file, or may not be read.
    init(_ url: URL) throws {
        let file = try OpenFile(url)
        size = file.size
        read = { offset, count in file.read(offset, count) }
    }
}

/// A file that is open for reading.
private final class OpenFile {
    let descriptor: Int32
    let size: Int

    init(_ url: URL) throws {
        // A named pipe would otherwise wait here for a writer.
        let opened = Glibc.open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else {
            throw Self.failure(url, String(cString: strerror(errno)))
        }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            Glibc.close(opened)
            throw Self.failure(url, "it is not a file")
        }
        descriptor = opened
        size = Int(status.st_size)
    }

    deinit {
        Glibc.close(descriptor)
    }

    func read(_ offset: Int, _ count: Int) -> [UInt8]? {
        guard offset >= 0, count > 0, offset < size else { return [] }
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: min(count, size - offset)) {
            buffer,
            done in
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
