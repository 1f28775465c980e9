/// Passages of books, with their identities.
extension MarkdownReader {
    /// - Parameter former: the file, if it contains nothing else.
    func emitHighlights(
        _ highlights: [MarkdownHighlight],
        of book: NoteBook,
        former: FormerFile?
    ) throws {
        var former = former
        // A place with several passages identifies none of them.
        var counts: [[String]: Int] = [:]
        for highlight in highlights { counts[key(of: highlight, book), default: 0] += 1 }
        for highlight in highlights {
            let first = key(of: highlight, book)
            let content = MarkdownIdentity.evened(
                "\(highlight.quote)\n\(highlight.words)"
            )
            let longer =
                first + [
                    "with",
                    MarkdownIdentity.evened(
                        highlight.quote.isEmpty ? highlight.words : highlight.quote
                    ),
                ]
            let keys = counts[first] == 1 ? [first, longer] : [longer]
            let identity = shelf.identity(keys, content: content)
            var note = note(of: highlight, identity, book)
            note.formerFile = former
            former = nil
            try run.emit(.note(note))
        }
    }

    /// The identity of a passage.
    private func key(of highlight: MarkdownHighlight, _ book: NoteBook) -> [String] {
        if let id = highlight.id { return ["id", id] }
        if let id = highlight.blockID { return ["block", book.key, id] }
        if let place = highlight.anchor ?? highlight.location { return ["place", book.key, place] }
        let text = highlight.quote.isEmpty ? highlight.words : highlight.quote
        return ["quote", book.key, MarkdownIdentity.evened(text)]
    }

    func note(
        of highlight: MarkdownHighlight,
        _ identity: SourceIdentity,
        _ book: NoteBook
    ) -> ImportedNote {
        var note = ImportedNote(identity: identity, book: book.identity, text: highlight.words)
        if !highlight.quote.isEmpty {
            note.quote = highlight.quote
            if !highlight.words.isEmpty {
                let words = MarkdownIdentity.evened(highlight.words)
                note.wordsIdentity = MarkdownIdentity.note(["words", identity.key, words])
            }
        }
        let place = ImportedPlace(
            chapter: highlight.chapter.flatMap { run.title($0) },
            page: run.title(highlight.page),
            location: run.title(highlight.location),
            text: highlight.place.flatMap { run.title($0) }
        )
        note.place = place.isEmpty ? nil : place
        note.quoteColor = highlight.color.flatMap { run.title($0) }
        note.quoteStyle = highlight.style.flatMap { run.title($0) }
        note.tags = highlight.tags.compactMap { run.title($0) }
        note.created = writtenDate(highlight.created)
        for link in highlight.links {
            run.leaveOut(.highlightLink, example: run.title(link) ?? "", file: file.path)
        }
        tellPictures(in: highlight.words)
        return note
    }

    /// A file that a synchronization plugin makes for each passage: the text below repeats the
    /// properties.
    func readKOReaderNote(_ fields: inout MarkdownFields, _ text: String) throws {
        let title =
            fields.text("koreadersync.data.title", "koreadersync.metadata.managedbooktitle")
            .flatMap { run.title($0) }
        var passage = MarkdownHighlight()
        passage.id = MarkdownID.taken(from: &fields)
        passage.chapter = fields.text("koreadersync.data.chapter")
        passage.page = fields.text("koreadersync.data.page")
        passage.created = fields.text("koreadersync.data.datetime")
        passage.quote = fields.text("koreadersync.data.highlight") ?? ""
        passage.words = fields.text("koreadersync.data.text") ?? ""
        if ["true", "false"].contains(passage.quote) {
            (passage.quote, passage.words) = (passage.words, "")
        }
        let authors = Self.authors(&fields, "koreadersync.data.authors")
        fields.skip(
            "koreadersync.data.title",
            "koreadersync.type",
            "koreadersync.metadata.bodyhash",
            "koreadersync.metadata.keepinsync",
            "koreadersync.metadata.yettobeedited"
        )
        let isEdited = fields.peek("koreadersync.metadata.yettobeedited") != "true"
        if isEdited { passage.addWords(Self.addedWords(text, to: passage, title, authors)) }
        guard let title else { return run.tell(.noTitle, file: file.path) }
        let book = NoteBook(
            identity: try namedBook(title, authors: authors),
            key: MarkdownIdentity.evened(title).lowercased()
        )
        guard !passage.isEmpty else {
            return run.leaveOut(.emptyFile, example: file.path, file: nil)
        }
        let content = MarkdownIdentity.evened("\(passage.quote)\n\(passage.words)")
        let identity = shelf.identity([key(of: passage, book)], content: content)
        try run.emit(.note(note(of: passage, identity, book)))
    }

    /// Lines that neither repeat the properties nor consist of a template's labels.
    private static func addedWords(
        _ text: String,
        to passage: MarkdownHighlight,
        _ title: String?,
        _ authors: [String]
    ) -> String {
        let known = ([title, passage.chapter, passage.quote, passage.words] + authors)
            .compactMap { $0 }.map(MarkdownFields.folded).filter { $0.count > 2 }
            .sorted { $0.count > $1.count }
        let page = MarkdownFields.folded(passage.page ?? "")
        let lines = text.split(separator: "\n").filter { line in
            var words = MarkdownFields.folded(String(line))
            if known.contains(where: { $0.contains(words) }) { return false }
            for value in known { words = words.replacing(value, with: "") }
            return !["", "title", "by", "author", "authors", "chapter", "page\(page)"]
                .contains(words)
        }
        return lines.joined(separator: "\n")
    }
}
