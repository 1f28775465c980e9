/// The first 32 bytes of a write-ahead log.
///
/// Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
package struct LogHeader: Hashable {
    package static let size = 32
    static let frameHeaderSize = 24

    /// Bytes of a page; a frame has 24 more.
    let pageSize: Int
    /// What each frame of this log repeats. The first half counts the logs, the second is random.
    let salts: LogSalts
    /// In which order the checksums read the bytes; depends on the machine that wrote the log.
    let isBigEndian: Bool
    /// Where the checksum of the first frame goes on from.
    let checksum: LogChecksum

    var frameSize: Int { pageSize + Self.frameHeaderSize }

    /// Takes a header that SQLite would take, and no other.
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

    init(pageSize: Int, salts: LogSalts, isBigEndian: Bool, checksum: LogChecksum) {
        self.pageSize = pageSize
        self.salts = salts
        self.isBigEndian = isBigEndian
        self.checksum = checksum
    }
}

/// The two numbers that tell the frames of a log from those that an older log left behind them.
struct LogSalts: Hashable {
    let count: Int
    let random: Int

    init?(_ bytes: [UInt8], at offset: Int) {
        guard let count = bytes.uint32(at: offset), let random = bytes.uint32(at: offset + 4)
        else { return nil }
        self.count = count
        self.random = random
    }

    /// One is right and the other not. No older log leaves that: with each new log the first
    /// number is counted up and the second is drawn again.
    func isNear(_ other: LogSalts) -> Bool {
        (count == other.count) != (random == other.random)
    }
}
