import Foundation
import GRDB

extension Library {
    /// The ids of the favorite characters of all series.
    ///
    /// A character that its series no longer has is not listed; its mark stays, and counts again
    /// when the character is back.
    public func favorites() throws -> Set<UUID> {
        try read("read the favorites") { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT character.id FROM \(CharacterRecord.shownRows)
                    AND character.id IN (SELECT characterID FROM favorite)
                    """
            )
            return Set(try UUID.fetchAll(statement))
        }
    }

    /// Adds or removes the favorite mark of a character.
    public func setFavorite(_ characterID: UUID, _ isFavorite: Bool) throws {
        try write("change the favorites") { db in
            ((), try db.setFavorite(characterID, isFavorite))
        }
    }

    /// Toggles the favorite mark of a character.
    ///
    /// - Returns: whether the character is now a favorite.
    @discardableResult
    public func toggleFavorite(_ characterID: UUID) throws -> Bool {
        try write("change the favorites") { db in
            let wasFavorite = try FavoriteRecord(characterID: characterID).exists(db)
            let isFavorite = !wasFavorite
            return (isFavorite, try db.setFavorite(characterID, isFavorite))
        }
    }
}

extension Database {
    fileprivate func setFavorite(
        _ characterID: UUID,
        _ isFavorite: Bool
    ) throws -> [LibraryChange] {
        let record = FavoriteRecord(characterID: characterID)
        guard try record.exists(self) != isFavorite else { return [] }
        if isFavorite {
            try record.insert(self)
            return [.favoriteAdded(characterID)]
        }
        try record.delete(self)
        return [.favoriteRemoved(characterID)]
    }
}
