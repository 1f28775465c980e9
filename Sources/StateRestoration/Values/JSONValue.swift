import Foundation

/// A JSON value that preserves the order of keys and the distinction between whole and
/// floating-point numbers, unlike `JSONSerialization`.
enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    struct Member: Sendable, Equatable {
        var key: String
        var value: JSONValue

        init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }
}

extension JSONValue {
    /// The value of a key, if this is an object that has it.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    var intValue: Int? { if case .int(let value) = self { value } else { nil } }

    var stringValue: String? { if case .string(let value) = self { value } else { nil } }

    var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The number, whole or not.
    var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}

extension JSONValue {
    /// Appends the value as JSON without white space; the output never contains a line feed.
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
        JSONText.reserve(string.utf8.count, in: &bytes)
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { JSONText.write($0, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension ChunkedText {
    /// Appends the text as a JSON string, piece by piece: a single string would be copied once
    /// more.
    func write(to bytes: inout [UInt8]) {
        JSONText.reserve(utf8Count, in: &bytes)
        bytes.append(UInt8(ascii: "\""))
        forEachPiece { JSONText.write($0, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Shared by reading and writing strings.
enum JSONText {
    /// The number of bytes that are escaped at once.
    private static let portion = 8192
    /// The maximum length of an escaped byte.
    private static let longestEscape = 6

    /// Reserves space for a string.
    fileprivate static func reserve(_ count: Int, in bytes: inout [UInt8]) {
        // Only for long ones: after an exact reservation, each short string would reserve again.
        if count > portion { bytes.reserveCapacity(bytes.count + count * 9 / 8) }
    }

    /// Appends the bytes of a string, with escapes.
    fileprivate static func write(
        _ utf8: UnsafeBufferPointer<UInt8>,
        to bytes: inout [UInt8]
    ) {
        var start = 0
        while start < utf8.count {
            let end = min(start + portion, utf8.count)
            let part = UnsafeBufferPointer(rebasing: utf8[start..<end])
            if indexToEscape(part, from: 0) == nil {
                bytes.append(contentsOf: part)
            } else {
                // The last of eight bytes stored at once may exceed the string.
                let capacity = part.count * longestEscape + 8
                withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 8) { escaped in
                    let count = escape(part, into: escaped)
                    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: escaped[..<count]))
                }
            }
            start = end
        }
    }

    /// Writes the bytes with escapes; returns the number of written bytes.
    private static func escape(
        _ utf8: UnsafeBufferPointer<UInt8>,
        into escaped: UnsafeMutableRawBufferPointer
    ) -> Int {
        let raw = UnsafeRawBufferPointer(utf8)
        var (index, end) = (0, 0)
        while index < raw.count {
            if index + 8 <= raw.count {
                let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                escaped.storeBytes(of: word, toByteOffset: end, as: UInt64.self)
                let found = bytesToEscape(UInt64(littleEndian: word))
                // All eight when none is found.
                let count = found.trailingZeroBitCount / 8
                index += count
                end += count
                if found == 0 { continue }
            } else if !isToEscape(raw[index]) {
                escaped[end] = raw[index]
                index += 1
                end += 1
                continue
            }
            end += writeEscape(of: raw[index], to: escaped, at: end)
            index += 1
        }
        return end
    }

    private static func writeEscape(
        of byte: UInt8,
        to escaped: UnsafeMutableRawBufferPointer,
        at start: Int
    ) -> Int {
        escaped[start] = UInt8(ascii: "\\")
        switch byte {
        case UInt8(ascii: "\n"): escaped[start + 1] = UInt8(ascii: "n")
        case UInt8(ascii: "\t"): escaped[start + 1] = UInt8(ascii: "t")
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): escaped[start + 1] = byte
        default:
            let digits = Array("0123456789abcdef".utf8)
            let escape = Array("u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            for (index, byte) in escape.enumerated() { escaped[start + 1 + index] = byte }
            return 1 + escape.count
        }
        return 2
    }

    private static func isToEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// The index of the next quote, backslash or control character.
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
            if isToEscape(utf8[index]) { return index }
            index += 1
        }
        return nil
    }

    /// The highest bits of matching bytes among eight; above the lowest match there may be false
    /// ones.
    ///
    /// The test for a byte below a limit in a word, from “Bit Twiddling Hacks” by S. E. Anderson; a
    /// byte matches when it becomes zero, which is below one.
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
