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
