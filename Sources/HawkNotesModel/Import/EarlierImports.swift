import Foundation
import GRDB

/// What earlier versions have imported, of which no digest is known.
extension Library {
    /// What the sources were called from which earlier versions have imported notes, the last first.
    ///
    /// - Parameter format: by its name that never changes.
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

    /// Each is tried with every file.
    private static let mostEarlierNames = 20
}

extension LibraryImporter {
    /// The notes without a quotation that earlier versions have imported, by their texts.
    ///
    /// - Parameter format: from sources of this one.
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
