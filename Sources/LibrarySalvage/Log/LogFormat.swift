/// The first 32 bytes of a write-ahead log.
///
/// Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
package struct LogHeader: Hashable {
    /// The length of a header. A log that is not longer holds nothing.
    package static let size = 32

    /// Bytes of a page.
    let pageSize: Int
    /// Repeated in each frame of this log.
    let salts: LogSalts
    /// The byte order of the checksums, which is that of the machine that wrote the log.
    let isBigEndian: Bool
    /// The checksum that the first frame's continues.
    let checksum: LogChecksum

    init(pageSize: Int, salts: LogSalts, isBigEndian: Bool, checksum: LogChecksum) {
        self.pageSize = pageSize
        self.salts = salts
        self.isBigEndian = isBigEndian
        self.checksum = checksum
    }

    /// Reads a header that SQLite would accept; nil if it would not.
    init?(_ bytes: [UInt8]) {
        guard let magic = bytes.uint32(at: 0), magic & ~1 == 0x377f_0682,
            bytes.uint32(at: 4) == 3_007_000,
            let pageSize = bytes.uint32(at: 8), DatabaseHeader.isPageSize(pageSize),
            let salts = LogSalts(bytes, at: 16),
            let checksum = LogChecksum(bytes, at: 24)
        else { return nil }
        let isBigEndian = magic & 1 == 1
        guard
            LogChecksum.zero.advanced(over: bytes, 0..<24, isBigEndian: isBigEndian) == checksum
        else { return nil }
        self.init(
            pageSize: pageSize,
            salts: salts,
            isBigEndian: isBigEndian,
            checksum: checksum
        )
    }

    /// Bytes of a frame.
    var frameSize: Int { LogFrameHeader.size + pageSize }

    /// The offset of a frame's page in the file.
    func pageOffset(ofFrame index: Int) -> Int {
        Self.size + index * frameSize + LogFrameHeader.size
    }

    /// The checksum of a frame, which continues that of the frame before it.
    func checksum(
        ofFrameAt start: Int,
        in bytes: [UInt8],
        after seed: LogChecksum
    ) -> LogChecksum {
        let page = start + LogFrameHeader.size
        return seed.advanced(over: bytes, start..<start + 8, isBigEndian: isBigEndian)
            .advanced(over: bytes, page..<page + pageSize, isBigEndian: isBigEndian)
    }
}

/// The header that precedes the page in each frame.
struct LogFrameHeader {
    static let size = 24

    /// The page that the frame holds.
    let page: Int
    /// The pages of the database after this transaction; 0 if the frame does not end one.
    let commitSize: Int
    let salts: LogSalts
    let checksum: LogChecksum

    /// Nil if the bytes end within it.
    init?(_ bytes: [UInt8], at start: Int) {
        guard let page = bytes.uint32(at: start),
            let commitSize = bytes.uint32(at: start + 4),
            let salts = LogSalts(bytes, at: start + 8),
            let checksum = LogChecksum(bytes, at: start + 16)
        else { return nil }
        self.page = page
        self.commitSize = commitSize
        self.salts = salts
        self.checksum = checksum
    }
}

/// Two numbers that tell the frames of a log from those that an older log left behind. The first
/// counts the logs, the second is random.
struct LogSalts: Hashable {
    private let count: Int
    private let random: Int

    init?(_ bytes: [UInt8], at offset: Int) {
        guard let count = bytes.uint32(at: offset), let random = bytes.uint32(at: offset + 4)
        else { return nil }
        self.count = count
        self.random = random
    }

    /// Whether just one of the two is the same. That is damage, as both differ between logs.
    func isNear(_ other: LogSalts) -> Bool {
        (count == other.count) != (random == other.random)
    }
}

/// The checksum of a log, which continues from frame to frame.
///
/// Source: https://www.sqlite.org/fileformat2.html#checksum_algorithm
struct LogChecksum: Hashable {
    private let first: UInt32
    private let second: UInt32

    static let zero = LogChecksum(first: 0, second: 0)

    private init(first: UInt32, second: UInt32) {
        self.first = first
        self.second = second
    }

    /// Reads a stored checksum.
    init?(_ bytes: [UInt8], at offset: Int) {
        guard let first = bytes.uint32(at: offset), let second = bytes.uint32(at: offset + 4)
        else { return nil }
        self.init(first: UInt32(first), second: UInt32(second))
    }

    /// The checksum continued over a range of bytes, whose length is a multiple of eight; unchanged
    /// if the range is out of bounds.
    func advanced(over bytes: [UInt8], _ range: Range<Int>, isBigEndian: Bool) -> LogChecksum {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return self }
        return bytes.withUnsafeBytes { raw in
            var (first, second) = (first, second)
            var offset = range.lowerBound
            while offset + 8 <= range.upperBound {
                let one = raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let two = raw.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ second
                second &+= (isBigEndian ? two.bigEndian : two.littleEndian) &+ first
                offset += 8
            }
            return LogChecksum(first: first, second: second)
        }
    }
}
