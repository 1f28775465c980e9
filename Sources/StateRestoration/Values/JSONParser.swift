import Foundation

/// Reads one JSON value from arbitrary bytes.
///
/// Own code for three reasons: whole numbers stay whole, unknown values can be written again
/// unchanged, and a state file is read in a few microseconds, which matters with thousands of
/// windows.
struct JSONParser {
    private static let depthLimit = 32

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    /// The value, or `nil` when the bytes are not exactly one value.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        var parser = JSONParser(bytes: bytes)
        guard let value = parser.value(depth: 0) else { return nil }
        parser.skipSpace()
        return parser.index == bytes.count ? value : nil
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }
}

extension JSONParser {
    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
        }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        guard depth < JSONParser.depthLimit else { return nil }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return word("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] {
            return false
        }
        index += count
        return true
    }

    private mutating func object(depth: Int) -> JSONValue? {
        index += 1
        if skip(UInt8(ascii: "}")) { return .object([]) }
        var members: [JSONValue.Member] = []
        members.reserveCapacity(4)
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\""), let key = string(), skip(UInt8(ascii: ":")),
                let value = value(depth: depth + 1)
            else { return nil }
            members.append(JSONValue.Member(key, value))
        } while skip(UInt8(ascii: ","))
        return skip(UInt8(ascii: "}")) ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONValue? {
        index += 1
        var elements: [JSONValue] = []
        if skip(UInt8(ascii: "]")) { return .array(elements) }
        // The number of elements of an edit.
        elements.reserveCapacity(3)
        repeat {
            guard let value = value(depth: depth + 1) else { return nil }
            elements.append(value)
        } while skip(UInt8(ascii: ","))
        return skip(UInt8(ascii: "]")) ? .array(elements) : nil
    }

    private mutating func number() -> JSONValue? {
        let start = index
        var isWhole = true
        while let byte = next {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): break
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isWhole = false
            default:
                return finishNumber(start, isWhole)
            }
            index += 1
        }
        return finishNumber(start, isWhole)
    }

    private func finishNumber(_ start: Int, _ isWhole: Bool) -> JSONValue? {
        guard index > start, index - start < 64 else { return nil }
        if let value = shortNumber(start) { return .int(value) }
        let text = String(
            decoding: UnsafeBufferPointer(rebasing: bytes[start..<index]),
            as: UTF8.self
        )
        if isWhole, let value = Int(text) { return .int(value) }
        // A number that becomes infinite here could not be written again.
        guard let value = Double(text), value.isFinite else { return nil }
        return .double(value)
    }

    /// A short number of only digits, the most common form.
    private func shortNumber(_ start: Int) -> Int? {
        guard index - start < 18 else { return nil }
        var value = 0
        for byte in bytes[start..<index] {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    private mutating func string() -> String? {
        index += 1
        let start = index
        switch skipToQuoteOrBackslash() {
        case UInt8(ascii: "\""):
            defer { index += 1 }
            return String(
                decoding: UnsafeBufferPointer(rebasing: bytes[start..<index]),
                as: UTF8.self
            )
        case UInt8(ascii: "\\"): return stringWithEscapes(from: start)
        default: return nil
        }
    }

    private mutating func stringWithEscapes(from start: Int) -> String? {
        var result: [UInt8] = []
        // The rest of the line is the maximum length of the result.
        result.reserveCapacity(bytes.count - start)
        result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        while let byte = next {
            index += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: result, as: UTF8.self) }
            guard let scalar = escape() else { return nil }
            if scalar.isASCII {
                result.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                result += String(Character(scalar)).utf8
            }
            let run = index
            _ = skipToQuoteOrBackslash()
            result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[run..<index]))
        }
        return nil
    }

    /// Skips to the next special byte in a string, and returns it.
    private mutating func skipToQuoteOrBackslash() -> UInt8? {
        while let found = JSONText.indexToEscape(bytes, from: index) {
            index = found
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return byte }
            index += 1
        }
        index = bytes.count
        return nil
    }

    /// The scalar of the escape after a backslash; half a surrogate pair becomes U+FFFD.
    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = next else { return nil }
        index += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "u"): return unicodeEscape()
        default: return nil
        }
    }

    private mutating func unicodeEscape() -> Unicode.Scalar? {
        guard let high = hexDigits() else { return nil }
        if let scalar = Unicode.Scalar(high) { return scalar }
        let afterHigh = index
        if (0xD800..<0xDC00).contains(high), word("\\u"), let low = hexDigits(),
            (0xDC00..<0xE000).contains(low)
        {
            return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        }
        // The sequence after the unpaired half is read separately.
        index = afterHigh
        return "\u{FFFD}"
    }

    private mutating func hexDigits() -> UInt32? {
        guard index + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[index..<index + 4] {
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
            guard let digit = Checksum.hexValue(isCapital ? byte + 32 : byte) else { return nil }
            value = value << 4 | digit
        }
        index += 4
        return value
    }
}
