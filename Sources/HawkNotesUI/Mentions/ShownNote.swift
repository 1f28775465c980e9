import Foundation
import GTKBridge
import HawkNotesModel

/// What a card shows of a saved note: its beginning, with the present names of those that it mentions.
///
/// Costs no more than what is shown, however long the text is.
struct ShownNote: Equatable {
    /// A character in the text.
    struct Link: Equatable {
        /// Where `@` and the name stand, in bytes of UTF-8.
        let range: Range<Int>
        let address: String
    }

    /// A link takes so many times the room of its name at most, for as long as texts are usual.
    private static let roomForLinks = 16

    let text: String
    let links: [Link]
    /// Whether there is more.
    let isCut: Bool

    /// - Parameter name: what a character is called now; nil for one that is gone, whom the text names
    ///   without a link.
    init(_ saved: String, isUnfolded: Bool = false, name: (UUID) -> String?) {
        let limit = isUnfolded ? NoteExcerpt.unfoldedLimit : NoteExcerpt.foldedLimit
        let scalars = saved.unicodeScalars
        let end = scalars.index(
            scalars.startIndex,
            offsetBy: limit * Self.roomForLinks,
            limitedBy: scalars.endIndex
        )
        let isWhole = end == nil || end == scalars.endIndex
        // As a label can hold it.
        let part = TextBuffer.holdable(
            isWhole ? saved : String(scalars[..<(end ?? scalars.endIndex)])
        )
        var whole = ""
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
    }

    /// The text as markup for a label; nil where there is nothing to mark.
    var markup: String? { NoteLinks.markup(of: text, mentions: links) }

    /// The link at a byte of the text, of a character or an address that was typed.
    func link(at offset: Int) -> String? {
        if let link = links.first(where: { $0.range.contains(offset) }) { return link.address }
        let utf8 = text.utf8
        return NoteLinks.ranges(in: text).first { range in
            let start = utf8.distance(from: utf8.startIndex, to: range.lowerBound)
            return (start..<start + utf8.distance(from: range.lowerBound, to: range.upperBound))
                .contains(offset)
        }.map { String(text[$0]) }
    }
}
