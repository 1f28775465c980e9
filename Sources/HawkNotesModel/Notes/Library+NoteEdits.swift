import Foundation
import GRDB

extension Library {
    /// Saves an edited note. Changes that another window or program made in the meantime are kept:
    /// the text then becomes a separate note.
    ///
    /// Text, place, quotation and tags are merged independently and saved together: if another
    /// window has changed one of them and this edit another, both changes apply. A new text or
    /// quotation creates one earlier version; a place or tags alone don't.
    ///
    /// Repeating the call changes nothing, so it can be repeated if its outcome is unknown.
    ///
    /// - Parameters:
    ///   - base: the text that the edit began with.
    ///   - place: the change of the place; nil if it was not edited. Likewise for the others.
    ///   - newID: the id of the separate note, if one is needed.
    /// - Throws: `.emptyNote` if the text is blank and there is no quotation.
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
            let current = try db.fetchCurrentNote(id)
            if let note = current, note.fits(place), note.fits(quote), note.fits(tags),
                keepsText || note.hasText(text) || note.hasText(base)
            {
                var contents = NoteContents(note)
                if !keepsText { contents.text = text }
                if let place, place.isChange { contents.place = place.place }
                if let quote, quote.isChange { contents.quote = quote.quote }
                if let tags, tags.isChange { contents.tags = tags.tags }
                let changed = try db.change(note, to: contents, at: now)
                return (.changed, changed == note ? [] : [.noteChanged(note.id, on: note.subject)])
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

    /// A new note, dated now and not in the library yet.
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
    /// Whether the place is the one that the edit began with or the requested one. The other two
    /// methods do the same for their values.
    fileprivate func fits(_ edit: NotePlaceEdit?) -> Bool {
        guard let edit, edit.isChange else { return true }
        // Another program may have written to the library.
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
    /// Compares scalars: == treats different encodings of é as equal.
    fileprivate func isSame(as other: String) -> Bool {
        unicodeScalars.elementsEqual(other.unicodeScalars)
    }
}
