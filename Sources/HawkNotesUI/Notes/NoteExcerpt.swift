/// As much of a note's text as its card shows.
///
/// A label lays out all of its text at once, several times over: a megabyte takes seconds. The editor
/// lays out what is in view, and shows the rest.
struct NoteExcerpt {
    /// The most characters that a card shows.
    static let characterLimit = 4000
    /// The most lines that a card shows.
    static let lineLimit = 60

    /// The text, or its beginning.
    let text: String
    /// Whether there is more.
    let isCut: Bool

    init(_ whole: String) {
        var end = whole.startIndex
        var lines = 1
        var count = 0
        while end < whole.endIndex, count < Self.characterLimit, lines <= Self.lineLimit {
            if whole[end].isNewline { lines += 1 }
            end = whole.index(after: end)
            count += 1
        }
        isCut = end < whole.endIndex
        text = isCut ? whole[..<end] + "…" : whole
    }
}
