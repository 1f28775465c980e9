import Foundation
import GRDB

/// The choices for the filters of a search.
public struct SearchChoices: Hashable, Sendable {
    /// A book or a character.
    public struct Page: Identifiable, Hashable, Sendable {
        /// The ID of the book or character.
        public let id: UUID
        /// The title of the book, or the name of the character.
        public let title: String
        /// The title of its series.
        public let seriesTitle: String
    }

    /// The books, in order.
    public var books: [Page] = []
    /// The characters, in order.
    public var characters: [Page] = []
    /// The tags of notes, each in its latest spelling.
    public var tags: [String] = []

    /// No choices.
    public init() {}
}

extension Library {
    /// Reads the choices for the filters of a search, without hidden
    /// characters and the tags of hidden notes.
    ///
    /// - Parameters:
    ///   - seriesID: the series that is searched in; nil for all of them.
    ///   - unveiled: spoilers that are shown.
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
            choices.tags = try db.tagNames(veil)
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
                    ORDER BY series.openedAt DESC, series.rowid, \(table).position, \(table).id
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
