import Foundation

/// A file in Joplin's own format: title, text, and lines `key: value` at its end.
struct JoplinItem {
    enum Kind {
        case note, notebook
        /// A tag, a picture, a setting.
        case other
    }

    let title: String
    let text: String
    let kind: Kind
    private let values: [String: String]

    /// Returns nil for a text without such lines at its end.
    init?(_ whole: String) {
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        var end = lines.count
        while end > 0, lines[end - 1].allSatisfy(\.isWhitespace) { end -= 1 }
        var start = end
        var values: [String: String] = [:]
        while start > 0, let colon = lines[start - 1].firstIndex(of: ":") {
            let key = lines[start - 1][..<colon]
            guard !key.isEmpty, key.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
                break
            }
            values[String(key)] = lines[start - 1][colon...].dropFirst().trimmed
            start -= 1
        }
        guard let type = values["type_"], values["id"] != nil else { return nil }
        switch type {
        case "1": kind = .note
        case "2": kind = .notebook
        default: kind = .other
        }
        title = start > 0 ? lines[0].trimmed : ""
        text = start > 1 ? lines[1..<start].joined(separator: "\n").trimmed : ""
        self.values = values
    }

    var id: String { values["id"] ?? "" }
    var notebookID: String? { values["parent_id"].flatMap { $0.isEmpty ? nil : $0 } }
    var created: String? { values["user_created_time"] ?? values["created_time"] }
    var updated: String? { values["user_updated_time"] ?? values["updated_time"] }
    /// Whether the item is in Joplin's trash.
    var isDeleted: Bool { values["deleted_time"].flatMap { Int($0) } ?? 0 > 0 }
}

extension MarkdownReader {
    func readJoplin(_ item: JoplinItem, former: FormerNote) throws {
        if item.isDeleted { return run.leaveOut(.trashed, example: item.title, file: nil) }
        let title = run.title(item.title)
        let text = Self.text(item.text, below: title)
        guard !text.isEmpty else {
            return run.leaveOut(.emptyFile, example: file.path, file: nil)
        }
        let notebook = item.notebookID.flatMap { shelf.notebooks[$0] } ?? sourceName
        let book = try run.title(notebook).flatMap { try namedBook($0, authors: []) }
        let content = MarkdownIdentity.evened(text)
        var note = ImportedNote(
            identity: shelf.identity([["id", "joplin:\(item.id)"]], content: content),
            book: book,
            text: text
        )
        note.wordsIdentity = MarkdownIdentity.note(
            ["text", MarkdownIdentity.evened(notebook), content]
        )
        identify(&note, as: former)
        note.created = writtenDate(item.created)
        note.updated = writtenDate(item.updated)
        tellPictures(in: text)
        try run.emit(.note(note))
    }
}
