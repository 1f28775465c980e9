import Foundation
import GRDB
import HawkNotesFormats
import HawkNotesModel

/// Writes a series file: one SQLite database with everything in it, including pictures.
///
/// It gets its name when it is complete and on the disk; an existing file of that name is
/// atomically replaced, or stays.
struct SeriesFileWriter {
    /// Calls `body` with a function that adds an item, and then gives the file its name.
    ///
    /// - Throws: `LibraryError`, and the errors of `body`; the file does not exist then.
    static func write(
        to url: URL,
        _ body: ((ImportedItem) throws -> Void) throws -> Void
    ) throws {
        let new = url.deletingLastPathComponent()
            .appendingPathComponent(".\(UUID().uuidString).\(SeriesFileSchema.fileExtension)")
        do {
            // SQLite does not tell why it cannot create a file.
            try Disk.replace(new, with: Data(), syncs: false)
            try fill(new, body)
            try Disk.sync(new)
            try Disk.rename(new, to: url)
        } catch {
            // If it cannot be removed, it is a hidden file whose name reveals nothing.
            for suffix in ["", "-journal"] {
                try? Disk.remove(URL(fileURLWithPath: new.path + suffix))
            }
            guard error is DatabaseError else { throw error }
            throw LibraryError.translating(error, doing: "write the file", url: url)
        }
        try Disk.syncFolder(of: url)
    }

    private static func fill(
        _ url: URL,
        _ body: ((ImportedItem) throws -> Void) throws -> Void
    ) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            // It is synced once, when complete; until then it has no name.
            try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
        }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(SeriesFileSchema.applicationID);
                    PRAGMA user_version = \(SeriesFileSchema.version);
                    """
            )
            try db.inTransaction {
                for table in SeriesFileSchema.tables { try db.execute(sql: table.sql) }
                let writer = SeriesFileWriter(db: db)
                try body { try writer.add($0) }
                return .commit
            }
        }
        try queue.close()
    }

    private let db: Database

    private func add(_ item: ImportedItem) throws {
        switch item {
        case .series(let series):
            try insert(
                "series",
                [
                    "id": series.libraryID, "title": series.title, "author": series.author,
                    "origin": series.state.origin,
                ]
            )
        case .book(let book):
            try insert("book", values(of: book))
        case .chapter(let chapter):
            try insert(
                "chapter",
                [
                    "id": chapter.libraryID, "book": Self.id(chapter.book),
                    "position": chapter.order, "name": chapter.title,
                    "origin": chapter.state.origin,
                ]
            )
        case .character(let character):
            try insert("character", values(of: character))
        case .picture(let picture):
            try insert(
                "picture",
                ["subject": Self.id(picture.subject), "data": Data(picture.bytes)]
            )
        case .relation(let relation):
            try insert(
                "relation",
                [
                    "id": relation.libraryID, "first": Self.id(relation.first),
                    "second": Self.id(relation.second), "word": relation.word,
                    "book": Self.id(relation.book), "chapter": relation.chapterID,
                    "position": relation.state.position, "origin": relation.state.origin,
                ]
            )
        case .note(let note):
            try insert("note", values(of: note))
        case .sources: break
        }
    }

    private func values(of book: ImportedBook) -> Values {
        [
            "id": book.libraryID, "series": Self.id(book.series), "position": book.state.position,
            "title": book.title, "author": book.authorNames, "number": book.numberText,
            "year": book.year, "month": book.month, "tagline": book.tagline,
            "overview": book.overview, "isbn": book.isbn, "web": book.webAddress,
            "webName": book.webName, "accentLight": book.accent.first,
            "accentDark": book.accent.last, "tintLight": book.tint.first,
            "tintDark": book.tint.last, "origin": book.state.origin, "language": book.language,
            "status": book.status?.rawValue, "rating": book.rating,
            "readings": Self.lines(book.readings.map(\.interval)),
            "shelves": Self.lines(book.shelves),
        ]
    }

    private func values(of character: ImportedCharacter) -> Values {
        [
            "id": character.libraryID, "series": Self.id(character.series),
            "book": Self.id(character.book), "chapter": character.chapterID,
            "position": character.state.position, "name": character.name,
            "aliases": Self.lines(character.aliases),
            "summary": character.tagline, "synopsis": character.overview,
            "origin": character.state.origin,
        ]
    }

    private func values(of note: HawkNotesFormats.ImportedNote) -> Values {
        [
            "id": note.libraryID, "book": Self.id(note.book),
            "character": Self.id(note.character), "text": note.text, "quote": note.quote,
            "quoteColor": note.quoteColor, "quoteStyle": note.quoteStyle,
            "chapter": note.place?.chapterID, "place": note.place?.text,
            "created": Self.milliseconds(note.created),
            "modified": Self.milliseconds(note.updated),
            "tags": Self.lines(note.tags), "undated": note.isUndated ? 1 : nil,
        ]
    }

    private static func lines(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    private typealias Values = KeyValuePairs<String, (any DatabaseValueConvertible)?>

    private func insert(_ table: String, _ values: Values) throws {
        let columns = values.map(\.key).joined(separator: ", ")
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try db.cachedStatement(sql: "INSERT INTO \(table) (\(columns)) VALUES (\(marks))")
            .execute(arguments: StatementArguments(values.map(\.value)))
    }

    private static func id(_ identity: SourceIdentity?) -> UUID? {
        identity.flatMap { UUID(uuidString: $0.key) }
    }

    private static func milliseconds(_ date: ImportedDate?) -> Int64? {
        date.flatMap {
            Int64(exactly: ($0.date({ $0 }).timeIntervalSince1970 * 1000).rounded())
        }
    }
}
