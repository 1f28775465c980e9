import Foundation
import GRDB

/// A row of the table of series.
struct SeriesRecord: SeriesRow {
    static let databaseTableName = "series"
    static let fields = [["title"], ["author"]]

    var id: UUID
    var title: String
    var author: String?
    var revision: Int?
    /// The digest of the series file that was imported last.
    var digest: String?
    var state: SeriesRowState
    /// Read-only; see `Library.setReadUpTo`.
    private(set) var readUpTo: ReadingPosition?

    init(id: UUID, origin: Origin, title: String, author: String?) {
        self.id = id
        self.title = title
        self.author = author
        state = SeriesRowState(origin)
    }

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        title = try row.decode(forColumn: "title")
        author = try row.decode(forColumn: "author")
        revision = try row.decode(forColumn: "revision")
        digest = try row.decode(forColumn: "digest")
        state = try SeriesRowState(row: row)
        if let bookID = try row.decode(UUID?.self, forColumn: "readBookID") {
            readUpTo = ReadingPosition(
                bookID: bookID,
                chapterID: try row.decode(forColumn: "readChapterID")
            )
        }
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["title"] = title
        container["author"] = author
        container["revision"] = revision
        container["digest"] = digest
        state.encode(to: &container)
    }
}

/// A row of the table of books.
struct BookRecord: SeriesRow {
    static let databaseTableName = "book"
    static let fields = [
        ["position"], ["title"], ["author"], ["publishedYear", "publishedMonth"], ["tagline"],
        ["overview"], ["isbn10"], ["amazonURL"], ["coverFile"], ["accentLight", "accentDark"],
        ["tintLight", "tintDark"],
    ]
    static let readersFields =
        [["number"], ["linkName"], ["coverID"], ["language"], ["readingStatus"], ["rating"]]
        + BookLists.allCases.map { [$0.rawValue] }

    static let selection =
        (["book.*"] + BookLists.allCases.map(\.selection)).joined(separator: ", ")

    static var databaseSelection: [any SQLSelectable] {
        [AllColumns()]
            + BookLists.allCases.map { list -> any SQLSelectable in
                SQL(sql: list.selection)
            }
    }

    /// The shown rows, for a `SELECT`: neither they nor their parents are deleted or withdrawn.
    static let shownRows = """
        book JOIN series ON series.id = book.seriesID
        WHERE book.deletedAt IS NULL AND book.withdrawnAt IS NULL AND series.deletedAt IS NULL
        """

    var book: Book
    var state: SeriesRowState

    var id: UUID { book.id }

    init(_ book: Book) {
        self.book = book
        state = SeriesRowState(book.origin)
    }

    init(row: Row) throws {
        state = try SeriesRowState(row: row)
        let year: Int? = try row.decode(forColumn: "publishedYear")
        let month: Int? = try row.decode(forColumn: "publishedMonth")
        book = Book(
            id: try row.decode(forColumn: "id"),
            seriesID: try row.decode(forColumn: "seriesID"),
            origin: state.origin,
            title: try row.decode(forColumn: "title"),
            author: try row.decode(forColumn: "author"),
            published: year.map { PublicationDate(year: $0, month: month) },
            tagline: try row.decode(forColumn: "tagline"),
            overview: try row.decode(forColumn: "overview"),
            isbn10: try row.decode(forColumn: "isbn10"),
            amazonURL: try row.webAddress(forColumn: "amazonURL"),
            coverFile: try row.decode(forColumn: "coverFile"),
            accent: try row.colorPair("accentLight", "accentDark"),
            tint: try row.colorPair("tintLight", "tintDark"),
            position: try row.decode(forColumn: "position"),
            number: try row.decode(forColumn: "number"),
            linkName: try row.decode(forColumn: "linkName"),
            coverID: try row.decode(forColumn: "coverID"),
            language: try row.decode(forColumn: "language"),
            readingStatus: try row.decode(String?.self, forColumn: "readingStatus")
                .flatMap(ReadingStatus.init),
            rating: try row.decode(Int?.self, forColumn: "rating")
                .flatMap { Self.ratings.contains($0) ? $0 : nil },
            readings: BookLists.lines(try row.decode(forColumn: BookLists.readings.rawValue))
                .compactMap { ReadingDates(line: $0[...]) },
            shelves: BookLists.lines(try row.decode(forColumn: BookLists.shelves.rawValue))
        )
    }

    /// In half stars.
    static let ratings = 1...10

    var lists: [String: DatabaseValue] {
        BookLists.allCases.reduce(into: [:]) { $0[$1.rawValue] = $1.value(of: book) }
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = book.id
        container["seriesID"] = book.seriesID
        container["position"] = book.position
        container["title"] = book.title
        container["author"] = book.author
        container["publishedYear"] = book.published?.year
        container["publishedMonth"] = book.published?.month
        container["tagline"] = book.tagline
        container["overview"] = book.overview
        container["isbn10"] = book.isbn10
        container["amazonURL"] = book.amazonURL?.absoluteString
        container["coverFile"] = book.coverFile
        container["accentLight"] = book.accent?.light.description
        container["accentDark"] = book.accent?.dark.description
        container["tintLight"] = book.tint?.light.description
        container["tintDark"] = book.tint?.dark.description
        container["number"] = book.number
        container["linkName"] = book.linkName
        container["coverID"] = book.coverID
        container["language"] = book.language
        container["readingStatus"] = book.readingStatus?.rawValue
        container["rating"] = book.rating
        state.encode(to: &container)
    }
}

