/// The recovered tables of a library, except those without row numbers. Those that cannot be
/// imported again come first.
///
/// This is the only file to update for a migration. When you add a step to the library's schema:
///
/// - Add each new column at the end of its table's `columns`, under the number of the step, with
///   its kind. In a record, columns only have an order, so a step can add columns only at the end.
/// - Add each new table to ``SalvageTable``, to ``KeyedTable`` if it is `WITHOUT ROWID`, or to
///   ``LeftOutTable`` if its rows need not be recovered. The compiler requires the rest.
/// - A new value of an enumeration needs nothing here, as the model passes them in
///   ``LibraryRules``.
///
/// The model's `LibraryTablesTests` fail for each table, column or index of the schema that is
/// missing or different here.
/// different here.
enum SalvageTable: String, CaseIterable {
    case note, trashedNote, noteVersion, favorite, series, book, chapter, character, relation
    case bookReading, picture, importBatch, importedItem, importedChange, noteRevision

    /// The columns in the order of a record, by the step that added them. The first step created
    /// the table. Records of older libraries may end after any step.
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
        case .noteRevision:
            [
                7: [
                    "number": .rowID, "noteID": .id, "id": .id, "content": .id,
                    "replaced": .optionalText, "time": .integer, "count": .integer,
                    "device": .id, "state": .optionalText,
                ]
            ]
        }
    }

    /// The origin of a part of a series, and whether it is shown.
    private static var state: KeyValuePairs<String, ColumnKind> {
        [
            "origin": .origin, "changedFields": .optionalText, "deletedAt": .optionalInteger,
            "withdrawnAt": .optionalInteger,
        ]
    }

    /// Whether its texts are the reader's. Half of such a text is better than none.
    var hasReadersTexts: Bool {
        switch self {
        case .note, .trashedNote, .noteVersion: true
        case .favorite, .series, .book, .chapter, .character, .relation: false
        case .bookReading, .picture, .importBatch, .importedItem, .importedChange, .noteRevision:
            false
        }
    }

    /// The parents of a row: a column, and the table whose `id` it contains.
    var parents: [(column: String, table: SalvageTable)] {
        switch self {
        case .note, .trashedNote, .noteVersion, .favorite, .series: []
        case .picture, .importBatch, .importedItem, .importedChange, .noteRevision: []
        case .chapter, .bookReading: [("bookID", .book)]
        case .book: [("seriesID", .series)]
        case .character: [("bookID", .book), ("seriesID", .series)]
        case .relation: [("firstID", .character), ("secondID", .character)]
        }
    }
}

/// The type of values in a column.
enum ColumnKind {
    /// The number of the row, which is not in the record.
    case rowID
    /// Sixteen bytes.
    case id
    case subjectKind
    /// A text, which may have a checksum in another column.
    case text
    case integer
    /// Milliseconds since 1970.
    case date
    /// Like the above, or null. A damaged value becomes null.
    case optionalID, optionalText, optionalInteger
    /// Any number of bytes.
    case data
    /// One of ``LibraryRules/origins``.
    case origin
    /// One of ``LibraryRules/readingStatuses``, or null. A damaged value becomes null.
    case readingStatus
    /// Any value.
    case other

    /// Whether it is stored as a text.
    var isText: Bool {
        switch self {
        case .text, .optionalText, .origin, .readingStatus, .subjectKind: true
        case .rowID, .id, .integer, .date, .optionalID, .optionalInteger, .data, .other: false
        }
    }
}

/// The tables of a library that are `WITHOUT ROWID`. Their rows are stored in the tree of their
/// keys, the columns of the key first.
///
/// Only rows that the tree leads to are recovered. Shelves can be set again, and the others only
/// avoid questions when two libraries are merged.
enum KeyedTable: String, CaseIterable {
    case bookShelf, purgedItem, idAlias, formerSeries, fieldStamp

    /// See ``SalvageTable/columns``. Records of another length are not recovered.
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

/// The tables of a library whose rows are not recovered.
enum LeftOutTable: String, CaseIterable {
    /// Derived from the notes, by ``LibraryRules/rebuildDerivedTables`` or by triggers.
    case mention, noteTag, noteCount
    /// The new library has its own identity.
    case commitCount
    /// As its identity is new, the library is shared again as a whole.
    case outbox
    /// Filled by the migrator.
    case migrations = "grdb_migrations"
}

/// The indexes that show which rows a library has, even if the rows themselves are lost.
enum WitnessIndex: String, CaseIterable {
    case noteBySubject
    /// Named by SQLite.
    case noteByID = "sqlite_autoindex_note_1"
    case favoriteByID = "sqlite_autoindex_favorite_1"

    /// The columns of an entry, before the number of the row.
    var columns: [String] {
        switch self {
        case .noteBySubject: ["subjectKind", "subjectID", "createdAt", "sequence"]
        case .noteByID: ["id"]
        case .favoriteByID: ["characterID"]
        }
    }
}
