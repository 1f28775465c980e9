import Foundation
import GRDB

/// Writes what two libraries show together into the open one.
///
/// Values keep the stamps, and texts the revisions, that their records have: the merge is no change
/// by the reader, and merging once more changes nothing.
///
/// What the other library has permanently deleted goes to the trash here, with the record that it
/// was deleted: the reader has never seen it go, and may undo the merge.
final class MergeWriter {
    let db: Database
    let merged: MergedLibrary
    let recorder: ChangeRecorder
    /// A count of commits; see `LibraryKnowledge.made`.
    let since: Int64
    var journal: MergeJournal
    var report = MergeReport()
    /// Whether anything was written, stamps and deletions included.
    var hasChanged = false
    private var present: Set<LibraryRecord.Item>
    private var touchedSeries: Set<UUID> = []
    /// The values that were not taken.
    private var lostValues: [LostValue] = []
    /// The rows that were not known to be the same.
    var newPairs: [RowPair] = []

    var mine: LibraryKnowledge { merged.mine }
    var all: LibraryKnowledge { merged.all }

    init(_ db: Database, _ merged: MergedLibrary, batch: UUID, now: Date) throws {
        self.db = db
        self.merged = merged
        recorder = ChangeRecorder(db, now: now)
        journal = MergeJournal(db, batch: batch)
        since = try db.fetchStampedSince()
        present = Set(merged.mine.made.keys.filter(\.isPartOfSeries))
    }

    /// Writes everything.
    ///
    /// - Parameters:
    ///   - other: the other library, for rows that are not held in memory.
    ///   - tables: those of its tables to copy from.
    ///   - former: what the libraries know, each with its own ids.
    ///   - progress: called regularly; an error that it throws ends the merge.
    func run(
        _ other: Database,
        _ tables: Set<RecordTable>,
        _ former: (mine: LibraryKnowledge, theirs: LibraryKnowledge),
        progress: (Double) throws -> Void
    ) throws {
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        try writePairs(of: former)
        func copy(_ table: RecordTable) throws {
            if tables.contains(table) { try copyRows(of: table, from: other) }
        }
        try copy(.picture)
        for table in SeriesTable.allInOrder {
            let items = all.seriesItems.filter { $0.kind == table.rawValue }
            for item in items.sorted(by: isBefore) { try write(item, table) }
            try progress(0.1)
        }
        let edited = try writeNotes { try progress(0.1 + 0.8 * $0) }
        try copy(.noteVersion)
        for id in edited { try keepTexts(of: id) }
        for item in all.rows.keys where item.kind != RecordTable.note.kind { try writeOther(item) }
        try writeImportedItemsOfOthers()
        try copy(.importedChange)
        try copy(.formerSeries)
        try writePurges()
        try progress(1)
    }

    /// In the order in which lists show them.
    private func isBefore(_ one: LibraryRecord.Item, _ other: LibraryRecord.Item) -> Bool {
        func position(_ item: LibraryRecord.Item) -> Int64 {
            merged.value("position", of: item)?.columns.first.flatMap(Int64.fromDatabaseValue) ?? 0
        }
        return (position(one), one.id.uuidString) < (position(other), other.id.uuidString)
    }

    // MARK: - Rows of series

    private func write(_ item: LibraryRecord.Item, _ table: SeriesTable) throws {
        let state = merged.state(of: item)
        if mine.made[item] != nil {
            try update(item, table, state)
        } else if state != .purged || isKeptForEditions(item),
            merged.parents(of: item).allSatisfy(present.contains)
        {
            try insert(item, table, state)
        }
        try writeStamps(of: item, isThere: present.contains(item))
        if present.contains(item) { try writeUnshownRecords(of: item, table) }
    }

    /// Whether a row was permanently deleted and stays, so that no edition of its series restores
    /// it.
    private func isKeptForEditions(_ item: LibraryRecord.Item) -> Bool {
        all.rows[item]?["state"].map { UnshownRecord.State($0.value.columns) == .purged } ?? false
    }

    /// Writes what the columns of a row don't say; see ``UnshownRecord``.
    private func writeUnshownRecords(of item: LibraryRecord.Item, _ table: SeriesTable) throws {
        if let state = all.rows[item]?["state"],
            state.stamp.milliseconds > 0 || all.purges[item] != nil
        {
            let columns = try Row.fetchOne(
                db.cachedStatement(
                    sql: "SELECT deletedAt, purgedAt FROM \(table.rawValue) WHERE id = ?"
                ),
                arguments: [item.id]
            )
            let known = UnshownRecord.State(state.value.columns)
            if let columns, UnshownRecord.State(Array(columns.databaseValues)) != known {
                try writeUnshown(item, known.field, state.stamp)
            }
        }
        for (field, stamp) in all.erased[item] ?? [:] {
            try writeUnshown(item, UnshownRecord.erased(field), stamp)
        }
        if let date = all.purges[item], merged.state(of: item) == .shown {
            try writeUnshown(item, UnshownRecord.purge, ChangeStamp(milliseconds: date))
        }
    }

