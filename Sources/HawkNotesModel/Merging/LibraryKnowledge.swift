import Foundation
import GRDB

/// What one or several libraries know: their records, of which the later value of each field counts.
///
/// A pure function of the set of records: neither the order in which they were added nor how often
/// matters. Rows of two origins are separate things until their ids are the same.
struct LibraryKnowledge: Hashable, Sendable {
    /// A value, with the stamp by which it counts.
    struct Stamped: Hashable, Sendable {
        var value: LibraryRecord.Value
        var stamp: ChangeStamp
    }

    /// Whether a thing is shown.
    enum State: Hashable, Sendable {
        case shown
        case trash
        case purged
    }

    /// The deleted revisions of a note.
    struct Trash: Hashable, Sendable {
        var revisions: Set<UUID>
        var deletedAt: Int64
    }

    private(set) var rows: [LibraryRecord.Item: [String: Stamped]] = [:]
    private(set) var texts: [UUID: NoteTexts] = [:]
    private(set) var trash: [UUID: Trash] = [:]
    private(set) var purges: [LibraryRecord.Item: Int64] = [:]
    /// The stamps of the values of series' rows that were permanently deleted: later values of
    /// other libraries keep the row.
    private(set) var erased: [LibraryRecord.Item: [String: ChangeStamp]] = [:]
    /// The values of bundled series that editions have set, for libraries without the rows.
    private(set) var editions: [LibraryRecord.Item: [String: LibraryRecord.Value]] = [:]
    /// The items that are rows of a library, and not only stamps of one, with the count of commits
    /// when stamps began there: values without stamps are from before.
    private(set) var made: [LibraryRecord.Item: Int64] = [:]

    /// Reads what a library knows.
    ///
    /// Values without stamps are older than all with one. Of two of them, that of the library with
    /// the higher count of commits when stamps began is the later one, as for a library and its
    /// backup.
    ///
    /// - Parameters:
    ///   - tables: the rows to read; texts and deletions are always read.
    ///   - progress: called regularly; an error that it throws ends the reading.
    init(
        _ db: Database,
        of tables: Set<RecordTable> = Set(RecordTable.allCases),
        progress: () throws -> Void = {}
    ) throws {
        let since = try db.fetchStampedSince()
        var count = 0
        try LibraryRecords(db: db, tables: tables).forEach { record in
            add(record, since: since)
            count += 1
            if count.isMultiple(of: 1_000) { try progress() }
        }
    }

    /// Adds what another library knows.
    mutating func formUnion(_ other: LibraryKnowledge) {
        for (item, values) in other.rows { add(values, of: item) }
        for (note, theirs) in other.texts {
            texts[note] = texts[note]?.union(theirs) ?? theirs
        }
        for (note, theirs) in other.trash { add(theirs, of: note) }
        purges.merge(other.purges, uniquingKeysWith: max)
        for (item, stamps) in other.erased {
            erased[item, default: [:]].merge(stamps, uniquingKeysWith: max)
        }
        for (item, values) in other.editions {
            editions[item, default: [:]].merge(values, uniquingKeysWith: max)
        }
        made.merge(other.made, uniquingKeysWith: max)
    }

    func union(_ other: LibraryKnowledge) -> LibraryKnowledge {
        var all = self
        all.formUnion(other)
        return all
    }

    /// Adds an alias of a row that is the same in two libraries.
    mutating func addAlias(_ alias: UUID, of kept: UUID, in table: String) {
        let item = LibraryRecord.Item.alias(alias)
        let columns = [PairedKind.name(table).databaseValue, kept.databaseValue]
        rows[item] = ["row": Stamped(value: LibraryRecord.Value(columns: columns), stamp: .init())]
        made[item] = made[item] ?? 0
    }

