import Foundation

/// What notes of Markdown files are known by: an id that stands in the file, or else their place in a book,
/// or else what they quote; the path within the vault is a hint only. What was chosen has no part in it: a
/// folder may be imported from another one, or under another name.
enum MarkdownIdentity {
    /// - Parameter parts: the first says of which kind the others are.
    static func note(_ parts: [String]) -> SourceIdentity {
        // In one text, with what is in no text between its parts.
        SourceIdentity(origin: "markdown", digestOf: "note", parts.joined(separator: "\u{0}"))
    }

    /// A text without what differs from one writing of it to another: forms of letters, white space, and
    /// the shapes of quotation marks.
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

/// An id that a program has put into a file.
struct MarkdownID {
    /// Programs that number their notes would give the same id twice.
    private static let shortest = 8

    /// The value with its key, as ids of different programs are not to be compared; nil when there is none.
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

    /// Which the Obsidian Importer and its like write.
    private static let names = [
        "koreadersync.uniqueid", "uniqueid", "kohluid", "readwiseid", "notionid", "bearid",
        "roamuid", "onenoteid", "joplinid", "evernoteid", "htmlsource",
    ]
}
