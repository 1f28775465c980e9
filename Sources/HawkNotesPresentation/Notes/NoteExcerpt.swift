/// The part of a note's text that its card lays out.
///
/// A label lays out all of its text at once, several times: a megabyte takes seconds. The editor
/// lays out only the visible part, and shows the rest.
package struct NoteExcerpt {
    /// The maximum number of lines of a collapsed card.
    package static let foldedLines = 12
    /// More Unicode scalars than fit into a collapsed card at its maximum width.
    static let foldedLimit = 4000
    /// The maximum number of Unicode scalars that an expanded card shows.
    static let unfoldedLimit = 20_000
    /// The maximum number of line breaks that an expanded card shows: an empty line costs as much
    /// as a full one.
    static let unfoldedLines = 2000

    /// The text, or its beginning.
    let text: String
    /// Whether the text goes on.
    let isCut: Bool
    /// Where the whole text is cut.
    let end: String.Index

    /// The part of a text that a card shows. Takes time in proportion to the excerpt, however long the
    /// text is.
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
        self.end = end
        isCut = end < scalars.endIndex
        text = isCut ? String(scalars[..<end]) + "…" : whole
    }
}
