import Foundation
import GRDB

/// Books, characters and series without a book in the index. Each has an entry per ``PartLevel`` that adds
/// words. An entry repeats the words of the levels before, as a query may have words of several.
extension SearchIndex {
    /// Where the words of an entry come from.
    enum PartLevel: Int, CaseIterable {
        /// Titles, authors and names.
        case names
        /// Everything else that is always shown.
        case shown
        /// Descriptions, which are hidden until the reader gets to the book.
        case described
        /// Relations, each of which may be hidden: see ``SearchRelation``.
        case related
    }

    /// A book, a character or a series with the words of one level.
    struct Part {
        fileprivate let kind: FoundPart.Kind
        fileprivate let id: UUID
        fileprivate let seriesID: UUID
        let level: PartLevel
        let words: String

        var found: FoundPart {
            FoundPart(kind: kind, id: id, level: level)
        }
    }

    /// The visible books and characters of some series, or of all, sorted by level.
    static func parts(
        of series: Set<UUID>?,
        in library: Library,
        wording: SearchWording
    ) throws -> [Part] {
        let found = try library.readAtOnce("read the series") { db -> [Part] in
            guard let series else { return try parts(db, of: nil, wording) }
            return try series.flatMap { try parts(db, of: $0, wording) }
        }
        return PartLevel.allCases.flatMap { level in found.filter { $0.level == level } }
    }

    private static func parts(
        _ db: Database,
        of seriesID: UUID?,
        _ wording: SearchWording
    ) throws -> [Part] {
        try parts(
            db,
            BookRecord.shownRows,
            .book,
            [
                ["book.title", "book.author"],
                [
                    "series.title", "series.author", "isbn10", BookLists.shelves.query,
                    chapterNames, "CAST(book.publishedYear AS TEXT)", "book.number",
                    "book.linkName",
                ],
                ["tagline", "overview"],
            ],
            noted: (factColumns, { try wording.indexed(facts(of: $0)) }),
            seriesID
        )
            + parts(
                db,
                CharacterRecord.shownRows,
                .character,
                [
                    ["character.name", "character.aliases"], [],
                    ["character.summary", "character.synopsis"], [SearchRelation.column],
                ],
                seriesID
            )
            + parts(
                db,
                emptySeries,
                .series,
                [["series.title"], ["series.author"], []],
                seriesID
            )
    }

    /// Series with books are found by these.
    private static let emptySeries = """
        series WHERE series.deletedAt IS NULL AND series.title <> ''
            AND NOT EXISTS (SELECT 1 FROM book WHERE book.seriesID = series.id
                AND book.deletedAt IS NULL AND book.withdrawnAt IS NULL)
        """

    private static let chapterNames = """
        (SELECT group_concat(name, char(10)) FROM chapter WHERE chapter.bookID = book.id
            AND chapter.deletedAt IS NULL AND chapter.withdrawnAt IS NULL)
        """

    private static let factColumns = [
        "book.language AS language", "book.readingStatus AS readingStatus",
        "book.rating AS rating", BookLists.readings.selection,
    ]

    /// The reader's facts about the book in a row with these columns.
    private static func facts(of row: Row) throws -> SearchWording.Facts {
        SearchWording.Facts(
            language: try row.decode(forColumn: "language"),
            status: try row.decode(String?.self, forColumn: "readingStatus")
                .flatMap(ReadingStatus.init),
            rating: try row.decode(Int?.self, forColumn: "rating"),
            readings: BookLists.lines(try row.decode(forColumn: BookLists.readings.rawValue))
                .compactMap { ReadingDates(line: $0[...]) }
        )
    }

    /// Updates the entries of the books and characters of some series, or of all.
    ///
    /// Uses one transaction: each adds a segment to the index, and an import may bring very many
    /// series.
    func updateParts(
        of series: Set<UUID>?,
        from library: Library,
        wording: SearchWording
    ) throws {
        let parts = try Self.parts(of: series, in: library, wording: wording)
        try writer.write { db in
            if let series {
                for id in series { try Self.removeParts(of: id, db) }
            } else {
                try db.execute(sql: "DELETE FROM partIndex; DELETE FROM part")
            }
            for part in parts { try Self.insert(part, db) }
        }
    }

    private static func removeParts(of seriesID: UUID, _ db: Database) throws {
        for rows in [
            "partIndex WHERE rowid IN (SELECT number FROM part WHERE seriesID = ?)",
            "part WHERE seriesID = ?",
        ] {
            try db.cachedStatement(sql: "DELETE FROM \(rows)").execute(arguments: [seriesID])
        }
    }

