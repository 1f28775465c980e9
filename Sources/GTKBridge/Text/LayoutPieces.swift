import CGTK

/// Divides long paragraphs into pieces that Pango lays out one by one.
///
/// For each line, Pango shapes what is left of an item again, and for a run of letters without a
/// space it tries each of them as the end of the line: the time grows with up to the cube of the
/// item's length, and 20 kB take a minute. Text in another font is an item of its own, so every
/// other piece has a font that is larger by less than can be seen. Not part of the text: nothing
/// that is copied, saved or spoken tells of it.
enum LayoutPieces {
    /// The font size of every other piece, as a multiple of the size of the rest.
    static let scale = 1.0001
    /// Paragraphs up to this length stay whole, in Unicode scalars.
    static let longestWhole = 1000
    /// The usual length of a piece, in Unicode scalars.
    private static let length = 500
    /// How far before its usual end a piece ends if there is a space.
    private static let spaceSearch = 100
    /// How far a piece is continued so that a letter and its marks stay together.
    private static let markSearch = 20

    /// A part of a text.
    struct Piece: Equatable {
        /// In Unicode scalars.
        var scalars: Range<Int>
        /// In bytes of UTF-8.
        var bytes: Range<Int>
    }

    /// The pieces with the larger font: every other one of each long paragraph. The cost is linear
    /// in the length of the text.
    static func enlarged(in text: String) -> [Piece] {
        // A text with so few bytes cannot have a long paragraph.
        guard text.utf8.count > longestWhole else { return [] }
        var pieces: [Piece] = []
        let scalars = text.unicodeScalars
        var (start, offset, byte) = (scalars.startIndex, 0, 0)
        while start < scalars.endIndex {
            let end = scalars[start...].firstIndex(where: isParagraphEnd) ?? scalars.endIndex
            let paragraph = scalars[start..<end]
            let count = paragraph.count
            if count > longestWhole {
                pieces += enlarged(in: Array(paragraph), from: offset, byte: byte)
            }
            let next = end < scalars.endIndex ? scalars.index(after: end) : end
            offset += count + scalars.distance(from: end, to: next)
            byte += text.utf8.distance(from: start, to: next)
            start = next
        }
        return pieces
    }

    private static func enlarged(
        in paragraph: [Unicode.Scalar],
        from offset: Int,
        byte: Int
    ) -> [Piece] {
        var pieces: [Piece] = []
        var (start, byte, isEnlarged) = (0, byte, false)
        while start < paragraph.count {
            let end = end(ofPieceFrom: start, in: paragraph)
            let bytes = paragraph[start..<end].reduce(0) { $0 + UTF8.width($1) }
            if isEnlarged {
                pieces.append(
                    Piece(scalars: offset + start..<offset + end, bytes: byte..<byte + bytes)
                )
            }
            byte += bytes
            start = end
            isEnlarged.toggle()
        }
        return pieces
    }

    /// After a space, or else between two letters, if there is such a place nearby.
    private static func end(ofPieceFrom start: Int, in paragraph: [Unicode.Scalar]) -> Int {
        let usual = start + length
        guard usual < paragraph.count else { return paragraph.count }
        let before = usual - spaceSearch..<usual
        if let space = before.last(where: { paragraph[$0].properties.isWhitespace }) {
            return space + 1
        }
        let after = usual..<min(usual + markSearch, paragraph.count)
        return after.first { !continues(paragraph[$0], after: paragraph[$0 - 1]) } ?? usual
    }

    /// Whether a scalar belongs to the same letter or emoji as the one before it.
    private static func continues(_ scalar: Unicode.Scalar, after last: Unicode.Scalar) -> Bool {
        scalar.properties.isGraphemeExtend || scalar.properties.isEmojiModifier
            || scalar == joiner || last == joiner
            || flagLetters.contains(scalar) && flagLetters.contains(last)
    }

    private static let joiner: Unicode.Scalar = "\u{200D}"
    private static let flagLetters: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"

    private static func isParagraphEnd(_ scalar: Unicode.Scalar) -> Bool {
        ["\n", "\r", "\u{2029}"].contains(scalar)
    }

    /// Divides the text of a layout, which keeps its other attributes. They must not have a scale.
    ///
    /// - Returns: whether the text has a long paragraph.
    @discardableResult
    static func divide(_ layout: OpaquePointer, of text: String) -> Bool {
        let divided = attributes(dividing: text, with: pango_layout_get_attributes(layout))
        guard let divided else { return false }
        pango_layout_set_attributes(layout, divided)
        pango_attr_list_unref(divided)
        return true
    }

    /// A list of Pango's attributes with those that divide a text; nil if it has no long paragraph.
    ///
    /// - Parameter base: the text's other attributes, if there are any. They must not have a scale.
    /// - Returns: a list that the caller must release.
    static func attributes(dividing text: String, with base: OpaquePointer?) -> OpaquePointer? {
        let pieces = enlarged(in: text)
        guard !pieces.isEmpty else { return nil }
        let all = base == nil ? pango_attr_list_new() : pango_attr_list_copy(base)
        for piece in pieces {
            let attribute = pango_attr_scale_new(scale)
            attribute?.pointee.start_index = guint(piece.bytes.lowerBound)
            attribute?.pointee.end_index = guint(piece.bytes.upperBound)
            pango_attr_list_insert(all, attribute)
        }
        return all
    }
}
