import Foundation
import GRDB

/// A query of the index for notes.
struct NoteSearch {
    /// An FTS5 query; nil for all notes by date.
    var match: String?
    /// Whether the notes are sorted by date instead of the order in which they were saved.
    var isByDate = false
    /// The pages whose notes are wanted; only by date and without a match.
    var pages: Set<UUID>?
    /// Only notes from this date on.
    var after: Date?
    /// Only notes before this date.
    var before: Date?
    /// The pages that are not shown.
    var hidden: Set<UUID> = []
    /// The hidden spoilers.
    var veil = SearchVeil.none
    /// The maximum number of notes.
    var limit: Int
}

extension SearchIndex {
    /// Finds notes, the newest first.
    ///
    /// - Parameters:
    ///   - last: the last note that was found before; nil for the newest.
    ///   - found: called with each, in order; these remain valid if this throws.
    func find(
        _ table: Table,
        _ search: NoteSearch,
        after last: Int64? = nil,
        _ found: (Int64) -> Void
    ) throws {
        try reader.read { db in
            var rest = search.limit
            let rows =
                try search.isByDate
                ? rowsByDate(table, search, after: last, db)
                : rows(table, search, after: last, db)
            let isPlain = search.hidden.isEmpty && search.veil.isNone && search.pages == nil
            while rest > 0, let row = try rows.next() {
                let sequence: Int64 = try row.decode(forColumn: "sequence")
                if !isPlain {
                    let subject: UUID = try row.decode(forColumn: "subjectID")
                    if search.pages?.contains(subject) == false { continue }
                    if search.hidden.contains(subject) { continue }
                    if search.veil.hides(sequence, on: subject) { continue }
                }
                found(sequence)
                rest -= 1
            }
        }
    }

    private func rows(
        _ table: Table,
        _ search: NoteSearch,
        after last: Int64?,
        _ db: Database
    ) throws -> RowCursor {
        try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT entry.sequence AS sequence, entry.subjectID AS subjectID
                    FROM \(table.index) CROSS JOIN \(table.rawValue) AS entry
                        ON entry.sequence = \(table.index).rowid
                    WHERE \(table.index) MATCH :match AND \(table.index).rowid < :last
                        AND entry.createdAt >= :after AND entry.createdAt < :before
                    ORDER BY \(table.index).rowid DESC
                    """
            ),
            arguments: [
                "match": search.match ?? SearchPattern.all, "last": last ?? .max,
                "after": search.after?.milliseconds ?? .min,
                "before": search.before?.milliseconds ?? .max,
            ]
        )
    }

    /// Without a match, reads only as much of the index of dates as needed, from its end.
    private func rowsByDate(
        _ table: Table,
        _ search: NoteSearch,
        after last: Int64?,
        _ db: Database
    ) throws -> RowCursor {
        let lastDate = try last.flatMap {
            try Int64.fetchOne(
                db.cachedStatement(
                    sql: "SELECT createdAt FROM \(table.rawValue) WHERE sequence = ?"
                ),
                arguments: [$0]
            )
        }
        let matching =
            search.match == nil
            ? ""
            : """
            AND sequence IN (SELECT rowid FROM \(table.index) WHERE \(table.index) MATCH :match)
            """
        var arguments: StatementArguments = [
            "last": last ?? .max, "lastDate": lastDate ?? .max,
            "after": search.after?.milliseconds ?? .min,
            "before": search.before?.milliseconds ?? .max,
        ]
        if let match = search.match { arguments += ["match": match] }
        return try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT sequence, subjectID FROM \(table.rawValue)
                    WHERE (createdAt, sequence) < (:lastDate, :last)
                        AND createdAt >= :after AND createdAt < :before \(matching)
                    ORDER BY createdAt DESC, sequence DESC
                    """
            ),
            arguments: arguments
        )
    }

    /// Creates the index of dates, which an earlier version lacks.
    func prepareDates() throws {
        try writer.write { db in
            try db.execute(
                sql: "CREATE INDEX IF NOT EXISTS noteByDate ON note (createdAt, sequence)"
            )
        }
    }
}

// MARK: - From what was found to what is shown

extension Library {
    /// The notes with these numbers as hits, without deleted and hidden ones.
    func hits(
        _ table: SearchIndex.Table,
        _ sequences: [Int64],
        _ veil: SearchVeil
    ) throws -> [SearchHit] {
        try readAtOnce("read the notes") { db in
            var titles: [NoteSubject: FoundTitle?] = [:]
            return try sequences.compactMap { sequence in
                let statement = try db.cachedStatement(
                    sql: "SELECT * FROM \(table.rawValue) WHERE sequence = ?"
                )
                guard
                    let note = try NoteRecord.fetchOne(statement, arguments: [sequence])?.note
                else { return nil }
                if veil.hides(note) { return nil }
                let known = titles[note.subject]
                let title = try known ?? db.title(of: note.subject, isShown: table == .note)
                titles[note.subject] = title
                guard let title else { return nil }
                return SearchHit(
                    table == .note ? .note(note) : .trashedNote(note),
                    title: title.title,
                    seriesID: title.seriesID,
                    seriesTitle: title.seriesTitle
                )
            }
        }
    }

