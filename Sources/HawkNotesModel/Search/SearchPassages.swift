import Foundation
import GRDB

extension Library {
    /// Only this many scalars of a text are searched; a description may be a whole book.
    private static let passageLimit = 100_000

    /// Adds the matching text to books and characters whose names do not match, to show why they
    /// were found.
    func addPassages(
        to hits: [SearchHit],
        _ matcher: SearchMatcher,
        _ veil: SearchVeil
    ) throws -> [SearchHit] {
        try readAtOnce("read the series") { db in
            try hits.map { hit in
                guard matcher.ranges(in: hit.title).isEmpty else { return hit }
                var hit = hit
                hit.passage = try db.texts(of: hit, veil).lazy
                    .map { String($0.unicodeScalars.prefix(Self.passageLimit)) }
                    .first { !matcher.ranges(in: $0).isEmpty }
                return hit
            }
        }
    }
}

extension Database {
    /// The texts of a result that may match, without hidden ones; the longest last.
    fileprivate func texts(of hit: SearchHit, _ veil: SearchVeil) throws -> [String] {
        switch hit.content {
        case .book(let id):
            let known = try strings(
                """
                SELECT author FROM book WHERE id = ?1
                UNION ALL SELECT series.author FROM book JOIN series ON series.id = book.seriesID
                    WHERE book.id = ?1
                UNION ALL SELECT name FROM bookShelf WHERE bookID = ?1
                UNION ALL SELECT name FROM chapter WHERE bookID = ?1
                    AND deletedAt IS NULL AND withdrawnAt IS NULL
                """,
                id
            )
            if veil.hides(descriptionOf: id) { return known }
            return known
                + (try strings(
                    """
                    SELECT tagline FROM book WHERE id = ?1
                    UNION ALL SELECT overview FROM book WHERE id = ?1
                    """,
                    id
                ))
        case .character(let id):
            return try searchRelations(of: id, veil).map(\.text) + searchedTexts(ofCharacter: id)
        case .series(let id): return try strings("SELECT author FROM series WHERE id = ?1", id)
        case .note, .draft, .trashedNote: return []
        }
    }

    /// The texts of a character besides its relations; the name first, the longest last.
    func searchedTexts(ofCharacter id: UUID) throws -> [String] {
        try strings(
            """
            SELECT name FROM character WHERE id = ?1
            UNION ALL SELECT aliases FROM character WHERE id = ?1
            UNION ALL SELECT summary FROM character WHERE id = ?1
            UNION ALL SELECT synopsis FROM character WHERE id = ?1
            """,
            id
        )
    }

    private func strings(_ sql: String, _ id: UUID) throws -> [String] {
        try String?.fetchAll(cachedStatement(sql: sql), arguments: [id]).compactMap { $0 }
    }
}
