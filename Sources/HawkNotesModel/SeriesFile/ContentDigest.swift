import Foundation

/// A fingerprint that detects changes of a file: FNV-1a with 64 bits.
///
/// Protects against accidents, not against malice; the file ships with the program. This avoids a
/// dependency on a cryptography package.
/// Source: Fowler, Noll, Vo; http://www.isthe.com/chongo/tech/comp/fnv/
struct ContentDigest: Hashable {
    let value: UInt64

    init(of data: Data) {
        value = data.withUnsafeBytes { bytes in
            bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }
    }

    /// Sixteen hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