    /// Adds pairs of rows that are not the same.
    mutating func addDeclined(_ pairs: Set<Set<UUID>>) {
        for pair in pairs {
            guard let (item, field) = DeclinedPair.record(pair) else { continue }
            let nothing = LibraryRecord.Value(columns: [])
            rows[item, default: [:]][field] = Stamped(value: nothing, stamp: .init())
        }
    }

    private mutating func add(_ record: LibraryRecord, since: Int64) {
        switch record {
        case .made(let item, let values), .source(let item, let values),
            .batch(let item, let values), .picture(let item, let values):
            // A row that came from another library has said when its stamps began.
            let since = made[item] ?? since
            made[item] = since
            let oldest = ChangeStamp(milliseconds: 0, count: since)
            let isAlias = item.kind == RecordTable.idAlias.kind
            var stamped = values.mapValues { Stamped(value: $0, stamp: oldest) }
            for (field, value) in values
            where Self.isOrderedByValue(field, of: item) || isAlias && value.pairedAlias != nil {
                stamped[field]?.stamp = ChangeStamp()
            }
            add(stamped, of: item)
        case .set(let item, LibraryRecord.since, _, let stamp):
            made[item] = stamp.count
        case .set(let item, let field, let value, let stamp):
            if value.columns.isEmpty, item.isPartOfSeries, field != "state", field != "seen" {
                erased[item, default: [:]].merge([field: stamp], uniquingKeysWith: max)
            } else {
                // Within a library, only the stamp says when a value was set.
                rows[item, default: [:]][field] = Stamped(value: value, stamp: stamp)
            }
        case .edition(let item, let values):
            editions[item] = values
        case .text(var row, let text):
            // Which revisions are shown follows from all of them.
            if row.state != .purged { row.state = nil }
            texts[row.noteID, default: NoteTexts()].add(row, text)
        case .trash(let note, let revisions, let date):
            add(Trash(revisions: revisions, deletedAt: date), of: note)
        case .purge(let item, let date):
            purges[item] = max(purges[item] ?? .min, date)
        }
    }

    /// Whether the greater value counts, whatever the stamps.
    static func isOrderedByValue(_ field: String, of item: LibraryRecord.Item) -> Bool {
        field == "modifiedAt" || item.kind == RecordTable.noteVersion.kind
    }

    private mutating func add(_ values: [String: Stamped], of item: LibraryRecord.Item) {
        guard rows[item] != nil else {
            rows[item] = values
            return
        }
        for (field, value) in values { set(item, field, value) }
    }

    private mutating func set(
        _ item: LibraryRecord.Item,
        _ field: String,
        _ value: Stamped
    ) {
        if let known = rows[item]?[field] {
            // The series of a lone book has no title, which never replaces one.
            let isTitle = field == "title" && item.kind == SeriesTable.series.rawValue
            let (old, new) = (known.value.isEmptyText, value.value.isEmptyText)
            if (isTitle && old != new) ? new : known >= value { return }
        }
        rows[item, default: [:]][field] = value
    }

    private mutating func add(_ other: Trash, of note: UUID) {
        guard var known = trash[note] else {
            trash[note] = other
            return
        }
        known.revisions.formUnion(other.revisions)
        known.deletedAt = max(known.deletedAt, other.deletedAt)
        trash[note] = known
    }
}

// MARK: - Ids that mean one thing

