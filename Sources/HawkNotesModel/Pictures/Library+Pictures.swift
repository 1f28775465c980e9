import Foundation
import GRDB

/// A picture of the reader's, as the library keeps it.
public struct StoredPicture: Hashable, Sendable {
    /// Longest side in pixels of what is kept; a picture is scaled before it is put in.
    public static let longestSide = 1024

    /// The bytes of the file.
    public let data: Data
    /// What kind of file it is: "image/png".
    public let type: String
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int

    /// Takes every value as it is.
    public init(data: Data, type: String, width: Int, height: Int) {
        self.data = data
        self.type = type
        self.width = width
        self.height = height
    }

    /// Follows from the bytes: the same picture is kept once.
    public var id: UUID { PictureID.of(data) }
}

extension Library {
    /// Keeps a picture; nothing happens when it is there already.
    ///
    /// One that no cover and no portrait names is dropped after some time: see ``expire(keeping:asOf:)``.
    ///
    /// - Returns: its id, for ``Book/coverID`` and ``Character/avatarID``.
    /// - Throws: `.other` if it is larger than `StoredPicture.longestSide`, or has no size.
    @discardableResult
    public func addPicture(_ picture: StoredPicture) throws -> UUID {
        let sides = 1...StoredPicture.longestSide
        guard sides.contains(picture.width), sides.contains(picture.height) else {
            throw LibraryError(
                .other,
                "The picture is \(picture.width) × \(picture.height) pixels large."
            )
        }
        let id = picture.id
        try changeQuietly("save the picture") { db in
            try db.execute(
                sql: """
                    INSERT INTO picture (id, width, height, type, data) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET unusedSince = NULL
                        WHERE unusedSince IS NOT NULL
                    """,
                arguments: [id, picture.width, picture.height, picture.type, picture.data]
            )
        }
        return id
    }

    /// A picture; nil if there is none with that id (any more).
    public func picture(_ id: UUID) throws -> StoredPicture? {
        try read("read the picture") { try $0.fetchPicture(id) }
    }

    /// Writes without telling observers.
    private func changeQuietly(_ doing: String, _ body: (Database) throws -> Void) throws {
        do {
            try catchUpWithMigration()
            try store.write { db in
                try body(db)
                return ((), db.changesCount > 0)
            }
        } catch {
            throw LibraryError.translating(error, doing: doing, url: url)
        }
    }
}

extension Database {
    func fetchPicture(_ id: UUID) throws -> StoredPicture? {
        let statement = try cachedStatement(
            sql: "SELECT data, type, width, height FROM picture WHERE id = ?"
        )
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
        return StoredPicture(
            data: try row.decode(forColumn: "data"),
            type: try row.decode(forColumn: "type"),
            width: try row.decode(forColumn: "width"),
            height: try row.decode(forColumn: "height")
        )
    }

    /// Drops the pictures that nothing has shown since a date, and notes down since when others are
    /// not shown: a change that took a picture away can be undone for as long.
    ///
    /// - Returns: how many were dropped.
    func sweepPictures(now: Date, cutoff: Date) throws -> Int {
        try execute(
            sql: "DELETE FROM picture WHERE \(Self.isUnused) AND unusedSince < ?",
            arguments: [cutoff.milliseconds]
        )
        let dropped = changesCount
        try execute(
            sql: """
                UPDATE picture SET unusedSince = ?
                WHERE \(Self.isUnused) AND unusedSince IS NULL
                """,
            arguments: [now.milliseconds]
        )
        return dropped
    }

    /// Notes down that a picture is shown again.
    func usePicture(_ id: DatabaseValue) throws {
        guard !id.isNull else { return }
        let statement = try cachedStatement(
            sql: """
                UPDATE picture SET unusedSince = NULL WHERE id = ? AND unusedSince IS NOT NULL
                """
        )
        try statement.execute(arguments: [id])
    }

    /// Whether ``sweepPictures(now:cutoff:)`` would do something to a row of `picture`; with the date as
    /// `:others`.
    static let isToBeSwept = "\(isUnused) AND (unusedSince IS NULL OR unusedSince < :others)"

    /// Found by the index of the ids: whatever else is in a row lies behind the bytes of the picture.
    private static let isUnused = """
        id IN (SELECT id FROM picture
            WHERE NOT EXISTS (SELECT 1 FROM book WHERE coverID = picture.id)
            AND NOT EXISTS (SELECT 1 FROM character WHERE avatarID = picture.id))
        """
}
