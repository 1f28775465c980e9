import Foundation

/// Whether a log belongs to the file that it lies beside, told from the bytes of both.
///
/// SQLite asks nothing of a log but that its checksums fit, and lays it over whatever file has its name.
/// Other programs bring files back, or put others in their place, and leave the log of yesterday or of
/// another library beside them. So this is asked before any connection is opened: one that merely reads
/// lays the log over the file, and the last one to close folds it in.
///
/// A log belongs to a file
/// - if its first commit was made on top of the file's, or
/// - if the file's stamp is that of any commit in the log: folding it in was interrupted, at whatever
///   page. The page with the stamp may be older or newer than the rest then.
///
/// A commit that leaves the stamp alone was made by another program, and continues what is there.
enum LogJudgment: Hashable {
    /// The log belongs to the file, or there is nothing to tell that it does not.
    case belongs
    /// It was written for another file, or for another state of this one.
    ///
    /// - last: the stamp of its last commit, where that can be read.
    case stray(last: CommitStamp?)
}

extension LogJudgment {
    init(database: ByteSource, log: ByteSource, _ logFile: LogFile) {
        // A file without the row is too old for it, or damaged; both are told elsewhere. So is a log of
        // which SQLite would read nothing.
        guard let file = StampedFile(database), let present = file.stamp, logFile.frames > 0 else {
            self = .belongs
            return
        }
        guard logFile.pageSize == file.pageSize else {
            self = .stray(last: nil)
            return
        }
        let stamps = logFile.commitOffsets(of: file.page).map { offset in
            log.read(offset, file.pageSize).flatMap(file.stamp(of:))
        }
        guard let first = stamps.first else {
            self =
                Self.isOlder(log, logFile, than: database, of: file.pageSize)
                ? .stray(last: nil) : .belongs
            return
        }
        if stamps.contains(present) || first?.continues(present) == true {
            self = .belongs
        } else {
            self = .stray(last: stamps.last ?? nil)
        }
    }

    /// Whether a log without any stamp was written before the file had what it has now: it ends with fewer
    /// pages, or its tables are of an older version.
    private static func isOlder(
        _ log: ByteSource,
        _ logFile: LogFile,
        than database: ByteSource,
        of pageSize: Int
    ) -> Bool {
        if let pages = logFile.databasePages, pages < database.size / pageSize { return true }
        guard let header = database.read(0, 100).flatMap({ DatabaseHeader(Data($0)) }),
            let offset = logFile.pages[1],
            let logged = log.read(offset, 100).flatMap({ DatabaseHeader(Data($0)) })
        else { return false }
        return logged.userVersion < header.userVersion
    }
}
