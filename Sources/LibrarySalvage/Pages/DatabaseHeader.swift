/// What the beginning of a database file says of it, which may be wrong.
///
/// Source: https://www.sqlite.org/fileformat2.html#the_database_header
package struct DatabaseHeader {
    /// How many bytes it has.
    package static let size = 100
    /// What a database begins with.
    private static let magic = Array("SQLite format 3\0".utf8)

    private let bytes: [UInt8]

    /// Takes any bytes for a header: any of them may be damaged.
    package init(assuming bytes: [UInt8]) {
        self.bytes = Array(bytes.prefix(Self.size))
    }

    /// Nil if the bytes do not begin as a database does, or end before their header does.
    package init?(_ bytes: [UInt8]) {
        self.init(assuming: bytes)
        guard hasMagic, self.bytes.count == Self.size else { return nil }
    }

    /// See ``init(_:)-([UInt8])``.
    init?(_ database: ByteSource) {
        self.init(database.read(0, Self.size) ?? [])
    }

    /// Whether it begins as that of every database does.
    package var hasMagic: Bool { bytes.starts(with: Self.magic) }

    /// Bytes of a page; nil if SQLite knows no pages of that size.
    var pageSize: Int? {
        guard let declared = bytes.uint16(at: 16) else { return nil }
        let size = declared == 1 ? 65536 : declared
        return Self.isPageSize(size) ? size : nil
    }

    /// Bytes at the end of each page that SQLite does not use.
    var reserved: Int { bytes.count > 20 ? Int(bytes[20]) : 0 }

    /// How many pages the database has.
    var pageCount: Int { bytes.uint32(at: 28) ?? 0 }

    /// The first page that lists free ones; 0 if none is free.
    var firstFreeTrunk: Int { bytes.uint32(at: 32) ?? 0 }

    /// How many pages are free, those included that list them.
    var freePageCount: Int { bytes.uint32(at: 36) ?? 0 }

    /// `PRAGMA user_version`.
    package var userVersion: Int {
        Int(Int32(truncatingIfNeeded: bytes.uint32(at: 60) ?? 0))
    }

    /// Whether SQLite knows pages of that size.
    static func isPageSize(_ size: Int) -> Bool {
        size >= 512 && size <= 65536 && size & (size - 1) == 0
    }
}
