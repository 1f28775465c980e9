import Foundation
import GRDB

/// A row of the table of favorites.
struct FavoriteRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "favorite"

    var characterID: UUID

    init(characterID: UUID) {
        self.characterID = characterID
    }

    init(row: Row) throws {
        characterID = try row.decode(forColumn: "characterID")
    }

    func encode(to container: inout PersistenceContainer) {
        container["characterID"] = characterID
    }
}
