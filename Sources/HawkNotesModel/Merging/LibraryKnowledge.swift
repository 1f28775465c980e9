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

    private struct Trash: Hashable, Sendable {
        var revisions: Set<UUID>
        var deletedAt: Int64
    }

    private var rows: [LibraryRecord.Item: [String: Stamped]] = [:]
    private var texts: [UUID: NoteTexts] = [:]
    private var trash: [UUID: Trash] = [:]
    private var purges: [LibraryRecord.Item: Int64] = [:]
    /// The items that are rows of a library, and not only stamps of one.
    private var made: Set<LibraryRecord.Item> = []

    /// Reads what a library knows.
    ///
    /// Values without stamps are older than all with one. Of two of them, that of the library with
    /// the higher count of commits when stamps began is the later one, as for a library and its
    /// backup.
    init(_ db: Database) throws {
        let since = try Int64.fetchOne(db, sql: "SELECT stampedSince FROM commitCount") ?? 0
        let oldest = ChangeStamp(milliseconds: 0, count: since)
        try LibraryRecords(db: db).forEach { add($0, oldest: oldest) }
    }

    /// Adds what another library knows.
    mutating func formUnion(_ other: LibraryKnowledge) {
        for (item, values) in other.rows {
            for (field, value) in values { set(item, field, value) }
        }
        for (note, theirs) in other.texts {
            texts[note] = texts[note]?.union(theirs) ?? theirs
        }
        for (note, theirs) in other.trash { add(theirs, of: note) }
        for (item, date) in other.purges { purges[item] = max(purges[item] ?? .min, date) }
        made.formUnion(other.made)
    }

    func union(_ other: LibraryKnowledge) -> LibraryKnowledge {
        var all = self
        all.formUnion(other)
        return all
    }

    private mutating func add(_ record: LibraryRecord, oldest: ChangeStamp) {
        switch record {
        case .made(let item, let values), .source(let item, let values),
            .batch(let item, let values), .picture(let item, let values):
            made.insert(item)
            for (field, value) in values { set(item, field, Stamped(value: value, stamp: oldest)) }
        case .set(let item, let field, let value, let stamp):
            set(item, field, Stamped(value: value, stamp: stamp))
        case .text(let row, let text):
            texts[row.noteID, default: NoteTexts()].add(row)
            if let text { texts[row.noteID]?.add(text, of: row.noteID) }
        case .trash(let note, let revisions, let date):
            add(Trash(revisions: revisions, deletedAt: date), of: note)
        case .purge(let item, let date):
            purges[item] = max(purges[item] ?? .min, date)
        }
    }

    private mutating func set(
        _ item: LibraryRecord.Item,
        _ field: String,
        _ value: Stamped
    ) {
        if let known = rows[item]?[field], known >= value { return }
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

// MARK: - What it shows

extension LibraryKnowledge {
    /// All things that were ever made and have not been permanently deleted.
    var items: Set<LibraryRecord.Item> { made.filter { state(of: $0) != .purged } }

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
        let isGone =
            purges[item] != nil
            && (state.map { $0.value.columns.isEmpty || $0.stamp.milliseconds == 0 } ?? true)
        guard isDeleted || isGone else { return .shown }
        let seen = fields["seen"]?.stamp ?? ChangeStamp()
        let isChanged = fields.contains { field, value in
            guard field != "state", field != "seen", value.stamp.milliseconds > 0 else {
                return false
            }
            // Values that were permanently deleted are empty, with the stamp that they had.
            return isGone ? !value.value.columns.isEmpty : value.stamp > seen
        }
        if isChanged { return .shown }
        return isGone || state?.value.columns.last?.isNull == false ? .purged : .trash
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
    static func < (left: Self, right: Self) -> Bool {
        if left.isReaders != right.isReaders { return right.isReaders }
        for (one, other) in zip(left.columns, right.columns) {
            let (one, other) = (one.order, other.order)
            if one != other { return one.lexicographicallyPrecedes(other) }
        }
        return left.columns.count > right.columns.count
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
