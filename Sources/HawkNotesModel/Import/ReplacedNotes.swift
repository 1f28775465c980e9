import Foundation
import GRDB

/// Notes in the place of which an import has put others.
enum ReplacedNotes {
    /// In the place of a column's name.
    static let field = "deletedAt"
}

extension LibraryImporter {
    /// The text of a note that an earlier version has imported and that nothing has changed since; nil for every
    /// other.
    public func untouchedText(ofNote known: KnownNote) throws -> String? {
        guard let note = try db.fetchNote(known.id), note.modifiedAt == note.createdAt,
            try db.importedWords(ofNote: note.id).isEmpty, try !hasVersions(note.id)
        else { return nil }
        return note.text
    }

    /// Moves a note to the trash, as others have its words now. Taking the import back brings it out again.
    public func replace(_ known: KnownNote) throws {
        changeCount += 1
        guard !isRehearsal else { return }
        try recorder.deleteNotes([known.id])
        // An import is taken back by what it has noted down.
        recorder.steps.removeAll(keepingCapacity: true)
        try noteDown("note", known.id, ReplacedNotes.field, from: .null, to: .null)
    }

    /// Moves a book to the trash that an import has made for notes which have all been replaced, with the series
    /// that it stands alone in. It stays where there is anything else in it, and where the reader or another
    /// import has made more of it. Taking this import back brings it out again.
    ///
    /// - Parameters:
    ///   - notes: those that were replaced.
    ///   - format: the only one whose imports may know the book, by its name that never changes.
    /// - Returns: whether it is in the trash; of a rehearsal, whether it would be.
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
        // The series of a lone book has no name that it could go by in the trash.
        let isLone = try title(ofSeries: seriesID)?.isEmpty == true
        let (table, item) = isLone ? (SeriesTable.book, id) : (.series, seriesID)
        try change(table, item, ["deletedAt"]) {
            try recorder.setDeleted(table, item, to: recorder.dateOfDeletion())
        }
        return true
    }

    /// Whether a book is as imports of one format have made it, and no other knows it.
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

    /// What a series is called that is in the library.
    public func title(ofSeries id: UUID) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT title FROM series WHERE id = ?"),
            arguments: [id]
        )
    }
}

extension ChangeRecorder {
    /// Brings the notes out of the trash that an import has put others in the place of.
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
