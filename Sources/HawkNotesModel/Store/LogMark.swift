import Foundation

/// A small file beside the library, while the database alone is not all of it.
///
/// SQLite keeps what is new in a log beside the database, and takes a log that is missing, cut or
/// damaged for one that was never there. The mark remembers that there was one: it is written
/// before the first commit after the log was folded in, and removed when it is folded in again.
struct LogMark: Codable, Equatable {
    enum Kind: String, Codable {
        /// The log holds commits that the database does not.
        case log
        /// The library has just been created and may not have reached the disk.
        case new
        /// `library.sqlite.new` is whole and is taking the library's place.
        case replacing
    }

    var kind: Kind
    /// When the first commit was made that may stand in the log only.
    var since: Date
    /// The number of the last commit; the database, read with its log, must have got as far.
    var commits: Int64 = 0
    /// Whether something was found damaged, which the next start is to see to.
    var isDamaged = false
    /// Which library it belongs to; nil in that of an older version.
    var identity: UUID?
    /// The token of the last commit.
    var token: UUID?
}

extension LogMark {
    /// Takes note of the last commit.
    mutating func take(_ stamp: CommitStamp) {
        commits = stamp.count
        identity = stamp.identity
        token = stamp.token
    }

    /// Whether it was written for another library than the one with this stamp.
    func isForeign(to stamp: CommitStamp) -> Bool {
        identity != nil && stamp.identity != nil && identity != stamp.identity
    }
}

extension LogMark {
    /// Reads the mark; nil if there is none. One that makes no sense still says that a log belongs
    /// there.
    static func read(_ files: LibraryFiles) throws -> LogMark? {
        guard case .file = try Disk.status(files.mark) else { return nil }
        let data = try Disk.read(files.mark, upTo: 4096)
        do {
            return try decoder.decode(LogMark.self, from: data)
        } catch {
            return LogMark(kind: .log, since: Date(timeIntervalSince1970: 0))
        }
    }

    /// - Parameter syncs: whether to wait until the mark is on the disk.
    func write(_ files: LibraryFiles, syncs: Bool = false) throws {
        try Disk.replace(files.mark, with: try Self.encoder.encode(self), syncs: syncs)
    }

    /// Nothing says any more that a log belongs there.
    ///
    /// - Parameter syncs: whether to wait until that is on the disk; if it never gets there, the
    ///   mark's numbers tell that nothing is missing.
    static func remove(_ files: LibraryFiles, syncs: Bool = false) throws {
        try Disk.remove(files.mark)
        if syncs { try Disk.syncFolder(of: files.mark) }
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.dateEncodingStrategy = .millisecondsSince1970
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }
}
