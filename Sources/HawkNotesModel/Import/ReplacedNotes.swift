import Foundation
import GRDB

/// Notes that an import has replaced with others.
enum ReplacedNotes {
    /// Used instead of a column's name.
    static let field = "deletedAt"
}

extension LibraryImporter {
    /// The text of a note that an earlier version imported and that has not changed since; nil for
    /// any other.
    public func untouchedText(ofNote known: KnownNote) throws -> String? {
        guard let note = try db.fetchNote(known.id), note.modifiedAt == note.createdAt,
            try db.importedWords(ofNote: note.id).isEmpty, try !hasVersions(note.id)
        else { return nil }
        return note.text
    }

    /// Moves a note to the trash because other notes now contain its words. Undoing the import
    /// restores it.
    public func replace(_ known: KnownNote) throws {
        changeCount += 1
        guard !isRehearsal else { return }
        try recorder.deleteNotes([known.id])
        // An import is undone from its own records instead.
        recorder.steps.removeAll(keepingCapacity: true)
        try noteDown("note", known.id, ReplacedNotes.field, from: .null, to: .null)
    }

    /// Moves a book to the trash if an import created it for notes that have all been replaced,
    /// with its series if it is alone there. Keeps the book if it contains anything else, or if the
    /// reader or another import has added to it. Undoing this import restores it.
    ///
    /// - Parameters:
    ///   - notes: the replaced notes.
    ///   - format: the only format whose imports may have touched the book, by its permanent name.
    /// - Returns: whether the book is in the trash; in a rehearsal, whether it would be.
    public func replace(
        book id: UUID,
        emptiedOf notes: Set<UUID>,
        format: String
    ) throws -> Bool {
        guard let seriesID = try series(ofBook: id), try isSeriesOfOne(seriesID, ofBook: id),
            try !exists("series WHERE id = ? AND readBookID IS NOT NULL", seriesID),
            try !exists("character WHERE seriesID = ?", seriesID),
            try isAsImported(book: id, format: format), try hasNoNotes(book: id, besides: notes)
        else { return false }
        guard !isRehearsal else { return true }
        // The series of a lone book has no name to show in the trash.
        let isLone = try title(ofSeries: seriesID)?.isEmpty == true
        let (table, item) = isLone ? (SeriesTable.book, id) : (.series, seriesID)
        try change(table, item, ["deletedAt"]) {
            try recorder.setDeleted(table, item, to: recorder.dateOfDeletion())
        }
        return true
    }

    /// Whether a book is as imports of one format created it, and no other import knows it.
    private func isAsImported(book id: UUID, format: String) throws -> Bool {
        let isKnownElsewhere = try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM importedItem LEFT JOIN importBatch ON importBatch.id = batchID
                        WHERE itemID = ? AND format IS NOT ?
                    )
                    """
            ),
            arguments: [id, format]
        )
        return try isKnownElsewhere == false
            && exists("importedItem WHERE itemID = ? AND kind = 'book'", id)
            && exists("book WHERE id = ? AND changedFields IS NULL", id)
            && !exists("importedChange WHERE itemID = ?", id)
            && !exists("chapter WHERE bookID = ?", id)
    }

    private func hasNoNotes(book id: UUID, besides notes: Set<UUID>) throws -> Bool {
        let ids = try UUID.fetchCursor(
            db,
            sql: "SELECT id FROM note WHERE subjectKind = 'book' AND subjectID = ?",
            arguments: [id]
        )
        return try !ids.contains { !notes.contains($0) }
    }

    /// The title of a series in the library.
    public func title(ofSeries id: UUID) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT title FROM series WHERE id = ?"),
            arguments: [id]
        )
    }
}

extension ChangeRecorder {
    /// Restores the notes that an import replaced from the trash.
    func undoReplacements(of batch: UUID) throws {
        let ids = try UUID.fetchAll(
            db,
            sql: """
                SELECT itemID FROM importedChange
                WHERE batchID = ? AND kind = 'note' AND field = ? ORDER BY number
                """,
            arguments: [batch, ReplacedNotes.field]
        )
        try restoreNotes(ids)
    }
}
