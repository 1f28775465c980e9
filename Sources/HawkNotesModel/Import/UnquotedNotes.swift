import Foundation
import GRDB

/// Notes without a quotation, each of which may be a whole file.
extension LibraryImporter {
    /// Whether there is a note without a quotation that was imported from one format.
    ///
    /// - Parameter format: by its name that never changes.
    public func hasUnquotedNotes(ofFormat format: String) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 \(Self.unquotedNotes))",
            arguments: [format]
        ) ?? false
    }

    private static let unquotedNotes = """
        FROM importBatch JOIN importedItem ON batchID = importBatch.id AND kind = 'note'
        JOIN note ON note.id = itemID AND quote IS NULL WHERE format = ?
        """

    /// Calls `body` with the notes without a quotation that are there and were imported from one format.
    ///
    /// - Parameters:
    ///   - format: by its name that never changes.
    ///   - isWanted: asked before the text of a note is read.
    public func eachUnquotedNote(
        ofFormat format: String,
        where isWanted: (UUID) -> Bool,
        _ body: (UnquotedNote) throws -> Void
    ) throws {
        let ids = try UUID.fetchCursor(
            db,
            sql: "SELECT note.id \(Self.unquotedNotes) GROUP BY note.id ORDER BY note.sequence",
            arguments: [format]
        )
        while let id = try ids.next() {
            guard isWanted(id), let note = try db.fetchNote(id) else { continue }
            try body(
                UnquotedNote(
                    note: KnownNote(id: id, isDeleted: false, source: nil, reading: 0),
                    subject: note.subject,
                    text: note.text,
                    writtenAt: note.isUndated ? nil : note.createdAt
                )
            )
        }
    }
}

/// A note that quotes nothing.
public struct UnquotedNote: Sendable {
    /// The note.
    public let note: KnownNote
    /// What it is about.
    public let subject: NoteSubject
    /// What it reads.
    public let text: String
    /// When it was written; nil where that is not known.
    public let writtenAt: Date?
}
