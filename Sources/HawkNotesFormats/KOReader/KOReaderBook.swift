import Foundation

/// What KOReader's two formats have in common: which book it is, and what is marked in it.
struct KOReaderBook {
    let run: ImportRun
    let file: String
    let identity: SourceIdentity

    /// Hands the book on, unless another file has brought it already.
    ///
    /// - Returns: nil when it has no title, or there are too many books, which is told.
    init?(
        title: String?,
        authors: String?,
        series: String? = nil,
        number: Double? = nil,
        run: ImportRun,
        file: String
    ) throws {
        self.run = run
        self.file = file
        guard let title = run.title(title) else {
            run.tell(.noTitle, file: file)
            return nil
        }
        let names = (authors ?? "").split(whereSeparator: { $0.isNewline || $0 == ";" })
            .compactMap { run.title(String($0)) }
        identity = SourceIdentity(
            origin: "koreader",
            digestOf: "book",
            title,
            names.joined(separator: "\n")
        )
        guard !run.knownBooks.contains(identity.key) else { return }
        guard run.knownBooks.count < run.limits.bookCount else {
            run.tell(.tooMany(limit: run.limits.bookCount), file: file)
            return nil
        }
        run.knownBooks.insert(identity.key)
        var book = ImportedBook(identity: identity, title: title)
        book.authors = AuthorNames.known(names)
        if let series, !AuthorNames.isNobody(series) {
            book.series = try run.series(series, author: book.authors.first)
            book.number = number.flatMap { $0.isFinite ? $0 : nil }
        }
        try run.emit(.book(book))
    }

    /// One mark in the book.
    struct Mark {
        var quote: String?
        var words: String?
        /// How the quote was marked, as the program calls it.
        var color: String?
        var style: String?
        var place = ImportedPlace()
        var created: ImportedDate?
        var updated: ImportedDate?
        /// Where and when, as it stands in the file.
        var key: String
    }

    /// - Throws: what the run throws.
    func add(_ mark: Mark, line: Int? = nil) throws {
        let quote = mark.quote.flatMap { $0.trimmed.isEmpty ? nil : $0 }
        let words = mark.words.flatMap { $0.trimmed.isEmpty ? nil : $0 }
        guard quote != nil || words != nil else {
            run.tell(.bookmark, file: file, line: line)
            return
        }
        var note = ImportedNote(
            // Without the words: they may be written later, or changed.
            identity: SourceIdentity(
                origin: "koreader",
                digestOf: identity.key,
                mark.key,
                quote ?? ""
            ),
            book: identity,
            text: words ?? ""
        )
        if let words {
            note.wordsIdentity = SourceIdentity(
                origin: "koreader",
                digestOf: identity.key,
                mark.key,
                quote ?? "",
                words
            )
        }
        note.quote = quote
        note.quoteColor = quote.flatMap { _ in run.title(mark.color) }
        note.quoteStyle = quote.flatMap { _ in run.title(mark.style) }
        note.place = mark.place.isEmpty ? nil : mark.place
        note.created = mark.created
        note.updated = mark.updated == mark.created ? nil : mark.updated
        try run.emit(.note(note))
    }
}
