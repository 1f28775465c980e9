import Foundation

/// SQLite's log beside a database, looked at without SQLite.
struct LogFile {
    /// Whether what stands in the log can be read to its end.
    enum Condition {
        case readable
        case damaged
    }

    /// The size in bytes of a log without a frame.
    static let headerSize: Int64 = 32

    let condition: Condition

    static func classify(_ url: URL) throws -> LogFile {
        let header = try Disk.read(url, upTo: 4)
        let isLog = header.starts(with: [0x37, 0x7F, 0x06])
        return LogFile(condition: isLog ? .readable : .damaged)
    }
}
