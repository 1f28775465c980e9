import Foundation
import HawkNotesModel
import Phrases

/// The shown part of a saved note: the beginning of its quotation and text, with the current names
/// of mentioned characters.
///
/// Takes time in proportion to the shown part, however long the text is.
package struct ShownNote {
    /// A mentioned character in the text.
    package struct Link: Equatable {
        /// The range of `@` and the name, in bytes of UTF-8.
        package let range: Range<Int>
        package let address: String
    }

    /// The quotation from the book, at the beginning of the text.
    package struct Quotation: Equatable {
        /// In bytes of UTF-8.
        package let length: Int
        let line: QuoteLine?
    }

    /// The space between the quotation and the reader's own words.
    private static let gap = "\n\n"
    /// The maximum length of either for screen readers, in characters.
    private static let spokenLimit = 200
    /// A link may take at most this many times the space of its name, for texts of a usual length.
    private static let roomForLinks = 16

    /// The text without the marks of emphasis.
    package let text: String
    /// The mentioned characters that exist.
    package let links: [Link]
    /// Nil without a quotation.
    package let quotation: Quotation?
    /// Whether the text goes on.
    package let isCut: Bool
    private let quoted: StyledWords?
    private let words: StyledWords
    /// Where the reader's own words begin, in bytes of the text.
    private let start: Int
    /// The mentions, as saved and with their current names.
    private let mentions: MentionOffsets

    /// - Parameter name: returns the current name of a character; nil for a deleted one, whose name
    ///   appears without a link.
    package init(
        _ saved: String,
        quote: Quote? = nil,
        isUnfolded: Bool = false,
        name: (UUID) -> String?
    ) {
        let limit = isUnfolded ? NoteExcerpt.unfoldedLimit : NoteExcerpt.foldedLimit
        let (part, isWhole) = Self.beginning(of: saved, limit * Self.roomForLinks)
        // Quotations are not searched for mentions.
        var whole = quote.map { Self.beginning(of: $0.text, limit + 1).text } ?? ""
        let quoted = whole.utf8.count
        if quoted > 0, !part.isEmpty { whole += Self.gap }
        let start = whole.utf8.count
        var names: [(range: Range<Int>, address: String?)] = []
        var mentions = MentionOffsets(saved: part)
        var position = part.startIndex
        for mention in Mention.all(in: part) {
            whole += part[position..<mention.range.lowerBound]
            let present = name(mention.characterID)
            let readable = MentionText.readable(present ?? mention.name)
            let range = mentions.add(mention.range, readable)
            whole += readable
            let address = Place.character(mention.characterID).link
            names.append((range, present != nil ? address : nil))
            position = mention.range.upperBound
        }
        whole += part[position...]
        let excerpt = NoteExcerpt(whole, isUnfolded: isUnfolded)
        isCut = excerpt.isCut || !isWhole
        let typed = excerpt.isCut || isWhole ? excerpt.text : excerpt.text + "…"
        let length = excerpt.isCut ? excerpt.text.utf8.count - "…".utf8.count : whole.utf8.count
        // If the text ends before the reader's own words, the ellipsis is part of the quotation.
        let isAlone = quoted > 0 && length < quoted + Self.gap.utf8.count
        mentions.length = isAlone ? 0 : length - start
        names.removeAll { start + $0.range.upperBound > length }
        let utf8 = typed.utf8
        let end = utf8.index(utf8.startIndex, offsetBy: isAlone ? utf8.count : quoted)
        let first = isAlone ? end : utf8.index(utf8.startIndex, offsetBy: start)
        let words = StyledWords(
            String(typed[first...]),
            names: names,
            followedBy: excerpt.isCut ? whole[excerpt.end...] : ""
        )
        let addresses = Set(names.compactMap(\.address))
        text = first > typed.startIndex ? typed[..<first] + words.text : words.text
        self.quoted = quoted > 0 ? StyledWords(String(typed[..<end]), hasStyles: false) : nil
        self.words = words
        self.start = isAlone ? typed.utf8.count : start
        self.links = words.links.filter { addresses.contains($0.address) }.map {
            $0.moved(by: start)
        }
        self.mentions = mentions
        quotation = self.quoted.map {
            Quotation(length: $0.text.utf8.count, line: quote?.shownLine)
        }
    }

    /// Limited to what a label can hold.
    private static func beginning(
        of text: String,
        _ limit: Int
    ) -> (text: String, isWhole: Bool) {
        let scalars = text.unicodeScalars
        let end = scalars.index(
            scalars.startIndex,
            offsetBy: limit,
            limitedBy: scalars.endIndex
        )
        guard let end, end < scalars.endIndex else { return (text.holdable, true) }
        return (String(scalars[..<end]).holdable, false)
    }

    /// The text as markup for a label; nil where it needs none.
    package var markup: String? {
        guard let quoted else { return words.markup }
        let style = "alpha=\"80%\" " + (quotation?.line?.attribute ?? "")
        let beginning =
            "<span \(style)>" + (quoted.markup ?? NoteLinks.escaped(quoted.text[...])) + "</span>"
        guard !words.text.isEmpty else { return beginning }
        return beginning + "<span size=\"xx-small\">\(Self.gap)</span>"
            + (words.markup ?? NoteLinks.escaped(words.text[...]))
    }

    /// Whether two notes look the same.
    package func looks(like other: Self) -> Bool {
        text == other.text && links == other.links && quotation == other.quotation
            && words.marks == other.words.marks
    }

    /// The text for screen readers.
    package var spoken: String {
        let spoken = String(words.text.prefix(Self.spokenLimit))
        guard let quoted = quoted?.text.prefix(Self.spokenLimit) else { return spoken }
        guard !spoken.isEmpty else { return localized("Quotation: %1", String(quoted)) }
        // Translators: %1 is quoted from a book, %2 is what the reader wrote about it.
        return localized("Quotation: %1; %2", String(quoted), spoken)
    }

    /// The link at a byte of the text: of a mentioned character, or a typed address.
    package func link(at offset: Int) -> String? {
        if offset < start {
            return quoted?.links.first { $0.range.contains(offset) }?.address
        }
        return words.links.first { $0.range.contains(offset - start) }?.address
    }
}

