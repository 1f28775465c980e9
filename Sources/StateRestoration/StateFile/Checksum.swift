import Foundation

/// CRC-32, the checksum of each line of a state file (ISO 3309, as in gzip).
///
/// It is there against accidents, not against people: whoever can write the file can write its sums.
enum Checksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    static func crc32(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var value: UInt32 = 0xFFFF_FFFF
            for byte in bytes {
                value = table[Int(truncatingIfNeeded: (value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8)
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
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }
}
