@testable import StateRestoration

/// Spoils state files, the same way each time for the same seed.
///
/// Half of what it makes gets right checksums afterwards, and half of that right numbers, too: the
/// code behind these checks sees as much nonsense as the checks do.
struct StateFileMutator {
    private static let numbers = [
        "-1", "0", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308",
        "1e309", "-0.0", "4611686018427387903", "18446744073709551616", "1E+", "--1", "0x10",
        String(repeating: "9", count: 80),
    ]
    private static let parts = [
        "null", "true", "[]", "{}", "\"\"", "[0,\"\",\"\"]", "[-5,\"ab\",\"\"]", "[0,\"a\",0]",
        "[1,\"b\",1,2]", "[0,\"a\",\"b\",9,-1]", "[1,\"\",\"x\",2]",
        "{\"url\":\"\"}", "{\"url\":\"a b%\"}", "{\"data\":\"QR==\"}", "{\"date\":\"nan\"}",
        "{\"double\":\"0x1p3\"}", "\"\\ud83e\"", "\"\\u0000\"", "\"\\ud83e\\u0041\"", ",", ":", "}",
        "\"n\":7", "\"k\":1", "\"path\":\"\"", "\"minimumReader\":2", "\"records\":-1",
        "\"records\":9223372036854775807", "\"closed\":null", "\"title\":[]", "\"v\":1",
        "\"t\":\"x\"", "\"s\":[]",
        "\"c\":[1,-1]",
        String(repeating: "[", count: 40), String(repeating: "{\"a\":", count: 5000),
    ]

    private let corpus: [[UInt8]]
    private var random: SeededGenerator

    init(corpus: [[UInt8]], seed: Int) {
        self.corpus = corpus
        random = SeededGenerator(seed: UInt64(seed))
    }

    /// One spoiled file.
    mutating func next() -> [UInt8] {
        var bytes = pick(corpus)
        for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return StateFileMutator.resealed(bytes, renumbering: false)
        case 1: return StateFileMutator.resealed(bytes, renumbering: true)
        default: return bytes
        }
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let index = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, index + Int.random(in: 0...20, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
            guard index < bytes.count else { return }
            bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2:
            bytes.replaceSubrange(
                index..<end,
                with: (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
            )
        case 3: bytes.removeSubrange(index..<end)
        case 4: bytes.removeSubrange(index...)
        case 5: changeLines(&bytes)
        case 6:
            let other = pick(corpus)
            bytes.replaceSubrange(
                index...,
                with: other[Int.random(in: 0...other.count, using: &random)...]
            )
        case 7: bytes.insert(contentsOf: Array(repeating: 0, count: end - index), at: index)
        case 8:
            bytes.insert(
                contentsOf: [0xFF, 0xC0, 0xED, 0xA0, 0x80].shuffled(using: &random),
                at: index
            )
        case 9: replaceNumber(&bytes, near: index)
        default: bytes.replaceSubrange(index..<end, with: pick(StateFileMutator.parts).utf8)
        }
    }

    /// Swaps two lines, or has one twice, or not at all.
    private mutating func changeLines(_ bytes: inout [UInt8]) {
        var lines = BadFileSetup.lines(of: bytes)
        guard let a = lines.indices.randomElement(using: &random),
            let b = lines.indices.randomElement(using: &random)
        else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: lines.swapAt(a, b)
        case 1: lines.insert(lines[a], at: b)
        default: lines.remove(at: a)
        }
        bytes = Array(lines.joined())
    }

    private mutating func replaceNumber(_ bytes: inout [UInt8], near index: Int) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let start = bytes[index...].firstIndex(where: digits.contains) else { return }
        let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: pick(StateFileMutator.numbers).utf8)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    /// The lines with right checksums, and with numbers that go on from the first one's.
    static func resealed(_ bytes: [UInt8], renumbering: Bool) -> [UInt8] {
        var result: [UInt8] = []
        let start = Array("{\"n\":".utf8)
        var number: Int?
        for line in BadFileSetup.lines(of: bytes) {
            var json = Array(line.dropFirst(9).dropLast())
            if renumbering, json.starts(with: start) {
                let rest = json.dropFirst(start.count)
                let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                let next = number.map { $0 &+ 1 } ?? Int(String(decoding: digits, as: UTF8.self))
                number = next
                if let next { json = start + Array("\(next)".utf8) + rest.dropFirst(digits.count) }
            }
            Checksum.appendHex(json.withUnsafeBufferPointer(Checksum.crc32), to: &result)
            result += [0x20] + json + [0x0A]
        }
        return result
    }
}

/// The same numbers in each run, so that a failure can be looked at (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
