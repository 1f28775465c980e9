import Foundation

/// The identities of notes in Markdown files: an ID in the file, or else the place in a book, or
/// else the quotation; the path within the vault is only a hint. The chosen path is not part of it:
/// a folder may be imported from another one, or under another name.
enum MarkdownIdentity {
    /// - Parameter parts: the first one is the kind of the others.
    static func note(_ parts: [String]) -> SourceIdentity {
        // Joined by a separator that no text contains.
        SourceIdentity(origin: "markdown", digestOf: "note", parts.joined(separator: "\u{0}"))
    }

    /// Normalizes a text, so that variants compare as equal: forms of letters, whitespace, and the
    /// shapes of quotation marks.
    static func evened(_ text: String) -> String {
        var result = ""
        var isSpace = false
        for character in text.precomposedStringWithCompatibilityMapping {
            if character.isWhitespace || character == "\u{200B}" || character == "\u{AD}" {
                isSpace = isSpace || character.isWhitespace
                continue
            }
            if isSpace, !result.isEmpty { result.append(" ") }
            isSpace = false
            switch character {
            case "“", "”", "„", "«", "»", "″": result.append("\"")
            case "‘", "’", "‚", "′", "`", "´": result.append("'")
            default: result.append(character)
            }
        }
        return result
    }
}

/// An ID that a program has put into a file.
struct MarkdownID {
    /// Shorter IDs are ignored: programs that number their notes would repeat them.
    private static let shortest = 8

    /// The value with its key, because IDs of different programs are not comparable; nil if there
    /// is none.
    static func taken(from fields: inout MarkdownFields) -> String? {
        for key in names {
            guard let value = fields.text(key)?.trimmed else { continue }
            return "\(key):\(value)"
        }
        for key in ["uuid", "guid", "uid", "id"] {
            guard let value = fields.peek(key)?.trimmed, value.utf8.count >= shortest else {
                continue
            }
            _ = fields.text(key)
            return "\(key):\(value)"
        }
        return nil
    }

    /// The keys that the Obsidian Importer and similar tools write.
    private static let names = [
        "koreadersync.uniqueid", "uniqueid", "kohluid", "readwiseid", "notionid", "bearid",
        "roamuid", "onenoteid", "joplinid", "evernoteid", "htmlsource",
    ]
}
