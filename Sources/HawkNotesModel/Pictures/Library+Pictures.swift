import Foundation
import GRDB

/// One of the reader's pictures, as stored in the library.
public struct StoredPicture: Hashable, Sendable {
    /// The longest side of a stored picture, in pixels; pictures are scaled before they are added.
    public static let longestSide = 1024

    /// The bytes of the file.
    public let data: Data
    /// The media type of the file: "image/png".
    public let type: String
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int

    /// Doesn't validate any value.
    public init(data: Data, type: String, width: Int, height: Int) {
        self.data = data
        self.type = type
        self.width = width
        self.height = height
    }

    /// Derived from the bytes, so that the same picture is stored once.
    public var id: UUID { PictureID.of(data) }
}

extension Library {
    /// Stores a picture; does nothing if it is already stored.
    ///
    /// A picture that no cover and no portrait uses is removed after some time: see
    /// ``expire(keeping:asOf:)``.
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

    /// A picture; nil if none has (or no longer has) that id.
    public func picture(_ id: UUID) throws -> StoredPicture? {
        try read("read the picture") { try $0.fetchPicture(id) }
    }

    /// Writes without notifying observers.
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

    /// Removes the pictures that have been unused since a date, and records when other pictures
    /// became unused: a change that removed a picture can be undone as long as the picture is kept.
    ///
    /// - Returns: the number of removed pictures.
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

    /// Records that a picture is used again.
    func usePicture(_ id: DatabaseValue) throws {
        guard !id.isNull else { return }
        let statement = try cachedStatement(
            sql: """
                UPDATE picture SET unusedSince = NULL WHERE id = ? AND unusedSince IS NOT NULL
                """
        )
        try statement.execute(arguments: [id])
    }

    /// Whether ``sweepPictures(now:cutoff:)`` would change a row of `picture`; takes the date as
    /// `:others`.
    static let isToBeSwept = "\(isUnused) AND (unusedSince IS NULL OR unusedSince < :others)"

    /// Uses only the index of the ids: the other columns of a row are stored after the picture's
    /// bytes.
    private static let isUnused = """
        id IN (SELECT id FROM picture
            WHERE NOT EXISTS (SELECT 1 FROM book WHERE coverID = picture.id)
            AND NOT EXISTS (SELECT 1 FROM character WHERE avatarID = picture.id))
        """
}
