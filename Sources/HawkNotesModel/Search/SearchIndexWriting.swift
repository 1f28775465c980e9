import Foundation
import GRDB

/// A note as the index takes it in.
private struct IndexedNote {
    let sequence: Int64
    let subject: NoteSubject
    let text: String
    let quote: String?
    let tags: [String]
    let stamp: Int64
    let createdAt: Int64

    init(row: Row) throws {
        sequence = try row.decode(forColumn: "sequence")
        subject = try NoteSubject(row: row)
        text = try row.decode(forColumn: "text")
        quote = try row.decode(forColumn: "quote")
        tags = NoteTags.names(in: try row.decode(forColumn: "tags"))
        stamp = try SearchIndex.stamp(row)
        createdAt = try row.decode(forColumn: "createdAt")
    }

    func scope(in series: UUID?) -> String {
        var words = [SearchPattern.subject(subject)]
        if let series { words.append(SearchPattern.series(series)) }
        words += Set(Mention.all(in: text).map(\.characterID)).map(SearchPattern.mention)
        words += tags.map(SearchPattern.tag)
        return words.joined(separator: " ")
    }
}

extension SearchIndex {
    /// So many notes are taken in with one transaction: others that want to write wait that long.
    private static let sliceLength = 400

    /// What a note's entry follows from, in short.
    fileprivate static func stamp(_ row: Row) throws -> Int64 {
        let checksum: Int64 = try row.decode(Int64?.self, forColumn: "textChecksum") ?? 0
        let subject: Data = try row.decode(forColumn: "subjectID")
        let others = try ["quote", "tags"].map { try row.decode(String?.self, forColumn: $0) ?? "" }
        let isMore = others.contains { !$0.isEmpty }
        let more = isMore ? Int64(TextChecksum.of(others.joined(separator: "\0"))) : 0
        return (checksum ^ more) << 32 ^ TextChecksum.of(subject)
    }

    /// Takes in what these notes are now in the library, or that they are no more.
    func update(_ table: Table, _ sequences: some Collection<Int64>, from library: Library) throws {
        var rest = ArraySlice(Array(sequences))
        while !rest.isEmpty {
            let slice = Array(rest.prefix(Self.sliceLength))
            rest = rest.dropFirst(Self.sliceLength)
            // Read while nobody else writes: what was read before must not be written after.
            try writer.write { db in
                let (notes, series) = try Self.notes(table, slice, from: library)
                for sequence in slice {
                    try Self.replace(table, sequence, with: notes[sequence], series, db)
                }
            }
        }
    }

    private static func notes(
        _ table: Table,
        _ sequences: [Int64],
        from library: Library
    ) throws -> (notes: [Int64: IndexedNote], series: [UUID: UUID]) {
        try library.readAtOnce("read the notes") { db in
            let notes = try sequences.compactMap { sequence in
                try Row.fetchOne(
                    db.cachedStatement(sql: "SELECT * FROM \(table.rawValue) WHERE sequence = ?"),
                    arguments: [sequence]
                ).map(IndexedNote.init)
            }
            return (
                Dictionary(uniqueKeysWithValues: notes.map { ($0.sequence, $0) }),
                try series(of: Set(notes.map(\.subject)), db)
            )
        }
    }

    private static func replace(
        _ table: Table,
        _ sequence: Int64,
        with note: IndexedNote?,
        _ series: [UUID: UUID],
        _ db: Database
    ) throws {
        let old = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT stamp FROM \(table.rawValue) WHERE sequence = ?"),
            arguments: [sequence]
        )
        guard old != note?.stamp else { return }
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
        ).execute(
            arguments: [
                sequence, indexed.words, indexed.extra, note.scope(in: series[note.subject.id]),
            ]
        )
        try db.cachedStatement(
            sql: """
                INSERT INTO \(table.rawValue) (sequence, stamp, subjectID, createdAt)
                VALUES (?, ?, ?, ?)
                """
        ).execute(arguments: [sequence, note.stamp, note.subject.id, note.createdAt])
    }

    /// The series of books and characters, shown or not.
    private static func series(of subjects: Set<NoteSubject>, _ db: Database) throws -> [UUID: UUID]
    {
        var series: [UUID: UUID] = [:]
        for subject in subjects {
            let statement = try db.cachedStatement(
                sql: "SELECT seriesID FROM \(subject.kind) WHERE id = ?"
            )
            series[subject.id] = try UUID.fetchOne(statement, arguments: [subject.id])
        }
        return series
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
