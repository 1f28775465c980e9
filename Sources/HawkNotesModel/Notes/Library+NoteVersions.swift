import Foundation
import GRDB

/// What a note read before it was changed.
public struct NoteVersion: Identifiable, Hashable, Sendable {
    /// Counts the versions of all notes, in the order in which they were replaced.
    public let id: Int64
    /// The note that it is a version of.
    public let noteID: UUID
    /// What it read.
    public let text: String
    /// When that was saved.
    public let savedAt: Date
    /// When the note was given another text.
    public let replacedAt: Date

    init(row: Row) throws {
        id = try row.decode(forColumn: "number")
        noteID = try row.decode(forColumn: "noteID")
        text = try row.decode(forColumn: "text")
        savedAt = Date(milliseconds: try row.decode(forColumn: "savedAt"))
        replacedAt = Date(milliseconds: try row.decode(forColumn: "replacedAt"))
    }
}

extension Library {
    /// What a note read before, the newest first, without what it reads now; also of one in the trash.
    ///
    /// Each version is kept for 30 days from the moment when it was replaced: see
    /// ``expire(keeping:)``.
    public func earlierVersions(of noteID: UUID) throws -> [NoteVersion] {
        try read("read the earlier versions") { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM noteVersion WHERE noteID = ?
                    ORDER BY replacedAt DESC, number DESC
                    """,
                arguments: [noteID]
            )
            return try rows.map(NoteVersion.init(row:))
        }
    }

    /// Gives a note the text of an earlier version; the one that it has now becomes the newest of these.
    ///
    /// - Throws: `.noteNotFound` if the note is gone, `.notFound` if the version is.
    @discardableResult
    public func bringBack(_ version: NoteVersion) throws -> Note {
        let now = environment.now()
        return try write("bring back the earlier version") { db in
            let note = try db.existingNote(version.noteID)
            let row = try Row.fetchOne(
                db,
                sql: "SELECT * FROM noteVersion WHERE number = ? AND noteID = ?",
                arguments: [version.id, version.noteID]
            )
            guard let row else {
                throw LibraryError(.notFound, "The earlier version no longer exists.")
            }
            let text = try NoteVersion(row: row).text
            if text.unicodeScalars.elementsEqual(note.text.unicodeScalars) { return (note, []) }
            return (
                try db.change(note, to: text, at: now), [.noteChanged(note.id, on: note.subject)]
            )
        }
    }
}

extension Database {
    /// Keeps what a note reads, before it is changed.
    func keepVersion(of note: Note, until time: Date) throws {
        try cachedStatement(
            sql: """
                INSERT INTO noteVersion (noteID, savedAt, replacedAt, text, textChecksum)
                VALUES (?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                note.id, note.modifiedAt.milliseconds, try dateOfDeletion(time).milliseconds,
                note.text,
                TextChecksum.of(note.text),
            ]
        )
    }
}
