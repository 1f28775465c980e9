import Foundation

/// Files of other programs.
extension MarkdownReader {
    func readForeign(_ matter: FrontMatter) throws {
        let home = vault.home(ofFolder: file.folder)
        let name = MarkdownName(file, home, sourceName: sourceName)
        var text = Self.withLineFeeds(matter.body)
        var fields = MarkdownFields(matter)
        if name.isJoplinID, let item = JoplinItem(text) {
            return try readJoplin(item, former: formerNote(matter, home))
        }
        // One of our own files without its ID, which has been reported.
        if fields.has("hawknotes") { fields.skip("hawknotes", "kind", "id", "link") }
        if let id = name.notionID { fields.add("notion-id", [id]) }
        if let info = MarkdownName.bundle(of: file, sourceName: sourceName) {
            guard takeBundle(info, into: &fields) else { return }
        }
        text = MarkdownFields.withoutProperties(fields.takeLines(above: text))
        let isEmpty = text.allSatisfy(\.isWhitespace)
        if isEmpty, fields.isEmpty {
            return run.leaveOut(.emptyFile, example: file.path, file: nil)
        }
        if let book = ForeignBook(fields, text, name: name.title) {
            try readBook(book, &fields, text, name, home, matter)
        } else if fields.hasKey(beginning: "koreadersync.data") {
            try readKOReaderNote(&fields, text)
        } else {
            try readNote(&fields, isEmpty ? "" : text.trimmed, name, home, matter)
        }
        for (key, value) in fields.rest {
            run.leaveOut(.field(key), example: value, file: nil)
        }
    }

    // MARK: - Notes

    private func readNote(
        _ fields: inout MarkdownFields,
        _ text: String,
        _ name: MarkdownName,
        _ home: MarkdownVault.Home,
        _ matter: FrontMatter
    ) throws {
        let written = fields.text("title").flatMap { run.title(LinkText.plain($0)) }
        // The name of a journal page is its date, and the folder of a bundle belongs to its note.
        let day = ImportedDate(iso: name.title.replacing("_", with: "-"))
        let title = written ?? (home.kind == .logseq && day != nil ? nil : run.title(name.title))
        let words = Self.text(text, below: title)
        if text.isEmpty, written == nil, !fields.has("tags", "tag", "aliases", "alias") {
            return run.leaveOut(.emptyFile, example: file.path, file: nil)
        }
        let id = MarkdownID.taken(from: &fields)
        let book = try noteBook(&fields, name, home)
        var note = wholeNote(words, id: id, book: book, home, matter)
        addDates(to: &note, &fields)
        if note.created == nil { note.created = day }
        note.tags = MarkdownTags.list(fields.list("tags", "tag")).compactMap { run.title($0) }
        tellPictures(in: words)
        try run.emit(.note(note))
    }

    /// Our notes have no title: it becomes the first line of the text, unless the text begins with
    /// it.
    static func text(_ text: String, below title: String?) -> String {
        guard let title else { return text }
        let first = text.prefix { $0 != "\n" }
        let heading = BookBody.heading(String(first))?.title ?? first.trimmed
        let isSame =
            heading == title
            || MarkdownFields.folded(heading) == MarkdownFields.folded(title)
                && !MarkdownFields.folded(title).isEmpty
        if isSame { return text }
        return text.isEmpty ? title : "\(title)\n\n\(text)"
    }

    /// A note of a whole file, or of its text outside the passages.
    func wholeNote(
        _ text: String,
        id: String?,
        book: NoteBook,
        _ home: MarkdownVault.Home,
        _ matter: FrontMatter
    ) -> ImportedNote {
        let content = MarkdownIdentity.evened(text)
        let words = MarkdownIdentity.note(["text", book.key, content])
        let path = [home.kind == .folder ? "" : home.name, home.path(file.path)]
        var keys: [[String]] = id.map { [["id", $0], ["id", $0] + path] } ?? []
        keys.append(["path"] + path)
        var note = ImportedNote(
            identity: shelf.identity(keys, content: content),
            book: book.identity,
            text: text
        )
        // The files beside a file that was chosen alone are unknown.
        note.mayBeRenamed = id == nil && vault.isFolder
        // A file that was moved is recognized by its text.
        note.wordsIdentity = words
        // Chosen from the folder above, a file at the top of the vault is in a folder of the
        // vault's name.
        let elsewhere = book.key.isEmpty ? MarkdownIdentity.evened(home.name) : ""
        let otherWords = MarkdownIdentity.note(["text", elsewhere, content])
        note.formerIdentities = [words, otherWords]
        note.formerWordsIdentities = [otherWords]
        identify(&note, as: formerNote(matter, home))
        return note
    }

