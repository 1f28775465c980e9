import Foundation
import GRDB

/// One thing that a library knows. What a library shows is a function of its records, whichever
/// library each came from and in whichever order.
///
/// Each record says a whole value, so that none needs another one before it.
package enum LibraryRecord: Hashable, Sendable {
    /// A row with all its values, those included that have been set since.
    case made(Item, values: [String: Value])
    /// A value with its stamp.
    case set(Item, field: String, Value, ChangeStamp)
    /// The values of a row of a bundled series that an edition has set. They never count; they are
    /// for a library that doesn't have the row.
    case edition(Item, values: [String: Value])
    /// A text of a note; nil if it has expired or was permanently deleted.
    case text(RevisionRow, String?)
    /// A note is in the trash with these revisions.
    case trash(note: UUID, revisions: Set<UUID>, deletedAt: Int64)
    /// An item was permanently deleted.
    case purge(Item, purgedAt: Int64)
    /// What was imported from a source.
    case source(Item, values: [String: Value])
    /// An import.
    case batch(Item, values: [String: Value])
    /// A picture, by the id that follows from its bytes.
    case picture(Item, values: [String: Value])

    /// The name of a value that says when stamps began in the library from which a row came, by
    /// the count of its stamp; see `LibraryKnowledge`.
    package static let since = "since"

    /// What a record is about.
    package struct Item: Hashable, Sendable {
        /// The name of a table; notes in the trash are notes.
        package var kind: String
        /// Of rows that have no id, one that follows from their values.
        package var id: UUID

        package init(kind: String, id: UUID) {
            self.kind = kind
            self.id = id
        }
    }

    /// The values of columns that are changed together.
    package struct Value: Hashable, Sendable {
        package var columns: [DatabaseValue]
        /// Whether the reader has changed what an edition or an import had set.
        package var isReaders: Bool

        package init(columns: [DatabaseValue], isReaders: Bool = false) {
            self.columns = columns
            self.isReaders = isReaders
        }
    }
}

/// The tables of a library, as records.
///
/// Every column of the schema is in one of them, or stays on this computer: a test changes each.
package enum RecordTable: String, CaseIterable {
    case series, book, chapter, character, relation, note, trashedNote, noteVersion, favorite
    case picture, importBatch, importedItem, importedChange, idAlias, formerSeries

    /// The name of the column that identifies a row; nil, or null in a row, if only all its values
    /// together do.
    package var key: String? {
        switch self {
        case .series, .book, .chapter, .character, .relation, .note, .trashedNote: "id"
        case .picture, .importBatch: "id"
        case .favorite: "characterID"
        case .idAlias: "alias"
        case .importedItem: "source"
        case .noteVersion, .importedChange, .formerSeries: nil
        }
    }

    /// See ``StampedTable``.
    var stamped: StampedTable? { StampedTable(rawValue: rawValue) }

    /// The kind of its items: a note in the trash is the same note.
    package var kind: String { self == .trashedNote ? Self.note.rawValue : rawValue }

    /// The columns that are set together, by the name of their value.
    package var fields: [(name: String, columns: [String])] {
        let fields = stamped.map { $0.fields.map { ($0.name, $0.columns) } } ?? []
        return fields + others
    }

    /// The names of the fields that an edition of a series sets.
    package var editionFields: Set<String> {
        Set(stamped?.fields.filter(\.isOfEdition).map(\.name) ?? [])
    }

    private var others: [(String, [String])] {
        switch self {
        case .series, .chapter, .character, .relation: Self.state
        case .book: BookLists.allCases.map { ($0.rawValue, [$0.rawValue]) } + Self.state
        case .note, .trashedNote: [("modifiedAt", ["modifiedAt"])]
        case .noteVersion:
            [
                (
                    "row",
                    [
                        "noteID", "savedAt", "replacedAt", "text", "chapterID", "place",
                        "placeNumber", "quote", "quoteColor", "quoteStyle", "tags",
                        "hasPlaceAndQuote",
                    ]
                )
            ]
        case .favorite: [("row", ["characterID"])]
        case .picture: [("row", ["width", "height", "type", "data"])]
        case .importBatch:
            [("row", ["importedAt", "format", "name", "report"]), ("undoneAt", ["undoneAt"])]
        case .importedItem:
            [
                (
                    "row",
                    [
                        "batchID", "kind", "itemID", "source", "textDigest", "quoteDigest",
                        "restDigest",
                    ]
                )
            ]
        case .importedChange:
            [("row", ["batchID", "kind", "itemID", "field", "earlier", "laterDigest"])]
        case .idAlias: [("row", ["kind", "id"])]
        case .formerSeries: [("row", ["bookID", "seriesID", "leftAt"])]
        }
    }

    private static let state = [("origin", ["origin"]), ("state", ["deletedAt", "purgedAt"])]

    /// The columns that stay on this computer: numbers of rows, what follows from other columns,
    /// what an edition of a series is known by, and when something was last seen.
    var staying: Set<String> {
        switch self {
        case .series: ["revision", "digest", "withdrawnAt", "openedAt"]
        case .book, .chapter, .character, .relation: ["withdrawnAt"]
        case .note, .trashedNote: ["sequence", "textChecksum"]
        case .noteVersion: ["number", "textChecksum"]
        case .picture: ["unusedSince"]
        case .importedItem, .importedChange: ["number"]
        case .favorite, .importBatch, .idAlias, .formerSeries: []
        }
    }

    /// Tables that are no records: derived from others, or of this computer alone. The lists of
    /// books are values of these, and the tables of stamps, revisions and deletions have records
    /// of their own kinds.
    static let stayingTables: Set = [
        "mention", "noteTag", "noteCount", "commitCount", "outbox", "grdb_migrations",
    ]
}
