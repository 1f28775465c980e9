/// Makes books and notes of clippings.
///
/// Related clippings can be anywhere in the file, so clippings are collected until all of them are
/// read, or until there are too many.
struct ClippingShelf {
    let run: ImportRun
    let file: String
    /// Parsed titles by their bytes in the file: most clippings repeat an earlier title.
    private var books: [[UInt8]: (identity: SourceIdentity, title: String)] = [:]
    /// The books that were not emitted yet, each with the number of clippings before it.
    private var newBooks: [(book: ImportedBook, title: BookTitle, place: Int)] = []
    private var clippings = LongList<ClippingJoiner.Mark>()
    private var size = 0

    /// The approximate maximum size of the collected clippings, in bytes; far more than one reader
    /// has on a device.
    private static let sizeLimit = 16 << 20

    init(run: ImportRun, file: String) {
        self.run = run
        self.file = file
    }

    /// - Throws: errors of the run.
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

    /// Emits the collected items, in the order of the file.
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

    /// The clippings are modified in place: there must be no other reference to them.
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
        // In the device's language; all languages use the angle brackets.
        let text = text.trimmed
        return text.hasPrefix("<") && text.hasSuffix(">") && text.count < 120
            && !text.contains("\n")
    }
}
