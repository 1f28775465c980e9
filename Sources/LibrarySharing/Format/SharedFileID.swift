import Foundation

/// What a file is known by: the first sixteen bytes of the SHA-256 of everything before its end
/// line. Neither its name nor its place matters.
package struct SharedFileID: Hashable, Sendable, Comparable {
    package let bytes: [UInt8]

    /// - Parameter digest: at least sixteen bytes.
    init(digest: [UInt8]) { bytes = Array(digest.prefix(16)) }

    /// From base64url, as in a `read` record.
    init?(base64 text: String) {
        guard let bytes = Base64URL.decode(text), bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    var base64: String { Base64URL.encode(bytes) }

    package static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// The name of a file, by which only people and carriers know it.
package enum SharedFileName {
    /// `<number>-<sixteen digits of the digest>.hawk`
    static func of(_ number: Int64, _ id: SharedFileID) -> String {
        "\(number)-\(Hexadecimal.encode(id.bytes.prefix(8))).hawk"
    }

    /// The name under which a file is written before it counts.
    static func unfinished(_ name: String) -> String { ".\(name).part" }

    /// Whether a name is that of a file that was not finished.
    static func isUnfinished(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(".hawk.part")
    }

    /// The folder of a library.
    package static func folder(ofLibrary id: UUID) -> String { id.uuidString.lowercased() }

    /// The folder of a device.
    package static func folder(ofDevice id: UInt64) -> String { Hexadecimal.encode(id) }
}

/// Lower-case hexadecimal digits.
enum Hexadecimal {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        bytes.reduce(into: "") { text, byte in
            text += byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16)
        }
    }

    static func encode(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads exactly what `encode` writes.
    static func number(_ text: String) -> UInt64? {
        let isLowerCase = text.utf8.allSatisfy { value(of: $0) != nil }
        return text.utf8.count == 16 && isLowerCase ? UInt64(text, radix: 16) : nil
    }

    static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.map(value)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The value of a digit.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

/// Base64 with `-` and `_`, and without padding (RFC 4648, section 5).
enum Base64URL {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    static func append(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> count & 0x3F)])
            }
            bits &= 0x3F
        }
        if count > 0 { text.append(digits[Int(bits << (6 - count) & 0x3F)]) }
    }

    /// Reads exactly what `encode` writes, so that bytes have one form.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3 + 2)
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for digit in text.utf8 {
            let value = values[Int(digit)]
            guard value < 64 else { return nil }
            bits = (bits & 0x3FFF) << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        let isWhole = text.utf8.count % 4 != 1 && bits & (1 << count - 1) == 0
        return isWhole ? bytes : nil
    }

    static func encode(_ id: UUID) -> String {
        withUnsafeBytes(of: id.uuid) { encode($0) }
    }

    static func id(_ text: String) -> UUID? {
        guard let bytes = decode(text), bytes.count == 16 else { return nil }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
