import GRDB
import GRDBSQLite
import HawkNotesFormats

/// Opens databases from anywhere, of which nothing is trusted.
enum UntrustedDatabase {
    /// Opens a copy for reading.
    ///
    /// - Parameters:
    ///   - valueSize: the maximum size of a value or row, in bytes.
    ///   - isDamaged: whether to go on if the file is truncated, or some of its structure invalid.
    /// - Throws: `DatabaseError`.
    static func open(
        _ path: String,
        valueSize: Int,
        isDamaged: Bool = false
    ) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { db in
            let size = Int32(clamping: valueSize)
            sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_LENGTH, size)
            try db.execute(
                sql: """
                    PRAGMA trusted_schema = OFF;
                    PRAGMA cell_size_check = ON;
                    PRAGMA mmap_size = 0;
                    """
            )
            // It is read-only all the same.
            if isDamaged { try db.execute(sql: "PRAGMA writable_schema = ON") }
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Whether an error is not the fault of the file: the disk of this computer fails. What SQLite
    /// reports as a lack of memory is the file's: a damaged schema asks for gigabytes.
    static func isOwn(_ error: DatabaseError) -> Bool { error.resultCode == .SQLITE_CANTOPEN }
}
