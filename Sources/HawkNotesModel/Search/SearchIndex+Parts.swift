import Foundation
import GRDB

/// Books, characters and series without a book in the index, each with up to three entries: what it is called; what else is shown
/// of it at once; and its descriptions, which are not found before the reader has come to it. Each has the
/// words of the ones before it, as words of a query may stand in several.
extension SearchIndex {
    /// What an entry has the words of.
    enum PartLevel: Int, CaseIterable {
        case names, shown, described
    }

    /// A book, a character or a series, with what is looked for in it.
    struct Part {
        fileprivate let kind: FoundPart.Kind
        fileprivate let id: UUID
        fileprivate let seriesID: UUID
        let level: PartLevel
        let words: String

        var found: FoundPart {
            FoundPart(kind: kind, id: id, isDescription: level == .described)
        }
    }

    /// The books and characters of some series that are shown, or of all, those first that are found by what
    /// they are called.
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
                    chapterNames, "CAST(book.publishedYear AS TEXT)", "book.linkName",
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
                [["name", "aliases"], [], ["summary", "synopsis"]],
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

    /// Others are found by their books.
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

    /// What the reader has noted of the book of a row with these columns.
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

    /// Takes in the books and characters of some series as they are now, or of all.
    ///
    /// In one transaction: each adds a segment to the index, and an import may bring very many series.
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
    ///   - columns: by the levels of the entries.
    ///   - noted: what is shown besides of what some more columns have.
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
            SearchPattern.level(isName: part.level == .names),
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
    /// Named as the tables of the library are.
    enum Kind: String {
        case book, character, series
    }

    let kind: Kind
    let id: UUID
    /// Whether it was found by what tells of it, and by nothing else.
    var isDescription = false
}

extension SearchIndex {
    /// Finds the books or characters that are called so, in no order.
    ///
    /// - Parameter kind: `book` or `character`.
    func findParts(called match: String, kind: String, limit: Int) throws -> [FoundPart] {
        try findParts("\(match) AND \"\(SearchPattern.kind(kind))\"", isName: true, limit: limit)
    }

    /// Finds the books and characters, those first that are called so.
    func findParts(_ match: String, limit: Int) throws -> [FoundPart] {
        var found = try findParts(match, isName: true, limit: limit)
        guard found.count < limit else { return found }
        var places = Dictionary(firstOf: found.enumerated().map { ($1.id, $0) })
        // Each may be there twice.
        for part in try findParts(match, isName: false, limit: 2 * limit) {
            if let place = places[part.id] {
                if !part.isDescription { found[place].isDescription = false }
            } else {
                places[part.id] = found.count
                found.append(part)
            }
        }
        return Array(found.prefix(limit))
    }

    private func findParts(_ match: String, isName: Bool, limit: Int) throws -> [FoundPart] {
        try reader.read { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT part.kind AS kind, part.id AS id, part.level AS level FROM partIndex
                        CROSS JOIN part ON part.number = partIndex.rowid
                        WHERE partIndex MATCH ? ORDER BY partIndex.rowid LIMIT ?
                        """
                ),
                arguments: ["(\(match)) AND \"\(SearchPattern.level(isName: isName))\"", limit]
            )
            return try rows.compactMap { row in
                let kind = FoundPart.Kind(rawValue: try row.decode(forColumn: "kind"))
                let level: Int = try row.decode(forColumn: "level")
                return try kind.map {
                    FoundPart(
                        kind: $0,
                        id: try row.decode(forColumn: "id"),
                        isDescription: level == PartLevel.described.rawValue
                    )
                }
            }
        }
    }
}
