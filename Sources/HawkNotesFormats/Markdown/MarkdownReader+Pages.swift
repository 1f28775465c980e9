import Foundation

/// Pages of an exported library, with the notes in them.
extension MarkdownReader {
    /// Reports what of a page is not read.
    func tellProblems(of page: MarkdownPage, _ matter: FrontMatter) {
        if !page.isSound { run.tell(.damaged, file: file.path) }
        guard let frame = matter.text("frame"), frame != page.frame else { return }
        run.leaveOut(.besideNotes, example: file.path, file: file.path)
    }

    /// Emits the bundled series that the reader has deleted, from the index.
    func emitDeletedSeries(_ matter: FrontMatter) throws {
        for text in matter.list("deleted") {
            let words = text.split(separator: " ")
            guard words.count == 2, words[0] == "series",
                let id = UUID(uuidString: String(words[1]))
            else {
                run.tell(.unknownValue(field: "deleted", value: text), file: file.path)
                continue
            }
            var series = ImportedSeries(identity: MarkdownDocument.identity(id), title: "")
            series.libraryID = id
            series.isDeleted = true
            series.state = state(matter)
            try run.emit(.series(series))
        }
    }

    /// Emits the notes of a page.
    func emitNotes(
        of page: MarkdownPage?,
        _ matter: FrontMatter,
        book: SourceIdentity? = nil,
        character: SourceIdentity? = nil
    ) throws {
        for (mark, body) in page?.notes ?? [] {
            guard let mark else {
                run.tell(.damaged, file: file.path)
                // Its words are imported as a new note, with the date of the file.
                if !body.trimmed.isEmpty {
                    try run.emit(.note(damagedNote(body, book, character)))
                }
                continue
            }
            guard shelf.notes.insert(mark.id).inserted else {
                run.tell(.repeated, file: file.path)
                continue
            }
            var note = note(mark, body)
            note.book = book
            note.character = character
            try run.emit(.note(note))
        }
    }

    private func note(_ mark: NoteMark, _ body: String) -> ImportedNote {
        let body = mark.verbatim == true ? body : PageLinks.restored(body)
        var note = ImportedNote(identity: MarkdownDocument.identity(mark.id), text: body)
        note.libraryID = mark.id
        if mark.quote == true {
            let (quote, text) = MarkdownDocument.quoteAndText(body)
            note.quote = quote.isEmpty ? nil : quote
            note.text = text
        }
        var place = ImportedPlace(text: mark.place)
        place.chapterID = mark.chapterID
        note.place = place.isEmpty ? nil : place
        note.quoteColor = mark.color
        note.quoteStyle = mark.style
        note.created = date(mark.created)
        note.isUndated = mark.undated == true
        note.updated = date(mark.updated)
        note.tags = mark.tags ?? []
        note.exportedWords = mark.words ?? ""
        return note
    }

    private func damagedNote(
        _ body: String,
        _ book: SourceIdentity?,
        _ character: SourceIdentity?
    ) -> ImportedNote {
        let (quote, text) = MarkdownDocument.quoteAndText(PageLinks.restored(body))
        let key = "\((character ?? book)?.key ?? "")\n\(body)"
        let identity = SourceIdentity(origin: "hawk-notes page", digestOf: key)
        var note = ImportedNote(identity: identity, book: book, text: text)
        note.character = character
        note.quote = quote.isEmpty ? nil : quote
        return note
    }
}
