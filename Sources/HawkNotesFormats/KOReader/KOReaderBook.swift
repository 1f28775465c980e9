import Foundation

/// The common part of KOReader's two formats: the book and its notes.
struct KOReaderBook {
    let run: ImportRun
    let file: String
    let identity: SourceIdentity
    private let formerIdentities: [SourceIdentity]

    /// The known properties of a book.
    struct Description {
        /// The title, with the reader's corrections if there are any.
        var title: String?
        var authors: String?
        /// The title and authors before corrections, by which the book is recognized.
        var original: Name
        /// The value that earlier versions of this program used for that.
        var former: Name?
        var series: String?
        var number: Double?
        var language: String?
        var overview: String?
        var isbn: String?
        var status: ImportedReadingStatus?
        var stars: Double?
    }

    /// Title and authors, as written in a file.
    struct Name {
        var title: String?
        var authors: String?
    }

    /// Emits the book, unless another file has already done so.
    ///
    /// - Returns: nil if it has no title, or there are too many books, which is reported.
    init?(_ description: Description, run: ImportRun, file: String) throws {
        self.run = run
        self.file = file
        guard let title = run.title(description.title),
            let identity = Self.identity(description.original, run)
        else {
            run.tell(.noTitle, file: file)
            return nil
        }
        self.identity = identity
        formerIdentities = [description.former.flatMap { Self.identity($0, run) }]
            .compactMap(\.self).filter { $0 != identity }
        guard !run.knownBooks.contains(identity.key) else { return }
        guard run.knownBooks.count < run.limits.bookCount else {
            run.tell(.tooMany(limit: run.limits.bookCount), file: file)
            return nil
        }
        run.knownBooks.insert(identity.key)
        try run.emit(.book(try book(description, title: title)))
    }

    private func book(_ description: Description, title: String) throws -> ImportedBook {
        var book = ImportedBook(identity: identity, title: title)
        book.formerIdentities = formerIdentities
        book.authors = AuthorNames.known(Self.names(description.authors, run))
        if let series = description.series, !AuthorNames.isNobody(series) {
            book.series = try run.series(series, author: book.authors.first)
            book.number = description.number.flatMap { $0.isFinite ? $0 : nil }
        }
        book.language = LanguageCode.known(description.language)
        if let text = description.language, book.language == nil, !LanguageCode.isUnknown(text) {
            run.leaveOut(.key("Languages"), example: run.title(text) ?? "", file: file)
        }
        book.overview = description.overview.map { PlainText.ofMarkup($0) }
            .flatMap { $0.isEmpty ? nil : $0 }
        book.isbn = description.isbn
        book.status = description.status
        book.rate(stars: description.stars)
        return book
    }

    private static func identity(_ name: Name, _ run: ImportRun) -> SourceIdentity? {
        guard let title = run.title(name.title) else { return nil }
        let names = names(name.authors, run).joined(separator: "\n")
        return SourceIdentity(origin: "koreader", digestOf: "book", title, names)
    }

    private static func names(_ authors: String?, _ run: ImportRun) -> [String] {
        (authors ?? "").split(whereSeparator: { $0.isNewline || $0 == ";" })
            .compactMap { run.title(String($0)) }
    }

    // MARK: - Marks

    /// A mark in the book.
    struct Mark {
        var quote: String?
        var words: String?
        /// The color of the highlight, as the program calls it.
        var color: String?
        var style: String?
        var place = ImportedPlace()
        var created: ImportedDate?
        var updated: ImportedDate?
        /// The creation time, as written in the file. It never changes later.
        var time: String
        /// The start of the mark, as written in the file.
        var position: String
        /// Time and position as earlier versions of this program used them, which combined them
        /// with the quotation in the identity.
        var formerKey: String
    }

    /// - Throws: errors of the run.
    func add(_ mark: Mark, line: Int? = nil) throws {
        let quote = mark.quote.flatMap { $0.trimmed.isEmpty ? nil : $0 }
        let words = mark.words.flatMap { $0.trimmed.isEmpty ? nil : $0 }
        guard quote != nil || words != nil else {
            let example = mark.place.chapter ?? mark.place.page ?? mark.time
            run.leaveOut(.bookmark, example: run.title(example) ?? "", file: file, line: line)
            return
        }
        var note = ImportedNote(
            identity: identity(of: mark, quote: quote),
            book: identity,
            text: words ?? ""
        )
        note.formerIdentities = former(mark, quote, nil)
        if let words {
            note.wordsIdentity = SourceIdentity(
                origin: "koreader",
                digestOf: note.identity.key,
                "words",
                words
            )
            note.formerWordsIdentities = former(mark, quote, words)
        }
        note.quote = quote
        note.quoteColor = quote.flatMap { _ in run.title(mark.color) }
        note.quoteStyle = quote.flatMap { _ in run.title(mark.style) }
        note.place = mark.place.isEmpty ? nil : mark.place
        note.created = mark.created
        note.updated = mark.updated == mark.created ? nil : mark.updated
        try run.emit(.note(note))
    }

    /// Emits the reader's review of the whole book.
    func addReview(_ text: String, written: ImportedDate?) throws {
        let review = SourceIdentity(origin: "koreader", digestOf: identity.key, "review")
        var note = ImportedNote(identity: review, book: identity, text: text)
        note.wordsIdentity = SourceIdentity(origin: "koreader", digestOf: review.key, "words", text)
        note.created = written
        try run.emit(.note(note))
    }

    /// Without quotation and words: both may be added or changed later.
    private func identity(of mark: Mark, quote: String?) -> SourceIdentity {
        // A mark with neither time nor position has nothing else to distinguish it.
        let hasKey = !mark.time.isEmpty || !mark.position.isEmpty
        return SourceIdentity(
            origin: "koreader",
            digestOf: identity.key,
            "at",
            mark.time,
            mark.position,
            hasKey ? "" : quote ?? ""
        )
    }

    private func former(_ mark: Mark, _ quote: String?, _ words: String?) -> [SourceIdentity] {
        ([identity] + formerIdentities).map { book in
            guard let words else {
                return SourceIdentity(
                    origin: "koreader",
                    digestOf: book.key,
                    mark.formerKey,
                    quote ?? ""
                )
            }
            return SourceIdentity(
                origin: "koreader",
                digestOf: book.key,
                mark.formerKey,
                quote ?? "",
                words
            )
        }
    }
}
