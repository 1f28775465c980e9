import Foundation

/// Makes items of one file.
struct MarkdownReader {
    let run: ImportRun
    let file: ImportFile
    /// The name of the chosen file or folder.
    let sourceName: String
    /// Determines the vaults in it.
    let vault: MarkdownVault
    /// The data of other files.
    let shelf: MarkdownShelf

    /// - Throws: errors of the run.
    func read(_ matter: FrontMatter, kind: MarkdownFolder.Kind) throws {
        if !matter.isSound { run.tell(.damaged, file: file.path, line: 1) }
        if matter.isMended { run.tell(.repaired(.properties), file: file.path, line: 1) }
        if kind == .library { return try emitDeletedSeries(matter) }
        guard kind.isOurs, let id = matter.text("id").flatMap({ UUID(uuidString: $0) }) else {
            if kind.isOurs { run.tell(unknown("id", matter), file: file.path) }
            return try readForeign(matter)
        }
        let page = MarkdownPage(matter)
        let body = page.map { $0.text ?? "" } ?? withoutLastLineFeed(matter.body)
        let identity = MarkdownDocument.identity(id)
        if let page { tellProblems(of: page, matter) }
        switch kind {
        case .series:
            // The series of a standalone book has no title.
            let name = matter.text("title") ?? ""
            guard let title = name.isEmpty ? "" : title(name) else { return }
            var series = ImportedSeries(identity: identity, title: title)
            series.libraryID = id
            series.author = matter.text("author")
            series.overview = body.isEmpty ? nil : body
            series.readBookID = uuid("read-to-id", matter)
            series.readChapterID = uuid("read-to-chapter-id", matter)
            series.deletedParts = matter.list("deleted")
            series.state = state(matter)
            shelf.known.insert(identity)
            shelf.series.append(series)
        case .book:
            guard let title = title(matter.text("title")) else { return }
            var book = ImportedBook(identity: identity, title: title)
            book.libraryID = id
            fill(&book, matter)
            book.overview = body.isEmpty ? nil : body
            try emit(book)
            try emitChapters(of: identity, matter)
            addPicture(of: identity, matter)
            try emitNotes(of: page, matter, book: identity)
        case .character:
            guard let name = title(matter.text("name")) else { return }
            var character = ImportedCharacter(identity: identity, name: name)
            character.libraryID = id
            character.aliases = matter.list("aliases")
            character.tagline = matter.text("tagline")
            character.overview = body.isEmpty ? nil : body
            character.book = reference("book-id", matter)
            character.series = reference("series-id", matter)
            character.chapterID = uuid("chapter-id", matter)
            character.isFavorite = matter.text("favorite") == "true"
            character.formerIDs = matter.list("former-ids")
            character.state = state(matter)
            shelf.known.insert(identity)
            try run.emit(.character(character))
            readRelations(of: identity, matter)
            addPicture(of: identity, matter)
            try emitNotes(of: page, matter, character: identity)
        case .notes:
            let book = reference("book-id", matter)
            try emitNotes(
                of: page,
                matter,
                book: book,
                character: reference("character-id", matter)
            )
        case .note:
            try emitReferences(matter)
            try run.emit(.note(note(identity, id, matter, body)))
        case .library, .foreign, .foreignBook, .leftOut:
            break
        }
    }

    // MARK: - Our own

    private func fill(_ book: inout ImportedBook, _ matter: FrontMatter) {
        book.authors = matter.list("authors")
        book.series = reference("series-id", matter)
        book.numberText = matter.text("number")
        book.number = matter.text("number").flatMap { Double($0) }.flatMap {
            $0.isFinite ? $0 : nil
        }
        book.year = matter.text("year").flatMap { Int($0) }.flatMap {
            (-10_000...10_000).contains($0) ? $0 : nil
        }
        book.tagline = matter.text("tagline")
        // As the reader typed it, valid or not.
        book.isbn = run.title(matter.text("isbn"))
        if let address = matter.text("web") {
            book.webAddress = WebAddress.checked(address)
            if book.webAddress == nil { run.tell(.refusedAddress(address), file: file.path) }
        }
        fillRecord(of: &book, matter)
        book.month = matter.text("month").flatMap { Int($0) }
        book.webName = matter.text("web-name")
        book.accent = matter.list("accent")
        book.tint = matter.list("tint")
        book.formerIDs = matter.list("former-ids")
        book.state = state(matter)
    }

    /// The reader's data of the book. Invalid values are reported and left out.
    private func fillRecord(of book: inout ImportedBook, _ matter: FrontMatter) {
        book.language = run.title(matter.text("language"))
        if let status = matter.text("status") {
            book.status = ImportedReadingStatus(rawValue: status)
            if book.status == nil { run.tell(unknown("status", matter), file: file.path) }
        }
        if let rating = matter.text("rating") {
            // Users may edit the file, with finer steps than half stars.
            let isRounded = book.rate(stars: Double(rating))
            if isRounded == nil { run.tell(unknown("rating", matter), file: file.path) }
            if isRounded == true {
                run.leaveOut(.quarterStars, example: rating, file: file.path)
            }
        }
        for interval in matter.list("readings") {
            if let reading = ImportedReading(interval: interval) {
                book.readings.append(reading)
            } else {
                run.tell(.unknownValue(field: "readings", value: interval), file: file.path)
            }
        }
        book.shelves = matter.list("shelves").filter { !$0.trimmed.isEmpty }
    }

    private func note(
        _ identity: SourceIdentity,
        _ id: UUID,
        _ matter: FrontMatter,
        _ body: String
    ) -> ImportedNote {
        var note = ImportedNote(identity: identity, book: reference("book-id", matter), text: body)
        note.libraryID = id
        note.character = reference("character-id", matter)
        if matter.text("quote") == "true" {
            let (quote, text) = MarkdownDocument.quoteAndText(body)
            note.quote = quote
            note.text = text
        }
        var place = ImportedPlace(
            chapter: matter.text("chapter"),
            page: matter.text("page"),
            location: matter.text("location"),
            text: matter.text("place")
        )
        place.chapterID = uuid("chapter-id", matter)
        note.place = place.isEmpty ? nil : place
        note.quoteColor = matter.text("quote-color")
        note.quoteStyle = matter.text("quote-style")
        note.created = date(matter.text("created"))
        note.isUndated = matter.text("undated") == "true"
        note.updated = date(matter.text("updated"))
        note.tags = matter.list("tags")
        return note
    }

    func reference(_ key: String, _ matter: FrontMatter) -> SourceIdentity? {
        guard let text = matter.text(key) else { return nil }
        guard let id = UUID(uuidString: text) else {
            run.tell(unknown(key, matter), file: file.path)
            return nil
        }
        return MarkdownDocument.identity(id)
    }

    private func unknown(_ key: String, _ matter: FrontMatter) -> ImportProblem.Reason {
        .unknownValue(field: key, value: matter.text(key) ?? "")
    }

    /// Unmodified: a name that was typed with two spaces has two.
    func title(_ text: String?) -> String? {
        guard let text, !text.trimmed.isEmpty else {
            run.tell(.noTitle, file: file.path)
            return nil
        }
        return text.count > run.limits.titleLength ? run.title(text) : text
    }

    func date(_ text: String?) -> ImportedDate? {
        guard let text else { return nil }
        if let date = ImportedDate(iso: text) { return date }
        run.tell(.unknownDate(text), file: file.path)
        return nil
    }

    private func withoutLastLineFeed(_ text: String) -> String {
        String(
            text.unicodeScalars.last == "\n"
                ? text.unicodeScalars.dropLast() : text.unicodeScalars[...]
        )
    }
}
