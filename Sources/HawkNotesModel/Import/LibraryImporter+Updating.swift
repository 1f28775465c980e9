import Foundation
import GRDB

/// Notes that have changed at their source since they were imported.
extension LibraryImporter {
    /// Updates a note to its source's current contents.
    ///
    /// Parts that the reader has not changed get the source's values; the old note is kept as an
    /// earlier version, as with a manual edit. If both have changed the same words, the reader's
    /// version is kept, and the source's version becomes a separate note, which follows the source
    /// from then on.
    ///
    /// - Parameters:
    ///   - known: a note that this import has not updated yet.
    ///   - note: the source's contents; its id is ignored.
    ///   - source: the note's name at the source.
    ///   - reading: everything that was read.
    public func update(
        _ known: KnownNote,
        to note: ImportedNote,
        source: String,
        reading: SourceReading
    ) throws -> SettledNote {
        guard let present = try db.fetchNote(known.id) else {
            return SettledNote(update: .deleted, keptParts: [])
        }
        let said = try record(of: note, id: known.id)
        let words = ImportedWords(said, reading)
        let before = try self.words(of: known)
        let all = try known.exported.map { [$0] } ?? db.importedWords(ofNote: known.id)
        let settlement = try NoteSettlement(
            present,
            with: said,
            words,
            before: before,
            all: all,
            seemsUntouched: { try seemsUntouched(present, note) }
        )
        let isChanged = settlement.contents != NoteContents(present)
        let isOlder =
            try settlement.isContested && all.isEmpty && isVersion(said, of: settlement, present)
        if settlement.isContested, !isOlder {
            // The source's version has its own place and highlight.
            let update = try keepBoth(known, note, source: source, reading: reading)
            return SettledNote(update: update, keptParts: [])
        }
        guard isChanged, !isOlder else {
            try renew(known, source: source, to: words)
            return SettledNote(update: .unchanged, keptParts: settlement.keptParts)
        }
        changeCount += 1
        let changed = SettledNote(update: .changed, keptParts: settlement.keptParts)
        guard !isRehearsal else { return changed }
        try noteDown(before ?? ImportedWords(NoteRecord(present)), known, source, words)
        let columns = try db.importedColumns(ofNote: known.id)
        try db.change(
            present,
            to: settlement.contents,
            at: recorder.now,
            modifiedAt: note.modifiedAt
        )
        recorder.changes.append(.noteChanged(known.id, on: present.subject))
        try noteDown(from: columns, to: try db.importedColumns(ofNote: known.id), known.id)
        try renew(known, source: source, to: words)
        return changed
    }

    /// Keeps the reader's version where it is.
    private func keepBoth(
        _ known: KnownNote,
        _ note: ImportedNote,
        source: String,
        reading: SourceReading
    ) throws -> NoteUpdate {
        if !isRehearsal {
            try noteDown(try words(of: known), known, source, nil)
        }
        try forget(source: source)
        var note = note
        note.id = nil
        let copy = try add(note, source: source, reading: reading)
        if !isRehearsal {
            let key = key(of: source).databaseValue
            try noteDown("note", copy, ImportedSourceChange.copyField, from: key, to: .null)
        }
        return .keptBoth(copy)
    }

    /// Without a digest: whether there is no sign of a change by the reader.
    private func seemsUntouched(_ present: Note, _ note: ImportedNote) throws -> Bool {
        let dates = [present.createdAt, note.createdAt, note.modifiedAt]
            .compactMap(\.?.milliseconds)
        let modified = present.modifiedAt.milliseconds
        let isEarlier = note.earlier.contains { earlier in
            earlier.date.milliseconds == modified
                && (present.hasText(earlier.text) || earlier.quote == present.quote?.text)
        }
        return try (isEarlier || dates.contains(modified)) && !hasVersions(present.id)
    }

    func hasVersions(_ id: UUID) throws -> Bool {
        try exists("noteVersion WHERE noteID = ?", id)
    }

    /// Whether an earlier version of the note equals the source in the parts that differ now: then
    /// only the reader has changed it.
    private func isVersion(
        _ said: NoteRecord,
        of settlement: NoteSettlement,
        _ note: Note
    ) throws -> Bool {
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT * FROM noteVersion WHERE noteID = ?",
            arguments: [note.id]
        )
        while let row = try rows.next() {
            let version = try NoteVersion(row: row)
            let hasText = !settlement.isTextContested || version.text == said.text
            let hasQuote =
                !settlement.isQuoteContested
                || version.isWhole && version.quote?.text == said.quote?.text
            if hasText, hasQuote { return true }
        }
        return false
    }

    // MARK: - Records for undo

    /// Records the source's current contents.
    private func renew(_ known: KnownNote, source: String, to words: ImportedWords) throws {
        guard !isRehearsal, known.source == key(of: source) else {
            return try remember(known.id, source: source, words: words)
        }
        let columns = ImportedWords.columns.map { "\($0) = ?" }.joined(separator: ", ")
        try db.cachedStatement(sql: "UPDATE importedItem SET \(columns) WHERE source = ?")
            .execute(arguments: StatementArguments(words.values + [key(of: source)]))
    }

    /// Records the source's previous contents, so that they can be restored.
    private func noteDown(
        _ earlier: ImportedWords?,
        _ known: KnownNote,
        _ source: String,
        _ later: ImportedWords?
    ) throws {
        try noteDown(
            "note",
            known.id,
            ImportedSourceChange.field,
            from: (key(of: source) + (earlier?.data ?? Data())).databaseValue,
            to: later?.data.databaseValue ?? .null
        )
    }

    private func noteDown(
        from before: [String: DatabaseValue],
        to after: [String: DatabaseValue],
        _ id: UUID
    ) throws {
        for part in NotePart.allCases
        where part.columns.contains(where: { before[$0] != after[$0] }) {
            for column in part.columns {
                try noteDown(
                    "note",
                    id,
                    column,
                    from: before[column] ?? .null,
                    to: after[column] ?? .null
                )
            }
        }
    }
}

extension Database {
    /// The digests of a note as its sources last had it, if known.
    func importedWords(ofNote id: UUID) throws -> [ImportedWords] {
        let statement = try cachedStatement(
            sql: """
                SELECT \(ImportedWords.columns.joined(separator: ", "))
                FROM importedItem WHERE itemID = ?
                """
        )
        return try Row.fetchAll(statement, arguments: [id]).compactMap(ImportedWords.init(row:))
    }
}
