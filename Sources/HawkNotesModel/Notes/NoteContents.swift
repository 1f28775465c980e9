import Foundation
import GRDB

/// What of a note the reader edits.
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

    /// Whether nothing would be seen of the note.
    var isEmpty: Bool { text.isEmpty && quote == nil }
}

extension Database {
    /// Gives a note other contents, and keeps a version of it as it was where its text or its quotation is
    /// another one; a place or tags alone make no version.
    ///
    /// - Parameter modifiedAt: when it was changed, if that was not now.
    /// - Throws: `.emptyNote` if nothing would be left of it.
    @discardableResult
    func change(
        _ note: Note,
        to contents: NoteContents,
        at time: Date,
        modifiedAt: Date? = nil
    ) throws -> Note {
        // One that another program has left empty may be given a place all the same.
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
            try NoteTags.write(contents.tags, of: note.sequence, isNew: false, in: self)
            record.tags = contents.tags
            columns.append(NoteRecord.Columns.tags)
        }
        guard !columns.isEmpty else { return note }
        try record.update(self, columns: columns)
        return record.note
    }

    /// Gives a note another text, and keeps the one that it had.
    @discardableResult
    func change(_ note: Note, to text: String, at time: Date) throws -> Note {
        var contents = NoteContents(note)
        contents.text = text
        return try change(note, to: contents, at: time)
    }
}

extension ChangeRecorder {
    /// Gives a note other contents; see `Database.change(_:to:at:)`.
    func change(_ note: Note, _ body: (inout NoteContents) throws -> Void) throws {
        let old = NoteContents(note)
        var new = old
        try body(&new)
        guard try db.change(note, to: new, at: now) != note else { return }
        changes.append(.noteChanged(note.id, on: note.subject))
        steps.append(.changed(note.id, from: old, to: new))
    }

    /// Takes back what is still as the change left it, each part by itself.
    func undoChange(of id: UUID, from old: NoteContents, to new: NoteContents) throws {
        guard let note = try db.fetchNote(id) else { return }
        var contents = NoteContents(note)
        if note.hasText(new.text) { contents.text = old.text }
        if contents.place == new.place { contents.place = old.place }
        if contents.quote == new.quote { contents.quote = old.quote }
        if contents.tags == new.tags { contents.tags = old.tags }
        // Another window has removed the words or the quotation that would be all that is left.
        if !contents.isEmpty { try change(note) { $0 = contents } }
    }
}
