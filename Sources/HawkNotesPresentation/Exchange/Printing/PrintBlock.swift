import Phrases

/// A piece of text on printed pages, all of it in one style.
package struct PrintBlock: Equatable, Sendable {
    /// What it is, which says how it is set.
    package enum Style: CaseIterable, Sendable {
        /// What the whole is called.
        case title
        /// What a book or a character is called.
        case heading
        /// What a list of notes is called.
        case subheading
        /// What matters less: an author, the date of a note.
        case remark
        /// A book's overview, a character's synopsis.
        case body
        /// A passage of the book.
        case quote
        /// What the reader wrote.
        case note
    }

    package var style: Style
    package var text: String

    /// A text as blocks that are laid out in a moment each.
    ///
    /// A piece ends with a line, or with a word in a line that is as long as a book.
    @MainActor
    static func blocks(_ style: Style, _ text: String, limit: Int = 16 << 10) -> [PrintBlock] {
        var blocks: [PrintBlock] = []
        var rest = text.holdable.utf8[...]
        while rest.count > limit {
            let piece = rest.prefix(limit)
            var end = piece.lastIndex(of: UInt8(ascii: "\n"))
            end = end ?? piece.lastIndex(of: UInt8(ascii: " "))
            if let end, end > piece.startIndex {
                blocks.append(PrintBlock(style: style, text: String(rest[..<end]) ?? ""))
                rest = rest[rest.index(after: end)...]
            } else {
                // No byte in the middle of a character begins one.
                let cut = piece.lastIndex { $0 & 0xC0 != 0x80 } ?? piece.endIndex
                blocks.append(PrintBlock(style: style, text: String(rest[..<cut]) ?? ""))
                rest = rest[cut...]
            }
        }
        blocks.append(PrintBlock(style: style, text: String(rest) ?? ""))
        return blocks
    }
}
