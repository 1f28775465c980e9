/// Converts UTF-16 to UTF-8; passes everything else through, except a byte order mark.
///
/// UTF-16 is recognized by the mark, or by the zero bytes of Western text.
struct UnicodeTranscoder {
    private enum Encoding {
        case unknown, bytes
        case utf16(isBigEndian: Bool)
    }

    private var encoding = Encoding.unknown
    private var rest: [UInt8] = []
    private var highSurrogate: UInt16?

    /// Converts the next bytes.
    mutating func utf8(_ bytes: [UInt8]) -> [UInt8] {
        switch encoding {
        case .bytes:
            return bytes
        case .utf16(let isBigEndian):
            return transcoded(bytes, isBigEndian: isBigEndian)
        case .unknown:
            // A source in memory is one chunk, which should not be copied.
            let all = rest.isEmpty ? bytes : rest + bytes
            rest = []
            if all.count < 4 {
                rest = all
                return []
            }
            return begin(all)
        }
    }

    /// Converts the remaining bytes at the end.
    mutating func finish() -> [UInt8] {
        if case .unknown = encoding {
            let all = rest
            rest = []
            return begin(all)
        }
        let isBroken = highSurrogate != nil || !rest.isEmpty
        highSurrogate = nil
        rest = []
        return isBroken ? Self.replacement : []
    }

    private mutating func begin(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            encoding = .bytes
            return Array(bytes.dropFirst(3))
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            encoding = .utf16(isBigEndian: bytes[0] == 0xFE)
            return utf8(Array(bytes.dropFirst(2)))
        }
        let (even, odd) = Self.zeroCounts(bytes.prefix(512))
        let half = min(bytes.count, 512) / 2
        if half > 1, even > half / 2, odd == 0 {
            encoding = .utf16(isBigEndian: true)
            return utf8(bytes)
        }
        if half > 1, odd > half / 2, even == 0 {
            encoding = .utf16(isBigEndian: false)
            return utf8(bytes)
        }
        encoding = .bytes
        return bytes
    }

    private static func zeroCounts(_ bytes: ArraySlice<UInt8>) -> (even: Int, odd: Int) {
        var counts = (even: 0, odd: 0)
        for (index, byte) in bytes.enumerated() where byte == 0 {
            if index % 2 == 0 { counts.even += 1 } else { counts.odd += 1 }
        }
        return counts
    }

    private static let replacement = Array("\u{FFFD}".utf8)

    private mutating func transcoded(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
        let all = rest + bytes
        rest = all.count % 2 == 0 ? [] : [all[all.count - 1]]
        var result: [UInt8] = []
        result.reserveCapacity(all.count)
        for index in stride(from: 0, to: all.count - 1, by: 2) {
            let pair = (UInt16(all[index]), UInt16(all[index + 1]))
            add(isBigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0, to: &result)
        }
        return result
    }

    private mutating func add(_ unit: UInt16, to result: inout [UInt8]) {
        if let high = highSurrogate {
            highSurrogate = nil
            if UTF16.isTrailSurrogate(unit) {
                let value = 0x10000 + (UInt32(high & 0x3FF) << 10) + UInt32(unit & 0x3FF)
                Self.append(value, to: &result)
                return
            }
            result += Self.replacement
        }
        if UTF16.isLeadSurrogate(unit) {
            highSurrogate = unit
        } else {
            Self.append(UInt32(unit), to: &result)
        }
    }

    private static func append(_ value: UInt32, to result: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value) else {
            result += replacement
            return
        }
        result += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
