import Foundation

extension JSONValue {
    /// Appends the value as JSON without white space; it never contains a line feed.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .int(let value): bytes += String(value).utf8
        case .double(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
        case .string(let value): JSONValue.writeString(value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONValue.writeString(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func writeString(_ string: String, to bytes: inout [UInt8]) {
        let count = string.utf8.count
        // Only for long ones: what is reserved exactly is reserved again by each of the short.
        if count > 4096 { bytes.reserveCapacity(bytes.count + count * 9 / 8) }
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { utf8 in
            var start = 0
            while let index = JSONText.indexToEscape(utf8, from: start) {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                writeEscape(of: utf8[index], to: &bytes)
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func writeEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        default:
            let digits = Array("0123456789abcdef".utf8)
            bytes += "u00".utf8
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}

/// What reading and writing strings have in common.
enum JSONText {
    /// Where the next quote, backslash or control character stands.
    ///
    /// Eight bytes at a time: a pasted book is a single string.
    static func indexToEscape(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let raw = UnsafeRawBufferPointer(utf8)
        var index = start
        while index + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let found = bytesToEscape(UInt64(littleEndian: word))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < utf8.count {
            let byte = utf8[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return index
            }
            index += 1
        }
        return nil
    }

    /// The highest bits of those of eight bytes that are looked for; above the lowest of them there
    /// may be others.
    ///
    /// The test for a byte below a limit in a word, from “Bit Twiddling Hacks” by S. E. Anderson;
    /// a byte is the one looked for when it becomes zero, which is below one.
    private static func bytesToEscape(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let control = (word &- ones &* 0x20) & ~word
        let quote = (quotes &- ones) & ~quotes
        let backslash = (backslashes &- ones) & ~backslashes
        return (control | quote | backslash) & (ones &* 0x80)
    }
}
