extension Note {
    /// A note's text without leading empty lines and trailing blanks.
    ///
    /// - Throws: `.emptyNote` if nothing is left.
    static func normalized(_ text: String) throws -> String {
        let trimmed = trimmed(text)
        guard !trimmed.isEmpty else { throw LibraryError.emptyNote }
        return trimmed
    }

    /// A note's text without leading empty lines and trailing blanks; empty if it is blank.
    ///
    /// Blanks before the first word stay: they may be an indentation. Null characters are removed,
    /// as SQLite and GTK both end a text there.
    static func trimmed(_ text: String) -> String {
        // Very few texts have one, and imports have very many texts.
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
