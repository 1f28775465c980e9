/// Invalid YAML properties, parsed line by line: `title: Dune: a note`, `author: [[A]], [[B]]`.
struct LenientProperties {
    private(set) var entries: [FrontMatter.Entry] = []
    /// Lines that are not properties, which stay text.
    private(set) var unread = ""

    private var indices: [String: Int] = [:]
    /// The key whose value is not complete yet.
    private var open: String?

    init(_ yaml: String) {
        for line in yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            read(line)
        }
    }

    private mutating func read(_ line: Substring) {
        let text = line.trimmed
        if text.isEmpty || line.first == "#" { return }
        let isInside = line.first?.isWhitespace == true
        if text.hasPrefix("- ") || text == "-", let open {
            return add(open, Self.values(String(text.dropFirst()).trimmed))
        }
        guard let (key, value) = Self.keyAndValue(text), isInside || line.first != "-" else {
            // The continuation of a text in the next line.
            if isInside, let open, let index = indices[open] {
                if let last = entries[index].values.popLast() {
                    entries[index].values.append("\(last) \(text)")
                } else {
                    entries[index].values.append(text)
                }
            } else {
                unread += unread.isEmpty ? text : "\n\(text)"
            }
            return
        }
        if isInside, let outer = open {
            return add("\(outer.split(separator: ".").first ?? "").\(key)", Self.values(value))
        }
        open = key
        add(key, Self.values(value))
    }

    private mutating func add(_ key: String, _ values: [String]) {
        if let index = indices[key] {
            entries[index].values += values
        } else {
            indices[key] = entries.count
            entries.append(FrontMatter.Entry(key: key, values: values))
        }
    }

    /// `key: value`; nil for everything else.
    private static func keyAndValue(_ line: String) -> (key: String, value: String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let key = line[..<colon].trimmed
        let value = line[line.index(after: colon)...]
        guard !key.isEmpty, key.utf8.count <= 100, value.first?.isWhitespace ?? true else {
            return nil
        }
        return (unquoted(key), value.trimmed)
    }

    /// A list in brackets, or a single text.
    private static func values(_ text: String) -> [String] {
        guard text.hasPrefix("["), text.hasSuffix("]"), !text.hasPrefix("[[") else {
            let value = unquoted(text)
            return ["", "~", "null"].contains(text) || value.isEmpty ? [] : [value]
        }
        var parts: [String] = [""]
        var quote: Character?
        for character in text.dropFirst().dropLast() {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
            }
            if character == ",", quote == nil {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { unquoted($0.trimmed) }.filter { !$0.isEmpty }
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count > 1, let first = text.first, first == text.last,
            first == "\"" || first == "'"
        else { return text }
        return String(text.dropFirst().dropLast())
    }
}
