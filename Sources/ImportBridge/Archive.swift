import CImport

/// A ZIP archive that is read entry by entry, valid while the body that receives it runs.
public final class Archive {
    /// An entry of the archive.
    public struct Entry {
        /// The name in the archive, with replacement characters for invalid UTF-8; empty if there
        /// is none.
        public let name: String
        /// Not a folder, link or device.
        public let isFile: Bool
        /// Whether reading it requires a password.
        public let isEncrypted: Bool
    }

    /// The next entry.
    public enum Step {
        case entry(Entry)
        case end
        /// Nothing after this can be read.
        case damaged
    }

    private let table: HawkImportFunctions
    private let pointer: OpaquePointer

    fileprivate init(_ table: HawkImportFunctions, _ pointer: OpaquePointer) {
        self.table = table
        self.pointer = pointer
    }

    /// Advances to the next entry.
    public func next() -> Step {
        var entry = HawkArchiveEntry()
        switch table.archive_next(pointer, &entry) {
        case HAWK_ARCHIVE_ENTRY:
            return .entry(
                Entry(
                    name: String(borrowed: entry.name),
                    isFile: entry.is_file,
                    isEncrypted: entry.is_encrypted
                )
            )
        case HAWK_ARCHIVE_END: return .end
        default: return .damaged
        }
    }

    /// Reads the content of the current entry into a buffer, from its start.
    ///
    /// - Returns: the number of bytes; 0 at the end of the entry, nil if it is damaged.
    public func read(into buffer: inout [UInt8]) -> Int? {
        let count = buffer.withUnsafeMutableBytes {
            table.archive_read(pointer, $0.baseAddress, $0.count)
        }
        return (0...Int64(buffer.count)).contains(count) ? Int(count) : nil
    }
}

extension ImportFunctions {
    /// Calls `body` with the archive of a descriptor, or with nil if it is not an archive. The
    /// descriptor stays open.
    public func withArchive<Result>(
        descriptor: Int32,
        _ body: (Archive?) throws -> Result
    ) rethrows -> Result {
        try with(table.archive_open(descriptor), body)
    }

    /// Calls `body` with the archive of some bytes, or with nil if they are not an archive.
    public func withArchive<Result>(
        _ bytes: [UInt8],
        _ body: (Archive?) throws -> Result
    ) rethrows -> Result {
        try bytes.withUnsafeBytes { buffer in
            try with(table.archive_open_bytes(buffer.baseAddress, buffer.count), body)
        }
    }

    private func with<Result>(
        _ pointer: OpaquePointer?,
        _ body: (Archive?) throws -> Result
    ) rethrows -> Result {
        guard let pointer else { return try body(nil) }
        defer { table.archive_close(pointer) }
        return try body(Archive(table, pointer))
    }
}
