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
/// In three cases bytes alone cannot tell, and a caller that knows how many transactions there
/// should be must count them. The pages of the very last transaction may reach the disk in any
/// order, so that a power cut in its midst looks like damage within it
/// (``Break/laterCommits`` is 1). When such a log was then continued by a shorter transaction,
/// the old end still looks the same. And a log that is cut between two transactions, or whose
/// last commit is the frame that is bad (``Break/isCommit``), looks like one that was
/// interrupted.
package struct WriteAheadLog {
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
    struct Break: Hashable {
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
    /// Where SQLite stops, if not because of the end of the file or an older log's frames.
    let breakPoint: Break?
    /// What else can be used when the log is damaged.
    let remains: Remains
    private let source: ByteSource
    /// The frames up to the last commit that SQLite reads, in their order.
    private let chain: [ChainedFrame]

    private struct ChainedFrame {
        let page: Int
        /// Where the page stands in the file.
        let offset: Int
        /// The pages of the database after this transaction; 0 if the frame does not end one.
        let commitSize: Int
    }

    /// A version of a page, and where it stands in the file.
    struct Version: Hashable {
        let page: Int
        let offset: Int
    }

    /// The pages of a log that is read as far as its frames are intact, instead of up to the
    /// first that is not.
    struct Remains: Hashable {
        /// Where the newest intact version of each page stands. That of another page may
        /// be newer or older than it should be; only rows can be taken from these pages, not
        /// their order.
        var pages: [Int: Int] = [:]
        /// Damaged frames of finished transactions, the newest first.
        var broken: [Version] = []
        /// Intact versions that newer ones replaced, the newest first.
        var older: [Version] = []
    }

    /// Reads a log in pieces; takes as long as reading it once.
    ///
    /// - Parameter pageSize: of the database, if it is known. A log of another size is damaged.
    package init(_ source: ByteSource, pageSize expected: Int? = nil) {
        let valid = LogHeader(source.read(0, LogHeader.size) ?? []).flatMap { header in
            header.pageSize == expected ?? header.pageSize ? header : nil
        }
        guard source.size > LogHeader.size, valid != nil || !source.isZero else {
            self.init(source, .empty, pageSize: valid?.pageSize)
            return
        }
        guard
            let header = valid ?? LogHeader.guessed(from: source, pageSize: expected)
        else {
            self.init(source, .damaged, pageSize: nil)
            return
        }
        let scan = LogScan(source, header: header, isHeaderValid: valid != nil)
        self.init(source, scan, isHeaderValid: valid != nil)
    }

    private init(_ source: ByteSource, _ condition: Condition, pageSize: Int?) {
        self.source = source
        self.condition = condition
        self.pageSize = pageSize
        breakPoint = nil
        chain = []
        remains = Remains()
    }

    private init(_ source: ByteSource, _ scan: LogScan, isHeaderValid: Bool) {
        self.source = source
        pageSize = scan.header.pageSize
        let readable = isHeaderValid ? scan.frames.prefix(while: \.isChained) : []
        let behind = scan.frames.dropFirst(readable.count)
        let breakPoint = Self.breakPoint(of: scan, behind: behind)
        self.breakPoint = isHeaderValid ? breakPoint : nil
        let end = readable.lastIndex { $0.commitSize > 0 }.map { $0 + 1 } ?? 0
        chain = readable.prefix(end).map { frame in
            ChainedFrame(
                page: frame.page,
                offset: scan.header.pageOffset(ofFrame: frame.index),
                commitSize: frame.commitSize
            )
        }
        condition =
            if !isHeaderValid || breakPoint?.laterCommits ?? 0 > 0 {
                .damaged
            } else if breakPoint != nil || end < readable.count {
                .torn
            } else {
                .valid
            }
        remains = Remains(scan)
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

extension WriteAheadLog {
    /// Whether SQLite reads any transaction of it.
    package var hasCommits: Bool { !chain.isEmpty }

    /// Frames up to the last commit that SQLite reads.
    var frameCount: Int { chain.count }

    /// Transactions that SQLite reads.
    var commitCount: Int { chain.count { $0.commitSize > 0 } }

    /// The pages of the database after them; nil if there is none.
    var databasePageCount: Int? { chain.last?.commitSize }

    /// Where the newest version of each page stands, as an offset in the file, as SQLite reads
    /// the log.
    var pages: [Int: Int] {
        Dictionary(chain.map { ($0.page, $0.offset) }) { _, newer in newer }
    }

    /// A version of a page, by its offset in the file; shorter where the file ends within it, nil
    /// where the disk cannot read it.
    func page(at offset: Int) -> [UInt8]? {
        pageSize.flatMap { source.read(offset, $0) }
    }

    /// A page as each commit that wrote it left it, the first commit first.
    func versions(of page: Int) -> [Version] {
        var versions: [Version] = []
        var latest: Version?
        for frame in chain {
            if frame.page == page { latest = Version(page: page, offset: frame.offset) }
            if frame.commitSize > 0, let version = latest {
                versions.append(version)
                latest = nil
            }
        }
        return versions
    }

    /// Whether it was written before a file had what it has now, as far as the bytes tell: the log
    /// ends with fewer pages, or its tables are of an older version.
    package func isOlder(than database: ByteSource) -> Bool {
        if let pageSize, let databasePageCount, databasePageCount < database.size / pageSize {
            return true
        }
        guard let header = DatabaseHeader(database), let offset = pages[1],
            let logged = page(at: offset).flatMap(DatabaseHeader.init)
        else { return false }
        return logged.userVersion < header.userVersion
    }
}

extension WriteAheadLog.Remains {
    fileprivate init(_ scan: LogScan) {
        let end = scan.frames.lastIndex { $0.commitSize > 0 }.map { $0 + 1 } ?? 0
        for frame in scan.frames.prefix(end).reversed() {
            let offset = scan.header.pageOffset(ofFrame: frame.index)
            let version = WriteAheadLog.Version(page: frame.page, offset: offset)
            if !frame.isIntact {
                broken.append(version)
            } else if pages[frame.page] == nil {
                pages[frame.page] = offset
            } else {
                older.append(version)
            }
        }
    }
}
