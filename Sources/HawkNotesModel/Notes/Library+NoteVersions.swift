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

/// A version of a note, without its text.
public struct NoteVersionEntry: Identifiable, Hashable, Sendable {
    /// That of the ``NoteVersion``.
    public let id: NoteVersion.ID
    /// When its text was saved.
    public let savedAt: Date
    /// When the note was given another text.
    public let replacedAt: Date
}

/// A note as it is, and which versions there are of it.
public struct NoteHistory: Hashable, Sendable {
    /// The note; nil if it was deleted.
    public let note: Note?
    /// What it was before, the newest first; also of one in the trash.
    public let versions: [NoteVersionEntry]
}

extension Library {
    /// Which earlier versions there are of a note. Costs nothing for their texts.
    public func history(of noteID: UUID) throws -> NoteHistory {
        try read("read the earlier versions") { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT number, savedAt, replacedAt FROM noteVersion WHERE noteID = ?
                    ORDER BY replacedAt DESC, number DESC
                    """,
                arguments: [noteID]
            )
            return NoteHistory(
                note: try db.fetchNote(noteID),
                versions: try rows.map { row in
                    NoteVersionEntry(
                        id: try row.decode(forColumn: "number"),
                        savedAt: Date(milliseconds: try row.decode(forColumn: "savedAt")),
                        replacedAt: Date(milliseconds: try row.decode(forColumn: "replacedAt"))
                    )
                }
            )
        }
    }

    /// Those of a note's earlier versions that are (still) there.
    public func earlierVersions(
        _ ids: some Sequence<NoteVersion.ID>,
        of noteID: UUID
    ) throws -> [NoteVersion] {
        try read("read the earlier versions") { db in
            try ids.compactMap { id in
                try Row.fetchOne(
                    db.cachedStatement(
                        sql: "SELECT * FROM noteVersion WHERE number = ? AND noteID = ?"
                    ),
                    arguments: [id, noteID]
                ).map(NoteVersion.init(row:))
            }
        }
    }

    /// What a note read before, the newest first, without what it reads now; also of one in the trash.
    ///
    /// Each version is kept for 30 days from the moment when it was replaced: see
    /// ``expire(keeping:asOf:)``.
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
    /// - Returns: what gives it the present text again, unless it has been changed by then.
    /// - Throws: `.noteNotFound` if the note is gone, `.notFound` if the version is.
    @discardableResult
    public func bringBack(version id: NoteVersion.ID, of noteID: UUID) throws -> LibraryUndo {
        try changeLibrary("bring back the earlier version") { recorder in
            let note = try recorder.db.existingNote(noteID)
            let row = try Row.fetchOne(
                recorder.db,
                sql: "SELECT * FROM noteVersion WHERE number = ? AND noteID = ?",
                arguments: [id, noteID]
            )
            guard let row else {
                throw LibraryError(.notFound, "The earlier version no longer exists.")
            }
            let text = try NoteVersion(row: row).text
            if !note.hasText(text) { try recorder.rewrite(note, to: text) }
        }
    }
}

extension ChangeRecorder {
    /// Gives a note another text, and keeps the one that it had.
    func rewrite(_ note: Note, to text: String) throws {
        try db.change(note, to: text, at: now)
        changes.append(.noteChanged(note.id, on: note.subject))
        steps.append(.rewritten(note.id, from: note.text, to: text))
    }
}

extension Note {
    /// Whether it reads just this. By scalars: String's == takes different spellings of é for the same text.
    func hasText(_ other: String) -> Bool {
        text.unicodeScalars.elementsEqual(other.unicodeScalars)
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