    /// - Parameters:
    ///   - columns: the columns with the words, by level.
    ///   - noted: further words on the level `shown`, from further columns.
    private static func parts(
        _ db: Database,
        _ shownRows: String,
        _ kind: FoundPart.Kind,
        _ columns: [[String]],
        noted: (columns: [String], words: (Row) throws -> [String])? = nil,
        _ seriesID: UUID?
    ) throws -> [Part] {
        let names =
            columns.joined().enumerated().map { "\($1) AS word\($0)" } + (noted?.columns ?? [])
        let table = kind.rawValue
        let isOfSeries = seriesID == nil ? "" : "AND series.id = ?"
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT \(table).id AS id, series.id AS seriesID, \(names.joined(separator: ", "))
                    FROM \(shownRows) \(isOfSeries)
                    """
            ),
            arguments: seriesID.map { [$0] } ?? []
        )
        var parts: [Part] = []
        while let row = try rows.next() {
            var words: [String] = []
            var number = 0
            for (level, columns) in zip(PartLevel.allCases, columns) {
                let known = words.count
                for _ in columns {
                    let word: String? = try row.decode(forColumn: "word\(number)")
                    if let word, !word.isEmpty { words.append(word) }
                    number += 1
                }
                if level == .shown, let noted { words += try noted.words(row) }
                guard words.count > known else { continue }
                parts.append(
                    Part(
                        kind: kind,
                        id: try row.decode(forColumn: "id"),
                        seriesID: try row.decode(forColumn: "seriesID"),
                        level: level,
                        words: words.joined(separator: "\n")
                    )
                )
            }
        }
        return parts
    }

    private static func insert(_ part: Part, _ db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT INTO part (kind, id, seriesID, level) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [part.kind.rawValue, part.id, part.seriesID, part.level.rawValue])
        let number = db.lastInsertedRowID
        let indexed = IndexedText(part.words)
        let scope = [
            SearchPattern.series(part.seriesID), SearchPattern.kind(part.kind.rawValue),
            SearchPattern.level(part.level),
        ]
        try db.cachedStatement(
            sql: "INSERT INTO partIndex (rowid, words, extra, scope) VALUES (?, ?, ?, ?)"
        ).execute(
            arguments: [number, indexed.words, indexed.extra, scope.joined(separator: " ")]
        )
    }
}

// MARK: - Finding them

/// A book, a character or a series that was found.
struct FoundPart {
    /// The raw values are the names of the library's tables.
    enum Kind: String {
        case book, character, series
    }

    let kind: Kind
    let id: UUID
    /// The lowest level that has all words.
    var level = SearchIndex.PartLevel.names
}

extension SearchIndex {
    /// Finds books or characters by their names alone, in no order.
    ///
    /// - Parameter kind: `book` or `character`.
    func findParts(called match: String, kind: String, limit: Int) throws -> [FoundPart] {
        let match = "\(match) AND \"\(SearchPattern.kind(kind))\""
        return try findParts(match, at: [.names], limit: limit)
    }

    /// The most characters whose relations are read for a search.
    private static let relatedLimit = 100

    /// Finds books and characters, those first whose names match.
    func findParts(_ match: String, limit: Int) throws -> [FoundPart] {
        var found: [FoundPart] = []
        var known: Set<UUID> = []
        for levels in [[.names], [.shown, .described], [.related]] as [[PartLevel]] {
            guard found.count < limit else { break }
            // One entry per level. Entries of relations have names that do not suffice.
            let wanted = levels == [.related] ? Self.relatedLimit : levels.count * limit
            for part in try findParts(match, at: levels, limit: wanted)
            where known.insert(part.id).inserted {
                found.append(part)
            }
        }
        return Array(found.prefix(limit))
    }

    /// - Returns: for each book or character, the lowest of the levels.
    private func findParts(_ match: String, at levels: [PartLevel], limit: Int) throws
        -> [FoundPart]
    {
        let scope = levels.map { "\"\(SearchPattern.level($0))\"" }.joined(separator: " OR ")
        let found = try reader.read { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT part.kind AS kind, part.id AS id, part.level AS level FROM partIndex
                        CROSS JOIN part ON part.number = partIndex.rowid
                        WHERE partIndex MATCH ? ORDER BY partIndex.rowid LIMIT ?
                        """
                ),
                arguments: ["(\(match)) AND (\(scope))", limit]
            )
            return try rows.compactMap { row -> FoundPart? in
                guard let kind = FoundPart.Kind(rawValue: try row.decode(forColumn: "kind")),
                    let level = PartLevel(rawValue: try row.decode(forColumn: "level"))
                else { return nil }
                return FoundPart(kind: kind, id: try row.decode(forColumn: "id"), level: level)
            }
        }
        var lowest: [UUID: PartLevel] = [:]
        for part in found {
            lowest[part.id] = PartLevel(
                rawValue: min(lowest[part.id]?.rawValue ?? .max, part.level.rawValue)
            )
        }
        return found.filter { $0.level == lowest[$0.id] }
    }
}
