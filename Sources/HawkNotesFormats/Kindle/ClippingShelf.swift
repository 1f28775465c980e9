/// Makes books and notes of clippings.
///
/// What belongs together can stand anywhere in the file, so that clippings are kept until all of them are
/// read, or until they are too many.
struct ClippingShelf {
    let run: ImportRun
    let file: String
    /// What the titles of books come to, as they stand in the file: most clippings have one that others had.
    private var books: [[UInt8]: (identity: SourceIdentity, title: String)] = [:]
    /// Those that were not handed on yet, and how many of the clippings stand before each.
    private var newBooks: [(book: ImportedBook, title: BookTitle, place: Int)] = []
    private var clippings = LongList<ClippingJoiner.Mark>()
    private var size = 0

    /// How much is kept, in bytes, about; far more than a device has of one reader.
    private static let sizeLimit = 16 << 20

    init(run: ImportRun, file: String) {
        self.run = run
        self.file = file
    }

    /// - Throws: what the run throws.
    mutating func add(_ clipping: Clipping) throws {
        let known = books[Array(clipping.title.utf8)]
        guard let title = known?.title ?? run.title(clipping.title) else {
            run.tell(.noTitle, file: file, line: clipping.number)
            return
        }
        if clipping.line.kind == .bookmark {
            run.leaveOut(.bookmark, example: title, file: file, line: clipping.number)
            return
        }
        if Self.saysLimit(clipping.text) {
            run.tell(.clippingLimit, file: file, line: clipping.number)
            return
        }
        guard !clipping.text.isEmpty else {
            run.tell(.nothingInIt, file: file, line: clipping.number)
            return
        }
        guard let book = known?.identity ?? newBook(of: clipping, title: title) else { return }
        let mark = ClippingJoiner.Mark(
            note: note(of: clipping, book: book),
            line: clipping.line,
            number: clipping.number
        )
        clippings.append(mark)
        size += clipping.rawLine.utf8.count + clipping.text.utf8.count + 512
        if size > Self.sizeLimit { try finish() }
    }

    /// Hands on what is kept, in the order of the file.
    mutating func finish() throws {
        var joined = ClippingJoiner.joined(takeClippings())
        for (reason, number) in joined.problems { run.tell(reason, file: file, line: number) }
        var books = newBooks[...]
        newBooks = []
        size = 0
        var place = 0
        try joined.marks.drain { mark in
            while let next = books.first, next.place <= place {
                books.removeFirst()
                try emit(next.book, next.title)
            }
            place += 1
            if !mark.isLeftOut { try run.emit(.note(mark.note)) }
        }
        for (book, title, _) in books { try emit(book, title) }
    }

    /// They are changed where they are: nothing else may hold on to them.
    private mutating func takeClippings() -> LongList<ClippingJoiner.Mark> {
        defer { clippings.removeAll() }
        return clippings
    }

    private func emit(_ book: ImportedBook, _ title: BookTitle) throws {
        var book = book
        if let series = title.series {
            book.series = try run.series(series, author: book.authors.first)
            book.number = title.number
        }
        try run.emit(.book(book))
    }

    // MARK: - Books

    private mutating func newBook(of clipping: Clipping, title: String) -> SourceIdentity? {
        let identity = SourceIdentity(origin: "kindle", digestOf: "book", clipping.title)
        guard books.count < run.limits.bookCount else {
            run.tell(.tooMany(limit: run.limits.bookCount), file: file, line: clipping.number)
            return nil
        }
        books[Array(clipping.title.utf8)] = (identity, title)
        let parts = BookTitle(withAuthor: title)
        var book = ImportedBook(identity: identity, title: parts.title)
        book.authors = parts.authors
        newBooks.append((book, parts, clippings.count))
        return identity
    }

    // MARK: - Notes

    private func note(of clipping: Clipping, book: SourceIdentity) -> ImportedNote {
        let line = clipping.line
        let isWords = line.kind == .note
        var note = ImportedNote(
            identity: SourceIdentity(
                origin: "kindle",
                digestOf: clipping.title,
                clipping.rawLine,
                clipping.text
            ),
            book: book,
            text: isWords ? clipping.text : ""
        )
        if !isWords { note.quote = clipping.text }
        var place = ImportedPlace(page: line.page, location: line.location?.text)
        if line.kind == nil {
            run.tell(.unknownLine(clipping.rawLine), file: file, line: clipping.number + 1)
            place.text = run.title(clipping.rawLine)
        }
        note.place = place.isEmpty ? nil : place
        if case .date(let date) = line.date {
            note.created = date
        } else if line.kind != nil, let text = line.dateText {
            _ = run.date(line.date, written: text, file: file, line: clipping.number + 1)
        }
        return note
    }

    private static func saysLimit(_ text: String) -> Bool {
        // In the language of the device; the angle brackets are in all of them.
        let text = text.trimmed
        return text.hasPrefix("<") && text.hasSuffix(">") && text.count < 120
            && !text.contains("\n")
    }
}
