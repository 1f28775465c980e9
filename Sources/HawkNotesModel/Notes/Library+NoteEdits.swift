import Foundation
import GRDB

extension Library {
    /// Saves a note that was edited. What another window or program did to the note meanwhile stays: then the
    /// text becomes a note of its own.
    ///
    /// Text, place, quotation and tags are settled each by itself, and saved together: where another window
    /// has changed one of them and this edit another, both changes hold. Another text or quotation makes
    /// one earlier version; a place or tags alone make none.
    ///
    /// Doing it again changes nothing more, so that it may be repeated when it is not known
    /// whether it was done.
    ///
    /// - Parameters:
    ///   - base: the text that the edit began with.
    ///   - place: what becomes of the place; nil where that was not edited. The same of the others.
    ///   - newID: the id of the note that the text becomes if need be.
    /// - Throws: `.emptyNote` if there is nothing but blanks, and no quotation.
    public func saveEdit(
        of id: UUID,
        text typed: String,
        base: String,
        place: NotePlaceEdit? = nil,
        quote: NoteQuoteEdit? = nil,
        tags: NoteTagsEdit? = nil,
        on subject: NoteSubject,
        newID: UUID
    ) throws -> SavedEdit {
        let changesOthers = [place?.isChange, quote?.isChange, tags?.isChange].contains(true)
        let keepsText = changesOthers && typed.isSame(as: base)
        let text = keepsText ? base : Note.trimmed(typed)
        let now = environment.now()
        return try write("change the note") { db in
            let current = try db.fetchNote(id)
            if let note = current, note.fits(place), note.fits(quote), note.fits(tags),
                keepsText || note.hasText(text) || note.hasText(base)
            {
                var contents = NoteContents(note)
                if !keepsText { contents.text = text }
                if let place, place.isChange { contents.place = place.place }
                if let quote, quote.isChange { contents.quote = quote.quote }
                if let tags, tags.isChange { contents.tags = tags.tags }
                let changed = try db.change(note, to: contents, at: now)
                return (.changed, changed == note ? [] : [.noteChanged(id, on: note.subject)])
            }
            let edit: SavedEdit = current == nil ? .becameNewAsDeleted : .becameNewAsChanged
            let text = Note.trimmed(text)
            guard !text.isEmpty || quote?.quote != nil else { throw LibraryError.emptyNote }
            guard try db.fetchNote(newID) == nil, try !db.isInTrash(newID, reading: text) else {
                return (edit, [])
            }
            if let deleted = try db.takeFromTrash(newID) {
                var contents = NoteContents(deleted)
                contents.text = text
                contents.place = place?.place ?? deleted.place
                contents.quote = quote?.quote ?? deleted.quote
                contents.tags = tags?.tags ?? deleted.tags
                try db.change(deleted, to: contents, at: now)
                return (edit, [.noteAdded(newID, on: deleted.subject)])
            }
            var record = newNote(text, on: subject, id: newID)
            record.place = place?.place
            record.quote = quote?.quote
            record.tags = tags?.tags ?? []
            try db.insert(&record)
            return (edit, [.noteAdded(newID, on: subject)])
        }
    }

    /// A note of now that is not in the library yet.
    func newNote(_ text: String, on subject: NoteSubject, id: UUID?) -> NoteRecord {
        NoteRecord(
            id: id ?? environment.makeID(),
            subject: subject,
            text: text,
            createdAt: environment.now()
        )
    }
}

extension Note {
    /// Whether the place is the one that the edit began with or the one that it asks for. The other two
    /// do the same.
    fileprivate func fits(_ edit: NotePlaceEdit?) -> Bool {
        guard let edit, edit.isChange else { return true }
        // The library may hold what another program wrote.
        let present = place?.normalized
        return present == edit.base || present == edit.place
    }

    fileprivate func fits(_ edit: NoteQuoteEdit?) -> Bool {
        guard let edit, edit.isChange else { return true }
        let present = quote?.normalized
        return present == edit.base || present == edit.quote
    }

    fileprivate func fits(_ edit: NoteTagsEdit?) -> Bool {
        guard let edit, edit.isChange else { return true }
        let present = NoteTags.normalized(tags)
        return present == edit.base || present == edit.tags
    }
}

extension String {
    /// By scalars: == takes different spellings of é for the same text.
    fileprivate func isSame(as other: String) -> Bool {
        unicodeScalars.elementsEqual(other.unicodeScalars)
    }
}
