import Foundation
import LibrarySalvage

/// Decides from the bytes whether a log belongs to the file beside it.
///
/// SQLite only checks a log's checksums, and applies it to any file with its name. Other programs
/// restore or replace files, and leave an old log or another library's log beside them. So this is
/// decided before any connection is opened: even a read-only one applies the log, and the last one
/// to close checkpoints it.
///
/// A log belongs to a file
/// - if its first commit was made on top of the file's, or
/// - if the file's stamp is that of any commit in the log: folding it in was interrupted, at
///   whatever page. The page with the stamp may be older or newer than the rest then.
///
/// A commit that does not change the stamp was made by another program, and continues the file.
enum LogJudgment: Hashable {
    /// The log belongs to the file, or nothing shows otherwise.
    case belongs
    /// It was written for another file, or for another state of this one.
    ///
    /// - last: the stamp of its last commit, if readable.
    case stray(last: CommitStamp?)
}

extension LogJudgment {
    init(database: ByteSource, log: WriteAheadLog) {
        // A file without the row is too old for it, or damaged; both are told elsewhere. So is a
        // log of which SQLite would read nothing.
        guard let row = CommitStamp.row(in: database), log.hasCommits,
            let present = row.stored.flatMap(CommitStamp.init)
        else {
            self = .belongs
            return
        }
        guard log.pageSize == row.pageSize else {
            self = .stray(last: nil)
            return
        }
        let stamps = row.versions(in: log).map { $0.flatMap(CommitStamp.init) }
        guard let first = stamps.first else {
            self = log.isOlder(than: database) ? .stray(last: nil) : .belongs
            return
        }
        if stamps.contains(present) || first?.continues(present) == true {
            self = .belongs
        } else {
            self = .stray(last: stamps.last ?? nil)
        }
    }
}
