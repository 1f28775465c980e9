/// Reads the frames of a log once, from the first to the last.
///
/// The checksum of a frame continues that of the frame before it, so SQLite ignores everything
/// after a damaged one. Each frame can still be judged: it is intact if its checksum continues the
/// one that is *stored* in the frame before it. If that does not fit, the checksum that was
/// computed there is tried; if this one fits, only the stored checksum was damaged, and both frames
/// are intact. So one damaged byte costs one frame. A frame after one that is missing cannot be
/// judged. It has the log's salts, and counts as intact.
struct LogScan {
    /// A frame that seems to belong to this log, rather than to an older one.
    struct Frame {
        /// From 0.
        let index: Int
        /// The page that it holds.
        let page: Int
        /// The pages of the database after this transaction; 0 if the frame does not end one.
        let commitSize: Int
        /// Whether SQLite would read it: neither it nor a frame before it is damaged.
        let isChained: Bool
        /// Whether its page is as it was written.
        var isIntact: Bool
        /// Whether it has both of the log's salts, rather than just one.
        let isSalted: Bool
    }

    let header: LogHeader
    private(set) var frames: [Frame] = []
    /// The first frame that SQLite would not read, damaged or left by an older log.
    private(set) var end: Int?
    /// Whether the frame at the end belongs to this log, rather than to an older one.
    private(set) var isEndSalted = false

    /// A checksum that the next frame's may continue.
    private struct Seed {
        /// The checksum that is stored in the frame before.
        var written: LogChecksum
        /// The computed checksum, if it differs.
        var computed: LogChecksum?
        /// Whether the frame before is missing.
        var isLost: Bool
    }

    /// - Parameter isHeaderValid: whether the header is the one that was written.
    init(_ source: ByteSource, header: LogHeader, isHeaderValid: Bool) {
        self.header = header
        let perRead = max(1, (1 << 20) / header.frameSize)
        var seed = Seed(written: header.checksum, isLost: !isHeaderValid)
        var offset = LogHeader.size
        var index = 0
        while offset < source.size {
            let count = min(perRead * header.frameSize, source.size - offset)
            // Unreadable frames count as damaged.
            let bytes = source.read(offset, count) ?? [UInt8](repeating: 0, count: count)
            for start in stride(from: 0, to: bytes.count, by: header.frameSize) {
                add(bytes, at: start, index: index, &seed)
                index += 1
            }
            offset += count
        }
    }

    private mutating func add(
        _ bytes: [UInt8],
        at start: Int,
        index: Int,
        _ seed: inout Seed
    ) {
        guard start + header.frameSize <= bytes.count,
            let frame = LogFrameHeader(bytes, at: start)
        else {
            // The file ends within a frame.
            if end == nil {
                end = index
                isEndSalted = LogSalts(bytes, at: start + 8) == header.salts
            }
            return
        }
        let isSalted = frame.salts == header.salts
        guard isSalted || frame.salts.isNear(header.salts) else {
            end = end ?? index
            seed = Seed(written: frame.checksum, isLost: true)
            return
        }
        func sum(after seed: LogChecksum) -> LogChecksum {
            header.checksum(ofFrameAt: start, in: bytes, after: seed)
        }
        let computed = sum(after: seed.written)
        var fits = computed == frame.checksum
        if !fits, let earlier = seed.computed, sum(after: earlier) == frame.checksum {
            fits = true
            if frames.last?.index == index - 1 { frames[frames.count - 1].isIntact = true }
        }
        let isIntact = fits || seed.isLost
        let isChained = end == nil && fits && isSalted && frame.page > 0
        if !isChained, end == nil {
            end = index
            isEndSalted = true
        }
        frames.append(
            Frame(
                index: index,
                page: frame.page,
                commitSize: frame.commitSize,
                isChained: isChained,
                isIntact: isIntact && frame.page > 0,
                isSalted: isSalted
            )
        )
        seed = Seed(
            written: frame.checksum,
            computed: isIntact ? nil : computed,
            isLost: false
        )
    }
}

extension LogHeader {
    /// Reconstructs a damaged header from the frames: only with the right page size does the
    /// checksum of a frame continue that of the frame before it.
    ///
    /// - Parameter pageSize: that of the database, which is tried first.
    static func guessed(from source: ByteSource, pageSize: Int?) -> LogHeader? {
        let bytes = source.read(0, size) ?? []
        let sizes =
            [pageSize, bytes.uint32(at: 8)].compactMap { $0 }
            + (9...16).map { 1 << $0 }
        for pageSize in sizes where DatabaseHeader.isPageSize(pageSize) {
            for isBigEndian in [false, true] {
                let header = guessed(
                    from: source,
                    pageSize: pageSize,
                    isBigEndian: isBigEndian,
                    checksum: LogChecksum(bytes, at: 24) ?? .zero
                )
                if let header { return header }
            }
        }
        return nil
    }

    private static func guessed(
        from source: ByteSource,
        pageSize: Int,
        isBigEndian: Bool,
        checksum: LogChecksum
    ) -> LogHeader? {
        let frameSize = pageSize + LogFrameHeader.size
        var written = checksum
        for index in 0..<8 {
            let bytes = source.read(size + index * frameSize, frameSize) ?? []
            guard bytes.count == frameSize, let frame = LogFrameHeader(bytes, at: 0)
            else { return nil }
            let header = LogHeader(
                pageSize: pageSize,
                salts: frame.salts,
                isBigEndian: isBigEndian,
                checksum: checksum
            )
            let sum = header.checksum(ofFrameAt: 0, in: bytes, after: written)
            // Zeros have a checksum of zero, but are not a frame.
            if sum == frame.checksum, sum != .zero { return header }
            written = frame.checksum
        }
        return nil
    }
}
