import Foundation
import GRDB

/// What a note read and quoted before it was changed, and where in the book it belonged.
public struct NoteVersion: Identifiable, Hashable, Sendable {
    /// Counts the versions of all notes, in the order in which they were replaced.
    public let id: Int64
    /// The note that it is a version of.
    public let noteID: UUID
    /// What it read.
    public let text: String
    /// Where in the book it belonged.
    public let place: NotePlace?
    /// What it quoted.
    public let quote: Quote?
    /// The tags that it had.
    public let tags: [String]
    /// Whether place, quotation and tags are known: versions from before schema 6 have the text alone.
    public let isWhole: Bool
    /// When that was saved.
    public let savedAt: Date
    /// When the note was given another text or quotation.
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
    /// That of the ``NoteVersion``.
    public let id: NoteVersion.ID
    /// When it was saved.
    public let savedAt: Date
    /// When the note was given another text or quotation.
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

    /// What a note was before, the newest first, without what it is now; also of one in the trash.
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

    /// Makes a note what it was in an earlier version: its text, its place, its quotation and its tags, as
    /// far as the version knows them. What it is now becomes the newest version.
    ///
    /// - Returns: what makes it again what it is now, part by part, unless that has been changed by then.
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
    /// Whether it reads just this. By scalars: String's == takes different spellings of é for the same text.
    func hasText(_ other: String) -> Bool {
        text.unicodeScalars.elementsEqual(other.unicodeScalars)
    }
}

extension Database {
    /// Keeps what a note is, before it is changed.
    func keepVersion(of note: Note, until time: Date) throws {
        let date = try dateOfDeletion(time)
        try keepVersion(of: note.id, in: "note", until: date)
    }

    /// Keeps what a row of notes says, those in the trash among them.
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
