import Foundation
import GRDB

// Relations between two series: they come to be when a book is moved, and when characters are joined.

extension Database {
    /// The relations of a series to characters of others that are shown, and these characters. What is
    /// hidden in either series is left out.
    func fetchOuterRelations(
        of seriesID: UUID
    ) throws -> (relations: [Relation], neighbors: [Character]) {
        guard try hasMovedOrJoined() else { return ([], []) }
        let own = "(SELECT id FROM character WHERE seriesID = ?1)"
        let relations = try RelationRecord.fetchAll(
            self,
            sql: """
                SELECT relation.* FROM relation
                WHERE (firstID IN \(own)) <> (secondID IN \(own))
                AND (firstID IN \(own) OR secondID IN \(own))
                AND deletedAt IS NULL AND withdrawnAt IS NULL ORDER BY position
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

    /// What a change of series means for others that show some of their characters.
    func changesOfNeighbors(of changes: [LibraryChange]) throws -> [LibraryChange] {
        let changed = Set(changes.compactMap(\.seriesID))
        guard !changed.isEmpty, try hasMovedOrJoined() else { return [] }
        let own = "(SELECT id FROM character WHERE seriesID = ?1)"
        return try changed.flatMap { id in
            try UUID.fetchAll(
                self,
                sql: """
                    SELECT DISTINCT seriesID FROM character WHERE seriesID <> ?1 AND id IN (
                        SELECT secondID FROM relation WHERE firstID IN \(own)
                        UNION SELECT firstID FROM relation WHERE secondID IN \(own))
                    """,
                arguments: [id]
            )
        }.filter { !changed.contains($0) }.map { .seriesChanged($0) }
    }

    private func hasMovedOrJoined() throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM formerSeries) OR EXISTS (SELECT 1 FROM idAlias)
                    """
            )
        ) ?? false
    }

    /// A character that is shown; nil if it is not.
    private func fetchCharacter(_ id: UUID) throws -> Character? {
        try CharacterRecord.fetchOne(
            self,
            sql: "SELECT character.* FROM \(CharacterRecord.shownRows) AND character.id = ?",
            arguments: [id]
        )?.character
    }
}
