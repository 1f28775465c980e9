import Foundation
import GRDB

/// The undo of a merge, as far as that of an import doesn't know it.
extension ChangeRecorder {
    /// Undoes what a merge did to known notes besides their contents.
    func undoMergeOfNotes(_ batch: UUID) throws {
        // First, so that their contents are undone as well.
        try undoReplacements(of: batch)
        try undoOtherTexts(of: batch)
        try undoMoves(of: batch)
        try undoDates(of: batch)
        try deleteRestoredNotes(of: batch)
        for id in try ids(of: batch, field: MergeJournal.Field.removed) {
            try setFavorite(id, true)
        }
        try saveReturnedNotesAgain()
    }

    /// Takes away texts that the merge has put beside those of notes, which get the texts that they
    /// had, unless the reader has changed or compared them since. The others are earlier versions.
    private func undoOtherTexts(of batch: UUID) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT itemID, earlier, laterDigest, (SELECT earlier FROM importedChange AS other
                    WHERE other.batchID = change.batchID AND other.itemID = change.itemID
                    AND other.kind = 'note' AND other.field = 'text') AS text
                FROM importedChange AS change
                WHERE batchID = ? AND kind = 'note' AND field = ? ORDER BY number
                """,
            arguments: [batch, MergeJournal.Field.beside]
        )
        guard !rows.isEmpty else { return }
        try ChangeStamping.paused(db) {
            for row in rows {
                guard let note = try db.fetchNote(row.decode(forColumn: "itemID")),
                    ImportedWords.digest(of: note.text.databaseValue)
                        == (try row.decode(Data?.self, forColumn: "laterDigest"))
                else { continue }
                let ids = (try row.decode(String?.self, forColumn: "earlier") ?? "")
                    .split(separator: " ").compactMap { UUID(uuidString: String($0)) }
                let text: String? = try row.decode(forColumn: "text")
                let present = Set(try db.fetchTexts(of: note.id).rows.values)
                let kept = ids.filter { id in
                    present.contains { $0.id == id && $0.state == .beside }
                }
                try settle(Set(kept), of: note, on: text ?? note.text)
            }
        }
    }

    /// Moves notes back to the trash, unless the reader has changed them since.
    private func deleteRestoredNotes(of batch: UUID) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT itemID, laterDigest FROM importedChange
                WHERE batchID = ? AND field = ? ORDER BY number
                """,
            arguments: [batch, MergeJournal.Field.restored]
        )
        var ids: [UUID] = []
        for row in rows {
            let id: UUID = try row.decode(forColumn: "itemID")
            let digest: Data? = try row.decode(forColumn: "laterDigest")
            guard let note = try db.fetchNote(id) else { continue }
            if ImportedWords.digest(of: note.text.databaseValue) == digest { ids.append(id) }
        }
        try deleteNotes(ids)
    }

    /// Moves notes back that are still on the page to which the merge moved them.
    private func undoMoves(of batch: UUID) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT itemID, laterDigest, earlier, (SELECT earlier FROM importedChange AS other
                    WHERE other.batchID = change.batchID AND other.itemID = change.itemID
                    AND other.field = 'subjectKind') AS kind
                FROM importedChange AS change
                WHERE batchID = ? AND kind = 'note' AND field = 'subjectID'
                """,
            arguments: [batch]
        )
        for row in rows {
            let id: UUID = try row.decode(forColumn: "itemID")
            guard let note = try db.fetchNote(id),
                ImportedWords.digest(of: note.subject.id.databaseValue)
                    == (try row.decode(Data?.self, forColumn: "laterDigest")),
                let earlier = UUID.fromDatabaseValue(row["earlier"])
            else { continue }
            // Without a record of its own, the kind has not changed.
            let kind = String.fromDatabaseValue(row["kind"]) ?? note.subject.kind
            let subject: NoteSubject = kind == "book" ? .book(earlier) : .character(earlier)
            // The page may have been in the trash, with the note.
            let table = subject.kind == "book" ? SeriesTable.book : .character
            if try columns(of: table, earlier) != nil { try move(id, to: subject) }
        }
    }

    /// Gives notes that were imported in both libraries the dates that they had here.
    private func undoDates(of batch: UUID) throws {
        for column in ["createdAt", "isUndated"] {
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT itemID, earlier, laterDigest FROM importedChange
                    WHERE batchID = ? AND kind = 'note' AND field = ?
                    """,
                arguments: [batch, column]
            )
            for row in rows {
                let id: UUID = try row.decode(forColumn: "itemID")
                guard let note = try db.fetchNote(id),
                    let present = try Row.fetchOne(
                        db.cachedStatement(sql: "SELECT \(column) FROM note WHERE id = ?"),
                        arguments: [id]
                    ),
                    ImportedWords.digest(of: present[column])
                        == (try row.decode(Data?.self, forColumn: "laterDigest"))
                else { continue }
                try db.cachedStatement(sql: "UPDATE note SET \(column) = ? WHERE id = ?")
                    .execute(arguments: [row["earlier"] as DatabaseValue, id])
                // The date is its place in the list.
                changes += [.noteRemoved(id, on: note.subject), .noteAdded(id, on: note.subject)]
            }
        }
    }

    /// Whether an added row has the values with which a merge added it.
    func isAsMerged(_ table: SeriesTable, _ id: UUID, by batch: UUID) throws -> Bool {
        let digest = try Data.fetchOne(
            db,
            sql: """
                SELECT laterDigest FROM importedChange
                WHERE batchID = ? AND itemID = ? AND field = ?
                """,
            arguments: [batch, id, MergeJournal.Field.row]
        )
        guard let columns = try columns(of: table, id) else { return false }
        return MergeJournal.digest(columns, of: table) == digest
    }

    private func ids(of batch: UUID, field: String) throws -> [UUID] {
        try UUID.fetchAll(
            db,
            sql: """
                SELECT itemID FROM importedChange WHERE batchID = ? AND field = ? ORDER BY number
                """,
            arguments: [batch, field]
        )
    }
}
