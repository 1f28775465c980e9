import Foundation

/// Another program's file about a book: the program, and the title of the book.
struct ForeignBook {
    var title: String
    /// The names of the book that a heading at the top may have.
    var names: [String]
    /// Whether the whole text is passages, without a heading for them.
    var hasPassagesOnly = false

    /// Returns nil for a file that is a note.
    ///
    /// - Parameter name: the name of the file.
    init?(_ fields: MarkdownFields, _ text: String, name: String) {
        guard !fields.has("book"), !fields.hasKey(beginning: "koreadersync.data") else {
            return nil
        }
        let foliate = Self.foliateTitle(text)
        let category = fields.peek("category", "categories").map { tag in
            MarkdownTags.list(tag).contains { ["books", "book"].contains($0.lowercased()) }
        }
        // Joplin stores the author of a note, and the location where it was written.
        let isJoplin = fields.hasKey(beginning: "latitude") || fields.hasKey(beginning: "completed")
        let hasAuthor = fields.has("author", "authors") && !isJoplin
        let isKobo = fields.has("readstatus", "percentread", "datelastread")
        guard
            fields.hasKey(beginning: "kindlesync") || fields.has("asin", "isbn", "isbn10", "isbn13")
                || category == true || hasAuthor || isKobo || foliate != nil
                || Self.hasSign(text)
        else { return nil }
        title =
            fields.peek("kindlesync.title", "fulltitle", "title", "booktitle")
            .map(LinkText.plain) ?? foliate?.title ?? Self.readwiseTitle(text) ?? name
        names = [title, name] + [foliate?.heading].compactMap { $0 }
        hasPassagesOnly = isKobo || foliate != nil
    }

    private static func hasSign(_ text: String) -> Bool {
        if text.contains("![rw-book-cover]") { return true }
        if text.contains("KOHL {") || text.contains("KOHL{") { return true }
        var isInCode = false
        return text.split(separator: "\n").contains { line in
            if line.hasPrefix("```") { isInCode.toggle() }
            guard !isInCode, line.first == "#" else { return false }
            return BookBody.heading(String(line)).map { BookBody.isHighlights($0.title) } ?? false
        }
    }

    /// The heading is the title; the file name is the title without some characters.
    private static func readwiseTitle(_ text: String) -> String? {
        guard text.contains("![rw-book-cover]") else { return nil }
        let first = text.split(separator: "\n").first { !$0.allSatisfy(\.isWhitespace) }
        return first.flatMap { BookBody.heading(String($0)) }.flatMap {
            $0.level == 1 ? $0.title : nil
        }
    }

    /// `# Annotations for “T”`, with passages that have a CFI each; the wording depends on the
    /// language of the program.
    private static func foliateTitle(_ text: String) -> (title: String, heading: String)? {
        guard text.contains("`epubcfi("),
            let line = text.split(separator: "\n").first(where: { !$0.allSatisfy(\.isWhitespace) }),
            let heading = BookBody.heading(String(line)), heading.level == 1
        else { return nil }
        let marks = "“”„«»「」『』\""
        guard let start = heading.title.firstIndex(where: { marks.contains($0) }),
            let end = heading.title.lastIndex(where: { marks.contains($0) }), start < end
        else { return nil }
        let title = heading.title[start..<end].dropFirst().trimmed
        return title.isEmpty ? nil : (title, heading.title)
    }
}

/// Reads such a file.
extension MarkdownReader {
    func readBook(
        _ found: ForeignBook,
        _ fields: inout MarkdownFields,
        _ text: String,
        _ name: MarkdownName,
        _ home: MarkdownVault.Home,
        _ matter: FrontMatter
    ) throws {
        let id = MarkdownID.taken(from: &fields)
        var found = found
        let body = BookBody(text, names: found.names, hasPassagesOnly: found.hasPassagesOnly)
        for (key, value) in body.fields { fields.add(key, [value]) }
        // The list may have the full title, and the author is only there.
        if let title = fields.peek("kindlesync.title", "fulltitle", "title", "booktitle") {
            found.title = LinkText.plain(title)
        }
        guard let book = try bookOfFile(found, &fields) else { return }
        let former = body.isRestEmpty ? formerFile(matter, home) : nil
        try emitHighlights(body.highlights, of: book, former: former)
        if body.isRestEmpty {
            for line in body.rest.split(separator: "\n") {
                guard let heading = BookBody.heading(String(line)) else { continue }
                run.leaveOut(.emptySection, example: heading.title, file: nil)
            }
        } else {
            var note = wholeNote(body.rest, id: id, book: book, home, matter)
            addDates(to: &note, &fields)
            tellPictures(in: body.rest)
            try run.emit(.note(note))
        }
        skipBookkeeping(&fields)
    }

    /// Skips other programs' own counts and dates, which are not metadata of a book.
    private func skipBookkeeping(_ fields: inout MarkdownFields) {
        fields.skip(
            "kindlesync.bookid",
            "readwiseid",
            "kindlesync.lastannotateddate",
            "kindlesync.highlightscount",
            "kindlesync.title",
            "kindlesync.author",
            "title",
            "fulltitle",
            "highlightscount",
            "numberofhighlights",
            "lasthighlighted",
            "lastannotateddate"
        )
    }

