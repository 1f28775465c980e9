import GRDB

/// The tables of a library that are brought back, those first that cannot be imported again.
enum SalvageTable: String, CaseIterable {
    case note, favorite, series, book, character, relation

    /// What a column must hold.
    enum Kind {
        /// The number of the row, which does not stand in the record.
        case rowID
        /// Sixteen bytes.
        case id
        case subjectKind
        /// A text with a checksum of its own in the row, or any other.
        case text
        case integer
        /// Milliseconds since 1970.
        case date
        /// A column that later versions added, or that may be empty.
        case other
    }

    /// The columns of the first version, in the order in which they stand in a record. Later
    /// versions add to their end.
    var columns: [(name: String, kind: Kind)] {
        switch self {
        case .note:
            [
                ("sequence", .rowID), ("id", .id), ("subjectKind", .subjectKind),
                ("subjectID", .id), ("text", .text), ("createdAt", .date), ("modifiedAt", .date),
            ]
        case .favorite: [("characterID", .id)]
        case .series:
            [
                ("id", .id), ("title", .text), ("author", .text), ("revision", .integer),
                ("digest", .text),
            ]
        case .book:
            [
                ("id", .id), ("seriesID", .id), ("position", .integer), ("title", .text),
                ("author", .text), ("publishedYear", .integer), ("publishedMonth", .integer),
                ("tagline", .text), ("overview", .text), ("isbn10", .text), ("amazonURL", .text),
                ("coverFile", .text), ("accentLight", .text), ("accentDark", .text),
                ("tintLight", .text), ("tintDark", .text),
            ]
        case .character:
            [
                ("id", .id), ("bookID", .id), ("position", .integer), ("name", .text),
                ("summary", .text), ("synopsis", .text), ("avatarFile", .text),
            ]
        case .relation:
            [("id", .id), ("position", .integer), ("firstID", .id), ("secondID", .id)]
        }
    }

    /// What a row belongs to: a column of it, and the table whose `id` it names.
    var parents: [(column: String, table: SalvageTable)] {
        switch self {
        case .note, .favorite, .series: []
        case .book: [("seriesID", .series)]
        case .character: [("bookID", .book)]
        case .relation: [("firstID", .character), ("secondID", .character)]
        }
    }
}

/// The columns of a table as the new library has them.
struct SalvageLayout {
    let table: SalvageTable
    let names: [String]
    let kinds: [SalvageTable.Kind]
    /// How many columns the first version has.
    private let leastColumns: Int

    init(_ table: SalvageTable, _ db: Database) throws {
        let known = table.columns
        let names = try db.columns(in: table.rawValue).map(\.name)
        guard names.starts(with: known.map(\.name)) else {
            throw LibraryError(.other, "The table \(table.rawValue) has columns in another order.")
        }
        self.table = table
        self.names = names
        kinds = names.indices.map { $0 < known.count ? known[$0].kind : .other }
        leastColumns = known.count
    }

    func index(of name: String) -> Int? { names.firstIndex(of: name) }

    /// Whether a record may be a row of this table, told from its length and kinds alone; spares
    /// reading the rest of it.
    func mayHold(_ types: [Int64]) -> Bool {
        guard types.count >= leastColumns, types.count <= names.count else { return false }
        return zip(types, kinds).allSatisfy { type, kind in
            switch kind {
            case .rowID: type == 0
            // A blob, or a text where one bit is wrong.
            case .id: type == 44 || type == 45
            case .subjectKind: type == 21 || type == 31
            case .text: type >= 12
            case .integer, .date: (1...6).contains(type) || type == 8 || type == 9
            case .other: true
            }
        }
    }
}
