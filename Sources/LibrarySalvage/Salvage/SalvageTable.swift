import GRDB

/// The tables of a library that are brought back, those first that cannot be imported again.
enum SalvageTable: String, CaseIterable {
    case note, trashedNote, noteVersion, favorite, series, book, chapter, character, relation
    case bookReading, picture, importBatch, importedItem, importedChange

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
        /// The same as those above, or null; what is damaged is null, too.
        case optionalID, optionalText, optionalInteger
        /// Bytes of any number.
        case data
        /// Where a row comes from.
        case origin
        /// How far the reader is with a book, or null; what is damaged is null, too.
        case readingStatus
        /// A column that later versions added.
        case other
    }

    /// The columns of the first version that had the table, in the order in which they stand in a
    /// record. Later versions add to their end.
    var columns: [(name: String, kind: Kind)] {
        switch self {
        case .note:
            [
                ("sequence", .rowID), ("id", .id), ("subjectKind", .subjectKind),
                ("subjectID", .id), ("text", .text), ("createdAt", .date), ("modifiedAt", .date),
            ]
        case .trashedNote:
            [
                ("sequence", .rowID), ("deletedAt", .integer), ("id", .id),
                ("subjectKind", .subjectKind), ("subjectID", .id), ("text", .text),
                ("createdAt", .integer), ("modifiedAt", .integer),
                ("textChecksum", .optionalInteger), ("chapterID", .optionalID),
                ("place", .optionalText), ("placeNumber", .other), ("quote", .optionalText),
                ("quoteColor", .optionalText), ("quoteStyle", .optionalText),
            ]
        case .noteVersion:
            [
                ("number", .rowID), ("noteID", .id), ("savedAt", .integer),
                ("replacedAt", .integer), ("text", .text), ("textChecksum", .optionalInteger),
            ]
        case .favorite: [("characterID", .id)]
        case .series:
            [
                ("id", .id), ("title", .text), ("author", .optionalText),
                ("revision", .optionalInteger), ("digest", .optionalText),
            ]
        case .book:
            [
                ("id", .id), ("seriesID", .id), ("position", .integer), ("title", .text),
                ("author", .optionalText), ("publishedYear", .optionalInteger),
                ("publishedMonth", .optionalInteger), ("tagline", .optionalText),
                ("overview", .optionalText), ("isbn10", .optionalText),
                ("amazonURL", .optionalText), ("coverFile", .optionalText),
                ("accentLight", .optionalText), ("accentDark", .optionalText),
                ("tintLight", .optionalText), ("tintDark", .optionalText),
            ]
        case .chapter:
            [
                ("id", .id), ("position", .integer), ("bookID", .id), ("name", .text),
                ("origin", .origin), ("changedFields", .optionalText),
                ("deletedAt", .optionalInteger), ("withdrawnAt", .optionalInteger),
                ("purgedAt", .optionalInteger),
            ]
        case .character:
            [
                ("id", .id), ("bookID", .optionalID), ("position", .integer), ("name", .text),
                ("summary", .optionalText), ("synopsis", .optionalText),
                ("avatarFile", .optionalText),
            ]
        case .relation:
            [("id", .id), ("position", .integer), ("firstID", .id), ("secondID", .id)]
        case .bookReading:
            [
                ("number", .rowID), ("bookID", .id), ("position", .integer),
                ("startedOn", .optionalText), ("finishedOn", .optionalText),
            ]
        case .picture:
            [
                ("id", .id), ("width", .integer), ("height", .integer), ("type", .text),
                ("data", .data), ("unusedSince", .optionalInteger),
            ]
        case .importBatch:
            [
                ("id", .id), ("importedAt", .integer), ("format", .text), ("name", .text),
                ("report", .optionalText), ("undoneAt", .optionalInteger),
            ]
        case .importedItem:
            [
                ("number", .rowID), ("batchID", .id), ("kind", .text), ("itemID", .id),
                ("source", .optionalID),
            ]
        case .importedChange:
            [
                ("number", .rowID), ("batchID", .id), ("kind", .text), ("itemID", .id),
                ("field", .text), ("earlier", .other), ("laterDigest", .optionalID),
            ]
        }
    }

    /// What kind a column is that a later version added.
    func kind(ofLater column: String) -> Kind {
        switch column {
        case "seriesID", "bookID", "chapterID", "coverID", "avatarID", "readBookID",
            "readChapterID", "textDigest", "quoteDigest", "restDigest":
            .optionalID
        case "origin": .origin
        case "readingStatus": .readingStatus
        case "changedFields", "number", "linkName", "aliases", "word", "place", "quote",
            "quoteColor", "quoteStyle", "language", "tags":
            .optionalText
        case "deletedAt", "withdrawnAt", "purgedAt", "openedAt", "rating", "isUndated",
            "hasPlaceAndQuote":
            .optionalInteger
        default: .other
        }
    }

    /// Whether its texts are the reader's, of which half is better than nothing.
    var hasReadersTexts: Bool {
        switch self {
        case .note, .trashedNote, .noteVersion: true
        case .favorite, .series, .book, .chapter, .character, .relation: false
        case .bookReading, .picture, .importBatch, .importedItem, .importedChange: false
        }
    }

    /// What a row belongs to: a column of it, and the table whose `id` it names.
    var parents: [(column: String, table: SalvageTable)] {
        switch self {
        case .note, .trashedNote, .noteVersion, .favorite, .series: []
        case .picture, .importBatch, .importedItem, .importedChange: []
        case .chapter, .bookReading: [("bookID", .book)]
        case .book: [("seriesID", .series)]
        case .character: [("bookID", .book), ("seriesID", .series)]
        case .relation: [("firstID", .character), ("secondID", .character)]
        }
    }
}

/// The columns of a table as the new library has them.
struct SalvageLayout {
    let table: SalvageTable
    let names: [String]
    let kinds: [SalvageTable.Kind]
    let rules: LibraryRules
    /// How many columns the first version has.
    private let leastColumns: Int

    init(_ table: SalvageTable, _ db: Database, _ rules: LibraryRules) throws {
        let known = table.columns
        let names = try db.columns(in: table.rawValue).map(\.name)
        guard names.starts(with: known.map(\.name)) else {
            throw SalvageError.unknownColumns(table: table.rawValue)
        }
        self.table = table
        self.names = names
        self.rules = rules
        kinds = known.map(\.kind) + names.dropFirst(known.count).map(table.kind(ofLater:))
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
            case .integer, .date: Self.isInteger(type)
            case .optionalID: type == 0 || type == 44 || type == 45
            case .optionalText, .origin, .readingStatus: type == 0 || type >= 12
            case .optionalInteger: type == 0 || Self.isInteger(type)
            case .data: type >= 12 && type.isMultiple(of: 2)
            case .other: true
            }
        }
    }

    /// How many columns of a record that this table may hold are not of the type that a whole one has:
    /// the rows of some tables look alike.
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
