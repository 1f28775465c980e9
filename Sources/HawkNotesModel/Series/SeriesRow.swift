import Foundation
import GRDB

/// What a row of a series knows about itself besides what is shown of it.
struct SeriesRowState: Equatable {
    var origin: Origin
    /// The columns that the reader has changed: a new edition of the series leaves them alone.
    var changedFields: Set<String> = []
    /// When the reader deleted it. The row stays, so that it stays deleted.
    var deletedAt: Date?
    /// When an edition came that no longer has it. The row stays, as it may be back in the next.
    var withdrawnAt: Date?
    /// When it was deleted for good; the row stays, as the next edition must not bring it back.
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

/// A row that a series file brings, and that the reader may change and delete.
protocol SeriesRow: FetchableRecord, PersistableRecord {
    /// What the reader can change. Columns that make one value stand together: half a date of the
    /// reader's and half of a new edition would be neither's.
    static var fields: [[String]] { get }
    /// The same of what no edition of a series says anything about.
    static var readersFields: [[String]] { get }
    /// What is read of the row, for a `SELECT`.
    static var selection: String { get }

    var id: UUID { get }
    var state: SeriesRowState { get set }
    /// What stands in tables beside that of the row, by the names of its fields; see ``BookLists``.
    var lists: [String: DatabaseValue] { get }
}

extension SeriesRow {
    static var readersFields: [[String]] { [] }
    static var selection: String { "\(databaseTableName).*" }
    var lists: [String: DatabaseValue] { [:] }
}

extension SeriesRow {
    /// Writes what an edition of the series says, except where the reader has said otherwise.
    func merge(into db: Database) throws {
        guard let old = try Self.fetchOne(db, key: id) else { return try insert(db) }
        var merged = self
        merged.state = old.state
        merged.state.origin = state.origin
        merged.state.withdrawnAt = nil
        let columns = Set(Self.fields.joined()).subtracting(old.state.changedFields)
        try merged.update(db, columns: columns.union(["origin", "withdrawnAt"]))
    }

    /// Writes what the reader has made of it, and notes down what is different now.
    ///
    /// - Returns: whether anything is.
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
            // No edition changes what is the reader's own, but an import fills in what it lacks.
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
