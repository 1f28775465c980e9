import Foundation
import GRDB

/// A note that mentions a character, with the data that a list shows.
public struct MentioningNote: Identifiable, Hashable, Sendable {
    /// The note's id.
    public let id: UUID
    /// The book or the character that the note is about.
    public let subject: NoteSubject
    /// The chapter that the note belongs to.
    public let chapterID: UUID?
    /// When the note was first saved.
    public let createdAt: Date
    /// As in ``Note``.
    public let isUndated: Bool
    /// The part of the text around the mention.
    public let excerpt: String
    /// Whether the excerpt is the beginning of the text.
    public let isBeginning: Bool

    /// Doesn't validate any value.
    public init(
        id: UUID,
        subject: NoteSubject,
        chapterID: UUID? = nil,
        createdAt: Date,
        isUndated: Bool = false,
        excerpt: String,
        isBeginning: Bool
    ) {
        self.id = id
        self.subject = subject
        self.chapterID = chapterID
        self.createdAt = createdAt
        self.isUndated = isUndated
        self.excerpt = excerpt
        self.isBeginning = isBeginning
    }
}

/// Some of the notes that mention a character, with their total number.
public struct MentioningNotes: Hashable, Sendable {
    /// No notes.
    public static let none = MentioningNotes(count: 0, start: 0, notes: [])

    /// The total number.
    public let count: Int
    /// The number of notes that are newer than the first one that was read.
    public let start: Int
    /// The notes that were read, newest first.
    public let notes: [MentioningNote]

    /// Doesn't validate any value.
    public init(count: Int, start: Int, notes: [MentioningNote]) {
        self.count = count
        self.start = start
        self.notes = notes
    }
}

extension Library {
    /// The number of characters read before a mention, and in total.
    private static let (excerptBefore, excerptLength) = (300, 1200)

    /// The notes on other pages that mention a character, or one that was joined with it, newest
    /// first; including notes on pages in the trash.
    ///
    /// - Parameter rows: the range to read, counted from the newest.
    public func notes(
        mentioning characterID: UUID,
        in rows: Range<Int>
    ) throws -> MentioningNotes {
        let kind = NoteSubject.book(characterID).kind
        return try readAtOnce("read the notes") { db in
            let former = try db.fetchJoinedIDs().former(of: characterID)
            let ids = [characterID] + former.map(\.id)
            let found = Self.found(mentioningOneOf: ids.count)
            var arguments: StatementArguments = ["character": characterID, "book": kind]
            for (number, id) in ids.enumerated() { arguments += ["id\(number)": id] }
            let count = try Int.fetchOne(
                db.cachedStatement(sql: "SELECT count(*) \(found)"),
                arguments: arguments
            )
            let places = ids.indices.map { "nullif(instr(note.text, :link\($0)), 0)" } + ["1"]
            let statement = try db.cachedStatement(
                sql: """
                    SELECT id, subjectKind, subjectID, chapterID, createdAt, isUndated, start,
                        substr(text, start, :length) AS excerpt
                    FROM (
                        SELECT note.*,
                            max(1, coalesce(\(places.joined(separator: ", "))) - :before) AS start
                        \(found) ORDER BY mention.note DESC LIMIT :limit OFFSET :offset
                    )
                    ORDER BY sequence DESC
                    """
            )
            for (number, id) in ids.enumerated() {
                arguments += ["link\(number)": Place.character(id).link]
            }
            arguments += [
                "length": Self.excerptLength, "before": Self.excerptBefore,
                "limit": rows.count, "offset": rows.lowerBound,
            ]
            let read = try Row.fetchAll(statement, arguments: arguments)
            return MentioningNotes(
                count: max(count ?? 0, read.isEmpty ? 0 : rows.lowerBound + read.count),
                start: rows.lowerBound,
                notes: try read.map(MentioningNote.init(row:))
            )
        }
    }

    /// - Parameter count: the number of ids that a mention may have.
    private static func found(mentioningOneOf count: Int) -> String {
        let ids = (0..<count).map { ":id\($0)" }.joined(separator: ", ")
        return """
            FROM (SELECT \(count == 1 ? "" : "DISTINCT") note FROM mention
                WHERE characterID IN (\(ids))) AS mention
            JOIN note ON note.sequence = mention.note
            WHERE CASE note.subjectKind
                WHEN :book THEN EXISTS (
                    SELECT 1 FROM \(BookRecord.shownRows) AND book.id = note.subjectID)
                ELSE note.subjectID <> :character AND EXISTS (
                    SELECT 1 FROM \(CharacterRecord.shownRows)
                    AND character.id = note.subjectID)
            END
            """
    }

    /// Like ``notes(mentioning:in:)``, off the main thread and concurrently with writes.
    ///
    /// - Parameter completion: called once, on the main thread.
    @MainActor
    public func readNotes(
        mentioning characterID: UUID,
        in rows: Range<Int>,
        completion: @escaping @MainActor @Sendable (Result<MentioningNotes, LibraryError>) -> Void
    ) {
        readAside({ try $0.notes(mentioning: characterID, in: rows) }, completion)
    }
}

extension MentioningNote {
    fileprivate init(row: Row) throws {
        let start: Int = try row.decode(forColumn: "start")
        self.init(
            id: try row.decode(forColumn: "id"),
            subject: try NoteSubject(row: row),
            chapterID: try row.decode(forColumn: "chapterID"),
            createdAt: Date(milliseconds: try row.decode(forColumn: "createdAt")),
            isUndated: try row.decode(Int?.self, forColumn: "isUndated") == 1,
            excerpt: try row.decode(forColumn: "excerpt"),
            isBeginning: start == 1
        )
    }
}
