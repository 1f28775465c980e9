/// The first 100 bytes of a database file. What they state may be wrong.
///
/// Source: https://www.sqlite.org/fileformat2.html#the_database_header
package struct DatabaseHeader {
    /// The length of a header.
    package static let size = 100
    /// The first bytes of every database.
    private static let magic = Array("SQLite format 3\0".utf8)

    private let bytes: [UInt8]

    /// Reads any bytes as a header, as any of them may be damaged.
    package init(assuming bytes: [UInt8]) {
        self.bytes = Array(bytes.prefix(Self.size))
    }

    /// Nil if the bytes are too few, or do not begin as every database does.
    package init?(_ bytes: [UInt8]) {
        self.init(assuming: bytes)
        guard hasMagic, self.bytes.count == Self.size else { return nil }
    }

    /// See ``init(_:)-([UInt8])``.
    init?(_ database: ByteSource) {
        self.init(database.read(0, Self.size) ?? [])
    }

    /// Whether it begins as every database does.
    package var hasMagic: Bool { bytes.starts(with: Self.magic) }

    /// Bytes of a page; nil if SQLite does not support the size.
    var pageSize: Int? {
        guard let declared = bytes.uint16(at: 16) else { return nil }
        let size = declared == 1 ? 65536 : declared
        return Self.isPageSize(size) ? size : nil
    }

    /// Bytes at the end of each page that SQLite does not use.
    var reserved: Int { bytes.count > 20 ? Int(bytes[20]) : 0 }

    /// The number of pages in the database.
    var pageCount: Int { bytes.uint32(at: 28) ?? 0 }

    /// The first page that lists free ones; 0 if none is free.
    var firstFreeTrunk: Int { bytes.uint32(at: 32) ?? 0 }

    /// The number of free pages, including those that list them.
    var freePageCount: Int { bytes.uint32(at: 36) ?? 0 }

    /// `PRAGMA user_version`.
    package var userVersion: Int {
        Int(Int32(truncatingIfNeeded: bytes.uint32(at: 60) ?? 0))
    }

    /// Whether SQLite supports pages of that size.
    static func isPageSize(_ size: Int) -> Bool {
        size >= 512 && size <= 65536 && size & (size - 1) == 0
    }
}
