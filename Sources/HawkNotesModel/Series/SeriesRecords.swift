import Foundation
import GRDB

/// A row of the table of series.
struct SeriesRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "series"

    var id: UUID
    var title: String
    var author: String
    var revision: Int
    /// Of the series file that was imported last.
    var digest: String

    init(_ series: Series, digest: String) {
        id = series.id
        title = series.title
        author = series.author
        revision = series.revision
        self.digest = digest
    }

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        title = try row.decode(forColumn: "title")
        author = try row.decode(forColumn: "author")
        revision = try row.decode(forColumn: "revision")
        digest = try row.decode(forColumn: "digest")
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["title"] = title
        container["author"] = author
        container["revision"] = revision
        container["digest"] = digest
    }
}

/// A row of the table of books.
struct BookRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "book"

    var book: Book
    var seriesID: UUID

    init(_ book: Book, seriesID: UUID) {
        self.book = book
        self.seriesID = seriesID
    }

    init(row: Row) throws {
        book = Book(
            id: try row.decode(forColumn: "id"),
            title: try row.decode(forColumn: "title"),
            author: try row.decode(forColumn: "author"),
            published: PublicationDate(
                year: try row.decode(forColumn: "publishedYear"),
                month: try row.decode(forColumn: "publishedMonth")
            ),
            tagline: try row.decode(forColumn: "tagline"),
            overview: try row.decode(forColumn: "overview"),
            isbn10: try row.decode(forColumn: "isbn10"),
            amazonURL: try row.webAddress(forColumn: "amazonURL"),
            coverFile: try row.decode(forColumn: "coverFile"),
            accent: ColorPair(
                light: try row.color(forColumn: "accentLight"),
                dark: try row.color(forColumn: "accentDark")
            ),
            tint: ColorPair(
                light: try row.color(forColumn: "tintLight"),
                dark: try row.color(forColumn: "tintDark")
            ),
            position: try row.decode(forColumn: "position")
        )
        seriesID = try row.decode(forColumn: "seriesID")
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = book.id
        container["seriesID"] = seriesID
        container["position"] = book.position
        container["title"] = book.title
        container["author"] = book.author
        container["publishedYear"] = book.published.year
        container["publishedMonth"] = book.published.month
        container["tagline"] = book.tagline
        container["overview"] = book.overview
        container["isbn10"] = book.isbn10
        container["amazonURL"] = book.amazonURL.absoluteString
        container["coverFile"] = book.coverFile
        container["accentLight"] = book.accent.light.description
        container["accentDark"] = book.accent.dark.description
        container["tintLight"] = book.tint.light.description
        container["tintDark"] = book.tint.dark.description
    }
}

/// A row of the table of characters.
struct CharacterRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "character"

    var character: Character

    init(_ character: Character) {
        self.character = character
    }

    init(row: Row) throws {
        character = Character(
            id: try row.decode(forColumn: "id"),
            name: try row.decode(forColumn: "name"),
            summary: try row.decode(forColumn: "summary"),
            synopsis: try row.decode(forColumn: "synopsis"),
            avatarFile: try row.decode(forColumn: "avatarFile"),
            bookID: try row.decode(forColumn: "bookID"),
            position: try row.decode(forColumn: "position")
        )
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = character.id
        container["bookID"] = character.bookID
        container["position"] = character.position
        container["name"] = character.name
        container["summary"] = character.summary
        container["synopsis"] = character.synopsis
        container["avatarFile"] = character.avatarFile
    }
}

/// A row of the table of relations.
struct RelationRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "relation"

    var relation: Relation
    var position: Int

    init(_ relation: Relation, position: Int) {
        self.relation = relation
        self.position = position
    }

    init(row: Row) throws {
        relation = Relation(
            id: try row.decode(forColumn: "id"),
            first: try row.decode(forColumn: "firstID"),
            second: try row.decode(forColumn: "secondID")
        )
        position = try row.decode(forColumn: "position")
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = relation.id
        container["position"] = position
        container["firstID"] = relation.first
        container["secondID"] = relation.second
    }
}

extension Row {
    fileprivate func color(forColumn column: String) throws -> RGBColor {
        let hex: String = try decode(forColumn: column)
        guard let color = RGBColor(hex: hex) else {
            throw LibraryError(
                .damaged,
                "The library is damaged: “\(hex)” in column \(column) is no colour."
            )
        }
        return color
    }

    fileprivate func webAddress(forColumn column: String) throws -> URL {
        let text: String = try decode(forColumn: column)
        guard let url = URL(string: text) else {
            throw LibraryError(
                .damaged,
                "The library is damaged: “\(text)” in column \(column) is no address."
            )
        }
        return url
    }
}
