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
        try readAtOnce("read the notes") { db in
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
        try readAtOnce("read the notes") { db in
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
        try readAtOnce("read the notes") { db in
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
        try readAtOnce("count the notes") { try $0.fetchNoteCount(on: subject, before: position) }
    }
}

/// The ways to read the notes of a page from a place on.
///
/// Each takes two statements, first for the rest of the millisecond: given both columns in one
/// comparison, SQLite seeks by the date alone, and notes that came out of one file may all have it.
enum NoteSeek: CaseIterable {
    /// Towards the first, without the place itself.
    case before
    /// Towards the first, with the place itself.
    case upTo
    /// Towards the last, with the place itself.
    case from
    /// Towards the last, without the place itself.
    case after

    /// In the order in which their notes follow one another.
    var statements: [String] {
        switch self {
        case .before: Self.statements("<", "<", "DESC")
        case .upTo: Self.statements("<=", "<", "DESC")
        case .from: Self.statements(">=", ">", "ASC")
        case .after: Self.statements(">", ">", "ASC")
        }
    }

    private static let page = "FROM note WHERE subjectKind = :kind AND subjectID = :id"
    private static let sameTime = "\(page) AND createdAt = :createdAt"

    private static func statements(
        _ inSameTime: String,
        _ elsewhere: String,
        _ order: String
    ) -> [String] {
        [
            """
            SELECT * \(sameTime) AND sequence \(inSameTime) :sequence
            ORDER BY sequence \(order) LIMIT :limit
            """,
            """
            SELECT * \(page) AND createdAt \(elsewhere) :createdAt
            ORDER BY createdAt \(order), sequence \(order) LIMIT :limit
            """,
        ]
    }

    /// Together they count the notes before a place.
    static let counts = [
        "SELECT count(*) \(sameTime) AND sequence < :sequence",
        "SELECT count(*) \(page) AND createdAt < :createdAt",
    ]

    /// What a statement of these needs.
    static func arguments(
        _ subject: NoteSubject,
        _ position: NotePosition,
        limit: Int = 0,
        _ statement: Statement
    ) -> StatementArguments {
        var arguments: StatementArguments = [
            "kind": subject.kind, "id": subject.id, "createdAt": position.createdAt,
        ]
        if statement.sql.contains(":sequence") {
            arguments += ["sequence": position.sequence]
        }
        if statement.sql.contains(":limit") { arguments += ["limit": limit] }
        return arguments
    }
}

extension Database {
    /// The notes in the order in which the seek comes upon them.
    ///
    /// - Parameter goesOn: asked with each note and its number among them; false ends the reading with
    ///   it.
    func fetchNotes(
        _ seek: NoteSeek,
        _ position: NotePosition,
        on subject: NoteSubject,
        limit: Int,
        while goesOn: (Note, Int) -> Bool = { _, _ in true }
    ) throws -> [Note] {
        var notes: [Note] = []
        for sql in seek.statements where notes.count < limit {
            let statement = try cachedStatement(sql: sql)
            let arguments = NoteSeek.arguments(
                subject,
                position,
                limit: limit - notes.count,
                statement
            )
            let records = try NoteRecord.fetchCursor(statement, arguments: arguments)
            while let note = try records.next()?.note {
                notes.append(note)
                if !goesOn(note, notes.count - 1) { return notes }
            }
        }
        return notes
    }

    func fetchNoteCount(on subject: NoteSubject, before position: NotePosition) throws -> Int {
        try NoteSeek.counts.reduce(0) { sum, sql in
            let statement = try cachedStatement(sql: sql)
            let arguments = NoteSeek.arguments(subject, position, statement)
            return try sum + (Int.fetchOne(statement, arguments: arguments) ?? 0)
        }
    }
}
