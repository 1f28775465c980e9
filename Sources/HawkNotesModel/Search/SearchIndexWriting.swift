import Foundation
import GRDB

/// A note as the index takes it in.
private struct IndexedNote {
    let sequence: Int64
    let subject: NoteSubject
    /// The series of what it is about, shown or not.
    let seriesID: UUID?
    let text: String
    let quote: String?
    let tags: [String]
    let stamp: Int64
    let createdAt: Int64

    init(row: Row) throws {
        sequence = try row.decode(forColumn: "sequence")
        subject = try NoteSubject(row: row)
        seriesID = try row.decode(forColumn: "seriesID")
        text = try row.decode(forColumn: "text")
        quote = try row.decode(forColumn: "quote")
        tags = NoteTags.names(in: try row.decode(forColumn: "tags"))
        stamp = try SearchIndex.stamp(row)
        createdAt = try row.decode(forColumn: "createdAt")
    }

    var scope: String {
        var words = [SearchPattern.subject(subject)]
        if let series = seriesID { words.append(SearchPattern.series(series)) }
        words += Set(Mention.all(in: text).map(\.characterID)).map(SearchPattern.mention)
        words += tags.map(SearchPattern.tag)
        return words.joined(separator: " ")
    }
}

extension SearchIndex {
    /// How many notes are indexed between two checks for others that are waiting.
    private static let sliceLength = 400
    /// How many notes a transaction indexes at most. Each transaction adds a segment to the index, and merging
    /// segments costs time later.
    private static let transactionLength = 4000

    /// What a note's entry follows from, in short.
    fileprivate static func stamp(_ row: Row) throws -> Int64 {
        let checksum: Int64 = try row.decode(Int64?.self, forColumn: "textChecksum") ?? 0
        let subject: Data = try row.decode(forColumn: "subjectID")
        let others = try ["quote", "tags"].map { try row.decode(String?.self, forColumn: $0) ?? "" }
        let isMore = others.contains { !$0.isEmpty }
        let more = isMore ? Int64(TextChecksum.of(others.joined(separator: "\0"))) : 0
        return (checksum ^ more) << 32 ^ TextChecksum.of(subject)
    }

    /// Brings the entries of these notes up to date with the library, and removes those of notes that are
    /// gone: the newest transaction first, and rising numbers within it.
    func update(_ table: Table, _ sequences: some Collection<Int64>, from library: Library) throws {
        var rest = sequences.sorted()
        while !rest.isEmpty {
            // SQLite has to end a piece of the index before each note that is older than the one before it.
            var transaction = Array(rest.suffix(Self.transactionLength))[...]
            rest.removeLast(transaction.count)
            // Read while nobody else writes: what was read before must not be written after.
            try writer.write { db in
                repeat {
                    let slice = Array(transaction.prefix(Self.sliceLength))
                    transaction = transaction.dropFirst(Self.sliceLength)
                    let notes = try Self.notes(table, slice, from: library)
                    let stamps = try Self.stamps(table, slice, db)
                    for sequence in slice {
                        let (old, note) = (stamps[sequence], notes[sequence])
                        if old != note?.stamp { try Self.replace(table, sequence, old, note, db) }
                    }
                } while !transaction.isEmpty && !writer.isWanted
            }
            rest += transaction
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
                            text, textChecksum, createdAt, quote, tags
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

    /// What the entries of notes have been made of, of those that have one.
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

    /// The numbers of a list that is an argument: one statement for all of them.
    private static let listed = "(SELECT value FROM json_each(?))"

    private static func list(_ numbers: [Int64]) -> String {
        "[\(numbers.map(String.init).joined(separator: ","))]"
    }

    private static func replace(
        _ table: Table,
        _ sequence: Int64,
        _ old: Int64?,
        _ note: IndexedNote?,
        _ db: Database
    ) throws {
        if old != nil {
            for (name, key) in [(table.index, "rowid"), (table.rawValue, "sequence")] {
                try db.cachedStatement(sql: "DELETE FROM \(name) WHERE \(key) = ?")
                    .execute(arguments: [sequence])
            }
        }
        guard let note else { return }
        let indexed = IndexedText(
            ([note.quote, note.text].compactMap { $0 } + note.tags).joined(separator: "\n")
        )
        try db.cachedStatement(
            sql: "INSERT INTO \(table.index) (rowid, words, extra, scope) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [sequence, indexed.words, indexed.extra, note.scope])
        try db.cachedStatement(
            sql: """
                INSERT INTO \(table.rawValue) (sequence, stamp, subjectID, createdAt)
                VALUES (?, ?, ?, ?)
                """
        ).execute(arguments: [sequence, note.stamp, note.subject.id, note.createdAt])
    }
}

// MARK: - What has changed in the meantime

extension SearchIndex {
    /// So many notes are compared at a time.
    private static let comparedLength = 5000

    /// Finds the notes that the index has otherwise than the library, the newest first.
    ///
    /// - Parameter body: told of those that differ, slice by slice; returns whether to go on.
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
                    SELECT sequence, textChecksum, subjectID, quote, tags FROM \(table.rawValue)
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
