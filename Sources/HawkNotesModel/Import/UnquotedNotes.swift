import Foundation
import GRDB

/// Notes without a quotation; each may be as long as a file.
extension LibraryImporter {
    /// Whether any note without a quotation was imported from a format.
    ///
    /// - Parameter format: by its permanent name.
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

    /// Calls `body` with the existing notes without a quotation that were imported from a format.
    ///
    /// - Parameters:
    ///   - format: by its permanent name.
    ///   - isWanted: called before the text of a note is read.
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

/// A note without a quotation.
public struct UnquotedNote: Sendable {
    /// The note.
    public let note: KnownNote
    /// The book or the character that the note is about.
    public let subject: NoteSubject
    /// The text.
    public let text: String
    /// When the note was written; nil if unknown.
    public let writtenAt: Date?
}
