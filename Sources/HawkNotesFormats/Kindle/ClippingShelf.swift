/// Makes books and notes of clippings, and puts a highlight and the note on it together.
struct ClippingShelf {
    let run: ImportRun
    let file: String
    private var books: Set<String> = []
    private var pending: Pending?

    private struct Pending {
        var clipping: Clipping
        var note: ImportedNote
    }

    init(run: ImportRun, file: String) {
        self.run = run
        self.file = file
    }

    /// - Throws: what the run throws.
    mutating func add(_ clipping: Clipping) throws {
        guard let title = run.title(clipping.title) else {
            run.tell(.noTitle, file: file, line: clipping.number)
            return
        }
        if clipping.line.kind == .bookmark {
            run.tell(.bookmark, file: file, line: clipping.number)
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
        guard let book = try book(of: clipping, title: title) else { return }
        let note = self.note(of: clipping, book: book)
        if var before = pending {
            switch Self.join(before, clipping, note) {
            case .one(let joined):
                before.note = joined
                pending = before
                return
            case .newer:
                run.tell(.shorterCopy, file: file, line: before.clipping.number)
                pending = Pending(clipping: clipping, note: note)
                return
            case .older:
                run.tell(.shorterCopy, file: file, line: clipping.number)
                return
            case .two:
                try run.emit(.note(before.note))
            }
        }
        pending = Pending(clipping: clipping, note: note)
    }

    /// Hands the last one on.
    mutating func finish() throws {
        if let pending { try run.emit(.note(pending.note)) }
        pending = nil
    }

    // MARK: - Books

    private mutating func book(of clipping: Clipping, title: String) throws -> SourceIdentity? {
        let identity = SourceIdentity(origin: "kindle", digestOf: "book", clipping.title)
        guard !books.contains(identity.key) else { return identity }
        guard books.count < run.limits.bookCount else {
            run.tell(.tooMany(limit: run.limits.bookCount), file: file, line: clipping.number)
            return nil
        }
        try finish()
        books.insert(identity.key)
        let parts = BookTitle(withAuthor: title)
        var book = ImportedBook(identity: identity, title: parts.title)
        book.authors = parts.authors
        if let series = parts.series {
            book.series = try run.series(series, author: parts.authors.first)
            book.number = parts.number
        }
        try run.emit(.book(book))
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

    // MARK: - Joining

    private enum Joining {
        case one(ImportedNote)
        /// The newer one holds all of the older one.
        case newer
        case older
        case two
    }

    private static func join(
        _ before: Pending,
        _ clipping: Clipping,
        _ note: ImportedNote
    ) -> Joining {
        let lines = (before.clipping.line, clipping.line)
        guard before.note.book == note.book, let first = lines.0.kind, let second = lines.1.kind
        else { return .two }
        switch (first, second) {
        case (.highlight, .note):
            guard before.note.text.isEmpty, isOnIt(lines.1, lines.0) else { return .two }
            return .one(joined(highlight: before.note, words: note))
        case (.note, .highlight):
            guard before.note.quote == nil, isOnIt(lines.0, lines.1) else { return .two }
            return .one(joined(highlight: note, words: before.note))
        case (.highlight, .highlight):
            guard before.note.text.isEmpty, overlap(lines.0, lines.1),
                let old = before.note.quote, let new = note.quote
            else { return .two }
            // Marked anew, a little longer or shorter: the device keeps all of them.
            if new.contains(old) { return .newer }
            return old.contains(new) ? .older : .two
        case (.note, .note), (.bookmark, _), (_, .bookmark):
            return .two
        }
    }

    private static func joined(highlight: ImportedNote, words: ImportedNote) -> ImportedNote {
        var note = highlight
        note.text = words.text
        note.wordsIdentity = words.identity
        note.updated = words.created == highlight.created ? nil : words.created
        return note
    }

    /// Whether the words stand at the end of the highlight.
    private static func isOnIt(_ words: ClippingLine, _ highlight: ClippingLine) -> Bool {
        if let place = words.location, let range = highlight.location {
            return place.last == range.last
        }
        // Books that have pages only.
        return words.location == nil && highlight.location == nil && words.page != nil
            && words.page == highlight.page
    }

    private static func overlap(_ one: ClippingLine, _ other: ClippingLine) -> Bool {
        guard let one = one.location, let other = other.location else { return false }
        return one.first <= other.last && other.first <= one.last
    }
}
