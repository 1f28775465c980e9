/// The tables of a library whose rows have numbers and are brought back, those first that cannot be
/// imported again.
///
/// This file is the one place to tell a salvage of a migration. After a new step of the library's schema
///
/// - a new column stands at the end of the `columns` of its table, under the number of the step, with what
///   it must hold. Records know their columns by the order alone, so that a step only ever adds to it.
/// - a new table is a case of ``SalvageTable``, of ``KeyedTable`` if it is `WITHOUT ROWID`, or of
///   ``LeftOutTable`` if its rows are not brought back. The compiler asks for the rest.
/// - a new value of an enumeration needs nothing: the model hands them over in ``LibraryRules``.
///
/// The model's `LibraryTablesTests` fail for each table, column and index of the schema that is not here or
/// is not as it is said here.
enum SalvageTable: String, CaseIterable {
    case note, trashedNote, noteVersion, favorite, series, book, chapter, character, relation
    case bookReading, picture, importBatch, importedItem, importedChange

    /// The columns in the order in which they stand in a record, by the step that added them; the first
    /// made the table. Older libraries have records that end after any step.
    var columns: KeyValuePairs<Int, KeyValuePairs<String, ColumnKind>> {
        switch self {
        case .note:
            [
                1: [
                    "sequence": .rowID, "id": .id, "subjectKind": .subjectKind, "subjectID": .id,
                    "text": .text, "createdAt": .date, "modifiedAt": .date,
                ],
                2: ["textChecksum": .other],
                4: [
                    "chapterID": .optionalID, "place": .optionalText, "placeNumber": .other,
                    "quote": .optionalText, "quoteColor": .optionalText,
                    "quoteStyle": .optionalText,
                ],
                6: ["tags": .optionalText, "isUndated": .optionalInteger],
            ]
        case .trashedNote:
            [
                4: [
                    "sequence": .rowID, "deletedAt": .integer, "id": .id,
                    "subjectKind": .subjectKind, "subjectID": .id, "text": .text,
                    "createdAt": .integer, "modifiedAt": .integer,
                    "textChecksum": .optionalInteger, "chapterID": .optionalID,
                    "place": .optionalText, "placeNumber": .other, "quote": .optionalText,
                    "quoteColor": .optionalText, "quoteStyle": .optionalText,
                ],
                6: ["tags": .optionalText, "isUndated": .optionalInteger],
            ]
        case .noteVersion:
            [
                4: [
                    "number": .rowID, "noteID": .id, "savedAt": .integer, "replacedAt": .integer,
                    "text": .text, "textChecksum": .optionalInteger,
                ],
                6: [
                    "chapterID": .optionalID, "place": .optionalText, "placeNumber": .other,
                    "quote": .optionalText, "quoteColor": .optionalText,
                    "quoteStyle": .optionalText, "tags": .optionalText,
                    "hasPlaceAndQuote": .optionalInteger,
                ],
            ]
        case .favorite: [1: ["characterID": .id]]
        case .series:
            [
                1: [
                    "id": .id, "title": .text, "author": .optionalText,
                    "revision": .optionalInteger, "digest": .optionalText,
                ],
                3: Self.state,
                4: [
                    "purgedAt": .optionalInteger, "openedAt": .optionalInteger,
                    "readBookID": .optionalID, "readChapterID": .optionalID,
                ],
            ]
        case .book:
            [
                1: [
                    "id": .id, "seriesID": .id, "position": .integer, "title": .text,
                    "author": .optionalText, "publishedYear": .optionalInteger,
                    "publishedMonth": .optionalInteger, "tagline": .optionalText,
                    "overview": .optionalText, "isbn10": .optionalText,
                    "amazonURL": .optionalText, "coverFile": .optionalText,
                    "accentLight": .optionalText, "accentDark": .optionalText,
                    "tintLight": .optionalText, "tintDark": .optionalText,
                ],
                3: Self.state,
                4: [
                    "purgedAt": .optionalInteger, "number": .optionalText,
                    "linkName": .optionalText, "coverID": .optionalID,
                ],
                6: [
                    "language": .optionalText, "readingStatus": .readingStatus,
                    "rating": .optionalInteger,
                ],
            ]
        case .chapter:
            [
                4: [
                    "id": .id, "position": .integer, "bookID": .id, "name": .text,
                    "origin": .origin, "changedFields": .optionalText,
                    "deletedAt": .optionalInteger, "withdrawnAt": .optionalInteger,
                    "purgedAt": .optionalInteger,
                ]
            ]
        case .character:
            [
                1: [
                    "id": .id, "bookID": .optionalID, "position": .integer, "name": .text,
                    "summary": .optionalText, "synopsis": .optionalText,
                    "avatarFile": .optionalText,
                ],
                3: [
                    "seriesID": .optionalID, "origin": .origin, "changedFields": .optionalText,
                    "deletedAt": .optionalInteger, "withdrawnAt": .optionalInteger,
                ],
                4: [
                    "purgedAt": .optionalInteger, "aliases": .optionalText,
                    "chapterID": .optionalID, "avatarID": .optionalID,
                ],
            ]
        case .relation:
            [
                1: ["id": .id, "position": .integer, "firstID": .id, "secondID": .id],
                3: Self.state,
                4: [
                    "purgedAt": .optionalInteger, "word": .optionalText, "bookID": .optionalID,
                    "chapterID": .optionalID,
                ],
            ]
        case .bookReading:
            [
                6: [
                    "number": .rowID, "bookID": .id, "position": .integer,
                    "startedOn": .optionalText, "finishedOn": .optionalText,
                ]
            ]
        case .picture:
            [
                4: [
                    "id": .id, "width": .integer, "height": .integer, "type": .text,
                    "data": .data, "unusedSince": .optionalInteger,
                ]
            ]
        case .importBatch:
            [
                4: [
                    "id": .id, "importedAt": .integer, "format": .text, "name": .text,
                    "report": .optionalText, "undoneAt": .optionalInteger,
                ]
            ]
        case .importedItem:
            [
                4: [
                    "number": .rowID, "batchID": .id, "kind": .text, "itemID": .id,
                    "source": .optionalID,
                ],
                6: [
                    "textDigest": .optionalID, "quoteDigest": .optionalID,
                    "restDigest": .optionalID,
                ],
            ]
        case .importedChange:
            [
                6: [
                    "number": .rowID, "batchID": .id, "kind": .text, "itemID": .id,
                    "field": .text, "earlier": .other, "laterDigest": .optionalID,
                ]
            ]
        }
    }