// MARK: - Shown and saved

/// Offsets are in Unicode scalars, in `text` or in the saved text.
extension ShownNote {
    /// The text in a range as it was typed: with the marks of words whose emphasis is wholly in it.
    package func copied(_ range: Range<Int>) -> String {
        let bytes = text.bytes(ofScalars: range)
        let own = words.text.utf8.count
        let part = max(0, bytes.lowerBound - start)..<max(0, bytes.upperBound - start)
        let utf8 = text.utf8
        let first = utf8.index(utf8.startIndex, offsetBy: min(bytes.lowerBound, start))
        let last = utf8.index(utf8.startIndex, offsetBy: min(bytes.upperBound, start))
        return text[first..<last] + words.marks.typed(part.clamped(to: 0..<own), of: words.text)
    }

    /// The offset in the saved text of an offset in the shown text: 0 in the quotation, the
    /// beginning of a mention within its name, and the side of the emphasized words at a mark.
    package func savedOffset(of shown: Int) -> Int {
        savedRange(of: shown..<shown).lowerBound
    }

    /// The offset in the shown text of a byte of it.
    package func scalarOffset(ofByte byte: Int) -> Int { text.scalars(ofBytes: byte) }

    /// The range in the saved text of a range in the shown text, with the marks of words whose
    /// emphasis is wholly in it. A mention is wholly in it.
    package func savedRange(of shown: Range<Int>) -> Range<Int> {
        let bytes = text.bytes(ofScalars: shown)
        let own = words.text.utf8.count
        guard bytes.upperBound >= start else { return 0..<0 }
        let part = max(0, bytes.lowerBound - start)..<bytes.upperBound - start
        return mentions.savedRange(of: words.marks.typedRange(of: part.clamped(to: 0..<own)))
    }

