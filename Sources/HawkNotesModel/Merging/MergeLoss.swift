import Foundation
import GRDB

/// A value that a merge did not take, as another one counts, and that can be used instead.
public struct MergeLoss: Identifiable, Hashable, Sendable {
    /// What can be done with the value.
    public enum State: Hashable, Sendable {
        /// The value that counts is still there, and can be replaced.
        case offered
        /// The value is there now.
        case used
        /// There is another value by now.
        case changed
        /// The thing, or what the value names, no longer exists.
        case gone
    }

    /// Numbers the values of all merges.
    public let id: Int64
    /// What the thing is.
    public let kind: LibraryPair.Kind
    /// The id of the thing.
    public let itemID: UUID
    /// Its title or name when the libraries were merged, or the beginning of the note then.
    public internal(set) var title: String
    /// The name of the value: the first of its columns, or `favorite`.
    public let field: String
    /// The columns of the value that was not taken, as texts; ids are titles of things.
    public internal(set) var lost: [String]
    /// The same of the value that counted.
    public internal(set) var taken: [String]
    /// What can be done with it now.
    public internal(set) var state: State
    /// The characters that it tells about.
    public let characters: [UUID]
    /// The note, if it is a value of one that is shown.
    public let note: Note?

    /// The same without its words.
    public func veiled(title: String, words: String) -> MergeLoss {
        var loss = self
        loss.title = title
        loss.lost = [words]
        loss.taken = [words]
        return loss
    }
}

extension Library {
    /// The values that a merge did not take, in the order of its report, without their details; none
    /// if the merge was undone.
    public func mergeLosses(of batch: ImportBatch.ID) throws -> [MergeLoss.ID] {
        try read("read what was not taken") { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT number FROM importedChange JOIN importBatch ON importBatch.id = batchID
                    WHERE batchID = ? AND undoneAt IS NULL AND \(LostValue.condition)
                    ORDER BY number
                    """,
                arguments: [batch]
            )
        }
    }

    /// The number of values that each of these merges did not take.
    public func mergeLossCounts(of batches: [ImportBatch.ID]) throws -> [ImportBatch.ID: Int] {
        try read("read what was not taken") { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT count(*) FROM importedChange
                    WHERE batchID = ? AND \(LostValue.condition)
                    """
            )
            return try batches.reduce(into: [:]) { counts, batch in
                counts[batch] = try Int.fetchOne(statement, arguments: [batch])
            }
        }
    }

    /// The details of values; leaves out those that are no longer known.
    public func mergeLosses(_ ids: [MergeLoss.ID]) throws -> [MergeLoss] {
        try readAtOnce("read what was not taken") { db in
            try ids.compactMap { try db.fetchMergeLoss($0) }
        }
    }

    /// Replaces the value that counts, if it is still there.
    ///
    /// - Returns: what the value was found to be, and the undo; empty unless it was offered.
    /// - Throws: `.notFound` if the value is no longer known.
    public func use(
        _ id: MergeLoss.ID
    ) throws -> (found: MergeLoss.State, undo: LibraryUndo) {
        var found = MergeLoss.State.gone
        let undo = try changeLibrary("use that value") { recorder in
            guard let value = try recorder.db.fetchLostValue(id) else {
                throw LibraryError(.notFound, "The value no longer exists.")
            }
            found = try recorder.db.state(of: value)
            guard found == .offered else { return }
            try recorder.use(value)
        }
        return (found, undo)
    }

    /// Reads the ids off the main thread, concurrently with writes.
    @MainActor
    public func readMergeLosses(
        of batch: ImportBatch.ID,
        completion: @escaping @MainActor @Sendable (Result<[MergeLoss.ID], LibraryError>) -> Void
    ) {
        readAside({ try $0.mergeLosses(of: batch) }, waits: true, completion)
    }

    /// Reads details in the same way.
    @MainActor
    public func readMergeLosses(
        _ ids: [MergeLoss.ID],
        completion: @escaping @MainActor @Sendable (Result<[MergeLoss], LibraryError>) -> Void
    ) {
        readAside({ try $0.mergeLosses(ids) }, waits: true, completion)
    }
}

// MARK: - Reading

extension Database {
    fileprivate func fetchLostValue(_ id: MergeLoss.ID) throws -> LostValue? {
        let row = try Row.fetchOne(
            cachedStatement(sql: "SELECT * FROM importedChange WHERE number = ?"),
            arguments: [id]
        )
        return try row.flatMap(LostValue.init(row:))
    }

    fileprivate func fetchMergeLoss(_ id: MergeLoss.ID) throws -> MergeLoss? {
        guard let value = try fetchLostValue(id),
            let kind = LibraryPair.Kind(rawValue: value.item.kind)
        else { return nil }
        return MergeLoss(
            id: id,
            kind: kind,
            itemID: value.item.id,
            title: value.title,
            field: value.field,
            lost: try value.lost.map(words),
            taken: try value.taken.map(words),
            state: try state(of: value),
            characters: try characters(of: value.item),
            note: kind == .note ? try fetchNote(value.item.id) : nil
        )
    }

    /// A column as text; an id is the title of the thing.
    private func words(_ column: DatabaseValue) throws -> String {
        guard case .blob = column.storage, let id = UUID.fromDatabaseValue(column) else {
            return column.words
        }
        return try String.fetchOne(
            cachedStatement(
                sql: """
                    SELECT title FROM series WHERE id = ?1 UNION ALL
                    SELECT title FROM book WHERE id = ?1 UNION ALL
                    SELECT name FROM chapter WHERE id = ?1 UNION ALL
                    SELECT name FROM character WHERE id = ?1
                    """
            ),
            arguments: [try pairedID(id)]
        ) ?? ""
    }

