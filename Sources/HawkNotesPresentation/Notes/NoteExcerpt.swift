/// As much of a note's text as its card lays out.
///
/// A label lays out all of its text at once, several times over: a megabyte takes seconds. The editor
/// lays out what is in view, and shows the rest.
package struct NoteExcerpt {
    /// The most lines that a folded card shows.
    package static let foldedLines = 12
    /// More Unicode scalars than fill the lines of a folded card at its greatest width.
    static let foldedLimit = 4000
    /// The most Unicode scalars that an unfolded card shows.
    static let unfoldedLimit = 20_000
    /// The most line ends that an unfolded card shows: an empty line costs as much as a full one.
    static let unfoldedLines = 2000

    /// The text, or its beginning.
    let text: String
    /// Whether there is more.
    let isCut: Bool

    /// What a card shows of a text. Costs no more than the excerpt, however long the text is.
    init(_ whole: String, isUnfolded: Bool = false) {
        let limit = isUnfolded ? Self.unfoldedLimit : Self.foldedLimit
        let lineLimit = isUnfolded ? Self.unfoldedLines : Self.foldedLines
        // By scalars: a single character can be a megabyte long.
        let scalars = whole.unicodeScalars
        var end = scalars.startIndex
        var (count, lines) = (0, 1)
        while end < scalars.endIndex, count < limit, lines <= lineLimit {
            if scalars[end] == "\n" || scalars[end] == "\u{2029}" { lines += 1 }
            end = scalars.index(after: end)
            count += 1
        }
        isCut = end < scalars.endIndex
        text = isCut ? String(scalars[..<end]) + "…" : whole
    }
}
