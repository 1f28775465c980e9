import Foundation
import GRDB

/// A row's internal state, besides its shown values.
struct SeriesRowState: Equatable {
    var origin: Origin
    /// The columns that the reader has changed: a new edition of the series leaves them alone.
    var changedFields: Set<String> = []
    /// When the reader deleted the row, which is kept so that it stays deleted.
    var deletedAt: Date?
    /// When an edition without this part was imported. The row is kept, as the next edition may
    /// have the part again.
    var withdrawnAt: Date?
    /// When the part was permanently deleted; the row is kept, as the next edition must not restore
    /// it.
    var purgedAt: Date?

    init(_ origin: Origin) {
        self.origin = origin
    }

    init(row: Row) throws {
        let origin: String = try row.decode(forColumn: "origin")
        guard let known = Origin(rawValue: origin) else {
            throw LibraryError(.damaged, "The library is damaged: “\(origin)” is no origin.")
        }
        self.origin = known
        let fields: String? = try row.decode(forColumn: "changedFields")
        changedFields = Set((fields ?? "").split(separator: " ").map(String.init))
        let deleted: Int64? = try row.decode(forColumn: "deletedAt")
        deletedAt = deleted.map(Date.init(milliseconds:))
        let withdrawn: Int64? = try row.decode(forColumn: "withdrawnAt")
        withdrawnAt = withdrawn.map(Date.init(milliseconds:))
        let purged: Int64? = try row.decode(forColumn: "purgedAt")
        purgedAt = purged.map(Date.init(milliseconds:))
    }

    func encode(to container: inout PersistenceContainer) {
        container["origin"] = origin.rawValue
        container["changedFields"] =
            changedFields.isEmpty ? nil : changedFields.sorted().joined(separator: " ")
        container["deletedAt"] = deletedAt?.milliseconds
        container["withdrawnAt"] = withdrawnAt?.milliseconds
        container["purgedAt"] = purgedAt?.milliseconds
    }
}

/// A row that comes from a series file, and that the reader can change and delete.
protocol SeriesRow: FetchableRecord, PersistableRecord {
    /// The columns that the reader can change. Columns that form one value are grouped: half a date
    /// by the reader and half by a new edition would be wrong.
    static var fields: [[String]] { get }
    /// Like `fields`, for columns that need not be in an edition of a series: one only fills in what
    /// is empty, as imports do, and clears nothing.
    static var readersFields: [[String]] { get }
    /// The columns to read, for a `SELECT`.
    static var selection: String { get }

    var id: UUID { get }
    var state: SeriesRowState { get set }
    /// The values in tables beside the row's own, by field name; see ``BookLists``.
    var lists: [String: DatabaseValue] { get }
}

extension SeriesRow {
    static var readersFields: [[String]] { [] }
    static var selection: String { "\(databaseTableName).*" }
    var lists: [String: DatabaseValue] { [:] }
}

extension SeriesRow {
    /// Writes the values of an edition, except those that the reader has changed.
    func merge(into db: Database) throws {
        guard let old = try Self.fetchOne(db, key: id) else { return try insert(db) }
        var merged = self
        merged.state = old.state
        merged.state.origin = state.origin
        merged.state.withdrawnAt = nil
        let (present, values) = (try old.databaseDictionary, try databaseDictionary)
        let filled = Self.readersFields.joined().filter { column in
            values[column]?.isNull == false && present[column]?.isNull == true
        }
        let columns = Set(Self.fields.joined()).union(filled)
            .subtracting(old.state.changedFields)
        try merged.update(db, columns: columns.union(["origin", "withdrawnAt"]))
    }

    /// Writes the reader's values, and records the changed fields.
    ///
    /// - Returns: whether anything changed.
    func save(to db: Database) throws -> Bool {
        guard let old = try Self.fetchOne(db, key: id) else {
            try insert(db)
            try write(lists.filter { !$0.value.isNull }, to: db)
            return true
        }
        var changed = self
        changed.state = old.state
        let changedLists = lists.filter { $0.value != old.lists[$0.key] }
        let columns = Set(try changed.databaseChanges(from: old).keys).union(changedLists.keys)
        let values = try changed.databaseDictionary.merging(lists) { own, _ in own }
        for field in Self.fields + Self.readersFields where !columns.isDisjoint(with: field) {
            // No edition changes the reader's own rows, but an import fills in missing values.
            let isEmptied = field.allSatisfy { values[$0]?.isNull ?? true }
            if old.state.origin != .own || isEmptied {
                changed.state.changedFields.formUnion(field)
            }
        }
        try write(changedLists, to: db)
        try changed.updateChanges(db, from: old)
        return !columns.isEmpty
    }

    private func write(_ lists: [String: DatabaseValue], to db: Database) throws {
        for (name, value) in lists { try BookLists(rawValue: name)?.write(value, of: id, in: db) }
    }
}
