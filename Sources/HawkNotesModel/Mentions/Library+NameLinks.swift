import Foundation
import GRDB

/// A note in which names were turned into mentions, for undo.
public struct LinkedNames: Hashable, Sendable {
    /// The note's id.
    public let noteID: UUID
    /// The number of names that were turned into mentions.
    public let count: Int
    let before: String
    let after: String
}

extension Library {
    /// Turns all names of a character in a note's current text into mentions.
    ///
    /// - Returns: the change, for `unlink`; nil if the note was deleted or no longer names the
    ///   character.
    public func linkNames(
        of characterID: UUID,
        inNote noteID: UUID
    ) throws -> LinkedNames? {
        guard let finder = try nameFinder(for: characterID) else { return nil }
        let now = environment.now()
        return try write("change the note") { db in
            guard let note = try db.fetchNote(noteID), let text = finder.linked(note.text) else {
                return (nil, [])
            }
            let linked = LinkedNames(
                noteID: noteID,
                count: finder.ranges(in: note.text).count,
                before: note.text,
                after: text
            )
            try db.change(note, to: text, at: now)
            return (linked, [.noteChanged(noteID, on: note.subject)])
        }
    }

    /// Restores the text that a note had before its names were turned into mentions.
    ///
    /// - Returns: false if the note has changed since; it is then left alone.
    public func unlink(_ linked: LinkedNames) throws -> Bool {
        let now = environment.now()
        return try write("change the note") { db in
            // Compares scalars: String's == treats different encodings of é as equal.
            guard let note = try db.fetchNote(linked.noteID),
                note.text.unicodeScalars.elementsEqual(linked.after.unicodeScalars)
            else { return (false, []) }
            try db.change(note, to: linked.before, at: now)
            return (true, [.noteChanged(note.id, on: note.subject)])
        }
    }

    /// Finds the names of a character; nil if the character does not exist.
    func nameFinder(for characterID: UUID) throws -> NameFinder? {
        guard let place = try locate(.character(characterID)),
            let series = try series(place.seriesID)
        else { return nil }
        return NameFinder(characterID, among: series.allCharacters)
    }
}
