import Foundation
import Yams

/// The YAML between two lines of dashes at the beginning of a Markdown file, and the body after it.
///
/// Values are kept as written: `yes` is a word and not true, `2024-12-30` is text. Invalid YAML,
/// such as a title with a colon in it, is parsed line by line.
struct FrontMatter {
    /// The values of a key; for nested keys the path, with dots.
    struct Entry: Hashable {
        var key: String
        var values: [String]
    }

    /// In the order of the file.
    private(set) var entries: [Entry] = []
    /// The text after it, unmodified.
    private(set) var body: String
    /// The body for versions that only supported YAML.
    private(set) var formerBody: String
    /// Whether it had to be parsed line by line.
    private(set) var isMended = false
    /// False if one of our own files cannot be parsed.
    private(set) var isSound = true
    private var values: [String: [String]] = [:]

    private static let sizeLimit = 64 << 10
    /// The limit for our own files, which contain complete lists of chapters.
    private static let ownSizeLimit = 2 << 20
    private static let ownBeginning = "hawk-notes:"

    init(_ text: String) {
        body = text
        formerBody = text
        guard let (yaml, rest, isAtStart) = Lines(text).frontMatter,
            yaml.utf8.count
                <= (yaml.hasPrefix(Self.ownBeginning) ? Self.ownSizeLimit : Self.sizeLimit)
        else { return }
        if let mapping = Self.mapping(yaml) {
            body = rest
            if isAtStart { formerBody = rest }
            add(mapping, below: "", depth: 0)
            addMarkedTags(yaml)
        } else if yaml.trimmed.isEmpty {
            body = rest
            if isAtStart { formerBody = rest }
        } else if yaml.hasPrefix(Self.ownBeginning) {
            // Texts in our own files are quoted for YAML: parsed otherwise, they would change.
            isSound = false
        } else {
            let lines = LenientProperties(yaml)
            // Text between two rules is not front matter.
            guard !lines.entries.isEmpty else { return }
            isMended = true
            body = lines.unread.isEmpty ? rest : "\(lines.unread)\n\n\(rest)"
            for entry in lines.entries { add(entry.key, entry.values) }
        }
    }

    /// The kind of one of our own files, from its beginning; nil for other files.
    static func kind(ofBeginning text: String) -> String? {
        var lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count > 2, lines[0] == "---", lines[1].hasPrefix(ownBeginning) else {
            return nil
        }
        let kind = lines.remove(at: 2)
        guard kind.hasPrefix("kind: \"") else { return nil }
        return String(kind.dropFirst(7).prefix { $0 != "\"" })
    }

    /// The value of the first of these keys that has one.
    func text(_ names: String...) -> String? {
        names.lazy.compactMap { values[$0]?.first { !$0.isEmpty } }.first
    }

    /// All values of a key.
    func list(_ name: String) -> [String] { values[name] ?? [] }

    private mutating func add(_ key: String, _ texts: [String]) {
        values[key.lowercased()] = texts
        entries.append(Entry(key: key, values: texts))
    }

    private mutating func add(_ mapping: Node.Mapping, below path: String, depth: Int) {
        for (key, value) in mapping {
            guard let name = key.scalar?.string else { continue }
            if let inner = value.mapping, depth < 8 {
                add(inner, below: "\(path)\(name).", depth: depth + 1)
            } else {
                add(path + name, Self.texts(value))
            }
        }
    }

    /// In YAML, `tags: #salt` is a comment; users mean the tag.
    private mutating func addMarkedTags(_ yaml: String) {
        guard yaml.contains(": #") || yaml.contains("- #") else { return }
        for entry in LenientProperties(yaml).entries
        where ["tag", "tags"].contains(entry.key.lowercased()) {
            let marked = entry.values.filter { $0.first == "#" && $0.dropFirst().first != " " }
            add(entry.key, list(entry.key.lowercased()) + marked)
        }
    }

    private static func mapping(_ yaml: String) -> Node.Mapping? {
        guard isHarmless(yaml) else { return nil }
        // Errors are reported as parsing line by line.
        return (try? Yams.compose(yaml: yaml))?.mapping
    }

    private static func texts(_ node: Node) -> [String] {
        if let scalar = node.scalar {
            // Unquoted, these mean an empty value.
            let isNothing = scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
            return isNothing ? [] : [scalar.string]
        }
        // An unquoted link, `[[Index]]`, is a nested list.
        if let mapping = node.mapping { return mapping.flatMap { texts($0.key) + texts($0.value) } }
        return node.sequence?.flatMap { texts($0) } ?? []
    }

    /// Whether the cost and depth of parsing are proportional to the size: aliases can double it
    /// with every line, and users do not write them by hand.
    private static func isHarmless(_ yaml: String) -> Bool {
        var previous: UInt8 = 0x0A
        var bracketCount = 0
        let bytes = Array(yaml.utf8)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "*"):
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
                if " \t\n[{,".utf8.contains(previous), !" \t\r\n".utf8.contains(next) {
                    return false
                }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                bracketCount += 1
            default: break
            }
            previous = byte
        }
        let isFlat = yaml.split(separator: "\n").allSatisfy { line in
            line.count { $0 == "-" || $0 == "?" } < 64
                || !line.hasPrefix("-") && !line.hasPrefix("?")
        }
        return bracketCount < 64 && isFlat
    }
}

/// Splits at line feeds only: in Swift, a carriage return with a line feed is one character.
private struct Lines {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The YAML, and the text after the closing line; nil if the text does not begin with dashes.
    /// Empty lines may precede them: templates leave some.
    var frontMatter: (yaml: String, rest: String, isAtStart: Bool)? {
        var begin = 0
        while let line = line(at: begin), text(line.range).trimmed.isEmpty, begin < 256 {
            begin = line.next
        }
        guard let first = line(at: begin), isDashes(first.range) else { return nil }
        var start = first.next
        while let line = line(at: start) {
            if isDashes(line.range) || isDots(line.range) {
                var rest = line.next
                // One empty line belongs to the front matter.
                if let next = self.line(at: rest), isEmpty(next.range) { rest = next.next }
                return (
                    String(decoding: bytes[first.next..<start], as: UTF8.self),
                    String(decoding: bytes[rest...], as: UTF8.self),
                    begin == 0
                )
            }
            start = line.next
        }
        return nil
    }

    private func line(at start: Int) -> (range: Range<Int>, next: Int)? {
        guard start < bytes.count else { return nil }
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        return (start..<end, min(end + 1, bytes.count))
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].filter { $0 != 0x0D }, as: UTF8.self)
    }

    private func isDashes(_ range: Range<Int>) -> Bool {
        text(range).hasPrefix("---") && text(range).trimmed == "---"
    }

    private func isDots(_ range: Range<Int>) -> Bool { text(range).trimmed == "..." }

    private func isEmpty(_ range: Range<Int>) -> Bool { text(range).isEmpty }
}
