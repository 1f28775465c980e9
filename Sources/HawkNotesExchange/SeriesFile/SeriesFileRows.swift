import Foundation
import GRDB
import HawkNotesFormats
import HawkNotesModel

/// Converts the rows of a series file to items. An invalid row is reported and skipped.
struct SeriesFileRows {
    let db: Database
    let run: ImportRun
    let name: String

    /// An error of the items' receiver: it may be a database error too, and does not concern this
    /// file.
    struct ErrorOfOthers: Error {
        var error: any Error
    }

    func read() throws {
        try each("series", "rowid") { row in
            // The series of a lone book has no title.
            let name = try row.text("title") ?? ""
            guard let title = name.isEmpty ? "" : title(name) else { return nil }
            let id = try row.id("id")
            var series = ImportedSeries(identity: MarkdownDocument.identity(id), title: title)
            series.libraryID = id
            series.author = try row.text("author")
            series.state.origin = try row.text("origin")
            return .series(series)
        }
        try each("book", "rowid") { try book($0) }
        try each("chapter", "rowid") { row in
            guard let title = title(try row.text("name")) else { return nil }
            let id = try row.id("id")
            var chapter = ImportedChapter(
                identity: MarkdownDocument.identity(id),
                book: try row.identity("book"),
                title: title,
                order: try row.number("position") ?? 0,
                level: 0
            )
            chapter.libraryID = id
            chapter.state.position = chapter.order
            chapter.state.origin = try row.text("origin")
            return .chapter(chapter)
        }
        try each("character", "rowid") { try character($0) }
        try each("picture", "rowid") { try picture($0) }
        try each("relation", "position, rowid") { try relation($0) }
        try each("note", "number") { try note($0) }
    }

    private func each(
        _ table: String,
        _ order: String,
        _ body: (SeriesFileRow) throws -> ImportedItem?
    ) throws {
        let cursor = try Row.fetchCursor(db, sql: "SELECT * FROM \(table) ORDER BY \(order)")
        var number = 0
        while let row = try cursor.next() {
            number += 1
            let place = "\(name)/\(table)"
            let item: ImportedItem?
            do {
                item = try body(SeriesFileRow(row: row, limits: run.limits))
            } catch is RowDecodingError {
                run.tell(.damaged, file: place, line: number)
                continue
            } catch let problem as SeriesFileRow.Problem {
                run.tell(problem.reason, file: place, line: number)
                continue
            }
            guard let item else {
                run.tell(.noTitle, file: place, line: number)
                continue
            }
            do {
                try run.emit(item)
            } catch {
                throw ErrorOfOthers(error: error)
            }
        }
    }

    // MARK: - Kinds of rows

    private func book(_ row: SeriesFileRow) throws -> ImportedItem? {
        guard let title = title(try row.text("title")) else { return nil }
        let id = try row.id("id")
        var book = ImportedBook(identity: MarkdownDocument.identity(id), title: title)
        book.libraryID = id
        book.series = try row.identity("series")
        book.authors = try row.text("author").map { [$0] } ?? []
        book.numberText = try row.text("number")
        book.year = try row.number("year")
        book.month = try row.number("month")
        book.tagline = try row.text("tagline")
        book.overview = try row.text("overview")
        book.isbn = try row.text("isbn")
        if let address = try row.text("web") {
            book.webAddress = WebAddress.checked(address)
            if book.webAddress == nil { run.tell(.refusedAddress(address), file: name) }
        }
        book.webName = try row.text("webName")
        book.accent = try row.pair("accentLight", "accentDark")
        book.tint = try row.pair("tintLight", "tintDark")
        book.state.position = try row.number("position")
        book.state.origin = try row.text("origin")
        try fillRecord(of: &book, row)
        return .book(book)
    }

    /// Fills in the reader's record of a book. Invalid values are reported and left out.
    private func fillRecord(of book: inout ImportedBook, _ row: SeriesFileRow) throws {
        book.language = run.title(try row.text("language"))
        if let status = try row.text("status") {
            book.status = ImportedReadingStatus(rawValue: status)
            if book.status == nil { tell("status", status) }
        }
        if let rating = try row.number("rating") {
            book.rating = (1...10).contains(rating) ? rating : nil
            if book.rating == nil { tell("rating", "\(rating)") }
        }
        for line in try row.lines("readings") {
            guard let reading = ImportedReading(interval: line) else {
                tell("readings", line)
                continue
            }
            book.readings.append(reading)
        }
        book.shelves = try row.lines("shelves")
    }

    private func tell(_ field: String, _ value: String) {
        run.tell(.unknownValue(field: field, value: value), file: name)
    }