    private func writeUnshown(
        _ item: LibraryRecord.Item,
        _ field: String,
        _ stamp: ChangeStamp
    ) throws {
        let isKnown = try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM fieldStamp WHERE kind = ? AND itemID = ?
                        AND field = ? AND time = ? AND count = ? AND device = ?)
                    """
            ),
            arguments: [
                item.kind, item.id, field, stamp.milliseconds, stamp.count, stamp.storedDevice,
            ]
        )
        if isKnown != true { try writeStamp(item, field, stamp) }
    }

    private func fields(of table: SeriesTable) -> [(name: String, columns: [String])] {
        (RecordTable(rawValue: table.rawValue)?.fields ?? []).filter { $0.name != "state" }
    }

    private func insert(
        _ item: LibraryRecord.Item,
        _ table: SeriesTable,
        _ state: LibraryKnowledge.State
    ) throws {
        var columns: [(String, DatabaseValue)] = [("id", item.id.databaseValue)]
        var lists: [(BookLists, DatabaseValue)] = []
        for field in fields(of: table) {
            guard let value = merged.value(field.name, of: item),
                value.columns.count == field.columns.count
            else { continue }
            if let list = BookLists(rawValue: field.name) {
                lists.append((list, value.columns[0]))
            } else {
                columns += zip(field.columns, value.columns)
            }
        }
        columns.append(("changedFields", changedFields(of: item, table)))
        columns += deletion(of: item, state, present: .null)
        try db.cachedStatement(
            sql: """
                INSERT INTO \(table.rawValue) (\(columns.map(\.0).joined(separator: ", ")))
                VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                """
        ).execute(arguments: StatementArguments(columns.map(\.1)))
        for (list, value) in lists where !value.isNull {
            try list.write(value, of: item.id, in: db)
        }
        present.insert(item)
        hasChanged = true
        let row = try recorder.columns(of: table, item.id) ?? [:]
        try journal.add(table, item.id, digest: MergeJournal.digest(row, of: table))
        if state == .shown { report.added[table.rawValue, default: 0] += 1 }
        try touch(table, row)
        if table == .series, state == .shown { recorder.changes.append(.seriesAdded(item.id)) }
    }

    private func update(
        _ item: LibraryRecord.Item,
        _ table: SeriesTable,
        _ state: LibraryKnowledge.State
    ) throws {
        let old = mine.rows[item] ?? [:]
        var columns: [(String, DatabaseValue)] = []
        var lists: [(BookLists, DatabaseValue)] = []
        for field in fields(of: table) {
            guard let value = all.rows[item]?[field.name],
                value.value != old[field.name]?.value,
                value.value.columns.count == field.columns.count
            else { continue }
            if let list = BookLists(rawValue: field.name) {
                lists.append((list, value.value.columns[0]))
            } else {
                columns += zip(field.columns, value.value.columns)
            }
        }
        noteLostValues(of: item)
        let before = try recorder.columns(of: table, item.id) ?? [:]
        let changed = changedFields(of: item, table)
        if changed != before["changedFields"] { columns.append(("changedFields", changed)) }
        // A part of what is deleted as a whole needs no mark of its own.
        let isDeletedWithParent =
            state == .purged && before["deletedAt"]?.isNull == true
            && merged.parents(of: item).contains { merged.state(of: $0) != .shown }
        if !isDeletedWithParent {
            columns += deletion(of: item, state, present: before["deletedAt"] ?? .null)
        }
        columns = columns.filter { before[$0.0] != $0.1 }
        guard !columns.isEmpty || !lists.isEmpty else { return }
        if !columns.isEmpty {
            try db.cachedStatement(
                sql: """
                    UPDATE \(table.rawValue)
                    SET \(columns.map { "\($0.0) = ?" }.joined(separator: ", ")) WHERE id = ?
                    """
            ).execute(arguments: StatementArguments(columns.map(\.1) + [item.id.databaseValue]))
        }
        for (list, value) in lists { try list.write(value, of: item.id, in: db) }
        let after = try recorder.columns(of: table, item.id) ?? [:]
        guard before != after else { return }
        hasChanged = true
        try journal.change(table.rawValue, item.id, from: before, to: after)
        let wasShown = before["deletedAt"]?.isNull ?? true
        switch (wasShown, after["deletedAt"]?.isNull ?? true) {
        case (true, false):
            // The series of a lone book is not seen to go.
            if after["title"] != "".databaseValue {
                report.deleted[table.rawValue, default: 0] += 1
            }
        case (false, true): report.added[table.rawValue, default: 0] += 1
        case (true, true): report.changed[table.rawValue, default: 0] += 1
        case (false, false): break
        }
        if table == .series, wasShown != after["deletedAt"]?.isNull {
            recorder.changes.append(wasShown ? .seriesRemoved(item.id) : .seriesAdded(item.id))
        }
        try touch(table, before, after)
    }

    /// The columns that say whether a row is shown.
    private func deletion(
        of item: LibraryRecord.Item,
        _ state: LibraryKnowledge.State,
        present: DatabaseValue
    ) -> [(String, DatabaseValue)] {
        let value = all.rows[item]?["state"]?.value.columns ?? []
        switch state {
        case .shown:
            return [("deletedAt", .null), ("purgedAt", .null)]
        case .purged where value.count == 2 && !value[1].isNull:
            // The row of a bundled series stays, so that no edition restores it.
            return [("deletedAt", value[0]), ("purgedAt", value[1])]
        case .trash, .purged:
            // It has as long as anything else until it expires.
            let now = recorder.now.milliseconds.databaseValue
            return [("deletedAt", present.isNull ? now : present), ("purgedAt", .null)]
        }
    }

    /// The names of the columns that the reader has changed, as they are stored.
    private func changedFields(of item: LibraryRecord.Item, _ table: SeriesTable) -> DatabaseValue {
        let names = fields(of: table).filter { all.rows[item]?[$0.name]?.value.isReaders == true }
            .flatMap(\.columns)
        return names.isEmpty ? .null : names.sorted().joined(separator: " ").databaseValue
    }

    /// Remembers the series of a row, by its values before and after a change.
    private func touch(_ table: SeriesTable, _ values: SeriesRowChange.Columns...) throws {
        for columns in values {
            if let id = try recorder.seriesID(of: table, columns) { touchedSeries.insert(id) }
        }
    }

    /// Collects the values of a thing that are not taken.
    func noteLostValues(of item: LibraryRecord.Item) {
        lostValues += merged.lostValues(of: item)
    }

    /// Records the values that were not taken, for the report, unless an earlier one names them.
    func recordLostValues() throws {
        let new = try lostValues.filter { try $0.record(in: &journal) }
        if !new.isEmpty { hasChanged = true }
        report.add(new, merged)
    }

    /// Reports the changes of series.
    func collectChanges() throws {
        recorder.changes += try db.changes(ofSeries: touchedSeries, pairedBy: newPairs)
        recorder.changes += try db.changesOfNeighbors(of: recorder.changes)
    }

    // MARK: - Stamps

    /// Writes the stamps that differ from those that the values would have without.
    ///
    /// - Parameter isThere: whether the library has the row.
    func writeStamps(of item: LibraryRecord.Item, isThere: Bool) throws {
        // Of what was permanently deleted, only the stamps at that time are known.
        guard isThere || !item.isPartOfSeries && item.kind != RecordTable.note.kind else {
            return try writeStampsOfErased(item)
        }
        let began = all.made[item] ?? since
        if isThere, began != mine.made[item] ?? since {
            try writeStamp(item, LibraryRecord.since, ChangeStamp(count: began))
        }
        let known = mine.rows[item] ?? [:]
        for (field, value) in all.rows[item] ?? [:]
        where !LibraryKnowledge.isOrderedByValue(field, of: item) {
            if known[field]?.stamp == value.stamp { continue }
            // A row that comes back had later stamps when it was permanently deleted.
            let isNew = known[field] == nil && mine.erased[item]?[field] == nil
            if isNew, isThere, value.stamp == ChangeStamp(count: began) { continue }
            guard isThere || value.stamp.milliseconds > 0 else { continue }
            try writeStamp(item, field, value.stamp)
        }
    }

    private func writeStampsOfErased(_ item: LibraryRecord.Item) throws {
        for field in ["state", "seen"] {
            guard let stamp = all.rows[item]?[field]?.stamp, stamp.milliseconds > 0,
                stamp != mine.rows[item]?[field]?.stamp
            else { continue }
            try writeStamp(item, field, stamp)
        }
        for (field, stamp) in all.erased[item] ?? [:] where mine.erased[item]?[field] != stamp {
            try writeStamp(item, field, stamp)
        }
    }

    func writeStamp(_ item: LibraryRecord.Item, _ field: String, _ stamp: ChangeStamp) throws {
        hasChanged = true
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO fieldStamp (kind, itemID, field, time, count, device)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                item.kind, item.id, field, stamp.milliseconds, stamp.count, stamp.storedDevice,
            ]
        )
    }

    private func writePurges() throws {
        for (item, date) in all.purges {
            let isKept = merged.state(of: item) == .shown
            if isKept, mine.purges[item] != nil {
                try db.forgetPurge(of: item.id)
                hasChanged = true
            }
            guard !isKept, mine.purges[item] != date else { continue }
            hasChanged = true
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO purgedItem (id, kind, purgedAt) VALUES (?, ?, ?)"
            ).execute(arguments: [item.id, item.kind, date])
        }
    }
}

extension SeriesTable {
    /// Parents come first.
    static let allInOrder: [SeriesTable] = [.series, .book, .chapter, .character, .relation]
}
