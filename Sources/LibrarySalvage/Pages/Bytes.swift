/// Bytes that are read in pieces: of a file that may be too large for the memory, or at hand.
package struct ByteSource {
    /// How many bytes there are.
    package let size: Int
    /// Reads some bytes: fewer than asked where the end is near, nil where the disk fails.
    package let read: (_ offset: Int, _ count: Int) -> [UInt8]?

    /// Bytes that are read by a function.
    package init(size: Int, read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]?) {
        self.size = size
        self.read = read
    }
}

extension ByteSource {
    /// Bytes that are in memory anyway.
    package init(_ bytes: [UInt8]) {
        size = bytes.count
        read = { offset, count in
            guard offset >= 0, count > 0, offset < bytes.count else { return [] }
            return Array(bytes[offset..<offset + min(count, bytes.count - offset)])
        }
    }

    /// Whether there is nothing but zeros; stops at the first other byte.
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

/// Numbers out of bytes that may all be wrong: a read that leaves them gives nil.
///
/// SQLite's files keep numbers with the most significant byte first.
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

    /// A number of up to 64 bits in up to nine bytes, as SQLite keeps lengths and row ids.
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

    /// Whether there is nothing but zeros.
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