    private func character(_ row: SeriesFileRow) throws -> ImportedItem? {
        guard let title = title(try row.text("name")) else { return nil }
        let id = try row.id("id")
        var character = ImportedCharacter(
            identity: MarkdownDocument.identity(id),
            name: title
        )
        character.libraryID = id
        character.series = try row.identity("series")
        character.book = try row.optionalID("book").map(MarkdownDocument.identity)
        character.chapterID = try row.optionalID("chapter")
        character.aliases = try row.lines("aliases")
        character.tagline = try row.text("summary")
        character.overview = try row.text("synopsis")
        character.state.position = try row.number("position")
        character.state.origin = try row.text("origin")
        return .character(character)
    }

    private func picture(_ row: SeriesFileRow) throws -> ImportedItem? {
        let subject = try row.identity("subject")
        let data = try row.data("data")
        guard let kind = PictureKind(beginning: data) else {
            throw SeriesFileRow.Problem(reason: .notAPicture)
        }
        return .picture(
            ImportedPicture(
                identity: SourceIdentity(origin: "hawk-notes picture", key: subject.key),
                subject: subject,
                kind: kind,
                bytes: Array(data)
            )
        )
    }

    private func relation(_ row: SeriesFileRow) throws -> ImportedItem? {
        let id = try row.id("id")
        var relation = ImportedRelation(
            identity: MarkdownDocument.identity(id),
            first: try row.identity("first"),
            second: try row.identity("second")
        )
        relation.libraryID = id
        relation.word = try row.text("word")
        relation.book = try row.optionalID("book").map(MarkdownDocument.identity)
        relation.chapterID = try row.optionalID("chapter")
        relation.state.position = try row.number("position")
        relation.state.origin = try row.text("origin")
        return .relation(relation)
    }

    private func note(_ row: SeriesFileRow) throws -> ImportedItem? {
        let id = try row.id("id")
        var note = ImportedNote(
            identity: MarkdownDocument.identity(id),
            text: try row.text("text") ?? ""
        )
        note.libraryID = id
        note.book = try row.optionalID("book").map(MarkdownDocument.identity)
        note.character = try row.optionalID("character").map(MarkdownDocument.identity)
        note.quote = try row.text("quote")
        note.quoteColor = try row.text("quoteColor")
        note.quoteStyle = try row.text("quoteStyle")
        var place = ImportedPlace(text: try row.text("place"))
        place.chapterID = try row.optionalID("chapter")
        note.place = place.isEmpty ? nil : place
        note.created = try row.date("created")
        note.updated = try row.date("modified")
        note.tags = try row.lines("tags")
        note.isUndated = try row.number("undated") == 1
        return .note(note)
    }

    /// The title as stored, unless it cannot be displayed.
    private func title(_ text: String?) -> String? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        return text.count > run.limits.titleLength ? run.title(text) : text
    }
}

/// A row with arbitrary values.
struct SeriesFileRow {
    let row: Row
    let limits: ImportLimits

    struct Problem: Error {
        var reason: ImportProblem.Reason
    }

    func id(_ column: String) throws -> UUID {
        guard let id = try optionalID(column) else { throw Problem(reason: .damaged) }
        return id
    }

    func identity(_ column: String) throws -> SourceIdentity {
        MarkdownDocument.identity(try id(column))
    }

    func optionalID(_ column: String) throws -> UUID? {
        guard let data = try row.decode(Data?.self, forColumn: column) else { return nil }
        guard data.count == 16 else { throw Problem(reason: .damaged) }
        return try row.decode(forColumn: column)
    }

    /// Returns nil also for a column of a later version than the file's: it has the tables of its
    /// own.
    func text(_ column: String) throws -> String? {
        guard row.hasColumn(column) else { return nil }
        let text: String? = try row.decode(forColumn: column)
        guard text.map({ $0.utf8.count <= limits.textSize }) ?? true else {
            throw Problem(reason: .textTooLong(limit: limits.textSize))
        }
        return text
    }

    func lines(_ column: String) throws -> [String] {
        (try text(column) ?? "").split(separator: "\n").map(String.init)
    }

    /// Returns nil also for a column of a later version than the file's.
    func number(_ column: String) throws -> Int? {
        row.hasColumn(column) ? try row.decode(forColumn: column) : nil
    }

    func data(_ column: String) throws -> Data {
        let data: Data = try row.decode(forColumn: column)
        guard data.count <= limits.pictureSize else {
            throw Problem(reason: .fileTooLarge(size: data.count, limit: limits.pictureSize))
        }
        return data
    }

    func pair(_ light: String, _ dark: String) throws -> [String] {
        guard let light = try text(light), let dark = try text(dark) else { return [] }
        return [light, dark]
    }

    func date(_ column: String) throws -> ImportedDate? {
        try number(column).map {
            .instant(Date(timeIntervalSince1970: Double($0) / 1000))
        }
    }
}
