import Foundation
import GRDB

/// Reading a page of a hundred thousand notes piece by piece.
///
/// The index of the pages is sorted as they are, so each call seeks its place and reads what it
/// returns, however long the page is. One call sees one state of the library.
extension Library {
    /// The notes around a place, so many in all: as many before it as from it on, and more on one
    /// side where the other has fewer.
    ///
    /// A note that stands at the place itself is the first of the second half.
    public func notes(
        on subject: NoteSubject,
        around position: NotePosition,
        limit: Int
    ) throws -> NoteWindow {
        try read("read the notes") { db in
            let limit = max(0, limit)
            // One more on each side tells whether there are any.
            let earlier = try db.fetchNotes(.before, position, on: subject, limit: limit + 1)
            let later = try db.fetchNotes(.from, position, on: subject, limit: limit + 1)
            let laterCount = min(later.count, max(limit - limit / 2, limit - earlier.count))
            let earlierCount = min(earlier.count, limit - laterCount)
            return NoteWindow(
                notes: Array(earlier.prefix(earlierCount).reversed() + later.prefix(laterCount)),
                hasEarlier: earlier.count > earlierCount,
                hasLater: later.count > laterCount
            )
        }
    }

    /// The last notes before a place, at most so many.
    public func notes(
        on subject: NoteSubject,
        before position: NotePosition,
        limit: Int
    ) throws -> NoteWindow {
        try read("read the notes") { db in
            let limit = max(0, limit)
            let notes = try db.fetchNotes(.before, position, on: subject, limit: limit + 1)
            return NoteWindow(
                notes: notes.prefix(limit).reversed(),
                hasEarlier: notes.count > limit,
                hasLater: try !db.fetchNotes(.from, position, on: subject, limit: 1).isEmpty
            )
        }
    }

    /// The first notes after a place, at most so many.
    public func notes(
        on subject: NoteSubject,
        after position: NotePosition,
        limit: Int
    ) throws -> NoteWindow {
        try read("read the notes") { db in
            let limit = max(0, limit)
            let notes = try db.fetchNotes(.after, position, on: subject, limit: limit + 1)
            return NoteWindow(
                notes: Array(notes.prefix(limit)),
                hasEarlier: try !db.fetchNotes(.upTo, position, on: subject, limit: 1).isEmpty,
                hasLater: notes.count > limit
            )
        }
    }

    /// How many notes of the page stand before a place.
    ///
    /// Counts them in the index, which takes some milliseconds for a hundred thousand: for the thumb
    /// of a scroll bar once, and not for each frame.
    public func noteCount(on subject: NoteSubject, before position: NotePosition) throws -> Int {
        try read("count the notes") { db in
            try Int.fetchOne(
                db.cachedStatement(sql: NoteSeek.countBefore),
                arguments: [subject.kind, subject.id, position.createdAt, position.sequence]
            ) ?? 0
        }
    }
}

/// The ways to read the notes of a page from a place on.
enum NoteSeek: CaseIterable {
    /// Towards the first, without the place itself.
    case before
    /// Towards the first, with the place itself.
    case upTo
    /// Towards the last, with the place itself.
    case from
    /// Towards the last, without the place itself.
    case after

    var sql: String {
        let (comparison, order) =
            switch self {
            case .before: ("<", "DESC")
            case .upTo: ("<=", "DESC")
            case .from: (">=", "ASC")
            case .after: (">", "ASC")
            }
        return """
            SELECT * FROM note
            WHERE subjectKind = ? AND subjectID = ? AND (createdAt, sequence) \(comparison) (?, ?)
            ORDER BY createdAt \(order), sequence \(order) LIMIT ?
            """
    }

    static let countBefore = """
        SELECT count(*) FROM note
        WHERE subjectKind = ? AND subjectID = ? AND (createdAt, sequence) < (?, ?)
        """
}

extension Database {
    /// The notes in the order in which the seek comes upon them.
    fileprivate func fetchNotes(
        _ seek: NoteSeek,
        _ position: NotePosition,
        on subject: NoteSubject,
        limit: Int
    ) throws -> [Note] {
        try NoteRecord.fetchAll(
            cachedStatement(sql: seek.sql),
            arguments: [
                subject.kind, subject.id, position.createdAt, position.sequence, limit,
            ]
        ).map(\.note)
    }
}
