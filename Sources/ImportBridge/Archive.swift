import CImport

/// A ZIP archive that is read entry by entry, as long as the body it was handed to runs.
public final class Archive {
    /// What stands in it at one place.
    public struct Entry {
        /// As it stands in the archive, with marks for what is no UTF-8; empty when there is none.
        public let name: String
        /// Neither a folder nor a link nor a device.
        public let isFile: Bool
        /// Whether it can be read with a password only.
        public let isEncrypted: Bool
    }

    /// What comes next.
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

    /// Goes on to the next entry.
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

    /// Reads what the current entry holds into a buffer, from its start.
    ///
    /// - Returns: how many bytes; 0 at the entry's end, nil when it is damaged.
    public func read(into buffer: inout [UInt8]) -> Int? {
        let count = buffer.withUnsafeMutableBytes {
            table.archive_read(pointer, $0.baseAddress, $0.count)
        }
        return (0...Int64(buffer.count)).contains(count) ? Int(count) : nil
    }
}

extension ImportFunctions {
    /// Calls `body` with the archive that a descriptor has, or with nil when it is none. The descriptor
    /// stays open.
    public func withArchive<Result>(
        descriptor: Int32,
        _ body: (Archive?) throws -> Result
    ) rethrows -> Result {
        try with(table.archive_open(descriptor), body)
    }

    /// Calls `body` with the archive that bytes are, or with nil when they are none.
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
