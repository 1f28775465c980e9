import Foundation

/// The system calls and nothing else: what cannot be done for less.
enum BareFiles {
    static func append(_ path: String, _ bytes: [UInt8]) throws {
        try write(bytes, to: open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600))
    }

    /// Writes beside the file, syncs, renames over it, syncs the directory.
    static func replace(_ path: String, _ bytes: [UInt8]) throws {
        let new = path + ".new"
        try write(bytes, to: open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), syncs: true)
        try check(rename(new, path))
        let folder = (path as NSString).deletingLastPathComponent
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try check(directory)
        try check(fsync(directory))
        try check(close(directory))
    }

    /// Reads a file into the buffer; returns how many bytes.
    static func read(_ path: String, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try check(descriptor)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        try check(Int32(clamping: count))
        try check(close(descriptor))
        return count
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, syncs: Bool = false) throws {
        try check(descriptor)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            try check(Int32(clamping: count))
            rest = rest.dropFirst(count)
        }
        if syncs { try check(fsync(descriptor)) }
        try check(close(descriptor))
    }

    private static func check(_ result: Int32) throws {
        if result < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
