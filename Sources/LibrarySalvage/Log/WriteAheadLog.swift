/// The contents of a write-ahead log, read without SQLite.
///
/// SQLite reads a log up to the first invalid frame, keeps what was committed before it, and
/// silently overwrites the rest. That is right after a crash, but loses data after damage. What
/// follows the invalid frame tells the two apart:
///
/// - A new log starts at the beginning of the file again, with other salts. Its last frame is
///   followed by frames of the log before it, or by none: **valid**.
/// - A transaction that was interrupted, or rolled back after some of its pages had been written
///   early, leaves frames with the log's salts. None of them is marked as a commit, as that frame
///   is written last: **torn**. Nothing that was ever saved is missing.
/// - The invalid frame is followed by a commit with the log's salts. Its transaction was written
///   completely, and the frame was damaged later: **damaged**.
///
/// In three cases the bytes are not enough, and the caller has to know how many commits there
/// should be. The pages of the very last transaction may reach the disk in any order, so that a
/// power cut during it looks like damage (``Break/laterCommits`` is 1). If a shorter transaction
/// then continued that log, its old end still looks the same. And a log that was cut between two
/// transactions, or whose last commit is the damaged frame (``Break/isCommit``), looks like one
/// that was interrupted.
package struct WriteAheadLog {
    package enum Condition: Hashable, Sendable {
        /// It has no frame: the file ends with the header, or has only zeros.
        case empty
        /// SQLite reads all of it.
        case valid
        /// The last transaction was not finished. SQLite reads those before it.
        case torn
        /// SQLite cannot read some transactions that were finished.
        case damaged
    }

    /// The first frame that SQLite would not read, and what follows it.
    struct Break: Hashable {
        /// The index of the frame.
        let frame: Int
        /// Whether it seems to be a commit of this log.
        let isCommit: Bool
        /// Complete frames after it with the log's salts.
        let laterFrames: Int
        /// The number of commits among them.
        let laterCommits: Int
    }

    package let condition: Condition
    /// Bytes of a page; nil if not even that is known.
    package let pageSize: Int?
    /// Where SQLite stops reading; nil if it reaches the end of the file or the frames of an older
    /// log.
    let breakPoint: Break?
    /// The readable contents of a damaged log.
    let remains: Remains
    private let source: ByteSource
    /// The frames up to the last commit that SQLite reads, in order.
    private let chain: [ChainedFrame]

    private struct ChainedFrame {
        let page: Int
        /// The offset of the page in the file.
        let offset: Int
        /// The pages of the database after this transaction; 0 if the frame does not end one.
        let commitSize: Int
    }

    /// A version of a page, and its offset in the file.
    struct Version: Hashable {
        let page: Int
        let offset: Int
    }

    /// The pages in all intact frames of a log, instead of those before the first that is not.
    struct Remains: Hashable {
        /// The offset of the newest intact version of each page. Pages may be of different times:
        /// rows can be read from them, but not how they belong together.
        var pages: [Int: Int] = [:]
        /// The pages of damaged frames in finished transactions, the newest first.
        var broken: [Version] = []
        /// Intact versions that were replaced by newer ones, the newest first.
        var older: [Version] = []
    }

    /// Reads the whole log once, in pieces.
    ///
    /// - Parameter pageSize: that of the database, if it is known. A log with another one is
    ///   damaged.
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

    /// Nil if only the frames of an older log follow, or none.
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
    /// Whether SQLite reads any transaction from it.
    package var hasCommits: Bool { !chain.isEmpty }

    /// The frames up to the last commit that SQLite reads.
    var frameCount: Int { chain.count }

    /// The transactions that SQLite reads.
    var commitCount: Int { chain.count { $0.commitSize > 0 } }

    /// The pages of the database after the last of them; nil if there is none.
    var databasePageCount: Int? { chain.last?.commitSize }

    /// The offset of the newest version of each page that SQLite reads.
    var pages: [Int: Int] {
        Dictionary(chain.map { ($0.page, $0.offset) }) { _, newer in newer }
    }

    /// The version of a page at an offset. Shorter if the file ends within it; nil if the disk
    /// fails.
    func page(at offset: Int) -> [UInt8]? {
        pageSize.flatMap { source.read(offset, $0) }
    }

    /// The versions of a page after each commit that wrote it, in order.
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

    /// Whether it was written before the file became what it is now: the log ends with fewer pages,
    /// or its tables are of an older version. False if that cannot be told.
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
