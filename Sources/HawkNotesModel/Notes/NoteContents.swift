import Foundation
import GRDB

/// The parts of a note that the reader edits.
struct NoteContents: Hashable, Sendable {
    var text: String
    var place: NotePlace?
    var quote: Quote?
    var tags: [String]

    init(_ note: Note) {
        text = note.text
        place = note.place
        quote = note.quote
        tags = note.tags
    }

    /// Whether the note would show nothing.
    var isEmpty: Bool { text.isEmpty && quote == nil }
}

extension Database {
    /// Changes the contents of a note, and keeps the old ones as a version if the text or quotation
    /// changed; a place or tags alone create no version.
    ///
    /// - Parameter modifiedAt: the time of the change, if it was not now.
    /// - Throws: `.emptyNote` if the note would show nothing.
    @discardableResult
    func change(
        _ note: Note,
        to contents: NoteContents,
        at time: Date,
        modifiedAt: Date? = nil
    ) throws -> Note {
        // A note that another program left empty may still be given a place.
        guard !contents.isEmpty || NoteContents(note).isEmpty else { throw LibraryError.emptyNote }
        var record = NoteRecord(note)
        var columns: [Column] = []
        if !note.hasText(contents.text) {
            try Mentions.write(contents.text, of: note.sequence, isNew: false, in: self)
            record.text = contents.text
            columns += [NoteRecord.Columns.text, NoteRecord.Columns.textChecksum]
        }
        if contents.quote != note.quote {
            record.quote = contents.quote
            columns += NoteRecord.Columns.quote
        }
        if !columns.isEmpty {
            try keepVersion(of: note, until: time)
            record.modifiedAt = Date(milliseconds: (modifiedAt ?? time).milliseconds)
            columns.append(NoteRecord.Columns.modifiedAt)
        }
        if contents.place != note.place {
            record.place = contents.place
            columns += NoteRecord.Columns.place
        }
        if contents.tags != note.tags {
            record.tags = contents.tags
            columns.append(NoteRecord.Columns.tags)
        }
        guard !columns.isEmpty else { return note }
        let tags = NoteTags.all(record.tags, in: record.text)
        if tags != NoteTags.all(note.tags, in: note.text) {
            try NoteTags.write(tags, of: note.sequence, isNew: false, in: self)
        }
        try record.update(self, columns: columns)
        return record.note
    }

    /// Changes the text of a note, and keeps the old one as a version.
    @discardableResult
    func change(_ note: Note, to text: String, at time: Date) throws -> Note {
        var contents = NoteContents(note)
        contents.text = text
        return try change(note, to: contents, at: time)
    }
}

extension ChangeRecorder {
    /// Changes the contents of a note; see `Database.change(_:to:at:)`.
    func change(_ note: Note, _ body: (inout NoteContents) throws -> Void) throws {
        let old = NoteContents(note)
        var new = old
        try body(&new)
        guard try db.change(note, to: new, at: now) != note else { return }
        changes.append(.noteChanged(note.id, on: note.subject))
        steps.append(.changed(note.id, from: old, to: new))
    }

    /// Undoes a change, except for the parts that have changed again.
    func undoChange(of id: UUID, from old: NoteContents, to new: NoteContents) throws {
        guard let note = try db.fetchNote(id) else { return }
        var contents = NoteContents(note)
        if note.hasText(new.text) { contents.text = old.text }
        if contents.place == new.place { contents.place = old.place }
        if contents.quote == new.quote { contents.quote = old.quote }
        if contents.tags == new.tags { contents.tags = old.tags }
        // Another window may have removed the only other words or quotation.
        if !contents.isEmpty { try change(note) { $0 = contents } }
    }
}
