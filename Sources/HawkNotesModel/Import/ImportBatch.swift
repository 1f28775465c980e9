import Foundation
import GRDB

/// What was imported from one file in one go: it is taken back in one go, too.
public struct ImportBatch: Identifiable, Hashable, Sendable {
    /// The same for ever.
    public let id: UUID
    /// When it was imported.
    public let importedAt: Date
    /// The format of the file, by a name that never changes: "koreader-json".
    public let format: String
    /// What the file is called.
    public let name: String
    /// What came of it, in the words of the importer.
    public let report: String?
    /// When it was taken back; nil if it was not.
    public let undoneAt: Date?
    /// How many series, books, characters, chapters, relations and notes it added.
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

/// A note as a file has it.
public struct ImportedNote: Hashable, Sendable {
    /// The id that the note is to have; nil for a new one.
    public var id: UUID?
    /// The book or the character that it is about.
    public var subject: NoteSubject
    /// The reader's own words; may be empty where there is a quotation.
    public var text: String
    /// Where in the book it belongs.
    public var place: NotePlace?
    /// What it quotes.
    public var quote: Quote?
    /// The names of its tags; see ``NoteTags``.
    public var tags: [String]
    /// When it was written; nil for the present.
    public var createdAt: Date?
    /// Whether the file does not say when it was written: the present only gives it its place in a list.
    public var isUndated: Bool
    /// When it was changed last; nil if it never was.
    public var modifiedAt: Date?
    /// What the file has said before, as far as that still stands in it.
    public var earlier: [Earlier] = []

    /// An earlier version of a note, beside it in its file.
    public struct Earlier: Hashable, Sendable {
        /// The reader's own words.
        public var text: String
        /// What was quoted.
        public var quote: String?
        /// When it was written.
        public var date: Date

        /// Takes every value as it is.
        public init(text: String, quote: String?, date: Date) {
            self.text = text
            self.quote = quote
            self.date = date
        }
    }

    /// Takes every value as it is.
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
    /// Imports a file: all of it or nothing.
    ///
    /// Each thing may be given its source: a text that is the same whenever the same thing is imported
    /// again, such as "kindle:" and the book's title with the place and the date. What was imported once
    /// is not imported again, even when the reader has changed or deleted it since; a note that its source has
    /// changed may be brought up to date.
    ///
    /// - Parameters:
    ///   - format: by a name that never changes.
    ///   - name: what the file is called.
    ///   - body: adds what is in the file, and returns a report to be kept. What it throws ends the
    ///     import, of which nothing stays; a cancelled one throws `CancellationError`.
    /// - Returns: the batch; nil if there was nothing that is not in the library.
    public func importBatch(
        format: String,
        name: String,
        _ body: (LibraryImporter) throws -> String?
    ) throws -> ImportBatch? {
        let now = environment.now()
        let makeID = environment.makeID
        let id = makeID()
        defer { cachedSeries.withLock { $0.forget() } }
        return try write("import \(name)") { db in
            let importer = LibraryImporter(db, batch: id, now: now, makeID: makeID)
            let report = try db.withLargeCache { try body(importer) }
            // What was already there may have been told its source, and stays known by it.
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

    /// Does everything that an import would do, and writes nothing.
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

    /// What was imported, the last first.
    public func importBatches() throws -> [ImportBatch] {
        try read("read the imports") { try $0.fetchBatches("", []) }
    }

    /// Takes an import back: what it added goes to the trash, and can be imported again; what it changed
    /// is put back. What the reader has changed since stays, and with it what that stands in.
    ///
    /// - Returns: what makes it valid again, and the notes that stayed.
    /// - Throws: `.notFound` if there is no such import.
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

    /// The most notes that are named of those that stay.
    private static let mostKeptNotes = 100
}

extension ChangeRecorder {
    /// Takes an import back, or makes it valid again; what it added and changed is told besides.
    ///
    /// - Returns: the notes of which something stays, as the reader has changed them since.
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
            return []
        }
        try undoChanges(of: id)
        var kept = try undoNoteChanges(of: id)
        kept += try undoNotes(of: id)
        try undoReplacements(of: id)
        try undoSourceChanges(of: id)
        for table in ImportedTable.all {
            for item in try added(by: id, table.table.rawValue, keeping: table.isNeeded) {
                try setDeleted(table.table, item, to: dateOfDeletion())
            }
        }
        return kept
    }

    /// Moves the notes that an import has added to the trash.
    ///
    /// - Returns: those that stay, as the reader has changed them since.
    private func undoNotes(of batch: UUID) throws -> [UUID] {
        let changed = "EXISTS (SELECT 1 FROM noteVersion WHERE noteID = item)"
        var deleted = try added(by: batch, "note", keeping: changed)
        var kept: [UUID] = []
        for id in try added(by: batch, "note", keeping: "NOT \(changed)") {
            guard let note = try db.fetchNote(id) else { continue }
            // A later import may have changed it.
            if try isAsImported(note) { deleted.append(id) } else { kept.append(id) }
        }
        try deleteNotes(deleted)
        return kept
    }

    /// What an import has added of a kind, without what is to stay.
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

/// When a row of an import stays although the import is taken back: the reader has changed it, or something
/// that stays stands in it. Those that others stand in come last.
private struct ImportedTable {
    var table: SeriesTable
    /// As SQL, of `item`.
    var isNeeded: String

    static let all: [ImportedTable] = [
        ImportedTable(table: .relation, isNeeded: changed(.relation)),
        ImportedTable(
            table: .character,
            isNeeded: """
                \(changed(.character)) OR \(notes("subjectKind = 'character' AND subjectID"))
                OR EXISTS (SELECT 1 FROM mention WHERE characterID = item)
                OR \(shown(.relation, "firstID")) OR \(shown(.relation, "secondID"))
                """
        ),
        ImportedTable(
            table: .chapter,
            isNeeded: """
                \(changed(.chapter))
                OR \(notes("chapterID = item AND subjectKind = 'book' AND subjectID", book))
                OR \(shown(.character, "chapterID = item AND bookID", book))
                OR EXISTS (SELECT 1 FROM series WHERE readChapterID = item
                    AND id = (SELECT seriesID FROM book WHERE book.id = \(book)))
                """
        ),
        ImportedTable(
            table: .book,
            isNeeded: """
                \(changed(.book)) OR \(notes("subjectKind = 'book' AND subjectID"))
                OR \(shown(.character, "bookID")) OR \(shown(.chapter, "bookID"))
                """
        ),
        ImportedTable(
            table: .series,
            isNeeded: """
                \(changed(.series)) OR \(shown(.book, "seriesID"))
                OR \(shown(.character, "seriesID"))
                """
        ),
    ]

    private static func changed(_ table: SeriesTable) -> String {
        """
        EXISTS (SELECT 1 FROM \(table.rawValue) WHERE id = item AND changedFields IS NOT NULL)
        """
    }

    /// Of a chapter: by its book, notes and characters are found at once.
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
