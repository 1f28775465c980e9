import GTKBridge

/// A piece of text on printed pages, all of it in one style.
struct PrintBlock: Equatable, Sendable {
    /// What it is, which says how it is set.
    enum Style: CaseIterable, Sendable {
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

    var style: Style
    var text: String

    /// A text as blocks that are laid out in a moment each.
    ///
    /// A piece ends with a line, or with a word in a line that is as long as a book.
    @MainActor
    static func blocks(_ style: Style, _ text: String, limit: Int = 16 << 10) -> [PrintBlock] {
        var blocks: [PrintBlock] = []
        var rest = TextBuffer.holdable(text).utf8[...]
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

    /// The links in the text.
    var links: [PrintText.Link] {
        NoteLinks.ranges(in: text).map { range in
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            let length = text.utf8.distance(from: range.lowerBound, to: range.upperBound)
            return PrintText.Link(range: start..<start + length, address: String(text[range]))
        }
    }
}

extension PrintBlock.Style {
    /// In Pango's spelling, with its size in points.
    var font: String {
        switch self {
        case .title: "Sans Bold 22"
        case .heading: "Sans Bold 15"
        case .subheading: "Sans Bold 11"
        case .remark: "Sans 8.5"
        case .body, .note: "Serif 10.5"
        case .quote: "Serif Italic 10.5"
        }
    }

    /// A multiple of the font's own.
    var lineHeight: Double {
        switch self {
        case .title, .heading, .subheading, .remark: 1
        case .body, .quote, .note: 1.2
        }
    }

    /// The space over it, in points, except at the top of a page.
    var space: Double {
        switch self {
        case .title: 0
        case .heading: 28
        case .subheading: 18
        case .remark: 10
        case .body: 6
        case .quote, .note: 3
        }
    }

    /// How far it stands from the left margin, in points.
    var indent: Double { self == .quote ? 14 : 0 }

    var grey: PrintCanvas.Grey { self == .remark ? 0.35 : 0 }

    /// Whether it would be lost at the bottom of a page, without what it is about.
    var staysWithNext: Bool {
        switch self {
        case .title, .heading, .subheading, .remark: true
        case .body, .quote, .note: false
        }
    }
}
