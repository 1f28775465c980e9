import Foundation
import GRDB

/// An earlier text and quotation of a note, with its place in the book then.
public struct NoteVersion: Identifiable, Hashable, Sendable {
    /// Numbers the versions of all notes in the order in which they were replaced.
    public let id: Int64
    /// The note of this version.
    public let noteID: UUID
    /// The text.
    public let text: String
    /// The page or place in the book.
    public let place: NotePlace?
    /// The quotation.
    public let quote: Quote?
    /// The tags.
    public let tags: [String]
    /// Whether place, quotation and tags are known: versions from before schema 6 have only the
    /// text.
    public let isWhole: Bool
    /// When this version was saved.
    public let savedAt: Date
    /// When the note's text or quotation was replaced.
    public let replacedAt: Date

    init(row: Row) throws {
        id = try row.decode(forColumn: "number")
        noteID = try row.decode(forColumn: "noteID")
        text = try row.decode(forColumn: "text")
        place = try NotePlace(row: row)
        quote = try Quote(row: row)
        tags = NoteTags.names(in: try row.decode(forColumn: "tags"))
        isWhole = try row.decode(Int?.self, forColumn: "hasPlaceAndQuote") == 1
        savedAt = Date(milliseconds: try row.decode(forColumn: "savedAt"))
        replacedAt = Date(milliseconds: try row.decode(forColumn: "replacedAt"))
    }
}

/// A version of a note, without its text.
public struct NoteVersionEntry: Identifiable, Hashable, Sendable {
    /// The id of the ``NoteVersion``.
    public let id: NoteVersion.ID
    /// When it was saved.
    public let savedAt: Date
    /// When the note's text or quotation was replaced.
    public let replacedAt: Date
}

/// A note's current contents, and the list of its versions.
public struct NoteHistory: Hashable, Sendable {
    /// The note; nil if it was deleted.
    public let note: Note?
    /// The earlier versions, newest first; also for a note in the trash.
    public let versions: [NoteVersionEntry]
}

extension Library {
    /// Lists the earlier versions of a note without reading their texts.
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

    /// The requested earlier versions of a note that (still) exist.
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

    /// The earlier versions of a note, newest first, without the current one; also for a note in
    /// the trash.
    ///
    /// Each version is kept for 30 days after it was replaced: see ``expire(keeping:asOf:)``.
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

    /// Restores an earlier version of a note: its text, place, quotation and tags, as far as the
    /// version has them. The current contents become the newest version.
    ///
    /// - Returns: the undo, which resets each part unless it has changed again.
    /// - Throws: `.noteNotFound` if the note was deleted, `.notFound` if the version was.
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
            let version = try NoteVersion(row: row)
            try recorder.change(note) { contents in
                contents.text = version.text
                guard version.isWhole else { return }
                contents.place = version.place
                contents.quote = version.quote
                contents.tags = version.tags
            }
        }
    }
}

extension Note {
    /// Whether the text is identical. Compares scalars: String's == treats different encodings of é
    /// as equal.
    func hasText(_ other: String) -> Bool {
        text.unicodeScalars.elementsEqual(other.unicodeScalars)
    }
}

extension Database {
    /// Stores a note's contents as a version, before it is changed.
    func keepVersion(of note: Note, until time: Date) throws {
        let date = try dateOfDeletion(time)
        try keepVersion(of: note.id, in: "note", until: date)
    }

    /// Stores a row of notes as a version, including rows in the trash.
    func keepVersion(of id: UUID, in table: String, until time: Date) throws {
        let parts = "chapterID, place, placeNumber, quote, quoteColor, quoteStyle, tags"
        try cachedStatement(
            sql: """
                INSERT INTO noteVersion (noteID, savedAt, replacedAt, text, textChecksum, \(parts),
                    hasPlaceAndQuote)
                SELECT id, modifiedAt, ?, text, textChecksum, \(parts), 1
                FROM \(table) WHERE id = ?
                """
        ).execute(arguments: [time.milliseconds, id])
    }
}