/// A row of the table of characters.
struct CharacterRecord: SeriesRow {
    static let databaseTableName = "character"
    static let fields = [
        ["bookID"], ["position"], ["name"], ["summary"], ["synopsis"], ["avatarFile"],
        ["aliases"], ["chapterID"], ["avatarID"],
    ]

    /// The shown rows, for a `SELECT`: neither they nor their parents are deleted or withdrawn.
    static let shownRows = """
        character JOIN series ON series.id = character.seriesID LEFT JOIN book ON book.id = bookID
        WHERE character.deletedAt IS NULL AND character.withdrawnAt IS NULL
        AND book.deletedAt IS NULL AND book.withdrawnAt IS NULL AND series.deletedAt IS NULL
        """

    var character: Character
    var state: SeriesRowState

    var id: UUID { character.id }

    init(_ character: Character) {
        self.character = character
        state = SeriesRowState(character.origin)
    }

    init(row: Row) throws {
        state = try SeriesRowState(row: row)
        character = Character(
            id: try row.decode(forColumn: "id"),
            seriesID: try row.decode(forColumn: "seriesID"),
            origin: state.origin,
            name: try row.decode(forColumn: "name"),
            summary: try row.decode(forColumn: "summary"),
            synopsis: try row.decode(forColumn: "synopsis"),
            avatarFile: try row.decode(forColumn: "avatarFile"),
            bookID: try row.decode(forColumn: "bookID"),
            position: try row.decode(forColumn: "position"),
            aliases: BookLists.lines(try row.decode(forColumn: "aliases")),
            chapterID: try row.decode(forColumn: "chapterID"),
            avatarID: try row.decode(forColumn: "avatarID")
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
        container["seriesID"] = character.seriesID
        let aliases = BookLists.lines(character.aliases.joined(separator: "\n"))
        container["aliases"] = aliases.isEmpty ? nil : aliases.joined(separator: "\n")
        container["chapterID"] = character.chapterID
        container["avatarID"] = character.avatarID
        state.encode(to: &container)
    }
}

/// A row of the table of relations.
struct RelationRecord: SeriesRow {
    static let databaseTableName = "relation"
    static let fields = [
        ["position"], ["firstID"], ["secondID"], ["word"], ["bookID", "chapterID"],
    ]

    var relation: Relation
    var position: Int
    var state: SeriesRowState

    var id: UUID { relation.id }

    init(_ relation: Relation, position: Int) {
        self.relation = relation
        self.position = position
        state = SeriesRowState(relation.origin)
    }

    init(row: Row) throws {
        state = try SeriesRowState(row: row)
        relation = Relation(
            id: try row.decode(forColumn: "id"),
            origin: state.origin,
            first: try row.decode(forColumn: "firstID"),
            second: try row.decode(forColumn: "secondID"),
            word: try row.decode(forColumn: "word"),
            bookID: try row.decode(forColumn: "bookID"),
            chapterID: try row.decode(forColumn: "chapterID")
        )
        position = try row.decode(forColumn: "position")
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = relation.id
        container["position"] = position
        container["firstID"] = relation.first
        container["secondID"] = relation.second
        container["word"] = relation.word
        container["bookID"] = relation.bookID
        container["chapterID"] = relation.chapterID
        state.encode(to: &container)
    }
}

/// A row of the table of chapters.
struct ChapterRecord: SeriesRow {
    static let databaseTableName = "chapter"
    static let fields = [["position"], ["bookID"], ["name"]]

    /// The shown rows, for a `SELECT`.
    static let shownRows = """
        chapter JOIN book ON book.id = chapter.bookID JOIN series ON series.id = book.seriesID
        WHERE chapter.deletedAt IS NULL AND chapter.withdrawnAt IS NULL
        AND book.deletedAt IS NULL AND book.withdrawnAt IS NULL AND series.deletedAt IS NULL
        """

    var chapter: Chapter
    var state: SeriesRowState

    var id: UUID { chapter.id }

    init(_ chapter: Chapter) {
        self.chapter = chapter
        state = SeriesRowState(chapter.origin)
    }

    init(row: Row) throws {
        state = try SeriesRowState(row: row)
        chapter = Chapter(
            id: try row.decode(forColumn: "id"),
            bookID: try row.decode(forColumn: "bookID"),
            origin: state.origin,
            name: try row.decode(forColumn: "name"),
            position: try row.decode(forColumn: "position")
        )
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = chapter.id
        container["position"] = chapter.position
        container["bookID"] = chapter.bookID
        container["name"] = chapter.name
        state.encode(to: &container)
    }
}

extension Row {
    /// Nil if one of the two is missing.
    fileprivate func colorPair(_ light: String, _ dark: String) throws -> ColorPair? {
        guard let light = try color(forColumn: light), let dark = try color(forColumn: dark)
        else { return nil }
        return ColorPair(light: light, dark: dark)
    }

    private func color(forColumn column: String) throws -> RGBColor? {
        guard let hex = try decode(String?.self, forColumn: column) else { return nil }
        guard let color = RGBColor(hex: hex) else {
            throw LibraryError(
                .damaged,
                "The library is damaged: “\(hex)” in column \(column) is no colour."
            )
        }
        return color
    }

    fileprivate func webAddress(forColumn column: String) throws -> URL? {
        guard let text = try decode(String?.self, forColumn: column) else { return nil }
        guard let url = URL(string: text) else {
            throw LibraryError(
                .damaged,
                "The library is damaged: “\(text)” in column \(column) is no address."
            )
        }
        return url
    }
}