    // MARK: - The book of a note

    struct NoteBook {
        var identity: SourceIdentity?
        /// Its name, unless that comes only from the vault or the chosen folder.
        var key: String
    }

    private func noteBook(
        _ fields: inout MarkdownFields,
        _ name: MarkdownName,
        _ home: MarkdownVault.Home
    ) throws -> NoteBook {
        let written = fields.text("book").map(LinkText.plain).flatMap { run.title($0) }
        if let title = written {
            let authors = Self.authors(&fields, "bookauthor", "authors", "author")
            return NoteBook(
                identity: try namedBook(title, authors: authors),
                key: MarkdownIdentity.evened(title)
            )
        }
        // The folders of a graph are kinds of pages.
        let isGraph = home.kind == .logseq
        let folder = isGraph ? nil : name.folder.flatMap { run.title($0) }
        let authors = Self.authors(&fields, "bookauthor")
        let title = folder ?? run.title(home.name)
        return NoteBook(
            identity: try title.flatMap {
                try namedBook($0, authors: authors, isNamedAfterFolder: folder == nil)
            },
            key: folder.map(MarkdownIdentity.evened) ?? ""
        )
    }

    /// A book of which only the name is known, or one that has a file.
    ///
    /// - Parameter isNamedAfterFolder: see ``ImportedBook/isNamedAfterFolder``.
    func namedBook(
        _ title: String,
        authors: [String],
        isNamedAfterFolder: Bool = false
    ) throws -> SourceIdentity? {
        if let known = shelf.book(title, authors: authors) { return known }
        let identity = SourceIdentity(origin: "markdown", digestOf: "book", title)
        guard !run.knownBooks.contains(identity.key) else { return identity }
        guard run.knownBooks.count < run.limits.bookCount else { return nil }
        run.knownBooks.insert(identity.key)
        var book = ImportedBook(identity: identity, title: title)
        book.authors = authors
        book.isNamedAfterFolder = isNamedAfterFolder
        try run.emit(.book(book))
        return identity
    }

    static func authors(_ fields: inout MarkdownFields, _ names: String...) -> [String] {
        for name in names {
            let values = fields.list(name)
            if values.isEmpty { continue }
            let names = values.flatMap { value in
                LinkText.names(value)?.flatMap { AuthorNames.ofSentence($0) }
                    ?? (values.count > 1
                        ? AuthorNames.ofOne(value) : AuthorNames.ofSentence(value))
            }
            if !names.isEmpty { return names }
        }
        return []
    }

    // MARK: - Dates and pictures

    func addDates(to note: inout ImportedNote, _ fields: inout MarkdownFields) {
        note.created = writtenDate(
            fields.text(
                "created",
                "datecreated",
                "createdat",
                "creationdate",
                "createdtime",
                "creationtime",
                "ctime",
                "date"
            )
        )
        note.updated = writtenDate(
            fields.text(
                "updated",
                "modified",
                "datemodified",
                "updatedat",
                "modifiedat",
                "modificationdate",
                "lastmodified",
                "dateupdated",
                "updatedtime",
                "lastupdated",
                "lastmod",
                "mtime",
                "kindlesync.lastannotateddate"
            )
        )
    }

    func writtenDate(_ text: String?) -> ImportedDate? {
        guard let text = text.map(LinkText.plain), !text.isEmpty else { return nil }
        if let date = ImportedDate(iso: text) { return date }
        switch WrittenDate(text) {
        case .date(let date): return date
        case .undecided: run.tell(.undecidedDate(text), file: file.path)
        case .unknown: run.tell(.unknownDate(text), file: file.path)
        }
        return nil
    }

    /// Notes do not show pictures: the Markdown of pictures stays in the text.
    func tellPictures(in text: String) {
        for name in EmbeddedPictures.names(in: text) {
            run.leaveOut(.pictureInNote, example: name, file: nil)
        }
    }

    static func withLineFeeds(_ text: String) -> String {
        text.replacingOccurrences(of: "\r\n", with: "\n")
    }
}
