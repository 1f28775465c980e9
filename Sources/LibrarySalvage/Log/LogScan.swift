/// Goes through the frames of a log once, from the first to the last.
///
/// The checksum of a frame goes on from that of the frame before it, so behind a damaged one
/// nothing counts for SQLite. Yet each frame can still be judged: it is intact if its checksum
/// follows from the one that is *written* in the frame before it. Only where that writing
/// itself is damaged the checksum that was computed there is tried, and if that fits, both frames
/// are intact. So one damaged byte costs one frame. A frame behind one that is gone altogether
/// cannot be judged; it carries the log's salts, and counts as intact.
struct LogScan {
    /// A frame that belongs to the present log, as far as can be told.
    struct Frame {
        /// From 0.
        let index: Int
        /// The page that it holds.
        let page: Int
        /// The pages of the database after this transaction; 0 if the frame does not end one.
        let commitSize: Int
        /// Whether SQLite would read it: nothing before it is damaged, and neither is it.
        let isChained: Bool
        /// Whether its page is as it was written.
        var isIntact: Bool
        /// Whether it carries the log's numbers; otherwise just one of the two.
        let isSalted: Bool
    }

    let header: LogHeader
    private(set) var frames: [Frame] = []
    /// The first frame that is not as it must be, whether of this log or left by an older one.
    private(set) var end: Int?
    /// Whether the frame at the end belongs to this log, rather than to an older one.
    private(set) var isEndSalted = false

    /// What the checksum of the next frame may go on from.
    private struct Seed {
        /// As it is written in the frame before.
        var written: LogChecksum
        /// As it was computed there, where it does not fit.
        var computed: LogChecksum?
        /// Whether the frame before is gone.
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
            // What the disk cannot read counts as damaged.
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
    /// What the header must have been, told from the frames behind it: some frame's checksum
    /// follows from that of the frame before it with the right page size, and with no other.
    ///
    /// - Parameter pageSize: what the database says, to be tried first.
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
            // Zeros have a checksum of zero; they are no frames.
            if sum == frame.checksum, sum != .zero { return header }
            written = frame.checksum
        }
        return nil
    }
}
