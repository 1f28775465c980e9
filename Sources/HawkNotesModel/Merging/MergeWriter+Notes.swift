import Foundation
import GRDB

extension MergeWriter {
    private static let fields = RecordTable.note.fields
    private static let insertion = insertion(into: .note)
    private static let insertionInTrash = insertion(into: .trashedNote, "deletedAt")

    /// A statement for all columns of a note, and others.
    private static func insertion(into table: RecordTable, _ others: String...) -> String {
        let columns = ["id", "text", "textChecksum"] + fields.flatMap(\.columns) + others
        return """
            INSERT INTO \(table.rawValue) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """
    }

    /// Writes the notes and their revisions.
    ///
    /// - Returns: the notes whose revisions have changed.
    func writeNotes(progress: (Double) throws -> Void) throws -> [UUID] {
        let isShown = try UUID.fetchSet(db, sql: "SELECT id FROM note")
        let isDeleted = try UUID.fetchSet(db, sql: "SELECT id FROM trashedNote")
        var edited: [UUID] = []
        let notes = all.texts.keys.map { (date: dateOfMaking($0), id: $0) }
            .sorted { ($0.date, $0.id) < ($1.date, $1.id) }
        for (index, note) in notes.enumerated() {
            let id = note.id
            if isShown.contains(id) {
                try update(id, in: .note)
            } else if isDeleted.contains(id) {
                try update(id, in: .trashedNote)
            } else {
                try insert(id)
            }
            if merged.hasNewTexts(id) {
                try writeRevisions(of: id)
                edited.append(id)
            }
            try writeDeletedTexts(of: id)
            if index.isMultiple(of: 200) { try progress(Double(index) / Double(notes.count)) }
        }
        return edited
    }

    private func dateOfMaking(_ note: UUID) -> Int64 {
        all.value("createdAt", of: .note(note))?.columns.first.flatMap(Int64.fromDatabaseValue) ?? 0
    }