    /// The offset in the shown text of an offset in the saved text. Within a mark or a mention it is
    /// the beginning; after the shown part, its end.
    package func shownOffset(of saved: Int) -> Int { text.scalars(ofBytes: shownByte(of: saved)) }

    /// The same in bytes of the shown text.
    package func shownByte(of saved: Int) -> Int {
        start + words.marks.shownOffset(of: mentions.shownOffset(of: saved))
    }
}

extension ShownNote.Link {
    fileprivate func moved(by offset: Int) -> Self {
        Self(range: range.lowerBound + offset..<range.upperBound + offset, address: address)
    }
}

/// The mentions of a text: where they are in the saved text, and where their current names are.
private struct MentionOffsets {
    let saved: String
    /// The length of the shown beginning, in bytes of the text with current names.
    var length = 0
    /// The ranges in bytes.
    private var mentions: [(saved: Range<Int>, shown: Range<Int>)] = []

    init(saved: String) { self.saved = saved }

    /// - Parameter words: the current name.
    /// - Returns: where it is.
    mutating func add(_ range: Range<String.Index>, _ words: String) -> Range<Int> {
        let utf8 = saved.utf8
        let start = utf8.distance(from: utf8.startIndex, to: range.lowerBound)
        let length = utf8.distance(from: range.lowerBound, to: range.upperBound)
        let last = mentions.last
        let shown = start - (last?.saved.upperBound ?? 0) + (last?.shown.upperBound ?? 0)
        mentions.append((start..<start + length, shown..<shown + words.utf8.count))
        return shown..<shown + words.utf8.count
    }

    /// - Parameter shown: in bytes.
    /// - Returns: the range in Unicode scalars.
    func savedRange(of shown: Range<Int>) -> Range<Int> {
        func offset(_ shown: Int, inMention: (Range<Int>) -> Int) -> Int {
            let shown = min(shown, length)
            guard let mention = mentions.last(where: { $0.shown.lowerBound < shown }) else {
                return shown
            }
            let after = shown - mention.shown.upperBound
            return after < 0 ? inMention(mention.saved) : mention.saved.upperBound + after
        }
        let start = offset(shown.lowerBound, inMention: \.lowerBound)
        let end = offset(shown.upperBound, inMention: shown.isEmpty ? \.lowerBound : \.upperBound)
        return saved.scalars(ofBytes: start)..<saved.scalars(ofBytes: end)
    }

    /// - Parameter offset: in Unicode scalars.
    /// - Returns: the offset in bytes.
    func shownOffset(of offset: Int) -> Int {
        let byte = saved.bytes(ofScalars: 0..<max(0, offset)).upperBound
        guard let mention = mentions.last(where: { $0.saved.lowerBound < byte }) else {
            return min(byte, length)
        }
        let after = byte - mention.saved.upperBound
        return min(after < 0 ? mention.shown.lowerBound : mention.shown.upperBound + after, length)
    }
}

extension String {
    /// The range in bytes of UTF-8 of a range in Unicode scalars; limited to the text.
    fileprivate func bytes(ofScalars range: Range<Int>) -> Range<Int> {
        let scalars = unicodeScalars
        func index(_ offset: Int, from start: Index) -> Index {
            scalars.index(start, offsetBy: max(0, offset), limitedBy: endIndex) ?? endIndex
        }
        let start = index(range.lowerBound, from: startIndex)
        let end = index(range.count, from: start)
        return utf8.distance(from: startIndex, to: start)..<utf8.distance(from: startIndex, to: end)
    }

    /// The number of Unicode scalars in the first bytes of UTF-8.
    fileprivate func scalars(ofBytes count: Int) -> Int {
        unicodeScalars.distance(from: startIndex, to: utf8.index(startIndex, offsetBy: count))
    }
}
