import Foundation
import GRDB
import LibrarySalvage

/// The library's record of its last commit: the one row of `commitCount`.
///
/// Two files with equal stamps hold the same commit of the same library. Libraries from before
/// schema 5 have only the count.
struct CommitStamp: Hashable, Sendable {
    /// A random identity, given when the library was created; copies share it.
    var identity: UUID?
    /// The number of commits.
    var count: Int64
    /// The random token of the last commit.
    var token: UUID?
    /// The token of the commit before; nil after a migration from a version without tokens.
    var previousToken: UUID?

    /// Whether this commit directly follows the other one.
    ///
    /// Without identities, only the counts can be compared.
    func continues(_ earlier: CommitStamp) -> Bool {
        guard count == earlier.count + 1 else { return false }
        return earlier.identity == nil
            ? previousToken == nil
            : identity == earlier.identity && previousToken == earlier.token
    }
}

extension CommitStamp {
    /// Reads the stamp; nil in a library from before schema 2.
    static func fetch(_ db: Database) throws -> CommitStamp? {
        guard try db.tableExists("commitCount") else { return nil }
        return try fetchPresent(db)
    }

    /// Counts a commit that is about to be made, and gives it a token.
    ///
    /// - Returns: the stamp as it is after the commit.
    static func advance(_ db: Database, token: UUID) throws -> CommitStamp? {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE commitCount SET
                    count = count + 1, previousToken = token, token = ?
                """
        )
        try statement.execute(arguments: [token])
        return try fetchPresent(db)
    }

    private static func fetchPresent(_ db: Database) throws -> CommitStamp? {
        // All columns: older versions have fewer.
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM commitCount") else { return nil }
        return CommitStamp(
            identity: row["identity"],
            count: row["count"],
            token: row["token"],
            previousToken: row["previousToken"]
        )
    }
}

// MARK: - From bytes

extension CommitStamp {
    /// Finds the stamp in a database file without a connection to it; nil if the file is no
    /// database, or has no such table.
    static func row(in database: ByteSource) -> OnlyRow? {
        OnlyRow(of: "commitCount", in: database)
    }

    /// The stamp in the file itself; nil if it cannot be read.
    static func stored(in database: ByteSource) -> CommitStamp? {
        row(in: database)?.stored.flatMap(CommitStamp.init)
    }

    /// The stamp of a database read with its log, whose commits must continue it; nil if there is
    /// none.
    static func latest(_ database: ByteSource, _ log: ByteSource) -> CommitStamp? {
        guard let row = row(in: database) else { return nil }
        return (row.versions(in: WriteAheadLog(log)).last ?? nil).flatMap(CommitStamp.init)
            ?? row.stored.flatMap(CommitStamp.init)
    }

    /// Reads the values of the row.
    init?(_ row: [SQLValue]) {
        // The first value is the row's number, which is stored elsewhere.
        let values = row.dropFirst()
        guard case .integer(let count)? = values.first else { return nil }
        let ids = values.dropFirst().prefix(3).map { value in
            if case .blob(let bytes) = value {
                UUID.fromDatabaseValue(Data(bytes).databaseValue)
            } else {
                UUID?.none
            }
        }
        self.init(
            identity: ids.first ?? nil,
            count: count,
            token: ids.dropFirst().first ?? nil,
            previousToken: ids.dropFirst(2).first ?? nil
        )
    }
}
