import Foundation
import GRDB

/// Ids that mean one thing: that of a row, and those of rows of other libraries that were found to
/// be the same. The smallest by bytes stays; the others are aliases, for ever.
struct PairedIDs: Hashable, Sendable {
    private(set) var next: [UUID: UUID] = [:]
    private var members: [UUID: Set<UUID>] = [:]

    /// Whether no id has another one.
    var isEmpty: Bool { next.isEmpty }

    /// The id that stays.
    func current(_ id: UUID) -> UUID { next[id] ?? id }

    /// A value with the id that stays, if it is an id.
    func current(_ value: DatabaseValue) -> DatabaseValue {
        guard case .blob(let data) = value.storage, data.count == 16,
            let id = UUID.fromDatabaseValue(value), let new = next[id]
        else { return value }
        return new.databaseValue
    }

    /// A value of a row with the ids that stay.
    func current(_ value: LibraryRecord.Value, of kind: String) -> LibraryRecord.Value {
        var value = value
        for (index, column) in value.columns.enumerated() {
            let new = current(column)
            if new != column { value.columns[index] = new }
        }
        // The steps of a join.
        if kind == RecordTable.importedChange.kind, value.columns.count > 4,
            value.columns[3] == Database.fieldOfJoin.databaseValue,
            let steps = Data.fromDatabaseValue(value.columns[4])
        {
            value.columns[4] = Database.replacing(next, inStepsOfJoin: steps).databaseValue
        }
        return value
    }

    /// All ids of a thing.
    func all(of id: UUID) -> Set<UUID> {
        let id = current(id)
        return members[id] ?? [id]
    }

    /// Two ids mean one thing.
    mutating func pair(_ one: UUID, _ other: UUID) {
        guard current(one) != current(other) else { return }
        let ids = all(of: one).union(all(of: other))
        guard let least = ids.min() else { return }
        for id in ids {
            members[id] = nil
            next[id] = id == least ? nil : least
        }
        members[least] = ids
    }

    /// The ids of a thing mean different things after all.
    mutating func separate(_ id: UUID) {
        let ids = all(of: id)
        members[current(id)] = nil
        for id in ids { next[id] = nil }
    }

    /// In a fixed order.
    var aliases: [(alias: UUID, kept: UUID)] {
        next.map { (alias: $0.key, kept: $0.value) }
            .sorted { $0.alias < $1.alias }
    }

    /// The things with several ids.
    var things: [Set<UUID>] { Array(members.values) }
}

/// The rows of `idAlias` of rows that were found to be the same in two libraries.
///
/// The aliases of joined parts have a row of their own, which can be restored; of these aliases
/// there is none: each library has only the id that stays. Its name says which kind of alias it is.
enum PairedKind {
    private static let prefix = "same "

    /// The name of the table, as `idAlias.kind` has it.
    static func name(_ kind: String) -> String { prefix + kind }

    /// The name of the table; nil for the alias of a joined part.
    static func table(_ name: String) -> String? {
        name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }

    /// An SQL condition for the aliases of this kind.
    static let condition = "idAlias.kind LIKE '\(prefix)%'"

    /// An SQL condition for aliases that places and mentions can have: notes and the like can be
    /// very many, and are looked up one by one.
    static let ofPlaces = """
        idAlias.kind NOT IN
            ('\(prefix)note', '\(prefix)chapter', '\(prefix)relation')
        """
}

extension LibraryRecord.Item {
    static func alias(_ id: UUID) -> Self { Self(kind: RecordTable.idAlias.kind, id: id) }
}

/// Rows of `fieldStamp` that say which rows are not the same, although they have the same source or
/// ISBN: `itemID` is the one with the smaller id, and `field` the other one.
package enum DeclinedPair {
    package static let kind = "declinedPair"

    /// The item and the field of a pair.
    static func record(_ pair: Set<UUID>) -> (item: LibraryRecord.Item, field: String)? {
        let ids = pair.sorted { $0.uuidString < $1.uuidString }
        guard ids.count == 2 else { return nil }
        return (LibraryRecord.Item(kind: kind, id: ids[0]), ids[1].uuidString)
    }

    static func pair(_ item: LibraryRecord.Item, _ field: String) -> Set<UUID>? {
        guard item.kind == kind, let other = UUID(uuidString: field) else { return nil }
        return [item.id, other]
    }
}

extension Database {
    /// The id that stays of a row that was found to be the same as another library's; its own if it
    /// never was.
    func pairedID(_ id: UUID) throws -> UUID {
        var (current, seen) = (id, Set([id]))
        let statement = try cachedStatement(
            sql: "SELECT id FROM idAlias WHERE alias = ? AND \(PairedKind.condition)"
        )
        while let next = try UUID.fetchOne(statement, arguments: [current]),
            seen.insert(next).inserted
        {
            current = next
        }
        return current
    }

    /// The other ids of those notes that were found to be the same as another library's, even if
    /// that was undone.
    func formerIDs(ofNotes ids: [UUID]) throws -> [UUID: [UUID]] {
        let undone = try idsUntilUndo(ofNotes: ids)
        let kind = PairedKind.name(RecordTable.note.kind)
        let hasAny = try Bool.fetchOne(
            cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM idAlias WHERE kind = ?)"),
            arguments: [kind]
        )
        guard hasAny == true else { return undone }
        let statement = try cachedStatement(
            sql: "SELECT alias FROM idAlias WHERE id = ? AND kind = ? ORDER BY alias"
        )
        var found = undone
        for id in ids {
            let former = try UUID.fetchAll(statement, arguments: [id, kind])
            if !former.isEmpty { found[id, default: []] += former }
        }
        return found
    }

    /// The note with an id, or the one that it was found to be the same as.
    func fetchCurrentNote(_ id: UUID) throws -> Note? {
        if let note = try fetchNote(id) { return note }
        let current = try pairedID(id)
        if current != id { return try fetchNote(current) }
        return try idBeforeMerge(id, in: RecordTable.note.kind).flatMap(fetchNote)
    }
}
