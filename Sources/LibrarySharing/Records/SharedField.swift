import HawkNotesModel

/// The fields of things, as records name them: the fields of the tables, and the stamps of a row
/// itself.
enum SharedField {
    typealias Field = (name: String, columns: [String])

    /// When a row was made, which has a value of its own.
    private static let made: Field = ("made", ["made"])
    /// Fields that have a stamp and no value.
    private static let withoutValue: Set = ["seen", LibraryRecord.since]

    /// The tables by the kind of their items.
    private static let tables = Dictionary(
        uniqueKeysWithValues: RecordTable.allCases.filter { $0 != .trashedNote }
            .map { ($0.kind, $0) }
    )
    private static let fieldsByKind = tables.mapValues(\.fields)
    private static let editions = tables.mapValues(\.editionFields)
    private static let rulesByKind = tables.mapValues(\.columnRules)

    /// Whether things of a kind have rows.
    static func isKind(_ kind: String) -> Bool { tables[kind] != nil }

    /// The fields of a row; none if the kind is unknown.
    static func fields(of kind: String) -> [Field] { fieldsByKind[kind] ?? [] }

    /// The fields that an edition of a series sets.
    static func editionFields(of kind: String) -> Set<String> { editions[kind] ?? [] }

    static func rules(of kind: String) -> [String: ColumnRule] { rulesByKind[kind] ?? [:] }

    /// The columns of a field; none if it is unknown, or has no value.
    static func columns(_ name: String, of kind: String) -> [String] {
        settable(kind).first { $0.name == name }?.columns ?? []
    }

    /// The field with a column; nil if it is unknown.
    static func field(withColumn column: String, of kind: String) -> Field? {
        settable(kind).first { $0.columns.contains(column) }
    }

    /// Whether a field can be said to have no value.
    static func canBeEmpty(_ name: String, of kind: String) -> Bool {
        withoutValue.contains(name) || settable(kind).contains { $0.name == name }
    }

    private static func settable(_ kind: String) -> [Field] { fields(of: kind) + [made] }
}
