import Foundation
import GRDB

/// A note in which names have become mentions, for taking that back.
public struct LinkedNames: Hashable, Sendable {
    /// The note's.
    public let noteID: UUID
    /// How many names have become mentions.
    public let count: Int
    let before: String
    let after: String
}

extension Library {
    /// Makes mentions of all places in a note that name a character, in the text that it has now.
    ///
    /// - Returns: what was changed, for `unlink`; nil if the note is gone, or names the character no more.
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

    /// Gives a note the text back that it had before its names became mentions.
    ///
    /// - Returns: false where the note has changed since; it stays as it is then.
    public func unlink(_ linked: LinkedNames) throws -> Bool {
        let now = environment.now()
        return try write("change the note") { db in
            // By scalars: String's == takes different spellings of é for the same text.
            guard let note = try db.fetchNote(linked.noteID),
                note.text.unicodeScalars.elementsEqual(linked.after.unicodeScalars)
            else { return (false, []) }
            try db.change(note, to: linked.before, at: now)
            return (true, [.noteChanged(note.id, on: note.subject)])
        }
    }

    /// What finds the names of a character; nil where there is no such character.
    func nameFinder(for characterID: UUID) throws -> NameFinder? {
        guard let place = try locate(.character(characterID)),
            let series = try series(place.seriesID)
        else { return nil }
        return NameFinder(characterID, among: series.allCharacters)
    }
}