    private func exists(_ id: UUID, in table: RecordTable) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM \(table.rawValue) WHERE id = ?)"
            ),
            arguments: [id]
        ) ?? false
    }

    // MARK: New notes

    private func insert(_ id: UUID) throws {
        let item = LibraryRecord.Item.note(id)
        let state = all.state(of: item)
        guard state != .purged, let text = all.text(of: id)?.text else {
            return try writeStamps(of: item, isThere: false)
        }
        var values = [
            id.databaseValue, text.databaseValue, TextChecksum.of(text).databaseValue,
        ]
        for field in Self.fields {
            let columns = all.value(field.name, of: item)?.columns ?? []
            values +=
                columns.count == field.columns.count
                ? columns : field.columns.map { _ in .null }
        }
        let deletedAt = state == .trash ? try dateOfDeletion(of: id) : nil
        if let deletedAt { values.append(deletedAt.milliseconds.databaseValue) }
        try db.cachedStatement(sql: deletedAt == nil ? Self.insertion : Self.insertionInTrash)
            .execute(arguments: StatementArguments(values))
        hasChanged = true
        if state == .shown, let note = try db.fetchNote(id) {
            try writeDerivedRows(of: note, isNew: true)
            try journal.add(NoteRecord(note))
            recorder.changes.append(.noteAdded(id, on: note.subject))
            report.added[item.kind, default: 0] += 1
        }
        try writeStamps(of: item, isThere: true)
    }

    /// It has as long as anything else until it expires.
    private func dateOfDeletion(of id: UUID) throws -> Date {
        let theirs = Date(milliseconds: all.trash[id]?.deletedAt ?? 0)
        return max(try recorder.dateOfDeletion(), theirs)
    }

    private func writeDerivedRows(of note: Note, isNew: Bool) throws {
        try Mentions.write(note.text, of: note.sequence, isNew: isNew, in: db)
        let tags = NoteTags.all(note.tags, in: note.text)
        try NoteTags.write(tags, of: note.sequence, isNew: isNew, in: db)
    }

    // MARK: Known notes

    private func update(_ id: UUID, in table: RecordTable) throws {
        let item = LibraryRecord.Item.note(id)
        try keepOtherQuote(of: id)
        noteLostValues(of: item)
        let isSame =
            !merged.hasNewTexts(id) && mine.rows[item] == all.rows[item]
            && mine.trash[id] == all.trash[id]
            && (table == .note) == (all.state(of: item) == .shown)
        if isSame, merged.broughtBack.isEmpty || !merged.broughtBack.contains(id) {
            report.sameNotes += 1
            return try writeStamps(of: item, isThere: true)
        }
        let changed = report.changed
        try updateValues(of: item, in: table)
        if table == .note { try recordOtherTexts(of: id, isCounted: report.changed != changed) }
        try updateState(of: item, in: table)
        try writeStamps(of: item, isThere: true)
    }

    private func updateValues(of item: LibraryRecord.Item, in table: RecordTable) throws {
        let id = item.id
        let before = try columns(of: id, in: table)
        var columns: [(String, DatabaseValue)] = []
        for field in Self.fields {
            guard let value = all.value(field.name, of: item),
                value.columns.count == field.columns.count
            else { continue }
            columns += zip(field.columns, value.columns)
        }
        // A text that was permanently deleted elsewhere goes to the trash as it is.
        if merged.hasNewTexts(id), let shown = all.text(of: id), let text = shown.text {
            columns.append(("text", text.databaseValue))
            columns.append(("textChecksum", TextChecksum.of(text).databaseValue))
        }
        columns = columns.filter { before[$0.0] != $0.1 }
        guard !columns.isEmpty else { return }
        let old = table == .note ? try db.fetchNote(id) : nil
        try db.cachedStatement(
            sql: """
                UPDATE \(table.rawValue)
                SET \(columns.map { "\($0.0) = ?" }.joined(separator: ", ")) WHERE id = ?
                """
        ).execute(arguments: StatementArguments(columns.map(\.1) + [id.databaseValue]))
        hasChanged = true
        let after = try self.columns(of: id, in: table)
        try journal.change(item.kind, id, from: before, to: after)
        guard let old, let note = try db.fetchNote(id) else { return }
        try writeDerivedRows(of: note, isNew: false)
        report.changed[item.kind, default: 0] += 1
        if old.subject == note.subject {
            recorder.changes.append(.noteChanged(id, on: note.subject))
        } else {
            recorder.changes += [
                .noteRemoved(id, on: old.subject), .noteAdded(id, on: note.subject),
            ]
        }
    }

    /// Reports a note that has more texts than before, and records which.
    ///
    /// - Parameter isCounted: whether the report counts the note as changed already.
    private func recordOtherTexts(of id: UUID, isCounted: Bool) throws {
        guard merged.hasNewTexts(id), let shown = all.text(of: id), let text = shown.text else {
            return
        }
        let new = shown.beside.filter { mine.text(of: id)?.beside.contains($0) != true }
        guard !new.isEmpty else { return }
        report.addBoth(id, text)
        if !isCounted { report.changed[RecordTable.note.kind, default: 0] += 1 }
        hasChanged = true
        if let note = try db.fetchNote(id) {
            recorder.changes.append(.noteChanged(id, on: note.subject))
        }
        try journal.change(
            LibraryRecord.Item.note(id).kind,
            id,
            MergeJournal.Field.beside,
            from: new.map(\.uuidString).joined(separator: " ").databaseValue,
            to: text.databaseValue
        )
    }

    /// Keeps a quotation that was not taken as a version, whichever library has it.
    private func keepOtherQuote(of id: UUID) throws {
        let item = LibraryRecord.Item.note(id)
        guard let mine = mine.rows[item]?["quote"], let theirs = merged.theirs.rows[item]?["quote"],
            mine.value.columns != theirs.value.columns
        else { return }
        let side = all.rows[item]?["quote"] == mine ? merged.theirs : merged.mine
        // A text that was permanently deleted is not kept either.
        guard side.rows[item]?["quote"]?.value.columns.first?.isNull == false,
            let latest = side.text(of: id)?.merged.first,
            let text = all.texts[id]?.storedTexts.first(where: { $0.row.id == latest })?.text
        else { return }
        var columns: [(String, DatabaseValue)] = [
            ("noteID", id.databaseValue), ("text", text.databaseValue),
            ("textChecksum", TextChecksum.of(text).databaseValue),
            ("replacedAt", try recorder.dateOfDeletion().milliseconds.databaseValue),
            ("hasPlaceAndQuote", true.databaseValue),
        ]
        for (field, column) in [("modifiedAt", "savedAt"), ("tags", "tags")] {
            let value = side.value(field, of: item)?.columns.first ?? .null
            columns.append((column, value))
        }
        for field in Self.fields where ["chapterID", "quote"].contains(field.name) {
            let values = side.value(field.name, of: item)?.columns ?? []
            guard values.count == field.columns.count else { continue }
            columns += zip(field.columns, values)
        }
        try insertUnlessThere(
            .noteVersion,
            columns.map(\.0),
            columns.map(\.1)
        )
    }

    private func columns(of id: UUID, in table: RecordTable) throws -> [String: DatabaseValue] {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM \(table.rawValue) WHERE id = ?"),
            arguments: [id]
        )
        var columns: [String: DatabaseValue] = [:]
        for (name, value) in row ?? [:] where name != "sequence" { columns[name] = value }
        return columns
    }

    private func updateState(of item: LibraryRecord.Item, in table: RecordTable) throws {
        let id = item.id
        switch (all.state(of: item), table) {
        case (.shown, .trashedNote):
            guard let note = try db.takeFromTrash(id) else { return }
            recorder.changes.append(.noteAdded(id, on: note.subject))
            let text = note.text.databaseValue
            try journal.change(item.kind, id, MergeJournal.Field.restored, to: text)
            report.added[item.kind, default: 0] += 1
        case (.trash, .note), (.purged, .note):
            guard let note = try db.fetchNote(id) else { return }
            // With its page, it is deleted already.
            if let page = merged.page(of: id), all.state(of: item) == .purged,
                all.made[page] != nil, merged.state(of: page) != .shown
            {
                return
            }
            try db.moveToTrash(note, at: dateOfDeletion(of: id))
            recorder.changes.append(.noteRemoved(id, on: note.subject))
            try journal.change(item.kind, id, ReplacedNotes.field)
            report.deleted[item.kind, default: 0] += 1
        case (.trash, _):
            guard let date = all.trash[id]?.deletedAt, date > mine.trash[id]?.deletedAt ?? 0
            else { return }
            try db.cachedStatement(sql: "UPDATE trashedNote SET deletedAt = ? WHERE id = ?")
                .execute(arguments: [date, id])
        case (.shown, _), (.purged, _): return
        }
        hasChanged = true
    }

    // MARK: Revisions

    private func writeRevisions(of id: UUID) throws {
        guard let texts = all.texts[id] else { return }
        hasChanged = true
        if mine.texts[id] != nil {
            try db.cachedStatement(sql: "DELETE FROM noteRevision WHERE noteID = ?")
                .execute(arguments: [id])
        }
        let rows = texts.storedRows
        if rows.count == 1, isDerived(rows[0], of: id) { return }
        for row in rows { try db.insert(row) }
    }

    /// Whether a revision follows from the note, and needs no row.
    private func isDerived(_ row: RevisionRow, of id: UUID) -> Bool {
        let date = all.value("modifiedAt", of: .note(id))?.columns.first
            .flatMap(Int64.fromDatabaseValue)
        return row.id == row.content && row.state == .shown && row.replaced.isEmpty
            && row.stamp == ChangeStamp(milliseconds: date ?? 0)
    }

    /// Keeps the texts from which the note's is merged, and those beside it, as versions.
    func keepTexts(of id: UUID) throws {
        guard let texts = all.texts[id] else { return }
        let stored = texts.storedTexts
        // Most notes have only the text that they show.
        if stored.count == 1, stored[0].text == all.text(of: id)?.text { return }
        guard try exists(id, in: .note) || exists(id, in: .trashedNote) else { return }
        let known = Set(try db.fetchTexts(of: id).texts.keys)
        for (row, text) in stored where !known.contains(row.content) {
            try db.cachedStatement(
                sql: """
                    INSERT INTO noteVersion (noteID, savedAt, replacedAt, text, textChecksum)
                    VALUES (?, ?, ?, ?, ?)
                    """
            ).execute(
                arguments: [
                    id, row.stamp.milliseconds, try recorder.dateOfDeletion().milliseconds, text,
                    TextChecksum.of(text),
                ]
            )
        }
    }

    /// Of a note that is shown, some of the texts may have been deleted elsewhere, or here while
    /// the note was in the trash.
    private func writeDeletedTexts(of id: UUID) throws {
        guard let trash = all.trash[id], all.state(of: .note(id)) == .shown else { return }
        let known =
            mine.state(of: .note(id)) == .shown ? mine.trash[id]?.revisions ?? [] : []
        for revision in all.texts[id]?.heads.intersection(trash.revisions) ?? []
        where !known.contains(revision) {
            let item = LibraryRecord.Item(kind: DeletedText.kind, id: id)
            let date = ChangeStamp(milliseconds: trash.deletedAt)
            try writeStamp(item, revision.uuidString, date)
        }
    }

    // MARK: Notes that were permanently deleted

    /// Saves notes anew that were permanently deleted, as a change by the reader.
    func bringBackNotes() throws {
        for id in merged.broughtBack.sorted(by: { $0.uuidString < $1.uuidString }) {
            var note = try db.takeFromTrash(id)
            if note == nil, var record = try record(of: id) {
                try db.insert(&record)
                note = record.note
            }
            guard let note else { continue }
            hasChanged = true
            try journal.add(NoteRecord(note))
            recorder.changes.append(.noteAdded(id, on: note.subject))
            report.restoredNotes += 1
        }
    }

    /// A note as the library shows it that still has it.
    private func record(of id: UUID) throws -> NoteRecord? {
        let item = LibraryRecord.Item.note(id)
        let sides = [merged.theirs, mine].filter { $0.state(of: item) == .shown }
        guard let text = sides.lazy.compactMap({ $0.text(of: id)?.text }).first else { return nil }
        var columns: [String: (any DatabaseValueConvertible)?] = [
            "sequence": 0, "id": id, "text": text,
        ]
        for field in Self.fields {
            guard let value = all.value(field.name, of: item),
                value.columns.count == field.columns.count
            else { continue }
            for (name, value) in zip(field.columns, value.columns) { columns[name] = value }
        }
        var record = try NoteRecord(row: Row(columns))
        record.sequence = nil
        return record
    }
}

extension Database {
    /// Inserts a row of `noteRevision`.
    func insert(_ row: RevisionRow) throws {
        try cachedStatement(
            sql: """
                INSERT INTO noteRevision
                    (noteID, id, content, replaced, time, count, device, state)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                row.noteID, row.id, row.content, row.storedReplaced, row.stamp.milliseconds,
                row.stamp.count, row.stamp.storedDevice, row.state?.rawValue,
            ]
        )
    }
}
