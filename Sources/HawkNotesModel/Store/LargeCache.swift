import GRDB

extension Database {
    /// In kibibytes: what a hundred thousand notes change of the indexes.
    private static let largeCacheSize = 64 << 10

    /// Gives what changes very much room in memory meanwhile. Ids are random, and so each note is at other
    /// places of the indexes: with little room, the same pages go to the log and come back again and again.
    func withLargeCache<Value>(_ body: () throws -> Value) throws -> Value {
        let size = try Int.fetchOne(self, sql: "PRAGMA cache_size")
        try execute(sql: "PRAGMA cache_size = -\(Self.largeCacheSize)")
        defer {
            // It may be in the middle of what has failed, and only takes more memory if this fails too.
            if let size { try? execute(sql: "PRAGMA cache_size = \(size)") }
        }
        return try body()
    }
}
