extension Note {
    /// A note's text without empty lines before it and blanks after it.
    ///
    /// Blanks before the first word stay: they may be an indentation. The null character goes;
    /// SQLite and GTK would both take it for the end of the text.
    static func normalized(_ text: String) throws -> String {
        var lines = text.replacing("\0", with: "")[...]
        while let end = lines.firstIndex(where: \.isNewline),
            lines[..<end].allSatisfy(\.isWhitespace)
        {
            lines = lines[lines.index(after: end)...]
        }
        while lines.last?.isWhitespace == true {
            lines.removeLast()
        }
        guard !lines.isEmpty else {
            throw LibraryError(.emptyNote, "A note needs some text.")
        }
        return String(lines)
    }
}
