import Foundation
import GRDB

/// Imports by earlier versions, which recorded no digests.
extension Library {
    /// The names of the sources from which earlier versions imported notes, most recent first.
    ///
    /// - Parameter format: by its permanent name.
    public func namesOfEarlierImports(format: String) throws -> [String] {
        try read("read the imports") { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM importBatch
                    WHERE format = ? AND EXISTS (
                        SELECT 1 FROM importedItem
                        WHERE batchID = importBatch.id AND kind = 'note' AND textDigest IS NULL
                    )
                    GROUP BY name ORDER BY max(importedAt) DESC LIMIT \(Self.mostEarlierNames)
                    """,
                arguments: [format]
            )
        }
    }

    /// Each name is tried with every file.
    private static let mostEarlierNames = 20
}

extension LibraryImporter {
    /// The notes without a quotation that earlier versions imported, by their texts.
    ///
    /// - Parameter format: only sources of this format.
    public func notesOfEarlierVersions(
        format: String
    ) throws -> [String: [(note: KnownNote, subject: NoteSubject)]] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT note.id, subjectKind, subjectID, text FROM importBatch
                JOIN importedItem ON batchID = importBatch.id AND kind = 'note'
                    AND textDigest IS NULL
                JOIN note ON note.id = itemID AND quote IS NULL
                WHERE format = ? GROUP BY note.id ORDER BY note.sequence
                """,
            arguments: [format]
        )
        var notes: [String: [(note: KnownNote, subject: NoteSubject)]] = [:]
        while let row = try rows.next() {
            let id: UUID = try row.decode(forColumn: "id")
            let subject = try NoteSubject(row: row)
            guard try db.importedWords(ofNote: id).isEmpty else { continue }
            let note = KnownNote(id: id, isDeleted: false, source: nil, reading: 0)
            notes[try row.decode(forColumn: "text"), default: []].append((note, subject))
        }
        return notes
    }
}
