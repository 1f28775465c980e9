/// The identity of an item in its source, so that importing it again creates no duplicates.
///
/// Two imports of the same file give the same identities, on any machine and in any version: they
/// are stored with the imported items.
public struct SourceIdentity: Hashable, Sendable, CustomStringConvertible {
    /// The program or format that the key comes from, such as "kindle".
    public var origin: String
    /// Unique within its origin.
    public var key: String

    /// An identity with the source's own key, such as an ISBN or an ID.
    public init(origin: String, key: String) {
        self.origin = origin
        self.key = key
    }

    /// An identity for an item without an ID, derived from its content.
    ///
    /// It protects against accidental collisions, not malicious ones: a user who constructs a
    /// collision loses a note of their own.
    init(origin: String, digestOf parts: String...) {
        self.init(origin: origin, key: ContentDigest(of: parts).text)
    }

    /// Origin and key in one line.
    public var description: String { "\(origin):\(key)" }
}

/// A fingerprint of texts: two lanes of FNV-1a with 64 bits.
///
/// Source: Fowler, Noll, Vo; http://www.isthe.com/chongo/tech/comp/fnv/
private struct ContentDigest {
    private var first: UInt64 = 0xcbf2_9ce4_8422_2325
    private var second: UInt64 = 0x6c62_272e_07bb_0142

    init(of parts: [String]) {
        for part in parts {
            for byte in part.utf8 { add(byte) }
            // Never occurs in UTF-8: it separates the texts.
            add(0xFF)
        }
    }

    var text: String { Self.digits(first) + Self.digits(second) }

    private mutating func add(_ byte: UInt8) {
        first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
        // Rotated, so that a collision in one lane is not one in the other.
        second = ((second << 5 | second >> 59) ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
    }

    private static func digits(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
