import Foundation
import HawkNotesModel

/// Edits of one part of a note, which begin with the note as it is now.
extension Library {
    /// Replaces the text of a note and dates the change; the same text again changes nothing.
    ///
    /// - Throws: `.emptyNote` if there is nothing but blanks, and no quotation; `.noteNotFound` if it is gone.
    @discardableResult
    public func updateNote(_ id: UUID, text: String) throws -> Note {
        let note = try existingNote(id)
        try save(note, text: text)
        return try existingNote(id)
    }

    /// Says where in the book a note belongs; nil takes that away.
    ///
    /// - Throws: `.noteNotFound` if the note is gone.
    public func setPlace(_ place: NotePlace?, of id: UUID) throws {
        let note = try existingNote(id)
        let edit = NotePlaceEdit(from: note.place, to: place)
        if edit.isChange { try save(note, place: edit) }
    }

    /// Gives a note a passage that it quotes; nil takes the passage away.
    ///
    /// - Throws: `.noteNotFound` if the note is gone; `.emptyNote` if nothing else is in it.
    public func setQuote(_ quote: Quote?, of id: UUID) throws {
        let note = try existingNote(id)
        let edit = NoteQuoteEdit(from: note.quote, to: quote)
        if edit.isChange { try save(note, quote: edit) }
    }

    /// Gives a note these tags and no others; see ``NoteTags``.
    ///
    /// - Throws: `.noteNotFound` if the note is gone.
    public func setTags(_ tags: [String], of id: UUID) throws {
        let note = try existingNote(id)
        let edit = NoteTagsEdit(from: note.tags, to: tags)
        if edit.isChange { try save(note, tags: edit) }
    }

    private func existingNote(_ id: UUID) throws -> Note {
        guard let note = try note(id) else { throw LibraryError.noteNotFound }
        return note
    }

    private func save(
        _ note: Note,
        text: String? = nil,
        place: NotePlaceEdit? = nil,
        quote: NoteQuoteEdit? = nil,
        tags: NoteTagsEdit? = nil
    ) throws {
        _ = try saveEdit(
            of: note.id,
            text: text ?? note.text,
            base: note.text,
            place: place,
            quote: quote,
            tags: tags,
            on: note.subject,
            newID: UUID()
        )
    }
}

/// Transactions of ``SeriesChanges`` that change one thing.
extension Library {
    /// Makes a new series, or gives one that there is another title and author.
    @discardableResult
    public func saveSeries(
        _ id: UUID,
        title: String,
        author: String? = nil
    ) throws -> LibraryUndo {
        try changeSeries { try $0.save(SeriesDetails(id: id, title: title, author: author)) }.undo
    }

    /// Saves a book, a new one or one that there is.
    @discardableResult
    public func save(_ book: Book) throws -> LibraryUndo {
        try changeSeries { try $0.save(book) }.undo
    }

    /// Saves a chapter, a new one or one that there is.
    @discardableResult
    public func save(_ chapter: Chapter) throws -> LibraryUndo {
        try changeSeries { try $0.save(chapter) }.undo
    }

    /// Saves a relation, a new one after those that there are.
    @discardableResult
    public func save(_ relation: Relation) throws -> LibraryUndo {
        try changeSeries { try $0.save(relation) }.undo
    }

    /// Brings back what was deleted, as it was, and what it stands in.
    @discardableResult
    public func restore(_ part: SeriesPart) throws -> LibraryUndo {
        try changeSeries { try $0.restore(part) }.undo
    }
}