    /// Books, characters and series as hits, those first whose names begin with the query.
    func hits(_ parts: [FoundPart], _ matcher: SearchMatcher, limit: Int) throws -> [SearchHit] {
        let hits = try readAtOnce("read the series") { db in
            try parts.compactMap { part -> SearchHit? in
                guard let title = try db.title(of: part) else { return nil }
                let content: SearchHit.Content =
                    switch part.kind {
                    case .book: .book(part.id)
                    case .character: .character(part.id)
                    case .series: .series(part.id)
                    }
                return SearchHit(
                    content,
                    title: title.title,
                    seriesID: title.seriesID,
                    seriesTitle: title.seriesTitle
                )
            }
        }
        let ranked = hits.enumerated().map { index, hit in
            (hit: hit, rank: matcher.rank(of: hit.title), index: index)
        }
        return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
            .prefix(limit).map(\.hit)
    }

    /// The pages of a series with notes, if it has many of the library's notes: then reading all
    /// notes soon finds some of the series. Nil if it has few.
    func pagesWithManyNotes(of seriesID: UUID) throws -> Set<UUID>? {
        try readAtOnce("read the notes") { db in
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT subjectID, count, ? IN (
                            SELECT seriesID FROM book WHERE id = subjectID
                            UNION ALL SELECT seriesID FROM character WHERE id = subjectID
                        ) AS isInSeries FROM noteCount
                        """
                ),
                arguments: [seriesID]
            )
            var pages: Set<UUID> = []
            var (own, all) = (0, 0)
            while let row = try rows.next() {
                let count: Int = try row.decode(forColumn: "count")
                all += count
                guard try row.decode(forColumn: "isInSeries") else { continue }
                own += count
                pages.insert(try row.decode(forColumn: "subjectID"))
            }
            return own * 8 >= all ? pages : nil
        }
    }

    /// The pages that have notes but are not shown.
    func hiddenSubjects() throws -> Set<UUID> {
        try readAtOnce("read the series") { db in
            try UUID.fetchSet(
                db,
                sql: """
                    SELECT subjectID FROM noteCount WHERE
                        subjectKind = 'book'
                            AND subjectID NOT IN (SELECT book.id FROM \(BookRecord.shownRows))
                        OR subjectKind = 'character' AND subjectID NOT IN
                            (SELECT character.id FROM \(CharacterRecord.shownRows))
                    """
            )
        }
    }

    /// The characters that a book introduces.
    func characters(ofBook id: UUID) throws -> [UUID] {
        try read("read the series") { db in
            try UUID.fetchAll(
                db.cachedStatement(sql: "SELECT id FROM character WHERE bookID = ?"),
                arguments: [id]
            )
        }
    }
}

extension SearchMatcher {
    /// The rank, the best first: names that begin with the query, names with a word that does, and
    /// others.
    fileprivate func rank(of title: String) -> Int {
        guard let first = ranges(in: title).first else { return 3 }
        if first.lowerBound != title.startIndex { return 2 }
        return first.upperBound == title.endIndex ? 0 : 1
    }
}

private struct FoundTitle {
    let title: String
    let seriesID: UUID
    let seriesTitle: String
}

extension Database {
    /// The title of a result; nil if it is not shown.
    fileprivate func title(of part: FoundPart) throws -> FoundTitle? {
        switch part.kind {
        case .book: return try title(of: .book(part.id), isShown: true)
        case .character: return try title(of: .character(part.id), isShown: true)
        case .series:
            let title = try String.fetchOne(
                cachedStatement(sql: "SELECT title FROM series WHERE id = ? AND deletedAt IS NULL"),
                arguments: [part.id]
            )
            return title.map { FoundTitle(title: $0, seriesID: part.id, seriesTitle: $0) }
        }
    }

    /// The title of a page; nil if it does not exist.
    fileprivate func title(of subject: NoteSubject, isShown: Bool) throws -> FoundTitle? {
        let (table, name, shownRows) =
            switch subject {
            case .book: ("book", "title", BookRecord.shownRows)
            case .character: ("character", "name", CharacterRecord.shownRows)
            }
        // A lone book stands for its series, which has no title.
        let book = table == "book" ? "book.id" : "character.bookID"
        let bookTitle = "(SELECT title FROM book WHERE id = \(book))"
        let seriesTitle = "coalesce(nullif(series.title, ''), \(bookTitle), '')"
        let rows =
            isShown
            ? shownRows + " AND" : "\(table) JOIN series ON series.id = \(table).seriesID WHERE"
        let statement = try cachedStatement(
            sql: """
                SELECT \(table).\(name) AS name, series.id AS seriesID, \(seriesTitle) AS seriesTitle
                FROM \(rows) \(table).id = ?
                """
        )
        return try Row.fetchOne(statement, arguments: [subject.id]).map { row in
            FoundTitle(
                title: try row.decode(forColumn: "name"),
                seriesID: try row.decode(forColumn: "seriesID"),
                seriesTitle: try row.decode(forColumn: "seriesTitle")
            )
        }
    }
}
