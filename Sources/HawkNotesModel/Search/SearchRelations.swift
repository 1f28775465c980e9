import Foundation
import GRDB

/// The relations on a character's page: "sister of Agatha" on Bea's, "Bea sister of Agatha" on Agatha's.
///
/// A character is found by the word of a relation. The names on the other end of one help to find it, so
/// that "sister of Agatha" finds Bea, but do not suffice: "Agatha" alone finds no one whom she knows.
struct SearchRelation {
    /// Decides whether the relation is hidden.
    let relation: Relation
    /// As the character's page shows it.
    let text: String
    /// Where the word is in the text, between the names.
    let wordRange: Range<String.Index>

    /// The lines of a character's relations, for a `SELECT` of characters.
    static let column = """
        (SELECT group_concat(\(text), char(10)) FROM \(rows) AND (
            relation.firstID = character.id OR relation.secondID = character.id))
        """

    /// The relations that have a word and are shown, with the character on the other end as `other`.
    fileprivate static let rows = """
        relation JOIN character AS other ON other.id =
            CASE relation.firstID WHEN character.id THEN relation.secondID ELSE relation.firstID END
        JOIN series AS otherSeries ON otherSeries.id = other.seriesID
        LEFT JOIN book AS otherBook ON otherBook.id = other.bookID
        WHERE relation.word <> '' AND relation.deletedAt IS NULL AND relation.withdrawnAt IS NULL
        AND other.deletedAt IS NULL AND other.withdrawnAt IS NULL
        AND otherBook.deletedAt IS NULL AND otherBook.withdrawnAt IS NULL
        AND otherSeries.deletedAt IS NULL
        """

    fileprivate static let text = """
        CASE relation.firstID WHEN character.id THEN relation.word || ' ' || other.name
        ELSE other.name || ' ' || relation.word || ' ' || character.name END
        """
}

extension Database {
    /// The relations of a character that have a word and are not hidden, in their order.
    func searchRelations(of characterID: UUID, _ veil: SearchVeil) throws -> [SearchRelation] {
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT relation.*, \(SearchRelation.text) AS text, other.name AS otherName
                    FROM character JOIN \(SearchRelation.rows)
                    AND (relation.firstID = ?1 OR relation.secondID = ?1) AND character.id = ?1
                    ORDER BY relation.position, relation.id
                    """
            ),
            arguments: [characterID]
        )
        var relations: [SearchRelation] = []
        while let row = try rows.next() {
            let relation = try RelationRecord(row: row).relation
            if veil.hides(relation) { continue }
            let text: String = try row.decode(forColumn: "text")
            let name: String = try row.decode(forColumn: "otherName")
            let lead = relation.first == characterID ? 0 : name.unicodeScalars.count + 1
            let length = relation.word?.unicodeScalars.count ?? 0
            let start = text.unicodeScalars.index(text.startIndex, offsetBy: lead)
            relations.append(
                SearchRelation(
                    relation: relation,
                    text: text,
                    wordRange: start..<text.unicodeScalars.index(start, offsetBy: length)
                )
            )
        }
        return relations
    }

    /// Whether a character is found by relations that are not hidden: a word of one is searched for, and
    /// the rest of the query is there as well.
    fileprivate func isFound(
        _ characterID: UUID,
        by terms: [SearchQuery.Term],
        _ veil: SearchVeil
    ) throws -> Bool {
        let relations = try searchRelations(of: characterID, veil)
        let isWordFound = relations.contains { relation in
            SearchMatcher(terms).ranges(in: relation.text).contains {
                $0.overlaps(relation.wordRange)
            }
        }
        guard isWordFound else { return false }
        let texts = try searchedTexts(ofCharacter: characterID) + relations.map(\.text)
        return SearchMatcher(terms).matches(texts.joined(separator: "\n"))
    }
}

extension Library {
    /// Leaves out the characters that only hidden relations, or names of others, have led to.
    func withoutUnrelated(
        _ parts: [FoundPart],
        _ terms: [SearchQuery.Term],
        _ veil: SearchVeil
    ) throws -> [FoundPart] {
        guard parts.contains(where: { $0.level == .related }) else { return parts }
        return try readAtOnce("read the series") { db in
            try parts.filter { part in
                guard part.level == .related else { return true }
                return try db.isFound(part.id, by: terms, veil)
            }
        }
    }
}
