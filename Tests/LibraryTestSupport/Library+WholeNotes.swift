import Foundation
import GRDB
import HawkNotesModel

/// Readings that take in every note at once, which the program never does.
extension Library {
    /// Every note, the oldest first; also those whose subject is no longer in the series.
    public func allNotes() throws -> [Note] {
        let ids = try read("read the notes") { try UUID.fetchAll($0, sql: "SELECT id FROM note") }
        return try notes(ids)
    }

    /// How many notes there are on each subject; a subject without notes is not in it.
    public func noteCounts() throws -> [NoteSubject: Int] {
        try read("count the notes") { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT subjectKind, subjectID, count FROM noteCount"
            )
            return Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    let id: UUID = row["subjectID"]
                    let isBook = row["subjectKind"] == "book"
                    return (isBook ? .book(id) : .character(id), row["count"])
                }
            )
        }
    }

    /// How many notes there are on a subject.
    public func noteCount(on subject: NoteSubject) throws -> Int {
        try noteCounts()[subject] ?? 0
    }

    /// The notes of all books that mention a character, the newest first.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - last: the last note that was read before; nil for the newest.
    public func notesMentioning(
        _ characterID: UUID,
        limit: Int,
        after last: Note? = nil
    ) throws -> [Note] {
        let ids = try read("read the notes") { db in
            try UUID.fetchAll(
                db,
                sql: """
                    SELECT note.id FROM mention JOIN note ON note.sequence = mention.note
                    WHERE mention.characterID = ?1 AND mention.note < ifnull(
                        (SELECT sequence FROM note WHERE id = ?2), 9223372036854775807)
                    ORDER BY mention.note DESC LIMIT ?3
                    """,
                arguments: [characterID, last?.id, limit]
            )
        }
        return try ids.compactMap { try note($0) }
    }

    /// How many notes mention a character.
    public func mentionCount(of characterID: UUID) throws -> Int {
        try read("count the notes") { db in
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM mention WHERE characterID = ?",
                arguments: [characterID]
            ) ?? 0
        }
    }
}