extension LibraryKnowledge {
    /// The same with the ids that stay.
    ///
    /// - Parameter other: the other library, which may still have texts that this one lacks, for the
    ///   ids of revisions that follow from texts.
    func replacing(_ ids: PairedIDs, _ other: LibraryKnowledge) -> LibraryKnowledge {
        guard !ids.isEmpty else { return self }
        var new = self
        (new.rows, new.made, new.purges) = ([:], [:], [:])
        (new.erased, new.editions) = ([:], [:])
        (new.texts, new.trash) = ([:], [:])
        for (item, values) in rows {
            let current = self.current(item, ids)
            if item.kind == DeclinedPair.kind {
                new.addDeclined(Set(values.keys.compactMap { current.pair($0, ids) }))
                continue
            }
            let values = values.mapValues {
                Stamped(value: ids.current($0.value, of: item.kind), stamp: $0.stamp)
            }
            new.add(values, of: current)
        }
        new.made = Dictionary(made.map { (current($0, ids), $1) }, uniquingKeysWith: max)
        new.purges = Dictionary(purges.map { (current($0, ids), $1) }, uniquingKeysWith: max)
        for (item, stamps) in erased {
            new.erased[current(item, ids), default: [:]].merge(stamps, uniquingKeysWith: max)
        }
        for (item, values) in editions {
            let values = values.mapValues { ids.current($0, of: item.kind) }
            new.editions[current(item, ids), default: [:]].merge(values, uniquingKeysWith: max)
        }
        for (note, texts) in texts {
            let current = ids.current(note)
            let texts =
                current == note
                ? texts : texts.replacing(revisionIDs(of: note, ids, other), for: current)
            new.texts[current] = new.texts[current]?.union(texts) ?? texts
        }
        for (note, trash) in trash {
            let current = ids.current(note)
            var trash = trash
            if current != note {
                let revisions = revisionIDs(of: note, ids, other)
                trash.revisions = Set(trash.revisions.map { revisions[$0] ?? $0 })
            }
            new.add(trash, of: current)
        }
        return new
    }

    private func current(_ item: LibraryRecord.Item, _ ids: PairedIDs) -> LibraryRecord.Item {
        func row() -> LibraryRecord.Value? { rows[item]?["row"]?.value }
        switch RecordTable(rawValue: item.kind) {
        case .idAlias where row()?.pairedAlias != nil: return item
        case .noteVersion, .importedChange, .formerSeries, .importedItem:
            // Without a key, the id follows from the values.
            guard let row = row(), LibraryRecords.id(of: row.columns) == item.id else { break }
            let columns = ids.current(row, of: item.kind).columns
            return LibraryRecord.Item(kind: item.kind, id: LibraryRecords.id(of: columns))
        case .series, .book, .chapter, .character, .relation, .note, .trashedNote, .favorite,
            .picture, .importBatch, .idAlias, nil:
            break
        }
        return LibraryRecord.Item(kind: item.kind, id: ids.current(item.id))
    }

    /// The ids of the revisions of a note that follow from texts, with those of the note that it is
    /// the same as.
    func revisionIDs(
        of note: UUID,
        _ ids: PairedIDs,
        _ other: LibraryKnowledge
    ) -> [UUID: UUID] {
        let texts = [self, other].flatMap { side in
            ids.all(of: note).flatMap { side.texts[$0]?.texts.values.map(\.self) ?? [] }
        }
        return RevisionID.replacements(
            of: note,
            with: ids.current(note),
            texts: Set(texts),
            rows: self.texts[note]?.rows.values.map(\.self) ?? []
        )
    }
}

extension LibraryRecord.Item {
    /// The declined pair with the ids that stay; see ``DeclinedPair``.
    fileprivate func pair(_ field: String, _ ids: PairedIDs) -> Set<UUID>? {
        UUID(uuidString: field).map { [id, ids.current($0)] }
    }
}

extension LibraryRecord.Value {
    /// Whether it is an empty text, such as the title of the series of a lone book.
    var isEmptyText: Bool { columns.first == "".databaseValue }
}

// MARK: - What it shows

extension LibraryKnowledge {
    /// All things that were ever made and have not been permanently deleted.
    var items: Set<LibraryRecord.Item> { Set(made.keys.filter { state(of: $0) != .purged }) }

    /// A field's value; nil if it is unknown, or the edition's of a bundled series.
    func value(_ field: String, of item: LibraryRecord.Item) -> LibraryRecord.Value? {
        rows[item]?[field]?.value
    }

