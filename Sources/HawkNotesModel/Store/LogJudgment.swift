import Foundation
import LibrarySalvage

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
    init(database: ByteSource, log: WriteAheadLog) {
        // A file without the row is too old for it, or damaged; both are told elsewhere. So is a log of
        // which SQLite would read nothing.
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
