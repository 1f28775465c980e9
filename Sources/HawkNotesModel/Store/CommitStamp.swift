import Foundation
import GRDB

/// What the library says of its last commit: the one row of `commitCount`.
///
/// Two files with equal stamps hold the same commit of the same library. Libraries from before schema 5
/// have only the count.
struct CommitStamp: Hashable, Sendable {
    /// Drawn when the library was made; a copy has the same.
    var identity: UUID?
    /// How many commits there have been.
    var count: Int64
    /// Drawn for the last commit.
    var token: UUID?
    /// That of the commit before; nil after a migration from a version without tokens.
    var previousToken: UUID?

    /// Whether this is the commit that was made on top of the other one.
    ///
    /// Without identities the count is all there is to go by.
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
    /// Reads the row from the page of the table, which has no other; nil if the page is none of its.
    init?(page bytes: [UInt8], number: Int, usable: Int) {
        guard let page = BTreePage(bytes, number: number, usable: usable), page.kind == .tableLeaf,
            page.cellCount == 1, let cell = page.cell(0), cell.rowID == 1, cell.overflow == nil,
            let record = SQLRecord(page.bytes, in: cell.local, size: cell.payloadSize)
        else { return nil }
        // The first is the row's number, which stands elsewhere.
        let values = record.values(of: Array(page.bytes[cell.local])).dropFirst()
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

extension CommitStamp {
    /// The stamp of a database read with its log, whose commits must continue it; nil if there is none.
    static func latest(_ database: ByteSource, _ log: ByteSource) -> CommitStamp? {
        guard let file = StampedFile(database) else { return nil }
        return LogFile(log, pageSize: file.pageSize).commitOffsets(of: file.page).last
            .flatMap { log.read($0, file.pageSize) }.flatMap(file.stamp(of:)) ?? file.stamp
    }
}

/// Where the stamp stands in a database file, told without a connection to it.
struct StampedFile {
    /// The page of the table.
    let page: Int
    let pageSize: Int
    private let usable: Int
    private let database: ByteSource

    /// Nil if the file is no database, or has no such table.
    init?(_ database: ByteSource) {
        guard let header = database.read(0, 100), header.count == 100,
            header.starts(with: DatabaseSchema.magic),
            let declared = header.uint16(at: 16)
        else { return nil }
        let pageSize = declared == 1 ? 65536 : declared
        let reserved = Int(header[20])
        guard LogHeader.isPageSize(pageSize), reserved <= pageSize - 480 else { return nil }
        let image = PageImage(
            database: database,
            log: nil,
            logged: [:],
            pageSize: pageSize,
            reserved: reserved
        )
        var use = PageUse(pageCount: image.pageCount)
        guard let page = DatabaseSchema(image, use: &use).tables["commitCount"] else { return nil }
        self.database = database
        self.page = page
        self.pageSize = pageSize
        usable = pageSize - reserved
    }

    /// What stands in the file itself; nil where the row cannot be read.
    var stamp: CommitStamp? {
        database.read((page - 1) * pageSize, pageSize).flatMap(stamp(of:))
    }

    /// What stands in another version of the page.
    func stamp(of bytes: [UInt8]) -> CommitStamp? {
        guard bytes.count == pageSize else { return nil }
        return CommitStamp(page: bytes, number: page, usable: usable)
    }
}
