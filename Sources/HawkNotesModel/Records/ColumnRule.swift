import Foundation
import GRDB

/// Which values a column of a table can have, as the schema says it.
///
/// Records of other computers are checked before any of them is written: a value that the schema
/// refuses would end the transaction, and an id that is none could never be read again.
package struct ColumnRule: Hashable, Sendable {
    /// The type of a column of a strict table; `any` for columns of several types.
    package enum ValueType: Hashable, Sendable {
        case integer, real, text, blob, any
        /// Sixteen bytes.
        case id
    }

    package var type: ValueType
    package var isOptional: Bool

    /// Whether a column can have a value.
    package func allows(_ value: DatabaseValue) -> Bool {
        switch (value.storage, type) {
        case (.null, _): isOptional
        case (_, .any), (.int64, .integer), (.int64, .real), (.double, .real): true
        case (.string(let text), .text): !text.utf8.contains(0)
        case (.blob, .blob): true
        case (.blob(let data), .id): data.count == 16
        case (.int64, _), (.double, _), (.string, _), (.blob, _): false
        }
    }
}

extension RecordTable {
    /// The rules of the columns of its fields.
    package var columnRules: [String: ColumnRule] { Self.rules[self] ?? [:] }

    /// Read from the tables of a new library, so that they are written down once.
    private static let rules: [RecordTable: [String: ColumnRule]] = {
        do {
            let queue = try DatabaseQueue()
            try LibrarySchema.migrate(queue)
            return try queue.read { db in
                var rules: [RecordTable: [String: ColumnRule]] = [:]
                for table in allCases { rules[table] = try table.fetchRules(db) }
                return rules
            }
        } catch {
            // Without rules, no record of another computer is understood: all wait.
            return [:]
        }
    }()

    private func fetchRules(_ db: Database) throws -> [String: ColumnRule] {
        let names = Set(fields.flatMap(\.columns))
        var rules: [String: ColumnRule] = [:]
        for column in try db.columns(in: rawValue) where names.contains(column.name) {
            rules[column.name] = ColumnRule(
                type: type(of: column),
                isOptional: !column.isNotNull
            )
        }
        // The lists of books, which are rows of other tables.
        for name in names where rules[name] == nil {
            rules[name] = ColumnRule(type: .text, isOptional: true)
        }
        return rules
    }

    private func type(of column: ColumnInfo) -> ColumnRule.ValueType {
        switch column.type {
        case "INTEGER": .integer
        case "REAL": .real
        case "TEXT": .text
        case "BLOB": column.name == "id" || column.name.hasSuffix("ID") ? .id : .blob
        default: .any
        }
    }
}