    /// What a note shows; nil if it was permanently deleted, or its texts are not here.
    func text(of note: UUID) -> NoteRevisions.Shown? { texts[note]?.shown }

    /// The revisions of a note that were ever known.
    func revisions(of note: UUID) -> Set<UUID> { Set(texts[note]?.rows.keys.map(\.self) ?? []) }

    /// Whether a thing is shown.
    ///
    /// What was deleted in one library and changed in another is shown: a deletion covers the values
    /// and texts that were there, and nothing later.
    func state(of item: LibraryRecord.Item) -> State {
        if item.kind == StampedTable.note.kind { return stateOfNote(item.id) }
        let fields = rows[item] ?? [:]
        // A mark or a source that was taken away.
        if fields["row"]?.value.columns.isEmpty == true { return .purged }
        let state = fields["state"]
        let isDeleted = state.map { $0.value.columns.contains { !$0.isNull } } ?? false
        // Of a row that was deleted for good, only the date and the stamps are left.
        let isGone = isErased(item)
        guard isDeleted || isGone else { return .shown }
        let seen = fields["seen"]?.stamp ?? ChangeStamp()
        let isChanged = fields.contains { field, value in
            guard field != "state", field != "seen", value.stamp.milliseconds > 0 else {
                return false
            }
            return value.stamp > (isGone ? erased[item]?[field] ?? ChangeStamp() : seen)
        }
        if isChanged { return .shown }
        return isGone || state?.value.columns.last?.isNull == false ? .purged : .trash
    }

    /// Whether a thing was permanently deleted with nothing left of it but its date.
    func isErased(_ item: LibraryRecord.Item) -> Bool {
        guard purges[item] != nil else { return false }
        guard let state = rows[item]?["state"], !state.value.columns.isEmpty else { return true }
        // A row of a bundled series stays, and says itself that it was permanently deleted.
        return state.stamp.milliseconds == 0 && state.value.columns.last?.isNull == true
    }

    private func stateOfNote(_ note: UUID) -> State {
        let heads = texts[note]?.heads ?? []
        if heads.isEmpty { return .purged }
        return heads.isSubset(of: trash[note]?.revisions ?? []) ? .trash : .shown
    }
}

extension LibraryKnowledge.Stamped: Comparable {
    /// By the stamps; equal ones by the values, so that it is the same in every library.
    static func < (left: Self, right: Self) -> Bool {
        left.stamp == right.stamp ? left.value < right.value : left.stamp < right.stamp
    }
}

extension LibraryRecord.Value: Comparable {
    /// By the bytes. The reader's own value is greater than one that an import has set, and one that
    /// was taken away is greater than one that is there.
    package static func < (left: Self, right: Self) -> Bool {
        if left.isReaders != right.isReaders { return right.isReaders }
        for (one, other) in zip(left.columns, right.columns) {
            let (one, other) = (one.order, other.order)
            if one != other { return one.lexicographicallyPrecedes(other) }
        }
        return left.columns.count > right.columns.count
    }
}

extension LibraryRecord.Item {
    /// Whether it is a row of a series, which has a state.
    var isPartOfSeries: Bool { SeriesTable(rawValue: kind) != nil }
}

extension Database {
    /// The count of commits when changes began to have stamps.
    func fetchStampedSince() throws -> Int64 {
        try Int64.fetchOne(self, sql: "SELECT stampedSince FROM commitCount") ?? 0
    }
}

extension DatabaseValue {
    /// Bytes by which values are compared: null, then numbers, texts and blobs.
    fileprivate var order: [UInt8] {
        func bytes(_ number: UInt64) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        return switch storage {
        case .null: [0]
        case .int64(let number): [1] + bytes(UInt64(bitPattern: number) ^ 1 << 63)
        case .double(let number): [2] + bytes(number.bitPattern)
        case .string(let text): [3] + Array(text.utf8)
        case .blob(let data): [4] + Array(data)
        }
    }
}
