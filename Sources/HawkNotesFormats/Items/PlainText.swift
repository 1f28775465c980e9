import Foundation

/// Converts HTML to plain text.
enum PlainText {
    /// The text of a string that may contain HTML: breaks and paragraphs become newlines, all other
    /// markup is removed.
    static func ofMarkup(_ markup: String) -> String {
        guard markup.contains("<") || markup.contains("&") else { return markup.trimmed }
        var result = ""
        var rest = markup[...]
        while let index = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += rest[..<index]
            rest = rest[index...]
            if rest.first == "&" {
                let (text, length) = entity(rest)
                result += text
                rest = rest.dropFirst(length)
            } else if let tag = tag(rest) {
                if lineTags.contains(tag.name) { result += "\n" }
                rest = rest.dropFirst(tag.length)
            } else {
                result.append("<")
                rest = rest.dropFirst()
            }
        }
        result += rest
        return withoutNeedlessLines(result)
    }

    private static let lineTags: Set<String> = [
        "br", "p", "/p", "div", "/div", "li", "/ul", "/ol", "blockquote", "/blockquote", "h1", "h2",
        "h3", "/h1", "/h2", "/h3",
    ]

    /// The tag at the start of a text; nil if there is none.
    private static func tag(_ text: Substring) -> (name: String, length: Int)? {
        let inside = text.dropFirst().prefix(200)
        guard let first = inside.first, first.isLetter || first == "/" || first == "!",
            let end = inside.firstIndex(of: ">")
        else { return nil }
        let length = inside.distance(from: inside.startIndex, to: end) + 2
        let name = inside[..<end].prefix { $0 == "/" || $0.isLetter || $0.isNumber }
        let isClosed = name.hasSuffix("/") && name.count > 1
        return (String(isClosed ? name.dropLast() : name).lowercased(), length)
    }

    private static let entities = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "#39": "'",
        "mdash": "—", "ndash": "–", "hellip": "…", "rsquo": "’", "lsquo": "‘", "ldquo": "“",
        "rdquo": "”",
    ]

    /// The character of an HTML entity; nil for most of the rarer ones.
    static func character(named name: String) -> String? { entities[name] }

    private static func entity(_ text: Substring) -> (text: String, length: Int) {
        let name = text.dropFirst().prefix(10).prefix { $0 != ";" && !$0.isWhitespace }
        guard text.dropFirst(1 + name.count).first == ";" else { return ("&", 1) }
        let length = name.count + 2
        if let known = entities[String(name)] { return (known, length) }
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let number =
                digits.first == "x" || digits.first == "X"
                ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            if let number, number > 8, let scalar = Unicode.Scalar(number) {
                return (String(Character(scalar)), length)
            }
        }
        return ("&", 1)
    }

    private static func withoutNeedlessLines(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }) {
            let line = line.trimmed
            if line.isEmpty, lines.last?.isEmpty ?? true { continue }
            lines.append(line)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}
