import Foundation
import GRDB

/// The items of one import of a file, which is undone as a whole.
public struct ImportBatch: Identifiable, Hashable, Sendable {
    /// Never changes.
    public let id: UUID
    /// When the file was imported.
    public let importedAt: Date
    /// The format of the file, by its permanent name: "koreader-json".
    public let format: String
    /// The name of the file.
    public let name: String
    /// The importer's report of the result.
    public let report: String?
    /// When the import was undone; nil if it was not.
    public let undoneAt: Date?
    /// The number of series, books, characters, chapters, relations and notes that were added.
    public let itemCount: Int

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        importedAt = Date(milliseconds: try row.decode(forColumn: "importedAt"))
        format = try row.decode(forColumn: "format")
        name = try row.decode(forColumn: "name")
        report = try row.decode(forColumn: "report")
        undoneAt = try row.decode(Int64?.self, forColumn: "undoneAt").map(Date.init(milliseconds:))
        itemCount = try row.decode(forColumn: "itemCount")
    }
}

/// A note as read from a file.
public struct ImportedNote: Hashable, Sendable {
    /// The id for the note; nil for a new one.
    public var id: UUID?
    /// The book or the character that the note is about.
    public var subject: NoteSubject
    /// The reader's own words; may be empty if there is a quotation.
    public var text: String
    /// The page or place in the book.
    public var place: NotePlace?
    /// The quotation.
    public var quote: Quote?
    /// The names of the tags; see ``NoteTags``.
    public var tags: [String]
    /// When the note was written; nil for now.
    public var createdAt: Date?
    /// Whether the file lacks the date of writing: the current date only determines the note's
    /// position in a list.
    public var isUndated: Bool
    /// When the note was last changed; nil if never.
    public var modifiedAt: Date?
    /// Earlier versions of the note that the file still contains.
    public var earlier: [Earlier] = []

    /// An earlier version of a note, stored beside it in its file.
    public struct Earlier: Hashable, Sendable {
        /// The reader's own words.
        public var text: String
        /// The quoted words.
        public var quote: String?
        /// When the version was written.
        public var date: Date

        /// Doesn't validate any value.
        public init(text: String, quote: String?, date: Date) {
            self.text = text
            self.quote = quote
            self.date = date
        }
    }

    /// Doesn't validate any value.
    public init(
        id: UUID? = nil,
        on subject: NoteSubject,
        text: String,
        place: NotePlace? = nil,
        quote: Quote? = nil,
        tags: [String] = [],
        createdAt: Date? = nil,
        isUndated: Bool = false,
        modifiedAt: Date? = nil
    ) {
        self.id = id
        self.subject = subject
        self.text = text
        self.place = place
        self.quote = quote
        self.tags = tags
        self.createdAt = createdAt
        self.isUndated = isUndated
        self.modifiedAt = modifiedAt
    }
}

