import Foundation
import GRDB

/// Reads a page of a hundred thousand notes in pieces.
///
/// The pages' index has the same order as they do, so each call seeks its position and reads only
/// what it returns, however long the page is. One call reads one state of the library.
extension Library {
    /// The notes around a position, up to a total number: half of them before it and half from it
    /// on, and more on one side if the other has fewer.
    ///
    /// A note at the position itself is the first of the second half.
    public func notes(
        on subject: NoteSubject,
        around position: NotePosition,
        limit: Int
    ) throws -> NoteWindow {
        try readAtOnce("read the notes") { db in
            let limit = max(0, limit)
            // One more on each side shows whether there are others.
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

    /// The last notes before a position, up to a limit.
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

    /// The first notes after a position, up to a limit.
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

    /// The number of the page's notes before a position.
    ///
    /// Counts them in the index, which takes some milliseconds for a hundred thousand: call it once
    /// for the thumb of a scroll bar, not for each frame.
    public func noteCount(on subject: NoteSubject, before position: NotePosition) throws -> Int {
        try readAtOnce("count the notes") { try $0.fetchNoteCount(on: subject, before: position) }
    }
}

/// The ways to read the notes of a page from a position on.
///
/// Each takes two statements, the first for the rest of the millisecond: with both columns in one
/// comparison, SQLite seeks by date alone, and all notes of one imported file may have the same
/// date.
enum NoteSeek: CaseIterable {
    /// Towards the first note, without the position itself.
    case before
    /// Towards the first note, with the position itself.
    case upTo
    /// Towards the last note, with the position itself.
    case from
    /// Towards the last note, without the position itself.
    case after

    /// The statements, in the order of their notes.
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

    /// Together they count the notes before a position.
    static let counts = [
        "SELECT count(*) \(sameTime) AND sequence < :sequence",
        "SELECT count(*) \(page) AND createdAt < :createdAt",
    ]

    /// The arguments of these statements.
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
    /// The notes in the order of the seek.
    ///
    /// - Parameter goesOn: called with each note and its index; false stops after that note.
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
