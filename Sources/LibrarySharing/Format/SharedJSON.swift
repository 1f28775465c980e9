import Foundation

/// A JSON value of a line.
enum SharedJSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([SharedJSON])
    case object([Member])

    /// A member of an object.
    struct Member: Hashable, Sendable {
        var name: String
        var value: SharedJSON
        /// Where name and value are in the line.
        var range: Range<Int>
    }

    /// The first member of this name.
    subscript(name: String) -> SharedJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var int: Int64? { if case .int(let value) = self { value } else { nil } }
    var string: String? { if case .string(let value) = self { value } else { nil } }
}

/// Reads untrusted JSON (RFC 8259) with a limited depth and number of values. Rejects anything that
/// this program would write with another meaning.
struct SharedJSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var rest: Int
    private let depth: Int

    /// - Returns: nil if the bytes are not one JSON value within the limits.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: SharingLimits) -> SharedJSON? {
        var parser = SharedJSONParser(bytes, limits)
        parser.skipBlanks()
        guard let value = parser.value(depth: 0) else { return nil }
        parser.skipBlanks()
        return parser.index == bytes.count ? value : nil
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: SharingLimits) {
        self.bytes = bytes
        (rest, depth) = (limits.valuesOfLine, limits.depth)
    }

    private mutating func skipBlanks() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func value(depth level: Int) -> SharedJSON? {
        rest -= 1
        guard rest >= 0, index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "{"): return level < depth ? object(depth: level + 1) : nil
        case UInt8(ascii: "["): return level < depth ? array(depth: level + 1) : nil
        case UInt8(ascii: "\""): return string().map(SharedJSON.string)
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: SharedJSON) -> SharedJSON? {
        let count = word.utf8CodeUnitCount
        guard bytes.count - index >= count else { return nil }
        for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] {
            return nil
        }
        index += count
        return value
    }

    private mutating func array(depth level: Int) -> SharedJSON? {
        index += 1
        var values: [SharedJSON] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array(values) }
        while true {
            skipBlanks()
            guard let value = value(depth: level) else { return nil }
            values.append(value)
            skipBlanks()
            if take(UInt8(ascii: "]")) { return .array(values) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func object(depth level: Int) -> SharedJSON? {
        index += 1
        var members: [SharedJSON.Member] = []
        var names: Set<String> = []
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipBlanks()
            let start = index
            // Of a name that stands twice, readers take one or the other.
            guard let name = string(), names.insert(name).inserted else { return nil }
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { return nil }
            skipBlanks()
            guard let value = value(depth: level) else { return nil }
            members.append(.init(name: name, value: value, range: start..<index))
            skipBlanks()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    // MARK: - Numbers

    private mutating func number() -> SharedJSON? {
        let start = index
        _ = take(UInt8(ascii: "-"))
        let first = index
        guard digits() else { return nil }
        if bytes[first] == UInt8(ascii: "0"), index - first > 1 { return nil }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            guard digits() else { return nil }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
            guard digits() else { return nil }
        }
        guard index - start <= 400 else { return nil }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .int(number) }
        return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    }

    private mutating func digits() -> Bool {
        let start = index
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
            index += 1
        }
        return index > start
    }

    // MARK: - Strings

    private mutating func string() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return String(validating: bytes[start..<index - 1], as: UTF8.self)
            case UInt8(ascii: "\\"): return escapedString(from: start)
            case ..<0x20: return nil
            default: index += 1
            }
        }
        return nil
    }

    private mutating func escapedString(from start: Int) -> String? {
        var text = Array(bytes[start..<index])
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text += Array(String(scalar).utf8)
            case ..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = hexadecimalUnit() else { return nil }
            guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let other = hexadecimalUnit(),
                UTF16.isTrailSurrogate(other)
            else { return nil }
            return UTF16.decode(.init([unit, other]))
        default: return nil
        }
    }

    private mutating func hexadecimalUnit() -> UInt16? {
        guard bytes.count - index >= 4 else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[index..<index + 4] {
            guard let digit = Self.hexadecimalValue(byte) else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        index += 4
        return unit
    }

    private static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
        // Unlike the checksums, JSON may have either case.
        let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(digit)
        return Hexadecimal.value(of: isUpperCase ? digit | 0x20 : digit)
    }
}

/// Writes JSON without blanks: one form for each value.
enum SharedJSONWriter {
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            for (index, byte) in utf8.enumerated()
            where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes += utf8[start..<index]
                bytes += escaped(byte)
                start = index + 1
            }
            bytes += utf8[start...]
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case 0x0A: return Array("\\n".utf8)
        case 0x0D: return Array("\\r".utf8)
        case 0x09: return Array("\\t".utf8)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [UInt8(ascii: "\\"), byte]
        default:
            let digits = String(byte, radix: 16)
            return Array("\\u\(digits.count < 2 ? "000" : "00")\(digits)".utf8)
        }
    }

    static func append(_ number: Int64, to bytes: inout [UInt8]) { bytes += "\(number)".utf8 }

    /// With a point or an exponent, so that it is read as such a number again.
    static func append(_ number: Double, to bytes: inout [UInt8]) { bytes += "\(number)".utf8 }
}

extension UTF16 {
    /// The scalar of two surrogates.
    fileprivate static func decode(_ pair: [UInt16]) -> Unicode.Scalar? {
        Unicode.Scalar(0x10000 + (UInt32(pair[0] & 0x3FF) << 10 | UInt32(pair[1] & 0x3FF)))
    }
}
