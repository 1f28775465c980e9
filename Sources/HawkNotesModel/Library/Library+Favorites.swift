import Foundation
import GRDB

extension Library {
    /// The ids of the favourite characters that are in the series.
    ///
    /// A character that the series no longer has is not listed; its mark stays, and counts again
    /// when the character is back.
    public func favorites() throws -> Set<UUID> {
        try read("read the favorites") { db in
            let statement = try db.cachedStatement(
                sql: "SELECT characterID FROM favorite JOIN character ON id = characterID"
            )
            return Set(try UUID.fetchAll(statement))
        }
    }

    /// Marks a character as a favourite, or takes the mark away.
    public func setFavorite(_ characterID: UUID, _ isFavorite: Bool) throws {
        try write("change the favorites") { db in
            try db.setFavorite(characterID, isFavorite)
            return ((), [.favorites])
        }
    }

    /// Marks a character as a favourite if it is not one, and the other way round.
    ///
    /// - Returns: whether it is one now.
    @discardableResult
    public func toggleFavorite(_ characterID: UUID) throws -> Bool {
        try write("change the favorites") { db in
            let wasFavorite = try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM favorite WHERE characterID = ?)",
                arguments: [characterID]
            )
            let isFavorite = wasFavorite != true
            try db.setFavorite(characterID, isFavorite)
            return (isFavorite, [.favorites])
        }
    }
}

extension Database {
    fileprivate func setFavorite(_ characterID: UUID, _ isFavorite: Bool) throws {
        let sql =
            isFavorite
            ? "INSERT OR IGNORE INTO favorite (characterID) VALUES (?)"
            : "DELETE FROM favorite WHERE characterID = ?"
        try execute(sql: sql, arguments: [characterID])
    }
}
