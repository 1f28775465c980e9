import Foundation
import GRDB

/// The ids that rows of this library had between a merge and its undo: what was opened, begun or
/// written meanwhile leads to the rows.
extension Database {
    /// A query of these ids, of the rows that have them no longer, and of the tables of these.
    private static let undonePairs = """
        (SELECT earlier AS alias, itemID AS id, field AS kind FROM importedChange
            WHERE kind = '\(MergeJournal.renamedKind)' AND batchID IN (SELECT id FROM importBatch
                WHERE format = '\(LibraryMerge.format)' AND undoneAt IS NOT NULL)
            ORDER BY number DESC)
        """

    /// The row that had an id until a merge was undone; nil if there is none, or another one has it.
    ///
    /// - Parameter table: of the row.
    func idBeforeMerge(_ id: UUID, in table: String) throws -> UUID? {
        try UUID.fetchOne(
            cachedStatement(
                sql: """
                    SELECT id FROM \(Self.undonePairs) WHERE alias = ? AND kind = ?
                        AND NOT EXISTS (SELECT 1 FROM \(table) WHERE \(table).id = alias)
                    """
            ),
            arguments: [id, table]
        )
    }

    /// The ids that notes had until a merge was undone.
    func idsUntilUndo(ofNotes ids: [UUID]) throws -> [UUID: [UUID]] {
        guard try hasUndoneMerge() else { return [:] }
        let statement = try cachedStatement(
            sql: """
                SELECT DISTINCT alias FROM \(Self.undonePairs) WHERE id = ? AND kind = 'note'
                    AND NOT EXISTS (SELECT 1 FROM note WHERE note.id = alias)
                """
        )
        return try ids.reduce(into: [:]) { found, id in
            let former = try UUID.fetchAll(statement, arguments: [id])
            if !former.isEmpty { found[id] = former }
        }
    }

    /// The ids that series, books and characters had until a merge was undone, with those that they
    /// have.
    func pagesUntilUndo() throws -> [(former: UUID, id: UUID)] {
        guard try hasUndoneMerge() else { return [] }
        let tables = [SeriesTable.series, .book, .character].map(\.rawValue)
        let others = (tables + ["idAlias"]).map { table in
            let column = table == "idAlias" ? "alias" : "id"
            return "AND NOT EXISTS (SELECT 1 FROM \(table) WHERE \(table).\(column) = pair.alias)"
        }
        let kinds = tables.map { "'\($0)'" }.joined(separator: ", ")
        return try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT alias, id FROM \(Self.undonePairs) AS pair
                    WHERE kind IN (\(kinds)) \(others.joined(separator: " "))
                    """
            )
        ).map { (try $0.decode(forColumn: "alias"), try $0.decode(forColumn: "id")) }
    }

    private func hasUndoneMerge() throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM importBatch
                        WHERE format = '\(LibraryMerge.format)' AND undoneAt IS NOT NULL)
                    """
            )
        ) ?? false
    }
}
