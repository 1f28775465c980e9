import GRDB

extension Database {
    /// In kibibytes: the pages of indexes that a hundred thousand notes change.
    private static let largeCacheSize = 64 << 10

    /// Enlarges the cache during a large change. IDs are random, so each note is on other pages of
    /// the indexes: with a small cache, the same pages would be written to the log and read again
    /// many times.
    func withLargeCache<Value>(_ body: () throws -> Value) throws -> Value {
        let size = try Int.fetchOne(self, sql: "PRAGMA cache_size")
        try execute(sql: "PRAGMA cache_size = -\(Self.largeCacheSize)")
        defer {
            // It may be in the middle of a failed statement; a failure here only costs memory.
            if let size { try? execute(sql: "PRAGMA cache_size = \(size)") }
        }
        return try body()
    }
}
