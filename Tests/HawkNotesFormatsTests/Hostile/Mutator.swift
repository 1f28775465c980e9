@testable import HawkNotesFormats

/// Damages files as disks, hasty programs and strangers do; the same in every run.
struct Mutator {
    private var generator: SeededGenerator
    private let tokens: [[UInt8]]

    init(seed: Int, tokens: [String] = []) {
        generator = SeededGenerator(seed)
        self.tokens = tokens.map { Array($0.utf8) }
    }

    mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &generator) { mutate(&bytes) }
        return bytes
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let start = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &generator)
        let length = Int.random(in: 0...min(64, bytes.count - start), using: &generator)
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: bytes.removeSubrange(start...)
        case 1: bytes.removeSubrange(start..<start + length)
        case 2: bytes.insert(contentsOf: Array(bytes[start..<start + length]), at: start)
        case 3:
            if start < bytes.count { bytes[start] = UInt8.random(in: 0...255, using: &generator) }
        case 4:
            if start < bytes.count { bytes[start] ^= 1 << Int.random(in: 0..<8, using: &generator) }
        case 5:
            bytes.insert(
                contentsOf: tokens.randomElement(using: &generator) ?? [0xFF, 0],
                at: start
            )
        case 6:
            let piece = Array(bytes[start..<start + length])
            for _ in 0..<Int.random(in: 1...100, using: &generator) {
                bytes.insert(contentsOf: piece, at: start)
            }
        case 7:
            bytes = Array(
                String(decoding: bytes, as: UTF8.self).utf16.flatMap { unit in
                    [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
                }
            )
        default: for index in start..<start + length { bytes[index] = 0 }
        }
    }
}
