import Foundation

/// Files of other programs.
extension MarkdownReader {
    func readForeign(_ matter: FrontMatter) throws {
        let body = matter.body.replacingOccurrences(of: "\r\n", with: "\n").trimmed
        let name = file.name.split(separator: ".").dropLast().joined(separator: ".")
        let title = run.title(matter.text("title") ?? name)
        // Notes of ours have no title: it becomes their first line, if they do not begin with it.
        var text = body
        if let title, !body.contains(title) { text = body.isEmpty ? title : "\(title)\n\n\(body)" }
        guard !text.isEmpty else { return run.tell(.nothingInIt, file: file.path) }
        var note = ImportedNote(
            identity: SourceIdentity(origin: "markdown", digestOf: folder, file.path),
            book: try foreignBook(matter),
            text: text
        )
        note.wordsIdentity = SourceIdentity(origin: "markdown", digestOf: folder, file.path, text)
        note.created = date(matter.text("created", "date", "created_at"))
        note.updated = date(matter.text("updated", "modified", "updated_at"))
        note.tags = matter.list("tags").compactMap { run.title($0) }
        try run.emit(.note(note))
    }

    private func foreignBook(_ matter: FrontMatter) throws -> SourceIdentity? {
        let above = file.folder.split(separator: "/").last.map { String($0) }
        guard let title = run.title(matter.text("book") ?? above ?? folder) else { return nil }
        let identity = SourceIdentity(origin: "markdown", digestOf: "book", title)
        guard !run.knownBooks.contains(identity.key) else { return identity }
        guard run.knownBooks.count < run.limits.bookCount else { return nil }
        run.knownBooks.insert(identity.key)
        var book = ImportedBook(identity: identity, title: title)
        let authors = matter.list("book-author").compactMap { run.title($0) }
        book.authors = AuthorNames.known(authors)
        try run.emit(.book(book))
        return identity
    }
}
