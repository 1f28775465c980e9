import Foundation
import GRDB
import Synchronization

/// A note as read for the index.
private struct IndexedNote {
    let sequence: Int64
    let subject: NoteSubject
    /// The series of its page, shown or not.
    let seriesID: UUID?
    let text: String
    let quote: String?
    let place: String?
    let tags: [String]
    let stamp: Int64
    let createdAt: Int64

    init(row: Row) throws {
        sequence = try row.decode(forColumn: "sequence")
        subject = try NoteSubject(row: row)
        seriesID = try row.decode(forColumn: "seriesID")
        text = try row.decode(forColumn: "text")
        quote = try row.decode(forColumn: "quote")
        place = try row.decode(forColumn: "place")
        tags = NoteTags.names(in: try row.decode(forColumn: "tags"))
        stamp = try SearchIndex.stamp(row)
        createdAt = try row.decode(forColumn: "createdAt")
    }

    var scope: String {
        var words = [SearchPattern.subject(subject)]
        if let series = seriesID { words.append(SearchPattern.series(series)) }
        words += Set(Mention.all(in: text).map(\.characterID)).map(SearchPattern.mention)
        words += NoteTags.all(tags, in: text).map(SearchPattern.tag)
        if quote?.isEmpty == false { words.append(SearchPattern.quoted) }
        return words.joined(separator: " ")
    }
}

/// The change of a note's entry.
private struct EntryChange: Sendable {
    let sequence: Int64
    /// Whether the note has an entry.
    let hasOld: Bool
    /// Nil for a deleted note.
    let new: IndexEntry?
}

/// The entry of a note.
private struct IndexEntry: Sendable {
    let stamp: Int64
    let subjectID: UUID
    let createdAt: Int64
    let indexed: IndexedText
    let scope: String

    init(_ note: IndexedNote) {
        stamp = note.stamp
        subjectID = note.subject.id
        createdAt = note.createdAt
        indexed = IndexedText(
            ([note.quote, note.text, note.place].compactMap { $0 } + note.tags)
                .joined(separator: "\n")
        )
        scope = note.scope
    }
}

/// The changes of a slice of notes, prepared on another thread.
private final class PendingChanges: Sendable {
    private let queue: DispatchQueue
    private let result = Mutex<Result<[EntryChange], any Error>>(.success([]))

    init(on queue: DispatchQueue, _ find: @escaping @Sendable () throws -> [EntryChange]) {
        self.queue = queue
        queue.async { [self] in
            let found = Result(catching: find)
            result.withLock { $0 = found }
        }
    }

    /// Waits for them.
    func get() throws -> [EntryChange] {
        queue.sync {}
        return try result.withLock { $0 }.get()
    }
}

extension SearchIndex {
    /// The number of notes that are indexed between two checks for waiting callers.
    private static let sliceLength = 250
    /// The maximum number of notes in a transaction. Each transaction adds a segment to the index,
    /// and merging segments costs time later.
    private static let transactionLength = 10_000

    /// A checksum of everything that a note's entry depends on.
    fileprivate static func stamp(_ row: Row) throws -> Int64 {
        let checksum: Int64 = try row.decode(Int64?.self, forColumn: "textChecksum") ?? 0
        let subject: Data = try row.decode(forColumn: "subjectID")
        func text(_ column: String) throws -> String {
            try row.decode(String?.self, forColumn: column) ?? ""
        }
        var others = [try text("quote"), try text("tags"), try text("place")]
        let isMore = others.contains { !$0.isEmpty }
        // Entries of earlier versions do not say that there is a quotation.
        if !others[0].isEmpty { others.append("quoted") }
        let more = isMore ? Int64(TextChecksum.of(others.joined(separator: "\0"))) : 0
        // A value that differs after each move to another series.
        let moved: Int64 = try row.decode(Int64?.self, forColumn: "movedAt") ?? 0
        return (checksum ^ more) << 32 ^ TextChecksum.of(subject) ^ moved << 20
    }

    /// When the note's book was moved to its series; null for most.
    private static let movedAt = """
        CASE WHEN EXISTS (SELECT 1 FROM formerSeries) THEN
            (SELECT max(leftAt) FROM formerSeries WHERE bookID = CASE subjectKind
                WHEN 'book' THEN subjectID
                ELSE (SELECT bookID FROM character WHERE id = subjectID) END) END AS movedAt
        """

    /// Updates the entries of these notes and removes those of deleted ones: the newest transaction
    /// first, and rising numbers within it.
    func update(_ table: Table, _ sequences: some Collection<Int64>, from library: Library) throws {
        var rest = sequences.sorted()
        while !rest.isEmpty {
            // SQLite ends a segment before each note that is older than the one before it.
            var transaction = Array(rest.suffix(Self.transactionLength))[...]
            rest.removeLast(transaction.count)
            // Read while nothing else writes: older data must not be written over newer data.
            try writer.write { db in
                var next = try nextChanges(table, &transaction, from: library, db)
                while let changes = next {
                    next = nil
                    let found = try changes.get()
                    if !writer.isWanted {
                        next = try nextChanges(table, &transaction, from: library, db)
                    }
                    for change in found { try Self.write(change, table, db) }
                }
            }
            rest += transaction
        }
    }

