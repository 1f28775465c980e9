import Foundation
import HawkNotesModel
import Phrases

/// The shown part of a saved note: the beginning of its quotation and text, with the current names
/// of mentioned characters.
///
/// Costs no more than the shown part, however long the text is.
package struct ShownNote: Equatable {
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

    package let text: String
    package let links: [Link]
    /// Nil without a quotation.
    package let quotation: Quotation?
    /// Whether the text goes on.
    package let isCut: Bool

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
        var links: [Link] = []
        var position = part.startIndex
        for mention in Mention.all(in: part) {
            whole += part[position..<mention.range.lowerBound]
            let start = whole.utf8.count
            let present = name(mention.characterID)
            whole += MentionText.readable(present ?? mention.name)
            if present != nil {
                let address = Place.character(mention.characterID).link
                links.append(Link(range: start..<whole.utf8.count, address: address))
            }
            position = mention.range.upperBound
        }
        whole += part[position...]
        let excerpt = NoteExcerpt(whole, isUnfolded: isUnfolded)
        isCut = excerpt.isCut || !isWhole
        text = excerpt.isCut || isWhole ? excerpt.text : excerpt.text + "…"
        let length = excerpt.isCut ? excerpt.text.utf8.count - "…".utf8.count : whole.utf8.count
        self.links = links.filter { $0.range.upperBound <= length }
        // If the text ends before the reader's own words, the ellipsis is part of the quotation.
        let isAlone = length < quoted + Self.gap.utf8.count
        quotation =
            quoted == 0
            ? nil
            : Quotation(length: isAlone ? text.utf8.count : quoted, line: quote?.shownLine)
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
        guard let quotation else { return NoteLinks.markup(of: text, mentions: links) }
        let (quoted, words) = parts(quotation)
        let style = "alpha=\"80%\" " + (quotation.line?.attribute ?? "")
        let beginning =
            "<span \(style)>"
            + (NoteLinks.markup(of: quoted, hasStyles: false) ?? NoteLinks.escaped(quoted[...]))
            + "</span>"
        guard !words.isEmpty else { return beginning }
        let start = quotation.length + Self.gap.utf8.count
        let mentions = links.map { link in
            Link(
                range: link.range.lowerBound - start..<link.range.upperBound - start,
                address: link.address
            )
        }
        return beginning + "<span size=\"xx-small\">\(Self.gap)</span>"
            + (NoteLinks.markup(of: words, mentions: mentions) ?? NoteLinks.escaped(words[...]))
    }

    /// The quotation and the reader's own words.
    private func parts(_ quotation: Quotation) -> (quoted: String, words: String) {
        let utf8 = text.utf8
        let end = utf8.index(utf8.startIndex, offsetBy: quotation.length)
        let start =
            utf8.index(end, offsetBy: Self.gap.utf8.count, limitedBy: utf8.endIndex)
            ?? utf8.endIndex
        return (String(text[..<end]), String(text[start...]))
    }

    /// The text for screen readers.
    package var spoken: String {
        guard let quotation else { return String(text.prefix(Self.spokenLimit)) }
        let parts = parts(quotation)
        let quoted = String(parts.quoted.prefix(Self.spokenLimit))
        guard !parts.words.isEmpty else { return localized("Quotation: %1", quoted) }
        // Translators: %1 is quoted from a book, %2 is what the reader wrote about it.
        return localized("Quotation: %1; %2", quoted, String(parts.words.prefix(Self.spokenLimit)))
    }

    /// The link at a byte of the text: of a mentioned character, or a typed address.
    package func link(at offset: Int) -> String? {
        if let link = links.first(where: { $0.range.contains(offset) }) { return link.address }
        let utf8 = text.utf8
        return NoteLinks.ranges(in: text).first { range in
            let start = utf8.distance(from: utf8.startIndex, to: range.lowerBound)
            return (start..<start + utf8.distance(from: range.lowerBound, to: range.upperBound))
                .contains(offset)
        }.map { String(text[$0]) }
    }
}
