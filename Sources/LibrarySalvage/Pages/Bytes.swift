/// Bytes that are read in pieces, as a file may be too large for memory.
package struct ByteSource {
    /// The number of bytes.
    package let size: Int
    /// Reads bytes: fewer than requested near the end, nil if the disk fails.
    package let read: (_ offset: Int, _ count: Int) -> [UInt8]?

    /// Bytes that a function reads.
    package init(size: Int, read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]?) {
        self.size = size
        self.read = read
    }
}

extension ByteSource {
    /// Bytes in memory.
    package init(_ bytes: [UInt8]) {
        size = bytes.count
        read = { offset, count in
            guard offset >= 0, count > 0, offset < bytes.count else { return [] }
            return Array(bytes[offset..<offset + min(count, bytes.count - offset)])
        }
    }

    /// Whether all bytes are zero. Stops at the first that is not.
    var isZero: Bool {
        var offset = 0
        while offset < size {
            guard let bytes = read(offset, 1 << 20), bytes.isZero else { return false }
            if bytes.isEmpty { return true }
            offset += bytes.count
        }
        return true
    }
}

/// Reads numbers, the most significant byte first, as SQLite stores them. Offsets may be wrong:
/// reading out of bounds returns nil.
extension [UInt8] {
    func uint16(at offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        return Int(self[offset]) << 8 | Int(self[offset + 1])
    }

    func uint32(at offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return Int(self[offset]) << 24 | Int(self[offset + 1]) << 16
            | Int(self[offset + 2]) << 8 | Int(self[offset + 3])
    }

    /// A number of up to nine bytes, as SQLite stores lengths and numbers of rows.
    func varint(at offset: Int, before end: Int) -> (value: Int64, length: Int)? {
        guard offset >= 0 else { return nil }
        let end = Swift.min(end, count)
        var value: UInt64 = 0
        for length in 1...9 {
            let position = offset + length - 1
            guard position < end else { return nil }
            let byte = self[position]
            if length == 9 {
                value = value << 8 | UInt64(byte)
                return (Int64(bitPattern: value), 9)
            }
            value = value << 7 | UInt64(byte & 0x7f)
            if byte < 0x80 { return (Int64(bitPattern: value), length) }
        }
        return nil
    }

    /// A signed number of 1 to 8 bytes.
    func signed(at offset: Int, width: Int) -> Int64? {
        guard offset >= 0, width > 0, width <= 8, offset <= count - width else { return nil }
        var value: Int64 = self[offset] >= 0x80 ? -1 : 0
        for position in offset..<offset + width {
            value = value << 8 | Int64(self[position])
        }
        return value
    }

    /// Whether all bytes are zero.
    var isZero: Bool {
        withUnsafeBytes { raw in
            let whole = raw.count & ~7
            for offset in stride(from: 0, to: whole, by: 8)
            where raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) != 0 {
                return false
            }
            return raw[whole...].allSatisfy { $0 == 0 }
        }
    }
}