    private func characters(of item: LibraryRecord.Item) throws -> [UUID] {
        switch SeriesTable(rawValue: item.kind) {
        case .character: return [item.id]
        case .relation:
            let relation = try RelationRecord.fetchOne(self, key: item.id)?.relation
            return [relation?.first, relation?.second].compactMap(\.self)
        case .series, .book, .chapter, nil: return []
        }
    }

    fileprivate func state(of value: LostValue) throws -> MergeLoss.State {
        guard let present = try presentValue(of: value) else { return .gone }
        if try isSame(present, value.lost) { return .used }
        guard try isSame(present, value.taken) else { return .changed }
        return try isThere(value.lost, as: value.field) ? .offered : .gone
    }

    /// The columns of the thing's value now; nil if it is not shown.
    private func presentValue(of value: LostValue) throws -> [DatabaseValue]? {
        let id = value.item.id
        if value.field == LostValue.favorite {
            guard try fetchSeriesID(ofCharacter: id) != nil else { return nil }
            return [try FavoriteRecord(characterID: id).exists(self) ? true.databaseValue : .null]
        }
        guard let table = RecordTable(rawValue: value.item.kind),
            let columns = table.fields.first(where: { $0.name == value.field })?.columns
        else { return nil }
        let series = SeriesTable(rawValue: value.item.kind)
        let condition = series == nil ? "" : "AND deletedAt IS NULL AND withdrawnAt IS NULL"
        let row = try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT \(series?.selection ?? "*") FROM \(table.rawValue)
                    WHERE id = ? \(condition)
                    """
            ),
            arguments: [id]
        )
        return try row.map { row in try columns.map { try row.decode(forColumn: $0) } }
    }

    /// Ids of things that were found to be the same since are the same.
    private func isSame(_ one: [DatabaseValue], _ other: [DatabaseValue]) throws -> Bool {
        try one.map(current) == other.map(current)
    }

    fileprivate func current(_ column: DatabaseValue) throws -> DatabaseValue {
        guard case .blob = column.storage, let id = UUID.fromDatabaseValue(column) else {
            return column
        }
        return try pairedID(id).databaseValue
    }

    /// The page that the columns of a note's page name.
    fileprivate func subject(_ id: UUID, _ columns: [DatabaseValue]) -> NoteSubject {
        let isBook = columns.last.flatMap(String.fromDatabaseValue) == NoteSubject.book(id).kind
        return isBook ? .book(id) : .character(id)
    }

    /// Whether what a value names is there.
    private func isThere(_ columns: [DatabaseValue], as field: String) throws -> Bool {
        guard let id = try UUID.fromDatabaseValue(current(columns[0])) else { return true }
        switch field {
        case "subjectID":
            return try hasPage(of: subject(id, columns))
        case "seriesID":
            let series = try SeriesRecord.fetchOne(self, key: id)
            return series.map { $0.state.deletedAt == nil } ?? false
        case "bookID", "readBookID": return try fetchSeriesID(ofBook: id) != nil
        case "coverID", "avatarID":
            return try Bool.fetchOne(
                cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM picture WHERE id = ?)"),
                arguments: [id]
            ) ?? false
        default: return true
        }
    }
}

// MARK: - Using

extension ChangeRecorder {
    /// Sets a value as the reader does.
    fileprivate func use(_ value: LostValue) throws {
        let id = value.item.id
        let lost = try value.lost.map(db.current)
        let first = UUID.fromDatabaseValue(lost[0])
        switch (SeriesTable(rawValue: value.item.kind), value.field) {
        case (.character, LostValue.favorite): try setFavorite(id, true)
        case (.book, "seriesID"):
            if let first { try SeriesChanges(recorder: self).moveBook(id, to: .series(first)) }
        case (let table?, let field): try set(lost, field, of: id, in: table)
        case (nil, "subjectID"):
            guard let first else { return }
            try move(id, to: db.subject(first, lost))
        case (nil, let field):
            guard let note = try db.fetchNote(id) else { return }
            func text(_ index: Int) -> String? {
                lost.indices.contains(index) ? String.fromDatabaseValue(lost[index]) : nil
            }
            try change(note) { contents in
                switch field {
                case "chapterID":
                    let place = NotePlace(chapterID: first, text: text(1))
                    contents.place = place.normalized
                case "quote":
                    contents.quote = text(0).map { Quote($0, color: text(1), style: text(2)) }
                case "tags": contents.tags = NoteTags.names(in: text(0))
                default: break
                }
            }
        }
    }

    /// Sets the columns of a row, and records that the reader has changed them.
    private func set(
        _ values: [DatabaseValue],
        _ field: String,
        of id: UUID,
        in table: SeriesTable
    ) throws {
        let fields = RecordTable(rawValue: table.rawValue)?.fields ?? []
        guard let names = fields.first(where: { $0.name == field })?.columns,
            names.count == values.count, let present = try columns(of: table, id)
        else { return }
        var new = present
        for (name, value) in zip(names, values) { new[name] = value }
        // No edition changes the reader's own rows.
        let isOwn = present["origin"].flatMap(String.fromDatabaseValue) == Origin.own.rawValue
        if !isOwn, field != "readBookID" {
            let known = present["changedFields"].flatMap(String.fromDatabaseValue) ?? ""
            let changed = Set(known.split(separator: " ").map(String.init)).union(names)
            new["changedFields"] = changed.sorted().joined(separator: " ").databaseValue
        }
        try undo(SeriesRowChange(table: table, id: id, before: new, after: present))
    }
}
