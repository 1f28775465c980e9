import Foundation
import GRDB

/// Rows that are the same in both libraries get the id that stays.
extension MergeWriter {
    /// Replaces the ids of rows of the open library, and records the aliases for the undo.
    ///
    /// - Parameter former: what the open library knew before, with its own ids.
    func writePairs(of former: (mine: LibraryKnowledge, theirs: LibraryKnowledge)) throws {
        try writeDeclinedPairs()
        let ids = merged.pairing.ids
        guard !ids.isEmpty else { return }
        let pairs = try aliases(ids).map { alias, kept, table in
            let item = LibraryRecord.Item(kind: table, id: alias)
            let isHere = former.mine.made[item] != nil
            return RowPair(alias: alias, kept: kept, table: table, isRenamed: isHere)
        }
        for pair in pairs { try journal.add(pair) }
        newPairs = pairs
        let own = pairs.filter(\.isRenamed)
        if !pairs.isEmpty {
            hasChanged = true
            recorder.changes += try db.changes(renaming: own)
            // What refers to a row of the other library has the id that stays, too.
            try db.replaceIDs(ids.next)
            for pair in own where pair.table == RecordTable.note.kind {
                let revisions = former.mine.revisionIDs(of: pair.alias, ids, former.theirs)
                try db.replaceRevisions(of: pair.kept, with: revisions)
            }
        }
        try writeFormerSeries(former.mine, ids)
        try writeFormerSeries(former.theirs, ids)
    }

    /// The aliases that the open library doesn't have, or whose rows it has.
    private func aliases(
        _ ids: PairedIDs
    ) throws -> [(alias: UUID, kept: UUID, table: String)] {
        ids.aliases.compactMap { alias, kept in
            let item = LibraryRecord.Item.alias(alias)
            guard let table = all.rows[item]?["row"]?.value.pairedAlias?.table,
                mine.rows[item]?["row"]?.value != all.rows[item]?["row"]?.value
            else { return nil }
            return (alias, kept, table)
        }
    }

    /// What windows know of a series is found by the former series of its books.
    private func writeFormerSeries(_ side: LibraryKnowledge, _ ids: PairedIDs) throws {
        for item in side.made.keys where item.kind == SeriesTable.book.rawValue {
            guard let series = side.parents(of: item).first?.id, ids.current(series) != series
            else { continue }
            try insertUnlessThere(
                .formerSeries,
                ["bookID", "seriesID", "leftAt"],
                [
                    ids.current(item.id).databaseValue, series.databaseValue,
                    recorder.now.milliseconds.databaseValue,
                ]
            )
        }
    }

    private func writeDeclinedPairs() throws {
        for (item, values) in all.rows where item.kind == DeclinedPair.kind {
            for (field, value) in values where mine.rows[item]?[field] == nil {
                try writeStamp(item, field, value.stamp)
            }
        }
    }
}

/// A row that has the id of another library's.
struct RowPair: Hashable, Sendable {
    /// The id that the row had, here or in the other library.
    var alias: UUID
    /// The id that it has now.
    var kept: UUID
    /// The name of its table.
    var table: String
    /// Whether the row of this library had the alias as its id.
    var isRenamed: Bool
}

// MARK: - Undo

extension MergeJournal {
    /// Used instead of the name of a table.
    static let pairKind = "pair"
    /// The same, of rows that had the alias here.
    static let renamedKind = "renamed"

    mutating func add(_ pair: RowPair) throws {
        let kind = pair.isRenamed ? Self.renamedKind : Self.pairKind
        let kept = pair.kept.databaseValue
        try change(kind, pair.alias, pair.table, from: kept, to: kept)
    }
}

