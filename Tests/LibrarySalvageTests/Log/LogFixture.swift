import Foundation
import GRDB

@testable import LibrarySalvage

/// A database with a log of several transactions, as a killed process leaves them.
struct LogFixture {
    static let pageSize = 512

    /// The file without what stands in the log, and the log.
    var database: [UInt8] = []
    var log: [UInt8] = []
    /// The frames of the log at whose end a transaction ends.
    var commits: [Int] = []

    /// Where a frame begins.
    static func offset(of frame: Int) -> Int { 32 + frame * (24 + pageSize) }

    /// Runs some writes, and copies both files while the database is open.
    ///
    /// Each write adds one row to the table `row`, so that their number tells how many
    /// transactions a reader takes.
    init(in directory: URL, writing steps: [(Database) throws -> Void]) throws {
        let url = directory.appendingPathComponent("log-\(UUID().uuidString).sqlite")
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA page_size = \(Self.pageSize);
                    PRAGMA journal_mode = WAL;
                    PRAGMA wal_autocheckpoint = 0;
                    PRAGMA cache_size = 5;
                    """
            )
        }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT)")
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            for step in steps {
                try step(db)
                let size = try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal")).count
                let frames = (size - 32) / (24 + Self.pageSize)
                commits.append(frames)
            }
        }
        database = try Array(Data(contentsOf: url))
        log = try Array(Data(contentsOf: URL(fileURLWithPath: url.path + "-wal")))
        try queue.close()
    }

    /// One transaction that writes about so many pages.
    static func insert(bytes: Int) -> (Database) throws -> Void {
        { db in
            try db.execute(
                sql: "INSERT INTO row (text) VALUES (?)",
                arguments: [String(repeating: "x", count: bytes)]
            )
        }
    }

    /// How many transactions SQLite itself takes from a log.
    func commitsForSQLite(of log: [UInt8], in directory: URL) throws -> Int {
        let url = directory.appendingPathComponent("read-\(UUID().uuidString).sqlite")
        try Data(database).write(to: url)
        try Data(log).write(to: URL(fileURLWithPath: url.path + "-wal"))
        let queue = try DatabaseQueue(path: url.path)
        let count = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM row") }
        try queue.close()
        for suffix in ["", "-wal", "-shm"] { unlink(url.path + suffix) }
        return count ?? 0
    }
}
