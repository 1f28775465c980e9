import Foundation

/// CRC-32, the checksum of each line of a state file (ISO 3309, as in gzip).
///
/// It is there against accidents, not against people: whoever can write the file can write its
/// sums.
enum Checksum {
    /// Sixteen tables after one another, for sixteen bytes at a time: writing a long draft is mostly
    /// this, as is reading many windows.
    private static let table: [UInt32] = {
        var table: [UInt32] = []
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 {
                let isOdd = value & 1 == 1
                value >>= 1
                if isOdd { value ^= 0xEDB8_8320 }
            }
            table.append(value)
        }
        for index in 0..<(15 * 256) {
            let before: UInt32 = table[index]
            table.append(table[Int(before & 0xFF)] ^ (before >> 8))
        }
        return table
    }()

    static func crc32(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let raw = UnsafeRawBufferPointer(bytes)
        return table.withUnsafeBufferPointer { table in
            func entry(_ number: Int, _ word: UInt64, _ shift: UInt64) -> UInt32 {
                table[number * 256 + Int(truncatingIfNeeded: (word >> shift) & 0xFF)]
            }
            /// The sum of eight bytes with so many bytes behind them.
            func sum(_ word: UInt64, followedBy count: Int) -> UInt32 {
                var sum = entry(count + 7, word, 0) ^ entry(count + 6, word, 8)
                sum ^= entry(count + 5, word, 16) ^ entry(count + 4, word, 24)
                sum ^= entry(count + 3, word, 32) ^ entry(count + 2, word, 40)
                return sum ^ entry(count + 1, word, 48) ^ entry(count, word, 56)
            }
            func word(_ index: Int) -> UInt64 {
                UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            }
            var value: UInt32 = 0xFFFF_FFFF
            var index = 0
            while index + 16 <= raw.count {
                let first = sum(word(index) ^ UInt64(value), followedBy: 8)
                value = first ^ sum(word(index + 8), followedBy: 0)
                index += 16
            }
            if index + 8 <= raw.count {
                value = sum(word(index) ^ UInt64(value), followedBy: 0)
                index += 8
            }
            while index < bytes.count {
                value = table[Int((value ^ UInt32(bytes[index])) & 0xFF)] ^ (value >> 8)
                index += 1
            }
            return ~value
        }
    }

    /// Eight lower-case hexadecimal digits.
    static func appendHex(_ value: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: 28, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: (value >> UInt32(shift)) & 15)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    /// Reads what `appendHex` wrote; nothing else, so that each line has one form only.
    static func parseHex(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard bytes.count == 8 else { return nil }
        var value: UInt32 = 0
        for byte in bytes {
            guard let digit = hexValue(byte) else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    /// The value of a lower-case hexadecimal digit.
    static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}
