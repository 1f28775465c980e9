extension Note {
    /// A note's text without empty lines before it and blanks after it.
    ///
    /// - Throws: `.emptyNote` if nothing is left.
    static func normalized(_ text: String) throws -> String {
        let trimmed = trimmed(text)
        guard !trimmed.isEmpty else { throw LibraryError.emptyNote }
        return trimmed
    }

    /// The same; empty where there is nothing but blanks.
    ///
    /// Blanks before the first word stay: they may be an indentation. The null character goes;
    /// SQLite and GTK would both take it for the end of the text.
    static func trimmed(_ text: String) -> String {
        // Hardly any text has one, and imports have very many texts.
        let whole = text.utf8.contains(0) ? text.replacing("\0", with: "") : text
        var lines = whole[...]
        while lines.first?.isWhitespace == true, let end = lines.firstIndex(where: \.isNewline),
            lines[..<end].allSatisfy(\.isWhitespace)
        {
            lines = lines[lines.index(after: end)...]
        }
        while lines.last?.isWhitespace == true {
            lines.removeLast()
        }
        return String(lines)
    }
}

extension LibraryError {
    static var emptyNote: LibraryError { LibraryError(.emptyNote, "A note needs some text.") }
}
