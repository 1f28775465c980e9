import Foundation
import GRDB

extension Library {
    /// Saves a note that was edited. What somebody else did to the note meanwhile stays: then the
    /// text becomes a note of its own.
    ///
    /// Text and place are settled each by itself, and saved together: where somebody has changed the
    /// one and somebody else the other, both changes hold. A place alone makes no earlier version of
    /// the text.
    ///
    /// Doing it again changes nothing more, so that it may be repeated when it is not known
    /// whether it was done.
    ///
    /// - Parameters:
    ///   - base: the text that the edit began with.
    ///   - place: what becomes of the place; nil where that was not edited.
    ///   - newID: the id of the note that the text becomes if need be.
    /// - Throws: `.emptyNote` if there is nothing but blanks, and was something before.
    public func saveEdit(
        of id: UUID,
        text typed: String,
        base: String,
        place: NotePlaceEdit? = nil,
        on subject: NoteSubject,
        newID: UUID
    ) throws -> SavedEdit {
        let keepsText = place?.isChange == true && typed.isSame(as: base)
        let text = keepsText ? base : try Note.normalized(typed)
        let now = environment.now()
        return try write("change the note") { db in
            let current = try db.fetchNote(id)
            if var note = current, note.fits(place),
                keepsText || text.isSame(as: note.text) || base.isSame(as: note.text)
            {
                if !keepsText, !text.isSame(as: note.text) {
                    note = try db.change(note, to: text, at: now)
                }
                if let place, place.isChange { note = try db.setPlace(place.place, of: note) }
                return (.changed, note == current ? [] : [.noteChanged(id, on: note.subject)])
            }
            let edit: SavedEdit = current == nil ? .becameNewAsDeleted : .becameNewAsChanged
            let text = try Note.normalized(text)
            guard try db.fetchNote(newID) == nil, try !db.isInTrash(newID, reading: text) else {
                return (edit, [])
            }
            if let deleted = try db.takeFromTrash(newID) {
                let note = try db.change(deleted, to: text, at: now)
                try db.setPlace(place?.place ?? note.place, of: note)
                return (edit, [.noteAdded(newID, on: deleted.subject)])
            }
            _ = try insertNote(text, on: subject, id: newID, at: place?.place, db)
            return (edit, [.noteAdded(newID, on: subject)])
        }
    }

    func insertNote(
        _ text: String,
        on subject: NoteSubject,
        id: UUID?,
        at place: NotePlace?,
        _ db: Database
    ) throws -> Note {
        var record = NoteRecord(
            id: id ?? environment.makeID(),
            subject: subject,
            text: text,
            createdAt: environment.now()
        )
        record.place = place
        try db.insert(&record)
        return record.note
    }
}

extension Database {
    /// Gives a note another place, unless it has it.
    @discardableResult
    func setPlace(_ place: NotePlace?, of note: Note) throws -> Note {
        guard place != note.place else { return note }
        var record = NoteRecord(note)
        record.place = place
        try record.update(self, columns: NoteRecord.Columns.place)
        return record.note
    }
}

extension Note {
    /// Whether the place is what the edit began with, or has become what it is to be.
    fileprivate func fits(_ edit: NotePlaceEdit?) -> Bool {
        guard let edit, edit.isChange else { return true }
        // The library may hold what another program wrote.
        let present = place?.normalized
        return present == edit.base || present == edit.place
    }
}

extension String {
    /// By scalars: == takes different spellings of é for the same text.
    fileprivate func isSame(as other: String) -> Bool {
        unicodeScalars.elementsEqual(other.unicodeScalars)
    }
}
