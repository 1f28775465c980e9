import TestSupport

/// What may happen to the bytes of a database.
enum DatabaseDamage {
    /// Changes some bytes, most often where much depends on them.
    static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            // Much of what matters stands at the beginning of a page.
            let isHead = Bool.random(using: &random)
            let page = Int.random(in: 0..<max(1, bytes.count / 4096), using: &random) * 4096
            let start = isHead ? page : Int.random(in: 0..<bytes.count, using: &random)
            let index = min(bytes.count - 1, start + Int.random(in: 0..<120, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[index] ^= 1 << Int.random(in: 0..<8, using: &random)
            case 1: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 2: for place in index..<min(bytes.count, index + 32) { bytes[place] = 0xFF }
            case 3 where bytes.count > 8192:
                bytes.removeLast(Int.random(in: 1...4096, using: &random))
            case 4:
                let other = Int.random(in: 0..<max(1, bytes.count / 4096), using: &random) * 4096
                for offset in 0..<4096
                where other + offset < bytes.count && page + offset < bytes.count {
                    bytes[page + offset] = bytes[other + offset]
                }
            default: for place in index..<min(bytes.count, index + 64) { bytes[place] = 0 }
            }
        }
    }
}