    private func bookOfFile(
        _ found: ForeignBook,
        _ fields: inout MarkdownFields
    ) throws -> NoteBook? {
        let listed = BookTitle(found.title)
        guard let title = run.title(listed.title) ?? found.names.lazy.compactMap(run.title).first
        else {
            run.tell(.noTitle, file: file.path)
            return nil
        }
        let authors = Self.authors(
            &fields,
            "kindlesync.author",
            "authors",
            "author",
            "bookauthor"
        ).compactMap { run.title($0) }
        let asin = fields.text("kindlesync.asin", "asin", "kindlesync.bookid")?.trimmed
        // Several places of one file have the same data.
        if !authors.isEmpty { fields.skip("kindlesync.author", "authors", "author", "bookauthor") }
        fields.skip("kindlesync.asin", "asin")
        let identity =
            asin.map { SourceIdentity(origin: "markdown", digestOf: "book id", $0) }
            ?? SourceIdentity(
                origin: "markdown",
                digestOf: "book",
                authors.isEmpty ? title : "\(title)\u{0}\(authors.joined(separator: ", "))"
            )
        let key = asin.map { "id:\($0)" } ?? MarkdownIdentity.evened(title).lowercased()
        let result = NoteBook(identity: identity, key: key)
        if run.knownBooks.contains(identity.key) {
            // Another file of the same book adds no metadata.
            return result
        }
        guard run.knownBooks.count < run.limits.bookCount else {
            run.tell(.tooMany(limit: run.limits.bookCount), file: file.path)
            return nil
        }
        run.knownBooks.insert(identity.key)
        var book = ImportedBook(identity: identity, title: title)
        book.authors = authors
        fill(&book, &fields)
        fillReading(&book, &fields)
        try addSeries(to: &book, listed, &fields)
        try run.emit(.book(book))
        shelf.add(identity, title: title, authors: authors)
        addCover(of: identity, &fields)
        return result
    }

    private func fill(_ book: inout ImportedBook, _ fields: inout MarkdownFields) {
        for text in fields.list("isbn13", "isbn", "isbn10") {
            let number = LinkText.plain(text)
            if let isbn = ISBN.checked(number) {
                book.isbn = isbn
                fields.skip("isbn", "isbn10", "isbn13")
                break
            }
            run.tell(.unknownValue(field: "ISBN", value: number), file: file.path)
        }
        let published = fields.text(
            "publish",
            "published",
            "publishdate",
            "publisheddate",
            "publicationdate",
            "datepublished",
            "publicationyear",
            "publishyear",
            "yearpublished",
            "pubdate",
            "year"
        )
        if let text = published.map(LinkText.plain) {
            if let year = Int(text.trimmed), (1...9999).contains(year) {
                book.year = year
            } else if let day = Self.day(text) {
                (book.year, book.month) = (day.year, day.month)
            } else {
                run.tell(.unknownDate(text), file: file.path)
            }
        }
        book.overview = fields.text("description", "overview", "summary", "synopsis").map {
            PlainText.ofMarkup($0)
        }
        if fields.peek("category", "categories").map({ MarkdownTags.list($0) }) == ["books"] {
            fields.skip("category", "categories")
        }
    }

    private static func day(_ text: String) -> (year: Int, month: Int?)? {
        let parts = text.split(separator: "-")
        if parts.count == 2, parts[0].count == 4, let year = Int(parts[0]),
            let month = Int(parts[1]),
            (1...12).contains(month)
        {
            return (year, month)
        }
        let date = ImportedDate(iso: text)
        var found: ImportedDate? = date
        if found == nil, case .date(let written) = WrittenDate(text) { found = written }
        guard case .local(let time) = found else {
            // With a time zone, the written day counts.
            guard case .instant = found, parts.count > 2, let year = Int(parts[0]) else {
                return nil
            }
            return (year, Int(parts[1]))
        }
        return (time.year, time.month)
    }

    private func addSeries(
        to book: inout ImportedBook,
        _ listed: BookTitle,
        _ fields: inout MarkdownFields
    ) throws {
        var number = fields.text(
            "seriesnumber",
            "seriesindex",
            "seriesposition",
            "numberinseries",
            "booknumber"
        )
        var name = fields.text("series", "bookseries", "seriesname", "seriestitle")
            .map(LinkText.plain)
        if let text = name, let (series, place) = BookTitle.seriesAndNumber(text) {
            name = series
            number = number ?? place.map { "\($0)" }
        }
        if name == nil, let series = listed.series {
            name = series
            number = number ?? listed.number.map { "\($0)" }
        }
        book.series = try name.flatMap {
            try run.series(
                $0,
                author: book.authors.isEmpty ? nil : book.authors.joined(separator: ", ")
            )
        }
        guard let text = number?.trimmed.drop(while: { $0 == "#" }), !text.isEmpty else { return }
        if let value = Double(text), value.isFinite {
            book.number = value
        } else {
            book.numberText = run.title(String(text))
        }
    }

    /// Only pictures beside the notes; nothing is downloaded.
    private func addCover(of book: SourceIdentity, _ fields: inout MarkdownFields) {
        for key in ["cover", "coverimage", "image"] {
            guard let name = fields.peek(key).flatMap(EmbeddedPictures.path),
                let path = vault.path(of: name, namedIn: file)
            else { continue }
            shelf.pictures[path, default: []].append(book)
            fields.skip(key)
            return
        }
    }
}
