import Foundation

/// A mention of a character in the text of a note: a Markdown link whose text begins with `@`, as
/// in `[@Agatha](hawknotes://character/…)`.
///
/// The id counts, not the name: when a character is renamed, no note is rewritten, and the current
/// name is shown. The table of mentions is derived from the texts.
public struct Mention: Hashable, Sendable {
    /// The mentioned character; it may no longer exist.
    public let characterID: UUID
    /// The character's name when the note was written, without the `@`.
    public let name: String
    /// The range of the whole link in the text.
    public let range: Range<String.Index>
}

extension Mention {
    /// The mentions in a text, in order.
    public static func all(in text: String) -> [Mention] {
        var text = text
        guard text.withUTF8({ holdsMarker($0) }) else { return [] }
        let bytes = text.utf8
        var mentions: [Mention] = []
        var position = bytes.startIndex
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "[")) {
            if let mention = read(text, from: start) {
                mentions.append(mention)
                position = mention.range.upperBound
            } else {
                position = bytes.index(after: start)
            }
        }
        return mentions
    }

    /// The link that represents a mention in a saved text.
    public static func link(to characterID: UUID, name: String) -> String {
        let escaped = name.reduce(into: "") { result, character in
            if character == "[" || character == "]" || character == "\\" { result += "\\" }
            result.append(character.isNewline ? " " : character)
        }
        return "[@\(escaped)](\(Place.character(characterID).link))"
    }

    /// The text with each mention replaced.
    public static func replacing(in text: String, with other: (Mention) -> String) -> String {
        let mentions = all(in: text)
        if mentions.isEmpty { return text }
        var result = ""
        var position = text.startIndex
        for mention in mentions {
            result += text[position..<mention.range.lowerBound]
            result += other(mention)
            position = mention.range.upperBound
        }
        return result + text[position...]
    }
}

extension Mention {
    /// Whether the bytes contain the marker of a mention; most texts don't.
    private static func holdsMarker(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let marker = marker
        var rest = bytes[...]
        // The end of a link's text is rare in notes, and quick to find.
        while let start = bytes.baseAddress, rest.count >= marker.count,
            let found = memchr(start + rest.startIndex, Int32(marker[0]), rest.count)
        {
            rest = bytes[UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))...]
            if rest.starts(with: marker) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    private static let marker = Array("](\(PlaceLink.scheme)://".utf8)

    private static func read(_ text: String, from start: String.Index) -> Mention? {
        let bytes = text.utf8
        var position = bytes.index(after: start)
        guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "@") else { return nil }
        position = bytes.index(after: position)
        var name: [UInt8] = []
        while position < bytes.endIndex, bytes[position] != UInt8(ascii: "]") {
            var byte = bytes[position]
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\n") { return nil }
            if byte == UInt8(ascii: "\\") {
                position = bytes.index(after: position)
                guard position < bytes.endIndex else { return nil }
                byte = bytes[position]
            }
            name.append(byte)
            position = bytes.index(after: position)
        }
        let rest = bytes[position...]
        guard !name.isEmpty, rest.starts(with: "](".utf8) else { return nil }
        let address = rest.dropFirst(2).prefix { $0 != UInt8(ascii: ")") && $0 > 0x20 }
        guard address.endIndex < bytes.endIndex, bytes[address.endIndex] == UInt8(ascii: ")"),
            let link = String(address), case .character(let id)? = place(link)
        else { return nil }
        return Mention(
            characterID: id,
            name: String(decoding: name, as: UTF8.self),
            range: start..<bytes.index(after: address.endIndex)
        )
    }

    private static func place(_ link: String) -> Place? {
        do {
            return try Place(link: link)
        } catch {
            return nil
        }
    }
}