extension ChangeRecorder {
    /// Lets rows that a merge has paired have their own ids again.
    func undoPairs(of batch: UUID) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT itemID, kind, field, earlier FROM importedChange
                WHERE batchID = ? AND kind IN (?, ?) ORDER BY number
                """,
            arguments: [batch, MergeJournal.pairKind, MergeJournal.renamedKind]
        )
        let pairs = try rows.map { row in
            RowPair(
                alias: try row.decode(forColumn: "itemID"),
                kept: try row.decode(forColumn: "earlier"),
                table: try row.decode(forColumn: "field"),
                isRenamed: try row.decode(String.self, forColumn: "kind")
                    == MergeJournal.renamedKind
            )
        }
        if !pairs.isEmpty { try separate(pairs) }
    }

    /// Removes the aliases, and gives the rows that had them their ids again.
    func separate(_ pairs: [RowPair]) throws {
        // A later merge may have found yet another library's row to be the same.
        let present = try pairs.filter { try db.hasAlias($0) }
        for pair in present { try db.removeAlias(pair) }
        let renamed = try present.filter {
            try $0.isRenamed && !db.hasRow($0.alias, $0.table) && db.hasRow($0.kept, $0.table)
        }
        try rename(
            renamed.map {
                RowPair(alias: $0.kept, kept: $0.alias, table: $0.table, isRenamed: true)
            }
        )
        for pair in present where pair.table == SeriesTable.series.rawValue {
            try db.execute(
                sql: """
                    DELETE FROM formerSeries WHERE seriesID = ?1
                    AND bookID IN (SELECT id FROM book WHERE seriesID IN (?1, ?2))
                    """,
                arguments: [pair.alias, pair.kept]
            )
        }
        changes += try db.changes(pairedBy: present)
        steps.append(.separatedRows(present))
    }

    /// Adds the aliases, and gives the rows that have them the ids that stay.
    func pair(_ pairs: [RowPair]) throws {
        try rename(
            try pairs.filter {
                try $0.isRenamed && db.hasRow($0.alias, $0.table) && !db.hasRow($0.kept, $0.table)
            }
        )
        for pair in pairs where try !db.hasRow(pair.alias, pair.table) {
            try db.addFormerID(pair.alias, PairedKind.name(pair.table), pair.kept)
            try db.removeStampOfAlias(pair)
        }
        changes += try db.changes(pairedBy: pairs)
        steps.append(.pairedRows(pairs))
    }

    private func rename(_ pairs: [RowPair]) throws {
        guard !pairs.isEmpty else { return }
        changes += try db.changes(renaming: pairs)
        var revisions: [(note: UUID, ids: [UUID: UUID])] = []
        for pair in pairs where pair.table == RecordTable.note.kind {
            let texts = try db.fetchTexts(of: pair.alias)
            let ids = RevisionID.replacements(
                of: pair.alias,
                with: pair.kept,
                texts: Set(texts.texts.values),
                rows: Array(texts.rows.values)
            )
            revisions.append((pair.kept, ids))
        }
        // The ids are no values that a reader has changed.
        try ChangeStamping.pause(db)
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        try db.replaceIDs(Dictionary(uniqueKeysWithValues: pairs.map { ($0.alias, $0.kept) }))
        for (note, ids) in revisions { try db.replaceRevisions(of: note, with: ids) }
        try ChangeStamping.resume(db)
    }
}

extension Database {
    fileprivate func hasRow(_ id: UUID, _ table: String) throws -> Bool {
        let tables = table == RecordTable.note.kind ? ["note", "trashedNote"] : [table]
        return try tables.contains { table in
            try Bool.fetchOne(
                cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)"),
                arguments: [id]
            ) ?? false
        }
    }

    fileprivate func hasAlias(_ pair: RowPair) throws -> Bool {
        try isAlias(pair.alias, of: pair.kept)
    }

    /// Without a record of it: the next merge with the other library may pair the rows again.
    fileprivate func removeAlias(_ pair: RowPair) throws {
        try cachedStatement(sql: "DELETE FROM idAlias WHERE alias = ?")
            .execute(arguments: [pair.alias])
        try removeStampOfAlias(pair)
    }

    /// The alias of a row has no stamp.
    fileprivate func removeStampOfAlias(_ pair: RowPair) throws {
        try cachedStatement(sql: "DELETE FROM fieldStamp WHERE kind = 'idAlias' AND itemID = ?")
            .execute(arguments: [pair.alias])
    }
}