    /// Where a row of a series comes from, and whether it is shown.
    private static var state: KeyValuePairs<String, ColumnKind> {
        [
            "origin": .origin, "changedFields": .optionalText, "deletedAt": .optionalInteger,
            "withdrawnAt": .optionalInteger,
        ]
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

/// What a column must hold.
enum ColumnKind {
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
    /// Anything.
    case other

    /// Whether it is kept as a text.
    var isText: Bool {
        switch self {
        case .text, .optionalText, .origin, .readingStatus, .subjectKind: true
        case .rowID, .id, .integer, .date, .optionalID, .optionalInteger, .data, .other: false
        }
    }
}

/// The tables of a library that are `WITHOUT ROWID`: their rows stand in nothing but the tree of their
/// keys, the columns of the key first.
///
/// What that tree leads to is brought back, and nothing else of them: a shelf can be given again, and the
/// others only spare questions when two libraries are joined.
enum KeyedTable: String, CaseIterable {
    case bookShelf, purgedItem, idAlias, formerSeries, fieldStamp

    /// As ``SalvageTable/columns``. Records of another length are not brought back.
    var columns: KeyValuePairs<Int, KeyValuePairs<String, ColumnKind>> {
        switch self {
        case .bookShelf: [6: ["bookID": .id, "name": .text, "position": .integer]]
        case .purgedItem: [6: ["id": .id, "kind": .text, "purgedAt": .integer]]
        case .idAlias: [6: ["alias": .id, "kind": .text, "id": .id]]
        case .formerSeries: [6: ["bookID": .id, "seriesID": .id, "leftAt": .integer]]
        case .fieldStamp:
            [
                6: [
                    "kind": .text, "itemID": .id, "field": .text, "time": .integer,
                    "count": .integer, "device": .id,
                ]
            ]
        }
    }
}

/// The tables of a library whose rows are not brought back.
enum LeftOutTable: String, CaseIterable {
    /// They follow from the notes, see ``LibraryRules/rebuildDerivedTables``; the count is kept by triggers.
    case mention, noteTag, noteCount
    /// A library that was brought back has an identity of its own.
    case commitCount
    /// What was to be told to others is told as a whole, for the same reason.
    case outbox
    /// The new library has taken its own steps.
    case migrations = "grdb_migrations"
}

/// The indexes of a library that tell which rows it has, whatever has become of the rows.
enum WitnessIndex: String, CaseIterable {
    case noteBySubject
    /// By ids; SQLite names it.
    case noteByID = "sqlite_autoindex_note_1"
    case favoriteByID = "sqlite_autoindex_favorite_1"

    /// What stands in an entry before the number of the row.
    var columns: [String] {
        switch self {
        case .noteBySubject: ["subjectKind", "subjectID", "createdAt", "sequence"]
        case .noteByID: ["id"]
        case .favoriteByID: ["characterID"]
        }
    }
}
