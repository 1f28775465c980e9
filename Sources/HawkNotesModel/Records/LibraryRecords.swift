import Foundation
import GRDB

/// Reads the records of a library, one after another, in one transaction of the caller's.
package struct LibraryRecords {
    let db: Database
    /// The rows to read.
    let tables: Set<RecordTable>

    package init(db: Database, tables: Set<RecordTable> = Set(RecordTable.allCases)) {
        self.db = db
        self.tables = tables
    }

    /// Calls `body` with each record. Memory is used for the stamps of one table at a time.
    package func forEach(_ body: (LibraryRecord) throws -> Void) throws {
        for table in RecordTable.allCases where tables.contains(table) {
            try readRows(of: table, body)
        }
        try readTexts(body)
        try readPurges(body)
        try readDeclinedPairs(body)
    }

    // MARK: Rows

    private func readRows(of table: RecordTable, _ body: (LibraryRecord) throws -> Void) throws {
        let stamps = try readStamps(of: table.kind)
        let began = try db.fetchStampedSince()
        let selection = table == .book ? BookRecord.selection : "*"
        let statement = try db.makeStatement(
            sql: "SELECT \(selection) FROM \(table.rawValue) \(others(than: table))"
        )
        let columns = RecordColumns(table, statement)
        let rows = try Row.fetchCursor(statement)
        while let row = try rows.next() {
            var all = try columns.values(of: row)
            let item = LibraryRecord.Item(
                kind: table.kind,
                id: try columns.key(of: row) ?? Self.id(of: columns.all(all))
            )
            let known = stamps[item.id] ?? [:]
            let since = known[LibraryRecord.since]
            if !known.isEmpty {
                let state = known["state"] ?? since ?? ChangeStamp(count: began)
                if let other = UnshownRecord.state(known, at: state) {
                    all["state"]?.columns = other.columns(at: state.milliseconds)
                }
            }
            var values = all
            if let since {
                let nothing = LibraryRecord.Value(columns: [])
                try body(.set(item, field: LibraryRecord.since, nothing, since))
            }
            // What an edition of a series has set is known by the edition.
            if try columns.isOfEdition(row) {
                values = values.filter { $0.value.isReaders || !columns.edition.contains($0.key) }
                try body(.edition(item, values: all.filter { values[$0.key] == nil }))
            }
            switch table {
            case .importedItem: try body(.source(item, values: values))
            case .importBatch: try body(.batch(item, values: values))
            case .picture: try body(.picture(item, values: values))
            case .series, .book, .chapter, .character, .relation, .note, .trashedNote,
                .noteVersion, .favorite, .importedChange, .idAlias, .formerSeries:
                try body(.made(item, values: values))
            }
            for (field, stamp) in known where field != LibraryRecord.since {
                if UnshownRecord.isName(field) {
                    try readUnshown(item, field, stamp, body)
                    continue
                }
                // `made` and `seen` are stamps of the row itself. A row that was permanently
                // deleted and made again is there again.
                let isThere = field == "made" ? [true.databaseValue] : []
                let value = all[field] ?? LibraryRecord.Value(columns: isThere)
                try body(.set(item, field: field, value, stamp))
            }
        }
        try readStampsWithoutRows(table, stamps, body)
    }

    /// What was permanently deleted elsewhere; see ``UnshownRecord``.
    private func readUnshown(
        _ item: LibraryRecord.Item,
        _ name: String,
        _ stamp: ChangeStamp,
        _ body: (LibraryRecord) throws -> Void
    ) throws {
        if let field = UnshownRecord.erasedField(name) {
            try body(.set(item, field: field, LibraryRecord.Value(columns: []), stamp))
        } else if name == UnshownRecord.purge {
            try body(.purge(item, purgedAt: stamp.milliseconds))
        }
    }

    /// A condition that leaves out the records by which a merge is undone: they are about this
    /// library alone.
    private func others(than table: RecordTable) -> String {
        switch table {
        case .importBatch: "WHERE format <> '\(LibraryMerge.format)'"
        case .importedItem, .importedChange:
            """
            WHERE batchID NOT IN
                (SELECT id FROM importBatch WHERE format = '\(LibraryMerge.format)')
            """
        case .series, .book, .chapter, .character, .relation, .note, .trashedNote, .noteVersion,
            .favorite, .picture, .idAlias, .formerSeries:
            ""
        }
    }

    /// Values of rows that are no longer there, such as a mark that was taken away.
    private func readStampsWithoutRows(
        _ table: RecordTable,
        _ stamps: [UUID: [String: ChangeStamp]],
        _ body: (LibraryRecord) throws -> Void
    ) throws {
        guard let key = table.key, table != .trashedNote else { return }
        let others = table == .note ? "UNION ALL SELECT id FROM trashedNote" : ""
        let there = try UUID.fetchSet(
            db,
            sql: """
                SELECT itemID FROM fieldStamp WHERE kind = ?
                    AND itemID IN (SELECT \(key) FROM \(table.rawValue) \(others))
                """,
            arguments: [table.kind]
        )
        for (id, fields) in stamps where !there.contains(id) {
            for (field, stamp) in fields where field != LibraryRecord.since {
                let item = LibraryRecord.Item(kind: table.kind, id: id)
                if UnshownRecord.isName(field) {
                    if UnshownRecord.erasedField(field) != nil {
                        try readUnshown(item, field, stamp, body)
                    }
                    continue
                }
                try body(.set(item, field: field, LibraryRecord.Value(columns: []), stamp))
            }
        }
    }

    /// An id that follows from the values of a row.
    static func id(of values: [DatabaseValue]) -> UUID {
        var data = Data()
        for value in values {
            switch value.storage {
            case .null: data.append(0)
            case .int64(let number): data += [1] + Data("\(number)".utf8)
            case .double(let number): data += [2] + Data("\(number.bitPattern)".utf8)
            case .string(let text): data += [3] + Data("\(text.utf8.count) \(text)".utf8)
            case .blob(let bytes): data += [4] + Data("\(bytes.count) ".utf8) + bytes
            }
        }
        return PictureID.of(data)
    }

    private func readStamps(of kind: String) throws -> [UUID: [String: ChangeStamp]] {
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT itemID, field, time, count, device FROM fieldStamp WHERE kind = ?",
            arguments: [kind]
        )
        var stamps: [UUID: [String: ChangeStamp]] = [:]
        while let row = try rows.next() {
            let field: String = try row.decode(forColumn: "field")
            stamps[try row.decode(forColumn: "itemID"), default: [:]][field] = ChangeStamp(
                milliseconds: try row.decode(forColumn: "time"),
                count: try row.decode(forColumn: "count"),
                storedDevice: try row.decode(forColumn: "device")
            )
        }
        return stamps
    }

    /// Rows that are not the same, although they have the same source or ISBN.
    private func readDeclinedPairs(_ body: (LibraryRecord) throws -> Void) throws {
        for (id, fields) in try readStamps(of: DeclinedPair.kind) {
            for (field, stamp) in fields {
                guard let other = UUID(uuidString: field),
                    let (item, name) = DeclinedPair.record([id, other])
                else { continue }
                let nothing = LibraryRecord.Value(columns: [])
                try body(.set(item, field: name, nothing, stamp))
            }
        }
    }

    // MARK: Notes

    private func readTexts(_ body: (LibraryRecord) throws -> Void) throws {
        let notes = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, text, modifiedAt, NULL AS deletedAt FROM note
                UNION ALL SELECT id, text, modifiedAt, deletedAt FROM trashedNote
                """
        )
        // Most notes were never edited.
        let edited = try UUID.fetchSet(db, sql: "SELECT DISTINCT noteID FROM noteRevision")
        while let row = try notes.next() {
            let note: UUID = try row.decode(forColumn: "id")
            let texts: NoteTexts
            if edited.contains(note) {
                texts = try db.fetchTexts(of: note)
            } else {
                texts = NoteTexts(
                    of: note,
                    only: try row.decode(forColumn: "text"),
                    savedAt: try row.decode(forColumn: "modifiedAt")
                )
            }
            for (revision, text) in texts.all { try body(.text(revision, text)) }
            guard let date: Int64 = try row.decode(forColumn: "deletedAt") else { continue }
            let heads = texts.rows.values.filter { $0.state == .shown || $0.state == .beside }
            try body(.trash(note: note, revisions: Set(heads.map(\.id)), deletedAt: date))
        }
        try readDeletedTexts(body)
        // Of notes that were permanently deleted.
        let rest = try Row.fetchCursor(
            db,
            sql: """
                SELECT * FROM noteRevision WHERE noteID NOT IN
                    (SELECT id FROM note UNION ALL SELECT id FROM trashedNote)
                """
        )
        while let row = try rest.next() { try body(.text(try RevisionRow(row: row), nil)) }
    }

    /// Texts that were deleted in another library while this one had another text.
    private func readDeletedTexts(_ body: (LibraryRecord) throws -> Void) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT itemID, field, time FROM fieldStamp WHERE kind = ?",
            arguments: [DeletedText.kind]
        )
        while let row = try rows.next() {
            let field: String = try row.decode(forColumn: "field")
            guard let revision = UUID(uuidString: field) else { continue }
            try body(
                .trash(
                    note: try row.decode(forColumn: "itemID"),
                    revisions: [revision],
                    deletedAt: try row.decode(forColumn: "time")
                )
            )
        }
    }

    private func readPurges(_ body: (LibraryRecord) throws -> Void) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT kind, id, purgedAt FROM purgedItem")
        while let row = try rows.next() {
            let item = LibraryRecord.Item(
                kind: try row.decode(forColumn: "kind"),
                id: try row.decode(forColumn: "id")
            )
            try body(.purge(item, purgedAt: try row.decode(forColumn: "purgedAt")))
        }
    }
}

/// Where the values of a table's records are in the rows of a query. Looked up once: there may be very
/// many rows.
private struct RecordColumns {
    /// The fields that an edition of a series sets.
    let edition: Set<String>
    private let table: RecordTable
    private let fields: [(name: String, columns: [String], indexes: [Int])]
    private let key: Int?
    private let changedFields: Int?
    private let origin: Int?

    init(_ table: RecordTable, _ statement: Statement) {
        self.table = table
        edition = table.editionFields
        fields = table.fields.map { name, columns in
            (name, columns, columns.compactMap(statement.index(ofColumn:)))
        }
        key = table.key.flatMap(statement.index(ofColumn:))
        changedFields = statement.index(ofColumn: "changedFields")
        origin = statement.index(ofColumn: "origin")
    }

    func values(of row: Row) throws -> [String: LibraryRecord.Value] {
        let changed = try changedFields.flatMap { try row.decode(String?.self, atIndex: $0) }
        let names = changed.map { Set($0.split(separator: " ").map(String.init)) }
        var values: [String: LibraryRecord.Value] = [:]
        values.reserveCapacity(fields.count)
        for field in fields {
            values[field.name] = LibraryRecord.Value(
                columns: try field.indexes.map { try row.decode(atIndex: $0) },
                isReaders: names.map { !$0.isDisjoint(with: field.columns) } ?? false
            )
        }
        return values
    }

    /// The id by which a row is known; nil if only all its values together say which it is.
    func key(of row: Row) throws -> UUID? {
        guard let key else { return nil }
        // Of a source, another program may have written other bytes than those of an id.
        if table == .importedItem { return UUID.fromDatabaseValue(row[key]) }
        return try row.decode(UUID?.self, atIndex: key)
    }

    /// All values in the order of the fields.
    func all(_ values: [String: LibraryRecord.Value]) -> [DatabaseValue] {
        fields.flatMap { values[$0.name]?.columns ?? [] }
    }

    /// Whether a row came with an edition of a series.
    func isOfEdition(_ row: Row) throws -> Bool {
        try origin.flatMap { try row.decode(String?.self, atIndex: $0) } == "bundled"
    }
}

/// Rows of `fieldStamp` that say which revisions of a shown note were deleted in another library:
/// `itemID` is the note, `field` the revision, and `time` when it was deleted.
enum DeletedText {
    static let kind = "deletedText"
}