    /// Starts to prepare the next slice of a transaction; nil at its end.
    private func nextChanges(
        _ table: Table,
        _ transaction: inout ArraySlice<Int64>,
        from library: Library,
        _ db: Database
    ) throws -> PendingChanges? {
        guard !transaction.isEmpty else { return nil }
        let slice = Array(transaction.prefix(Self.sliceLength))
        transaction = transaction.dropFirst(Self.sliceLength)
        let stamps = try Self.stamps(table, slice, db)
        return PendingChanges(on: preparation) {
            let notes = try Self.notes(table, slice, from: library)
            return slice.compactMap { sequence in
                let (old, note) = (stamps[sequence], notes[sequence])
                guard old != note?.stamp else { return nil }
                return EntryChange(
                    sequence: sequence,
                    hasOld: old != nil,
                    new: note.map(IndexEntry.init)
                )
            }
        }
    }

    private static func notes(
        _ table: Table,
        _ sequences: [Int64],
        from library: Library
    ) throws -> [Int64: IndexedNote] {
        try library.readAtOnce("read the notes") { db in
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT sequence, subjectKind, subjectID, CASE subjectKind
                            WHEN 'book' THEN (SELECT seriesID FROM book WHERE id = subjectID)
                            ELSE (SELECT seriesID FROM character WHERE id = subjectID) END AS seriesID,
                            text, textChecksum, createdAt, quote, tags, place, \(Self.movedAt)
                        FROM \(table.rawValue) WHERE sequence IN \(Self.listed)
                        """
                ),
                arguments: [Self.list(sequences)]
            )
            var notes: [Int64: IndexedNote] = [:]
            while let row = try rows.next() {
                let note = try IndexedNote(row: row)
                notes[note.sequence] = note
            }
            return notes
        }
    }

    /// The stamps of those notes that have an entry.
    private static func stamps(
        _ table: Table,
        _ sequences: [Int64],
        _ db: Database
    ) throws -> [Int64: Int64] {
        try stamps(
            db,
            "SELECT sequence, stamp FROM \(table.rawValue) WHERE sequence IN \(listed)",
            [list(sequences)]
        ) { try $0.decode(forColumn: "stamp") }
    }

    /// The numbers in an argument: one statement for lists of any length.
    private static let listed = "(SELECT value FROM json_each(?))"

    private static func list(_ numbers: [Int64]) -> String {
        "[\(numbers.map(String.init).joined(separator: ","))]"
    }

    private static func write(_ change: EntryChange, _ table: Table, _ db: Database) throws {
        if change.hasOld {
            for (name, key) in [(table.index, "rowid"), (table.rawValue, "sequence")] {
                try db.cachedStatement(sql: "DELETE FROM \(name) WHERE \(key) = ?")
                    .execute(arguments: [change.sequence])
            }
        }
        guard let entry = change.new else { return }
        try db.cachedStatement(
            sql: "INSERT INTO \(table.index) (rowid, words, extra, scope) VALUES (?, ?, ?, ?)"
        ).execute(
            arguments: [change.sequence, entry.indexed.words, entry.indexed.extra, entry.scope]
        )
        try db.cachedStatement(
            sql: """
                INSERT INTO \(table.rawValue) (sequence, stamp, subjectID, createdAt)
                VALUES (?, ?, ?, ?)
                """
        ).execute(arguments: [change.sequence, entry.stamp, entry.subjectID, entry.createdAt])
    }
}

// MARK: - What has changed in the meantime

extension SearchIndex {
    /// The number of notes that are compared at a time; differing ones fill a transaction.
    private static let comparedLength = transactionLength

    /// Finds the notes whose entries differ from the library, the newest first.
    ///
    /// - Parameter body: called with the differing notes, slice by slice; returns whether to
    ///   continue.
    func compare(
        _ table: Table,
        with library: Library,
        _ body: (_ differing: [Int64]) throws -> Bool
    ) throws {
        var end = Int64.max
        while true {
            let stamps = try library.read("read the notes") { db in
                try Self.stamps(
                    db,
                    """
                    SELECT sequence, textChecksum, subjectID, quote, tags, place, \(Self.movedAt)
                    FROM \(table.rawValue)
                    WHERE sequence < ? ORDER BY sequence DESC LIMIT \(Self.comparedLength)
                    """,
                    [end]
                ) { try Self.stamp($0) }
            }
            let isLast = stamps.count < Self.comparedLength
            let start = isLast ? Int64.min : stamps.keys.min() ?? Int64.min
            let indexed = try writer.read { db in
                try Self.stamps(
                    db,
                    "SELECT sequence, stamp FROM \(table.rawValue) WHERE sequence < ? AND sequence >= ?",
                    [end, start]
                ) { try $0.decode(forColumn: "stamp") }
            }
            let all = Set(stamps.keys).union(indexed.keys)
            let differing = all.filter { stamps[$0] != indexed[$0] }.sorted(by: >)
            guard try body(differing), !isLast else { return }
            end = start
        }
    }

    private static func stamps(
        _ db: Database,
        _ sql: String,
        _ arguments: StatementArguments,
        _ stamp: (Row) throws -> Int64
    ) throws -> [Int64: Int64] {
        var stamps: [Int64: Int64] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() {
            stamps[try row.decode(forColumn: "sequence")] = try stamp(row)
        }
        return stamps
    }
}
