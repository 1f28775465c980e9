import Phrases

/// A piece of text on printed pages. All of it is in one style, except for emphasized words.
package struct PrintBlock: Equatable, Sendable {
    /// The kind of text, which determines its style.
    package enum Style: CaseIterable, Sendable {
        /// The title of the document.
        case title
        /// The title of a book or the name of a character.
        case heading
        /// The heading of a list of notes.
        case subheading
        /// Details such as an author or the date of a note.
        case remark
        /// A book's overview, a character's synopsis.
        case body
        /// A passage of the book.
        case quote
        /// The reader's text.
        case note
    }

    /// Emphasized words of the reader's text.
    package struct Emphasis: Equatable, Sendable {
        /// In bytes of UTF-8.
        package let range: Range<Int>
        package let isItalic: Bool
        package let isBold: Bool
    }

    package var style: Style
    /// The text, without the marks of emphasis.
    package var text: String
    package var emphasis: [Emphasis] = []

    package init(style: Style, text: String) {
        self.style = style
        guard style == .note else {
            self.text = text
            return
        }
        let words = StyledWords(text)
        self.text = words.text
        emphasis = words.emphasized.map {
            Emphasis(
                range: $0.range,
                isItalic: $0.style.contains(.emphasis),
                isBold: $0.style.contains(.strong)
            )
        }
    }

    /// Splits a text into blocks that are fast to lay out.
    ///
    /// A block ends with a line, or with a word in a very long line.
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
                // A block does not begin in the middle of a character.
                let cut = piece.lastIndex { $0 & 0xC0 != 0x80 } ?? piece.endIndex
                blocks.append(PrintBlock(style: style, text: String(rest[..<cut]) ?? ""))
                rest = rest[cut...]
            }
        }
        blocks.append(PrintBlock(style: style, text: String(rest) ?? ""))
        return blocks
    }
}
