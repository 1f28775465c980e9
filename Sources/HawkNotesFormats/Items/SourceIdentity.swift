/// What a thing is called where it comes from, so that importing it again adds nothing twice.
///
/// Two readings of the same file give the same identities, on any machine and in any version: they are
/// kept beside what was imported.
public struct SourceIdentity: Hashable, Sendable, CustomStringConvertible {
    /// Which program or format has given the key, such as "kindle".
    public var origin: String
    /// Unique among what comes from there.
    public var key: String

    /// An identity with a key that the source itself has, such as an ISBN or an id.
    public init(origin: String, key: String) {
        self.origin = origin
        self.key = key
    }

    /// An identity of something that has no id of its own, made of what it says.
    ///
    /// Against accident, not against malice: whoever makes two that collide loses one of their own.
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
            // In no UTF-8: it keeps apart where one text ends and the next begins.
            add(0xFF)
        }
    }

    var text: String { Self.digits(first) + Self.digits(second) }

    private mutating func add(_ byte: UInt8) {
        first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
        // Turned, so that what is equal in one lane is not in the other.
        second = ((second << 5 | second >> 59) ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
    }

    private static func digits(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
