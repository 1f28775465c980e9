import Foundation
import GRDB

/// Moves notes into the trash and out of it; they keep all their data.
extension Database {
    private static let columns = """
        id, subjectKind, subjectID, text, createdAt, modifiedAt, textChecksum, chapterID, place,
        placeNumber, quote, quoteColor, quoteStyle, tags, isUndated
        """

    /// Whether a note is in the trash.
    func isInTrash(_ id: UUID) throws -> Bool {
        let statement = try cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM trashedNote WHERE id = ?)"
        )
        return try Bool.fetchOne(statement, arguments: [id]) ?? false
    }

    /// Whether a note in the trash has this text now, or had it in an earlier version.
    func isInTrash(_ id: UUID, reading text: String) throws -> Bool {
        guard try isInTrash(id) else { return false }
        let statement = try cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM trashedNote WHERE id = :id AND text = :text)
                    OR EXISTS (SELECT 1 FROM noteVersion WHERE noteID = :id AND text = :text)
                """
        )
        return try Bool.fetchOne(statement, arguments: ["id": id, "text": text]) ?? false
    }

    /// Moves a note to the trash.
    func moveToTrash(_ note: Note, at time: Date) throws {
        // After the repair of a damaged library, the row may already exist.
        let deletedAt = try Int64.fetchOne(
            cachedStatement(sql: "SELECT deletedAt FROM trashedNote WHERE id = ?"),
            arguments: [note.id]
        )
        if let deletedAt {
            let date = Date(milliseconds: deletedAt)
            try keepVersion(of: note.id, in: "trashedNote", until: date)
        }
        try cachedStatement(sql: "DELETE FROM trashedNote WHERE id = ?")
            .execute(arguments: [note.id])
        try cachedStatement(
            sql: """
                INSERT INTO trashedNote (sequence, deletedAt, \(Self.columns))
                SELECT CASE WHEN EXISTS (SELECT 1 FROM trashedNote AS other
                        WHERE other.sequence = note.sequence) THEN NULL ELSE sequence END,
                    ?, \(Self.columns) FROM note WHERE id = ?
                """
        ).execute(arguments: [time.milliseconds, note.id])
        try cachedStatement(sql: "DELETE FROM note WHERE id = ?").execute(arguments: [note.id])
    }

    /// Restores a note from the trash to its former position.
    ///
    /// - Returns: nil if it is not in the trash.
    func takeFromTrash(_ id: UUID) throws -> Note? {
        try cachedStatement(
            sql: """
                INSERT INTO note (sequence, \(Self.columns))
                SELECT CASE WHEN EXISTS (SELECT 1 FROM note
                        WHERE note.sequence = trashedNote.sequence) THEN NULL ELSE sequence END,
                    \(Self.columns) FROM trashedNote WHERE id = ?
                """
        ).execute(arguments: [id])
        guard changesCount > 0, let note = try fetchNote(id) else { return nil }
        // It may have been permanently deleted in another library.
        try forgetPurge(of: id)
        try Mentions.write(note.text, of: note.sequence, isNew: true, in: self)
        let tags = NoteTags.all(note.tags, in: note.text)
        try NoteTags.write(tags, of: note.sequence, isNew: true, in: self)
        try cachedStatement(sql: "DELETE FROM trashedNote WHERE id = ?").execute(arguments: [id])
        return note
    }
}
