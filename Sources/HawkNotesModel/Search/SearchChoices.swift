import Foundation
import GRDB

/// What a search can be narrowed down to.
public struct SearchChoices: Hashable, Sendable {
    /// A book or a character.
    public struct Page: Identifiable, Hashable, Sendable {
        /// That of the book or character.
        public let id: UUID
        /// The title of the book, or the name of the character.
        public let title: String
        /// The title of its series.
        public let seriesTitle: String
    }

    /// The books, in their order.
    public var books: [Page] = []
    /// The characters, in their order.
    public var characters: [Page] = []
    /// The tags that notes have, each as it is written most recently.
    public var tags: [String] = []

    /// Nothing.
    public init() {}
}

extension Library {
    /// Reads what a search can be narrowed down to; without hidden characters.
    ///
    /// - Parameters:
    ///   - seriesID: the series that is searched in; nil for all of them.
    ///   - unveiled: what is found although the reader has not come to it yet.
    public func searchChoices(
        in seriesID: UUID?,
        unveiled: Set<Veil.Exception>
    ) throws -> SearchChoices {
        let veil = try searchVeil(except: unveiled)
        return try read("read the series") { db in
            var choices = SearchChoices()
            choices.books = try db.pages("book.title", BookRecord.shownRows, seriesID)
            choices.characters = try db.pages(
                "character.name",
                CharacterRecord.shownRows,
                seriesID
            ).filter { !veil.hides(character: $0.id) }
            let columns = try String.fetchAll(
                db,
                sql: "SELECT DISTINCT tags FROM note WHERE tags IS NOT NULL ORDER BY sequence DESC"
            )
            choices.tags = ShelfNames.normalized(columns.flatMap { NoteTags.names(in: $0) })
            return choices
        }
    }
}

extension Database {
    fileprivate func pages(
        _ name: String,
        _ shownRows: String,
        _ seriesID: UUID?
    ) throws -> [SearchChoices.Page] {
        let table = name.prefix { $0 != "." }
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT \(table).id AS id, \(name) AS title, series.title AS seriesTitle
                    FROM \(shownRows) \(seriesID == nil ? "" : "AND series.id = ?")
                    ORDER BY series.openedAt DESC, series.rowid, \(table).position
                    """
            ),
            arguments: seriesID.map { [$0] } ?? []
        )
        var pages: [SearchChoices.Page] = []
        while let row = try rows.next() {
            pages.append(
                SearchChoices.Page(
                    id: try row.decode(forColumn: "id"),
                    title: try row.decode(forColumn: "title"),
                    seriesTitle: try row.decode(forColumn: "seriesTitle")
                )
            )
        }
        return pages
    }
}
