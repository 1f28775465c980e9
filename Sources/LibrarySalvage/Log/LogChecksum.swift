/// The checksum of a write-ahead log, which runs on from frame to frame.
///
/// Source: https://www.sqlite.org/fileformat2.html#checksum_algorithm
struct LogChecksum: Hashable {
    var first: UInt32
    var second: UInt32

    static let zero = LogChecksum(first: 0, second: 0)

    init(first: UInt32, second: UInt32) {
        self.first = first
        self.second = second
    }

    /// The checksum as it stands in a header.
    init?(_ bytes: [UInt8], at offset: Int) {
        guard let first = bytes.uint32(at: offset), let second = bytes.uint32(at: offset + 4)
        else { return nil }
        self.init(first: UInt32(first), second: UInt32(second))
    }

    /// The checksum after some more bytes, of which there is a multiple of eight.
    func advanced(
        over bytes: UnsafeRawBufferPointer,
        isBigEndian: Bool
    ) -> LogChecksum {
        var (first, second) = (first, second)
        var offset = 0
        while offset + 8 <= bytes.count {
            let one = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            let two = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ second
            second &+= (isBigEndian ? two.bigEndian : two.littleEndian) &+ first
            offset += 8
        }
        return LogChecksum(first: first, second: second)
    }

    /// The checksum after a part of an array; unchanged if the part leaves the array.
    func advanced(over bytes: [UInt8], _ range: Range<Int>, isBigEndian: Bool) -> LogChecksum {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return self }
        return bytes.withUnsafeBytes {
            advanced(over: UnsafeRawBufferPointer(rebasing: $0[range]), isBigEndian: isBigEndian)
        }
    }
}
