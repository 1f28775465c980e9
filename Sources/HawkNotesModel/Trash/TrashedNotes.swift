import Foundation
import GRDB

/// Notes on their way into the trash and out of it; they keep all that they have.
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

    /// Whether a note is in the trash that reads like this, or has done so before.
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
        // After the repair of a damaged library there may be a row already.
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

    /// Brings a note back out of the trash, to its place.
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
        try Mentions.write(note.text, of: note.sequence, isNew: true, in: self)
        try NoteTags.write(note.tags, of: note.sequence, isNew: true, in: self)
        try cachedStatement(sql: "DELETE FROM trashedNote WHERE id = ?").execute(arguments: [id])
        return note
    }
}
