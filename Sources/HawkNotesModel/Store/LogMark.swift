import Foundation

/// A small file beside the library, present while the database alone is incomplete.
///
/// SQLite stores new data in a log beside the database, and treats a missing, truncated or damaged
/// log as if there had never been one. The mark records that there was one: it is written before
/// the first commit after the log was merged, and removed when it is merged again.
struct LogMark: Codable, Equatable {
    enum Kind: String, Codable {
        /// The log has commits that the database lacks.
        case log
        /// The library has just been created and may not have reached the disk.
        case new
        /// `library.sqlite.new` is complete and is replacing the library.
        case replacing
    }

    var kind: Kind
    /// When the first commit was made that may exist only in the log.
    var since: Date
    /// The number of the last commit; the database, read with its log, must include it.
    var commits: Int64 = 0
    /// Whether damage was found, which the next start is to handle.
    var isDamaged = false
    /// The identity of the library; nil for one of an older version.
    var identity: UUID?
    /// The token of the last commit.
    var token: UUID?
}

extension LogMark {
    /// Records the last commit.
    mutating func take(_ stamp: CommitStamp) {
        commits = stamp.count
        identity = stamp.identity
        token = stamp.token
    }

    /// Whether the mark was written for a different library than the one with this stamp.
    func isForeign(to stamp: CommitStamp) -> Bool {
        identity != nil && stamp.identity != nil && identity != stamp.identity
    }
}

extension LogMark {
    /// Reads the mark; nil if there is none. An invalid mark still shows that there should be a
    /// log.
    static func read(_ files: LibraryFiles) throws -> LogMark? {
        guard case .file = try Disk.status(files.mark) else { return nil }
        let data = try Disk.read(files.mark, upTo: 4096)
        do {
            return try decoder.decode(LogMark.self, from: data)
        } catch {
            return LogMark(kind: .log, since: Date(timeIntervalSince1970: 0))
        }
    }

    /// - Parameter syncs: whether to wait until the mark is on disk.
    func write(_ files: LibraryFiles, syncs: Bool = false) throws {
        try Disk.replace(files.mark, with: try Self.encoder.encode(self), syncs: syncs)
    }

    /// Removes the mark, so that no log is expected any longer.
    ///
    /// - Parameter syncs: whether to wait until the removal is on disk; if it never gets there, the
    ///   mark's numbers show that nothing is missing.
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
