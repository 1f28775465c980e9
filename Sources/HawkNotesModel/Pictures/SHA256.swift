import Foundation

/// The SHA-256 digest of FIPS 180-4; avoids a dependency on a cryptography package.
package struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var schedule = [UInt32](repeating: 0, count: 64)
    /// Bytes that are no whole block yet.
    private var waiting: [UInt8] = []
    private var count: UInt64 = 0

    /// The 32 bytes of the digest.
    package static func digest(_ data: Data) -> [UInt8] { data.withUnsafeBytes(digest) }

    static func digest(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes(digest) }

    /// The digest of a text in UTF-8.
    static func digest(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { digest(UnsafeRawBufferPointer($0)) }
    }

    private static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    /// A digest of bytes that come in parts.
    package init() {}

    /// Adds bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var bytes = bytes[...]
        count += UInt64(bytes.count)
        if !waiting.isEmpty {
            let missing = bytes.prefix(64 - waiting.count)
            waiting += missing
            bytes = bytes.dropFirst(missing.count)
            guard waiting.count == 64 else { return }
            waiting.withUnsafeBytes { add($0) }
            waiting.removeAll(keepingCapacity: true)
        }
        let whole = bytes.count / 64 * 64
        add(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)))
        waiting += bytes.dropFirst(whole)
    }

    /// The 32 bytes of the digest of everything that was added; adding more changes nothing in it.
    package func finalize() -> [UInt8] {
        var hash = self
        var rest = [UInt8](repeating: 0, count: waiting.count < 56 ? 64 : 128)
        rest.withUnsafeMutableBytes { rest in
            rest.copyBytes(from: waiting)
            rest[waiting.count] = 0x80
            let bits = count * 8
            rest.storeBytes(of: bits.bigEndian, toByteOffset: rest.count - 8, as: UInt64.self)
            hash.add(UnsafeRawBufferPointer(rest))
        }
        var digest: [UInt8] = []
        digest.reserveCapacity(32)
        for word in hash.state {
            for shift in [24, 16, 8, 0] as [UInt32] {
                digest.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return digest
    }

    /// Adds blocks of 64 bytes.
    private mutating func add(_ blocks: UnsafeRawBufferPointer) {
        for start in stride(from: 0, to: blocks.count, by: 64) { add(blocks, from: start) }
    }

    /// Without bounds checks: all notes of an import are hashed, with all their data.
    private mutating func add(_ bytes: UnsafeRawBufferPointer, from start: Int) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        schedule.withUnsafeMutableBufferPointer { schedule in
            for index in 0..<16 {
                let word = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
                schedule[index] = UInt32(bigEndian: word)
            }
            for index in 16..<64 {
                let (early, late) = (schedule[index - 15], schedule[index - 2])
                let first = Self.rotate(early, 7) ^ Self.rotate(early, 18) ^ (early >> 3)
                let second = Self.rotate(late, 17) ^ Self.rotate(late, 19) ^ (late >> 10)
                schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
            }
            Self.constants.withUnsafeBufferPointer { constants in
                for index in 0..<64 {
                    let choice = (e & f) ^ (~e & g)
                    let sum1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
                    let one = h &+ sum1 &+ choice &+ constants[index] &+ schedule[index]
                    let sum0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
                    let two = sum0 &+ ((a & b) ^ (a & c) ^ (b & c))
                    (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
                }
            }
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    @inline(__always)
    private static func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 {
        value >> count | value << (32 - count)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
        0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
        0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
        0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
        0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}

/// Derives the id of a picture from its bytes, so that each is stored once.
enum PictureID {
    /// The first sixteen bytes of the digest.
    static func of(_ data: Data) -> UUID {
        let bytes = SHA256.digest(data)
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
