import Foundation
import GRDB

extension Note {
    /// A text that another library has in place of the note's, and that could not be merged into it.
    /// It is kept until the reader has chosen.
    public struct OtherText: Identifiable, Hashable, Sendable {
        /// The id of the text in every library.
        public let id: UUID
        /// The text.
        public let text: String
    }

    /// What to do with two texts of a note.
    public enum TextChoice: Hashable, Sendable {
        /// The note keeps its text; the other one becomes an earlier version.
        case own
        /// The other text becomes the note's, which becomes an earlier version.
        case other
        /// The other text becomes a note of its own, with this id.
        case both(newID: UUID)
    }

    /// The same with the other texts that a note is known to have.
    public func withOtherTexts(of known: Note) -> Note {
        var note = self
        note.otherTexts = known.otherTexts.filter { !hasText($0.text) }
        return note
    }
}

extension Library {
    /// Chooses between the text of a note and another one. The one that is not chosen is an earlier
    /// version, and expires as any other.
    ///
    /// - Parameters:
    ///   - id: the other text.
    ///   - shown: the text that the reader has compared with it.
    /// - Returns: the undo; empty if the choice was made before.
    /// - Throws: `.noteNotFound` if the note was deleted; `.notFound` if it has another text than
    ///   the reader has seen.
    public func settle(
        _ id: Note.OtherText.ID,
        of noteID: Note.ID,
        shown: String,
        keeping choice: Note.TextChoice
    ) throws -> LibraryUndo {
        try changeLibrary("choose the text") { recorder in
            let db = recorder.db
            guard let note = try db.fetchCurrentNote(noteID) else {
                throw LibraryError.noteNotFound
            }
            let others = try db.fetchOtherTexts(of: note)
            guard let other = others.first(where: { $0.id == id }) else { return }
            guard note.hasText(shown) else {
                throw LibraryError(.notFound, "The note was changed.")
            }
            var text = note.text
            switch choice {
            case .own: break
            case .other: text = other.text
            case .both(let newID):
                guard try db.fetchNote(newID) == nil else { break }
                var record = NoteRecord(note)
                record.sequence = nil
                record.id = newID
                record.text = other.text
                record.createdAt = Date(milliseconds: recorder.now.milliseconds)
                record.modifiedAt = record.createdAt
                record.isUndated = false
                try db.insert(&record)
                recorder.changes.append(.noteAdded(newID, on: note.subject))
                recorder.steps.append(.restored([newID]))
            }
            try ChangeStamping.paused(db) {
                try recorder.settle([id], of: note, on: text)
            }
        }
    }
}

/// A choice between the texts of a note, with the data to offer it again.
struct SettledTexts: Hashable, Sendable {
    /// A note's text and its revisions.
    struct Side: Hashable, Sendable {
        var text: String
        var rows: Set<RevisionRow>
    }

    var noteID: UUID
    var before: Side
    var after: Side
}

extension ChangeRecorder {
    /// Gives a note a text that replaces others beside it. Stamping must be paused.
    ///
    /// - Parameter ids: the revisions of the others.
    func settle(_ ids: Set<UUID>, of note: Note, on text: String) throws {
        let texts = try db.fetchTexts(of: note.id)
        let before = Set(texts.rows.values)
        let replaced = before.filter { row in
            row.state == .shown || row.state == .beside && ids.contains(row.id)
        }
        guard replaced.contains(where: { $0.state == .beside }) else { return }
        guard
            let row = try Row.fetchOne(
                db,
                sql: "SELECT newRevisionID() AS id, stampDevice() AS device"
            )
        else { return }
        let device: UUID = try row.decode(forColumn: "device")
        var new = RevisionRow(
            noteID: note.id,
            id: try row.decode(forColumn: "id"),
            content: RevisionID.of(text, in: note.id),
            stamp: ChangeStamp.replacing(
                replaced.map(\.stamp).max(),
                at: now.milliseconds,
                on: ChangeStamp(milliseconds: 0, count: 0, storedDevice: device).device
            )
        )
        new.replaced = Set(replaced.map(\.id))
        new.state = .shown
        let others = before.map { other in
            var other = other
            if replaced.contains(other) { other.state = nil }
            return other
        }
        let settled = SettledTexts(
            noteID: note.id,
            before: .init(text: note.text, rows: before),
            after: .init(text: text, rows: Set(others + [new]))
        )
        // They were kept however old they are, and expire from now on.
        for other in replaced {
            guard let lost = texts.texts[other.content], lost != text else { continue }
            try db.cachedStatement(
                sql: "UPDATE noteVersion SET replacedAt = ? WHERE noteID = ? AND text = ?"
            ).execute(arguments: [dateOfDeletion().milliseconds, note.id, lost])
        }
        try apply(settled, to: note)
    }

    /// Undoes a choice, unless the note was changed since.
    func undo(_ settled: SettledTexts) throws {
        guard let note = try db.fetchNote(settled.noteID) else { return }
        let rows = Set(try db.fetchTexts(of: note.id).rows.values)
        guard note.hasText(settled.after.text), rows == settled.after.rows else { return }
        try ChangeStamping.paused(db) {
            try apply(
                SettledTexts(noteID: note.id, before: settled.after, after: settled.before),
                to: note
            )
        }
    }

    private func apply(_ settled: SettledTexts, to note: Note) throws {
        if !note.hasText(settled.after.text) {
            try db.change(note, to: settled.after.text, at: now)
        }
        try db.cachedStatement(sql: "DELETE FROM noteRevision WHERE noteID = ?")
            .execute(arguments: [note.id])
        let rows = settled.after.rows.sorted {
            ($0.stamp, $0.id.uuidString) < ($1.stamp, $1.id.uuidString)
        }
        for row in rows { try db.insert(row) }
        changes.append(.noteChanged(note.id, on: note.subject))
        steps.append(.settled(settled))
    }
}

extension Database {
    /// Adds the other texts of the notes that have some.
    func addOtherTexts(to notes: inout [Note]) throws {
        let hasOther = try cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM noteRevision WHERE noteID = ? AND state = 'beside')
                """
        )
        for index in notes.indices {
            guard try Bool.fetchOne(hasOther, arguments: [notes[index].id]) == true else {
                continue
            }
            notes[index].otherTexts = try fetchOtherTexts(of: notes[index])
        }
    }

    /// The texts beside that of a note, the latest first.
    fileprivate func fetchOtherTexts(of note: Note) throws -> [Note.OtherText] {
        let texts = try fetchTexts(of: note.id)
        return texts.rows.values.filter { $0.state == .beside }
            .sorted { ($1.stamp, $1.id.uuidString) < ($0.stamp, $0.id.uuidString) }
            .compactMap { row in
                texts.texts[row.content].map { Note.OtherText(id: row.id, text: $0) }
            }.filter { !note.hasText($0.text) }
    }
}
