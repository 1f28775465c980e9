import GRDB

/// The columns of a table in the new library.
struct SalvageLayout {
    let table: SalvageTable
    let names: [String]
    let kinds: [ColumnKind]
    let rules: LibraryRules
    /// The number of columns in the first version of the table.
    private let leastColumns: Int

    init(_ table: SalvageTable, _ db: Database, _ rules: LibraryRules) throws {
        let known = table.columns.flatMap(\.value)
        names = try db.columns(in: table.rawValue).map(\.name)
        guard names.starts(with: known.map(\.key)) else {
            throw SalvageError.unknownColumns(table: table.rawValue)
        }
        self.table = table
        self.rules = rules
        // Columns of a step that is missing in ``SalvageTable``.
        kinds = known.map(\.value) + names.dropFirst(known.count).map { _ in .other }
        leastColumns = table.columns.first?.value.count ?? 0
    }

    func index(of name: String) -> Int? { names.firstIndex(of: name) }

    /// Whether a record may be a row of this table, judging by its serial types.
    func mayHold(_ types: [Int64]) -> Bool {
        guard types.count >= leastColumns, types.count <= names.count else { return false }
        return zip(types, kinds).allSatisfy { type, kind in
            switch kind {
            case .rowID: type == 0
            // A blob, or a text if one bit is wrong.
            case .id: type == 44 || type == 45
            case .subjectKind: type == 21 || type == 31
            case .text: type >= 12
            case .integer, .date: Self.isInteger(type)
            case .optionalID: type == 0 || type == 44 || type == 45
            case .optionalText, .origin, .readingStatus: type == 0 || type >= 12
            case .optionalInteger: type == 0 || Self.isInteger(type)
            case .data: type >= 12 && type.isMultiple(of: 2)
            case .other: true
            }
        }
    }

    /// The number of types in a record that differ from those of an undamaged one. Rows of some
    /// tables look alike.
    func misfits(_ types: [Int64]) -> Int {
        zip(types, kinds).count { type, kind in
            switch kind {
            case .id: type != 44
            case .optionalID: type != 0 && type != 44
            case .text, .subjectKind, .origin: type.isMultiple(of: 2)
            case .optionalText, .readingStatus: type != 0 && type.isMultiple(of: 2)
            case .rowID, .integer, .date, .optionalInteger, .data, .other: false
            }
        }
    }

    private static func isInteger(_ type: Int64) -> Bool {
        (1...6).contains(type) || type == 8 || type == 9
    }
}