extension Library {
    /// Imports a file completely or not at all.
    ///
    /// Each item can have a source: a text that is identical whenever the same item is imported
    /// again, such as "kindle:" and the book's title with the place and the date. An item is
    /// imported only once, even if the reader has changed or deleted it since; a note that changed
    /// at its source can be updated.
    ///
    /// - Parameters:
    ///   - format: a permanent name.
    ///   - name: the name of the file.
    ///   - body: adds the file's contents, and returns a report to store. If it throws, the import
    ///     is rolled back; a cancelled one throws `CancellationError`.
    /// - Returns: the batch; nil if the library already had everything.
    public func importBatch(
        format: String,
        name: String,
        _ body: (LibraryImporter) throws -> String?
    ) throws -> ImportBatch? {
        let now = environment.now()
        let makeID = environment.makeID
        let id = makeID()
        return try write("import \(name)") { db in
            let importer = LibraryImporter(db, batch: id, now: now, makeID: makeID)
            let report = try db.withLargeCache { try body(importer) }
            // Existing items may have been given their source, and keep it.
            guard importer.count > 0 || importer.changeCount > 0 else { return (nil, []) }
            try db.execute(
                sql: """
                    INSERT INTO importBatch (id, importedAt, format, name, report)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [id, now.milliseconds, format, name, report]
            )
            let batch = try db.fetchBatches("WHERE id = ?", [id]).first
            return (batch, importer.recorder.uniqueChanges + [.importsChanged])
        }
    }

    /// Performs an import without writing anything.
    ///
    /// - Parameter body: as in ``importBatch(format:name:_:)``.
    public func rehearseImport<Value>(
        _ body: (LibraryImporter) throws -> Value
    ) throws -> Value {
        let now = environment.now()
        let makeID = environment.makeID
        return try read("look through the library") { db in
            let importer = LibraryImporter(
                db,
                batch: makeID(),
                now: now,
                makeID: makeID,
                isRehearsal: true
            )
            return try body(importer)
        }
    }

    /// All imports, most recent first.
    public func importBatches() throws -> [ImportBatch] {
        try read("read the imports") { try $0.fetchBatches("", []) }
    }

    /// Undoes an import: added items go to the trash and can be imported again; changed values are
    /// reset. Items that the reader has changed since are kept, with their parents.
    ///
    /// - Returns: the undo of this, and the notes that were kept.
    /// - Throws: `.notFound` if the import does not exist.
    @discardableResult
    public func undoImport(_ id: UUID) throws -> UndoneImport {
        var kept: [UUID] = []
        var keptNotes: [KeptNote] = []
        let undo = try changeLibrary("take the import back") { recorder in
            kept = try recorder.setImport(id, isUndone: true)
            keptNotes = try recorder.keptNotes(Array(kept.prefix(Self.mostKeptNotes)))
        }
        return UndoneImport(undo: undo, keptNotes: keptNotes, keptCount: kept.count)
    }

    /// The maximum number of kept notes that are listed.
    private static let mostKeptNotes = 100
}

extension ChangeRecorder {
    /// Undoes or redoes an import, and reports the changes of the items that it added and changed.
    ///
    /// - Returns: the notes that are partly kept because the reader has changed them since.
    @discardableResult
    func setImport(_ id: UUID, isUndone: Bool) throws -> [UUID] {
        guard let batch = try db.fetchBatches("WHERE id = ?", [id]).first else {
            throw LibraryError(.notFound, "There is no such import.")
        }
        guard (batch.undoneAt != nil) != isUndone else { return [] }
        try db.execute(
            sql: "UPDATE importBatch SET undoneAt = ? WHERE id = ?",
            arguments: [isUndone ? now.milliseconds : nil, id]
        )
        changes.append(.importsChanged)
        steps.append(.imported(id, isUndone: isUndone))
        guard isUndone else {
            try redoCopies(of: id)
            try setFormerIDs(of: id, areUndone: false)
            return []
        }
        try undoChanges(of: id)
        try undoFavorites(of: id)
        try setFormerIDs(of: id, areUndone: true)
        let isMerge = batch.format == LibraryMerge.format
        if isMerge { try undoMergeOfNotes(id) }
        var kept = try undoNoteChanges(of: id)
        kept += try undoNotes(of: id)
        try undoReplacements(of: id)
        try undoSourceChanges(of: id)
        for table in ImportedTable.all {
            let isNeeded = isMerge ? table.hasContents : table.isNeeded
            for item in try added(by: id, table.table.rawValue, keeping: isNeeded) {
                if isMerge, try !isAsMerged(table.table, item, by: id) { continue }
                try setDeleted(table.table, item, to: dateOfDeletion())
            }
        }
        // Last: what the merge has recorded has the ids that stay.
        if isMerge { try undoPairs(of: id) }
        return kept
    }

    /// Moves the notes that an import added to the trash.
    ///
    /// - Returns: the notes that are kept because the reader has changed them since.
    private func undoNotes(of batch: UUID) throws -> [UUID] {
        let changed = "EXISTS (SELECT 1 FROM noteVersion WHERE noteID = item)"
        var deleted = try added(by: batch, "note", keeping: changed)
        var kept: [UUID] = []
        for id in try added(by: batch, "note", keeping: "NOT \(changed)") {
            guard let note = try db.fetchNote(id) else { continue }
            // A later import may have changed the note.
            if try isAsImported(note) { deleted.append(id) } else { kept.append(id) }
        }
        try deleteNotes(deleted)
        return kept
    }

    /// The items of a kind that an import added, without those to keep.
    private func added(
        by batch: UUID,
        _ kind: String,
        keeping condition: String
    ) throws -> [UUID] {
        try UUID.fetchAll(
            db,
            sql: """
                SELECT item FROM (SELECT itemID AS item, min(number) AS number FROM importedItem
                    WHERE batchID = ? AND kind = ? GROUP BY itemID)
                WHERE NOT (\(condition)) ORDER BY number
                """,
            arguments: [batch, kind]
        )
    }
}

/// Decides when a row stays although its import is undone: the reader has changed it, or it
/// contains a row that stays. Parents come last.
private struct ImportedTable {
    var table: SeriesTable
    /// An SQL condition on `item`: whether it contains a row that stays.
    var hasContents: String

    /// An SQL condition on `item`.
    var isNeeded: String { "\(Self.changed(table)) OR \(hasContents)" }

    static let all: [ImportedTable] = [
        ImportedTable(table: .relation, hasContents: "0"),
        ImportedTable(
            table: .character,
            hasContents: """
                \(notes("subjectKind = 'character' AND subjectID"))
                OR EXISTS (SELECT 1 FROM mention WHERE characterID = item)
                OR \(shown(.relation, "firstID")) OR \(shown(.relation, "secondID"))
                """
        ),
        ImportedTable(
            table: .chapter,
            hasContents: """
                \(notes("chapterID = item AND subjectKind = 'book' AND subjectID", book))
                OR \(shown(.character, "chapterID = item AND bookID", book))
                OR EXISTS (SELECT 1 FROM series WHERE readChapterID = item
                    AND id = (SELECT seriesID FROM book WHERE book.id = \(book)))
                """
        ),
        ImportedTable(
            table: .book,
            hasContents: """
                \(notes("subjectKind = 'book' AND subjectID"))
                OR \(shown(.character, "bookID")) OR \(shown(.chapter, "bookID"))
                """
        ),
        ImportedTable(
            table: .series,
            hasContents: "\(shown(.book, "seriesID")) OR \(shown(.character, "seriesID"))"
        ),
    ]

    private static func changed(_ table: SeriesTable) -> String {
        """
        EXISTS (SELECT 1 FROM \(table.rawValue) WHERE id = item AND changedFields IS NOT NULL)
        """
    }

    /// The book of a chapter: its notes and characters are found through an index.
    private static let book = "(SELECT bookID FROM chapter WHERE chapter.id = item)"

    private static func notes(_ column: String, _ value: String = "item") -> String {
        "EXISTS (SELECT 1 FROM note WHERE \(column) = \(value))"
    }

    private static func shown(
        _ table: SeriesTable,
        _ column: String,
        _ value: String = "item"
    ) -> String {
        """
        EXISTS (SELECT 1 FROM \(table.rawValue) WHERE \(column) = \(value)
            AND deletedAt IS NULL AND withdrawnAt IS NULL)
        """
    }
}

extension Database {
    fileprivate func fetchBatches(
        _ condition: String,
        _ arguments: StatementArguments
    ) throws -> [ImportBatch] {
        try Row.fetchAll(
            self,
            sql: """
                SELECT *, (SELECT count(DISTINCT itemID) FROM importedItem
                    WHERE batchID = importBatch.id AND kind <> '\(LibraryImporter.aliasKind)')
                    AS itemCount
                FROM importBatch \(condition) ORDER BY importedAt DESC, rowid DESC
                """,
            arguments: arguments
        ).map(ImportBatch.init(row:))
    }
}
