import Foundation

/// A highlight of calibre's own viewer, which calibre stores as JSON in the package document beside
/// a book: `{"format": "EPUB", "annotation": {"type": "highlight", "highlighted_text": "…",
/// "notes": "…", …}}`.
struct CalibreAnnotation {
    let run: ImportRun
    /// For reported problems.
    let file: String
    let book: SourceIdentity

    /// Emits the note. Bookmarks have no text, which is reported; the last reading position and
    /// deleted highlights are not notes.
    func emit(_ json: String) throws {
        let value: PlainValue
        do {
            let stream = ByteStream(bytes: Array(json.utf8))
            var reader = JSONStream(stream, limits: run.limits)
            value = try reader.value()
        } catch let damage as ValueDamage {
            return run.tell(damage.reason, file: file)
        }
        guard case .table = value["annotation"] else { return run.tell(.damaged, file: file) }
        let annotation = value["annotation"]
        guard !annotation["removed"].isTrue, annotation["type"].text != "last-read" else { return }
        let quote = annotation["highlighted_text"].text
        let words = annotation["notes"].text
        guard quote != nil || words != nil else {
            let title = run.title(annotation["title"].text) ?? ""
            return run.leaveOut(.bookmark, example: title, file: file)
        }
        try run.emit(.note(note(annotation, quote: quote, words: words)))
    }

    private func note(_ value: PlainValue, quote: String?, words: String?) -> ImportedNote {
        let identity =
            value["uuid"].text.map { SourceIdentity(origin: "calibre", key: "annotation \($0)") }
            ?? SourceIdentity(
                origin: "calibre",
                digestOf: book.key,
                value["spine_name"].text ?? "",
                value["start_cfi"].text ?? "",
                quote ?? words ?? ""
            )
        var note = ImportedNote(identity: identity, book: book, text: words ?? "")
        if let words {
            note.wordsIdentity = SourceIdentity(
                origin: "calibre",
                digestOf: identity.key,
                words
            )
        }
        note.quote = quote
        let style = value["style"]
        if quote != nil, let name = run.title(style["which"].text) {
            if style["kind"].text == "decoration" {
                note.quoteStyle = name
            } else {
                note.quoteColor = name
            }
        }
        // The titles of the chapter and its ancestors, the outermost first.
        let chapter = run.title(value["toc_family_titles"].elements.last?.text)
        if let chapter { note.place = ImportedPlace(chapter: chapter) }
        if let text = value["timestamp"].text {
            note.created = ImportedDate(iso: text)
            if note.created == nil { run.tell(.unknownDate(text), file: file) }
        }
        return note
    }
}
