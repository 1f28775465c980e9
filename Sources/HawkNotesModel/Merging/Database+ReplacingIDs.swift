import Foundation
import GRDB

extension Database {
    /// Tables whose ids are those in texts, or follow from other tables by triggers.
    private static let derivedTables: Set = [
        "mention", "noteTag", "noteCount", "commitCount", "picture",
    ]

    /// Replaces ids wherever rows have them, but for texts: an id in a text leads to the row as an
    /// alias.
    ///
    /// Every column that may have an id is looked through, whichever thing it is about: ids are
    /// random, and no two things have the same. Foreign keys must be deferred.
    func replaceIDs(_ ids: [UUID: UUID]) throws {
        try execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS replacedID (old BLOB PRIMARY KEY, new BLOB NOT NULL);
                DELETE FROM temp.replacedID;
                """
        )
        for (old, new) in ids {
            try cachedStatement(sql: "INSERT INTO temp.replacedID (old, new) VALUES (?, ?)")
                .execute(arguments: [old, new])
        }
        let tables = try String.fetchAll(
            self,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table'
                AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'grdb%' ORDER BY name
                """
        )
        for table in tables where !Self.derivedTables.contains(table) {
            for column in try columns(in: table) where ["BLOB", "ANY"].contains(column.type) {
                try replaceIDs(in: column.name, of: table)
            }
        }
        try replaceIDsInJoins(ids)
        try replaceFields(DeclinedPair.kind, with: ids)
        try execute(sql: "DELETE FROM temp.replacedID")
    }

    private func replaceIDs(in column: String, of table: String) throws {
        let others =
            switch (table, column) {
            // An alias of a row that has no id of its own stays; see `PairedKind`.
            case ("idAlias", "alias"): "AND NOT (\(PairedKind.condition))"
            case ("importedChange", _):
                "AND kind NOT IN ('\(MergeJournal.pairKind)', '\(MergeJournal.renamedKind)')"
            case (_, _): ""
            }
        try execute(
            sql: """
                UPDATE OR REPLACE \(table)
                SET \(column) = (SELECT new FROM temp.replacedID WHERE old = \(column))
                WHERE \(column) IN (SELECT old FROM temp.replacedID) \(others)
                """
        )
    }

    /// The steps by which joined parts are separated.
    private func replaceIDsInJoins(_ ids: [UUID: UUID]) throws {
        let rows = try Row.fetchAll(
            self,
            sql: "SELECT number, earlier FROM importedChange WHERE field = ?",
            arguments: [Self.fieldOfJoin]
        )
        for row in rows {
            guard let data = Data.fromDatabaseValue(row["earlier"]) else { continue }
            let new = Self.replacing(ids, inStepsOfJoin: data)
            guard new != data else { continue }
            try execute(
                sql: "UPDATE importedChange SET earlier = ? WHERE number = ?",
                arguments: [new, try row.decode(Int64.self, forColumn: "number")]
            )
        }
    }

    /// The stored steps of a join with other ids: as they are written, or as the values of columns,
    /// which are stored in Base64.
    static func replacing(_ ids: [UUID: UUID], inStepsOfJoin data: Data) -> Data {
        let parts = String(decoding: data, as: UTF8.self).components(separatedBy: "\"")
        let new = parts.map { part in
            if part.utf8.count == 36 {
                return UUID(uuidString: part).flatMap { ids[$0]?.uuidString } ?? part
            }
            guard part.hasSuffix("==") else { return part }
            let value = Data(base64Encoded: part.replacing("\\/", with: "/"))
            guard let value, value.count == 16,
                let id = UUID.fromDatabaseValue(value.databaseValue),
                let new = ids[id], let bytes = Data.fromDatabaseValue(new.databaseValue)
            else { return part }
            return bytes.base64EncodedString().replacing("/", with: "\\/")
        }
        return Data(new.joined(separator: "\"").utf8)
    }

    /// Replaces ids that are the fields of stamps.
    ///
    /// - Parameter item: the item that the stamps are of; nil for all of the kind.
    private func replaceFields(_ kind: String, of item: UUID? = nil, with ids: [UUID: UUID]) throws
    {
        let condition = item == nil ? "kind = :kind" : "kind = :kind AND itemID = :item"
        var arguments: StatementArguments = ["kind": kind]
        if let item { arguments += ["item": item] }
        let fields = try String.fetchAll(
            cachedStatement(sql: "SELECT DISTINCT field FROM fieldStamp WHERE \(condition)"),
            arguments: arguments
        )
        for field in fields {
            guard let new = UUID(uuidString: field).flatMap({ ids[$0] }) else { continue }
            try execute(
                sql: """
                    UPDATE OR REPLACE fieldStamp SET field = :new
                    WHERE \(condition) AND field = :field
                    """,
                arguments: arguments + ["new": new.uuidString, "field": field]
            )
        }
    }

    /// Replaces the ids of revisions that follow from the texts of a note; see ``RevisionID``.
    func replaceRevisions(of note: UUID, with ids: [UUID: UUID]) throws {
        let rows = try Row.fetchAll(
            cachedStatement(sql: "SELECT * FROM noteRevision WHERE noteID = ? ORDER BY number"),
            arguments: [note]
        ).map(RevisionRow.init(row:))
        if !rows.isEmpty {
            try cachedStatement(sql: "DELETE FROM noteRevision WHERE noteID = ?")
                .execute(arguments: [note])
        }
        for row in rows { try insert(row.replacing(ids)) }
        try replaceFields(DeletedText.kind, of: note, with: ids)
    }

    /// The changes of series, in a fixed order.
    ///
    /// - Parameter pairs: rows to which other ids lead now; their series have changed as well.
    func changes(
        ofSeries series: Set<UUID> = [],
        pairedBy pairs: [RowPair]
    ) throws -> [LibraryChange] {
        var found = series
        for pair in pairs {
            let column: String
            switch SeriesTable(rawValue: pair.table) {
            case .series: column = "id"
            case .book, .character: column = "seriesID"
            // No place leads to these.
            case .chapter, .relation, nil: continue
            }
            let statement = try cachedStatement(
                sql: "SELECT \(column) FROM \(pair.table) WHERE id IN (?, ?)"
            )
            found.formUnion(try UUID.fetchAll(statement, arguments: [pair.alias, pair.kept]))
        }
        return found.sorted().map { .seriesChanged($0) }
    }

    /// The changes of rows that get other ids, as observers see them.
    func changes(renaming pairs: [RowPair]) throws -> [LibraryChange] {
        let ids = Dictionary(uniqueKeysWithValues: pairs.map { ($0.alias, $0.kept) })
        func current(_ id: UUID) -> UUID { ids[id] ?? id }
        var found: [LibraryChange] = []
        for pair in pairs {
            switch pair.table {
            case SeriesTable.series.rawValue:
                found += [.seriesRemoved(pair.alias), .seriesAdded(pair.kept)]
            case SeriesTable.book.rawValue, SeriesTable.character.rawValue:
                let series = try UUID.fetchOne(
                    cachedStatement(sql: "SELECT seriesID FROM \(pair.table) WHERE id = ?"),
                    arguments: [pair.alias]
                )
                if let series { found.append(.seriesChanged(current(series))) }
                let isBook = pair.table == SeriesTable.book.rawValue
                let (old, new): (NoteSubject, NoteSubject) =
                    isBook
                    ? (.book(pair.alias), .book(pair.kept))
                    : (.character(pair.alias), .character(pair.kept))
                let notes = try UUID.fetchAll(
                    cachedStatement(
                        sql: "SELECT id FROM note WHERE subjectKind = ? AND subjectID = ?"
                    ),
                    arguments: [old.kind, old.id]
                )
                for id in notes {
                    found += [.noteRemoved(id, on: old), .noteAdded(current(id), on: new)]
                }
                if try !isBook && FavoriteRecord(characterID: pair.alias).exists(self) {
                    found += [.favoriteRemoved(pair.alias), .favoriteAdded(pair.kept)]
                }
            case RecordTable.note.kind:
                guard let note = try fetchNote(pair.alias), ids[note.subject.id] == nil else {
                    continue
                }
                found += [
                    .noteRemoved(pair.alias, on: note.subject),
                    .noteAdded(pair.kept, on: note.subject),
                ]
            default: continue
            }
        }
        return found
    }
}
