import Foundation

/// The texts and targets of other programs' links.
enum LinkText {
    /// Replaces links by their texts: `[[People/Ines Varga|Ines]]` gives "Ines Varga", and so does
    /// `[Ines Varga](https://…)`. Everything else is unchanged.
    static func plain(_ text: String) -> String {
        pieces(text).map(\.text).joined().trimmed
    }

    /// The names in a text that consists of links only; nil if it has other words.
    static func names(_ text: String) -> [String]? {
        let pieces = pieces(text)
        let links = pieces.filter(\.isLink).map { $0.text.trimmed }.filter { !$0.isEmpty }
        let isAlone = pieces.allSatisfy { piece in
            piece.isLink
                || piece.text.split { !$0.isLetter && !$0.isNumber }.allSatisfy { $0 == "and" }
        }
        return links.isEmpty || !isAlone ? nil : links
    }

    /// The targets of a text's links that are not file names: `https://…` of `[Ines
    /// Varga](https://…)`.
    static func addresses(_ text: String) -> [String] {
        pieces(text).compactMap(\.address).filter { !$0.isEmpty }
    }

    private struct Piece {
        var text: String
        var isLink: Bool
        var address: String?
    }

    private static func pieces(_ text: String) -> [Piece] {
        guard text.contains("]") else {
            return text.isEmpty ? [] : [Piece(text: text, isLink: false)]
        }
        var result: [Piece] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "[") {
            let isWiki = rest[start...].hasPrefix("[[")
            let link = isWiki ? wikiLink(rest[start...]) : markdownLink(rest[start...])
            guard let link else {
                result.append(Piece(text: String(rest[...start]), isLink: false))
                rest = rest[start...].dropFirst()
                continue
            }
            result.append(Piece(text: String(rest[..<start]), isLink: false))
            result.append(Piece(text: link.text, isLink: true, address: link.address))
            rest = link.rest
        }
        result.append(Piece(text: String(rest), isLink: false))
        return result.filter { !$0.text.isEmpty || $0.address != nil }
    }

    /// In characters: limits the search for the end of a link.
    private static let longest = 200

    struct Link {
        /// The text of the link.
        var text: String
        /// The target; nil for a file.
        var address: String?
        /// The text after the link.
        var rest: Substring
    }

    private static func wikiLink(_ text: Substring) -> Link? {
        guard let end = text.prefix(longest).range(of: "]]") else { return nil }
        let inside = text[..<end.lowerBound].dropFirst(2)
        guard !inside.contains(where: { $0 == "[" || $0.isNewline }) else { return nil }
        let target = inside.prefix { $0 != "|" && $0 != "#" && $0 != "^" }
        let name = target.split(separator: "/").last.map { $0.trimmed } ?? ""
        return Link(text: name, rest: text[end.upperBound...])
    }

    /// `[text](address)`.
    static func markdownLink(_ text: Substring) -> Link? {
        guard let end = text.prefix(longest).range(of: "]("),
            let close = text[end.upperBound...].prefix(longest).firstIndex(of: ")")
        else { return nil }
        let inside = text[..<end.lowerBound].dropFirst()
        guard !inside.contains(where: { $0 == "[" || $0.isNewline }) else { return nil }
        let address = text[end.upperBound..<close].trimmed
        return Link(text: String(inside), address: address, rest: text[close...].dropFirst())
    }
}
