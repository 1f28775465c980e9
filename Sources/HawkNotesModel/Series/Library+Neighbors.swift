import Foundation
import GRDB

// Relations between two series result from moved books, joined characters and imports of both.

extension Database {
    /// The relations between a series and shown characters of other series, with these characters.
    /// Leaves out anything hidden in either series.
    func fetchOuterRelations(
        of seriesID: UUID
    ) throws -> (relations: [Relation], neighbors: [Character]) {
        let relations = try RelationRecord.fetchAll(
            self,
            sql: """
                SELECT * FROM relation WHERE deletedAt IS NULL AND withdrawnAt IS NULL AND id IN (
                    SELECT relation.id FROM character AS own
                    JOIN relation ON firstID = own.id JOIN character AS other ON other.id = secondID
                    WHERE own.seriesID = ?1 AND other.seriesID <> ?1
                    UNION SELECT relation.id FROM character AS own
                    JOIN relation ON secondID = own.id JOIN character AS other ON other.id = firstID
                    WHERE own.seriesID = ?1 AND other.seriesID <> ?1)
                ORDER BY position, id
                """,
            arguments: [seriesID]
        ).map(\.relation)
        var veils: [UUID: Veil] = [:]
        var neighbors: [UUID: Character] = [:]
        let shown = try relations.filter { relation in
            let ends = try [relation.first, relation.second].compactMap { try fetchCharacter($0) }
            guard ends.count == 2, let other = ends.first(where: { $0.seriesID != seriesID }) else {
                return false
            }
            let veil = try veils[other.seriesID] ?? fetchVeil(of: other.seriesID)
            veils[other.seriesID] = veil
            guard !veil.hides(relation) else { return false }
            neighbors[other.id] = other
            return true
        }
        return (shown, shown.compactMap { neighbors[$0.first] ?? neighbors[$0.second] })
    }

    /// The changes of other series that show characters of the changed ones.
    func changesOfNeighbors(of changes: [LibraryChange]) throws -> [LibraryChange] {
        let changed = Set(changes.compactMap(\.seriesID))
        guard !changed.isEmpty else { return [] }
        let own = "(SELECT id FROM character WHERE seriesID = ?1)"
        return try changed.flatMap { id in
            try UUID.fetchAll(
                cachedStatement(
                    sql: """
                        SELECT DISTINCT seriesID FROM character WHERE seriesID <> ?1 AND id IN (
                            SELECT secondID FROM relation WHERE firstID IN \(own)
                            UNION SELECT firstID FROM relation WHERE secondID IN \(own))
                        """
                ),
                arguments: [id]
            )
        }.filter { !changed.contains($0) }.map { .seriesChanged($0) }
    }

    /// A shown character; nil if it is not shown.
    private func fetchCharacter(_ id: UUID) throws -> Character? {
        try CharacterRecord.fetchOne(
            self,
            sql: "SELECT character.* FROM \(CharacterRecord.shownRows) AND character.id = ?",
            arguments: [id]
        )?.character
    }
}
