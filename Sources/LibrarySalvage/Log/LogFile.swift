/// What a write-ahead log holds, told from its bytes alone.
///
/// SQLite reads a log up to the first frame that is not as it must be, and takes what was
/// committed until there; the rest it overwrites without a word. That is right after a crash and
/// loses data after damage. The two are told apart by what stands behind that frame:
///
/// - A new log begins at the front of the file again, with other salts. Behind its last frame
///   there are frames of the log before it, or none: **valid**.
/// - A transaction that was interrupted, or was rolled back after some of its pages had been
///   written early, leaves frames that carry the log's salts; but none of them says “commit”,
///   as that is written last: **torn**. Nothing that was ever saved is missing.
/// - A frame that says “commit” and carries the log's salts stands behind the bad one: that
///   transaction was written whole, and what is bad came about later: **damaged**.
///
/// In three cases bytes alone cannot tell, and who knows how many transactions there should be
/// must ask ``commits``. The pages of the very last transaction may reach the disk in any
/// order, so that a power cut in its midst looks like damage within it
/// (``Break/laterCommits`` is 1). When such a log was then continued by a shorter transaction,
/// the old end still looks the same. And a log that is cut between two transactions, or whose
/// last commit is the frame that is bad (``Break/isCommit``), looks like one that was
/// interrupted.
package struct LogFile: Hashable, Sendable {
    package enum Condition: Hashable, Sendable {
        /// There is no frame: the file ends with the header, or is nothing but zeros.
        case empty
        /// Everything of this log that is in the file counts.
        case valid
        /// The last transaction was not finished; those before it count.
        case torn
        /// Transactions that were finished can no longer be read by SQLite.
        case damaged
    }

    /// The first frame that SQLite would not read, and what is behind it.
    struct Break: Hashable, Sendable {
        /// The frame, from 0; as many are before it.
        let frame: Int
        /// Whether it belongs to this log and says “commit”, as far as it can be read.
        let isCommit: Bool
        /// Whole frames behind it that carry the log's salts.
        let laterFrames: Int
        /// How many of them say “commit”.
        let laterCommits: Int
    }

    package let condition: Condition
    /// Bytes of a page; nil if not even that can be told.
    package let pageSize: Int?
    /// Frames up to the last commit that SQLite reads.
    package let frames: Int
    /// Transactions that SQLite reads.
    let commits: Int
    /// The pages of the database after them; nil if there is none.
    let databasePages: Int?
    /// Where SQLite stops, if not because of the end of the file or an older log's frames.
    let breakPoint: Break?
    /// Where the newest version of each page stands, as an offset in the file, as SQLite reads
    /// the log.
    let pages: [Int: Int]
    /// What else can be used when the log is damaged.
    let salvage: Salvage
    /// The frames up to the last commit that SQLite reads, in their order.
    private let chain: [ChainedFrame]

    private struct ChainedFrame: Hashable, Sendable {
        let page: Int
        let endsCommit: Bool
    }

    /// The pages of a log that is read as far as its frames are intact, instead of up to the
    /// first that is not.
    struct Salvage: Hashable, Sendable {
        /// A version of a page and its offset in the file.
        struct Version: Hashable, Sendable {
            let page: Int
            let offset: Int
        }

        /// Where the newest intact version of each page stands. That of another page may
        /// be newer or older than it should be; only rows can be taken from these pages, not
        /// their order.
        var pages: [Int: Int] = [:]
        /// Damaged frames of finished transactions, the newest first.
        var broken: [Version] = []
        /// Intact versions that newer ones replaced, the newest first.
        var older: [Version] = []
        /// The pages of the database after the last transaction; nil if there is none.
        var databasePages: Int?
    }

    /// Reads a log in pieces; takes as long as reading it once.
    ///
    /// - Parameter pageSize: of the database, if it is known. A log of another size is damaged.
    package init(_ source: ByteSource, pageSize expected: Int? = nil) {
        let valid = LogHeader(source.read(0, LogHeader.size) ?? []).flatMap { header in
            header.pageSize == expected ?? header.pageSize ? header : nil
        }
        guard source.size > LogHeader.size, valid != nil || !source.isZero else {
            self.init(.empty, pageSize: valid?.pageSize)
            return
        }
        guard
            let header = valid ?? LogHeader.guessed(from: source, pageSize: expected)
        else {
            self.init(.damaged, pageSize: nil)
            return
        }
        let scan = LogScan(source, header: header, isHeaderValid: valid != nil)
        self.init(scan, isHeaderValid: valid != nil)
    }

    private init(_ condition: Condition, pageSize: Int?) {
        self.condition = condition
        self.pageSize = pageSize
        frames = 0
        commits = 0
        databasePages = nil
        breakPoint = nil
        pages = [:]
        chain = []
        salvage = Salvage()
    }

    private init(_ scan: LogScan, isHeaderValid: Bool) {
        let frameSize = scan.header.frameSize
        func offset(_ frame: LogScan.Frame) -> Int {
            LogHeader.size + frame.index * frameSize + LogHeader.frameHeaderSize
        }
        let chained = isHeaderValid ? scan.frames.prefix(while: \.isChained) : []
        let last = chained.last { $0.commitSize > 0 }
        let behind = scan.frames.dropFirst(chained.count)
        let breakPoint = Self.breakPoint(of: scan, behind: behind)
        let commitsBehind = breakPoint?.laterCommits ?? 0

        pageSize = scan.header.pageSize
        frames = last.map { $0.index + 1 } ?? 0
        commits = chained.count { $0.commitSize > 0 }
        databasePages = last?.commitSize
        self.breakPoint = isHeaderValid ? breakPoint : nil
        var pages: [Int: Int] = [:]
        for frame in chained.prefix(frames) {
            pages[frame.page] = offset(frame)
        }
        self.pages = pages
        chain = chained.prefix(frames).map {
            ChainedFrame(page: $0.page, endsCommit: $0.commitSize > 0)
        }
        condition =
            if !isHeaderValid || commitsBehind > 0 {
                .damaged
            } else if breakPoint != nil || frames < chained.count {
                .torn
            } else {
                .valid
            }

        var salvage = Salvage()
        let end = scan.frames.lastIndex { $0.commitSize > 0 }.map { $0 + 1 } ?? 0
        for frame in scan.frames.prefix(end).reversed() {
            let version = Salvage.Version(page: frame.page, offset: offset(frame))
            if !frame.isIntact {
                salvage.broken.append(version)
            } else if salvage.pages[frame.page] == nil {
                salvage.pages[frame.page] = version.offset
            } else {
                salvage.older.append(version)
            }
            if frame.isIntact, frame.commitSize > 0, salvage.databasePages == nil {
                salvage.databasePages = frame.commitSize
            }
        }
        self.salvage = salvage
    }

    /// Where a page stands as each commit left it, as offsets in the file, the first commit first; commits
    /// that left it alone are not listed.
    func commitOffsets(of page: Int) -> [Int] {
        guard let pageSize else { return [] }
        var offsets: [Int] = []
        var latest: Int?
        for (index, frame) in chain.enumerated() {
            if frame.page == page {
                latest =
                    LogHeader.size + index * (pageSize + LogHeader.frameHeaderSize)
                    + LogHeader.frameHeaderSize
            }
            if frame.endsCommit, let offset = latest {
                offsets.append(offset)
                latest = nil
            }
        }
        return offsets
    }

    /// Whether it was written before the file had what it has now, as far as the bytes tell: the log ends
    /// with fewer pages, or its tables are of an older version.
    package func isOlder(than database: ByteSource, _ bytes: ByteSource) -> Bool {
        guard let pageSize else { return false }
        if let databasePages, databasePages < database.size / pageSize { return true }
        guard let header = DatabaseHeader(database), let offset = pages[1],
            let logged = bytes.read(offset, DatabaseHeader.size).flatMap(DatabaseHeader.init)
        else { return false }
        return logged.userVersion < header.userVersion
    }

    /// Nil where an older log's frames, or the end of the file, are all that follows.
    private static func breakPoint(
        of scan: LogScan,
        behind: ArraySlice<LogScan.Frame>
    ) -> Break? {
        guard let end = scan.end else { return nil }
        let broken = behind.first.flatMap { $0.index == end ? $0 : nil }
        let later = behind.filter { $0.isSalted && $0.index > end }
        guard scan.isEndSalted || !later.isEmpty else { return nil }
        return Break(
            frame: end,
            isCommit: (broken?.commitSize ?? 0) > 0,
            laterFrames: later.count,
            laterCommits: later.count { $0.commitSize > 0 }
        )
    }
}

extension ByteSource {
    /// Whether there is nothing but zeros; stops at the first other byte.
    fileprivate var isZero: Bool {
        var offset = 0
        while offset < size {
            guard let bytes = read(offset, 1 << 20), bytes.isZero else { return false }
            if bytes.isEmpty { return true }
            offset += bytes.count
        }
        return true
    }
}
