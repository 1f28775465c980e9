import Foundation

/// CRC-32, the checksum of each line of a state file (ISO 3309, as in gzip).
///
/// It is there against accidents, not against people: whoever can write the file can write its
/// sums.
enum Checksum {
    /// Four tables after one another, for four bytes at a time: reading many windows is mostly
    /// this.
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
        for index in 0..<768 {
            let before: UInt32 = table[index]
            table.append(table[Int(before & 0xFF)] ^ (before >> 8))
        }
        return table
    }()

    static func crc32(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var value: UInt32 = 0xFFFF_FFFF
            var index = 0
            while index + 4 <= bytes.count {
                value ^= UInt32(bytes[index])
                value ^= UInt32(bytes[index + 1]) << 8
                value ^= UInt32(bytes[index + 2]) << 16
                value ^= UInt32(bytes[index + 3]) << 24
                var sum: UInt32 = table[768 + Int(value & 0xFF)]
                sum ^= table[512 + Int((value >> 8) & 0xFF)]
                sum ^= table[256 + Int((value >> 16) & 0xFF)]
                value = sum ^ table[Int(value >> 24)]
                index += 4
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
