extension String {
    /// The first words in one line, with an ellipsis when there are more: for quoting a long text.
    ///
    /// A word is cut only when it fills the line alone.
    ///
    /// - Parameter limit: the maximum number of characters, without the ellipsis.
    package func beginning(limit: Int = 60) -> String {
        // One more character shows whether a word ends with the last one.
        let line = String(prefix(limit + 1).map { $0.isWhitespace ? " " : $0 })
        guard line.count > limit else { return line }
        let lastSpace = line.lastIndex(of: " ") ?? line.startIndex
        let words = line[..<lastSpace]
        return (words.isEmpty ? line.prefix(limit) : words) + "…"
    }
}
