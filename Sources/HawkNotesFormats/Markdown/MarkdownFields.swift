import Foundation

/// The metadata in a file of another program: in front matter, in lines `Key:: value` above the
/// text, and in a list below a heading "Metadata".
///
/// Only letters and digits of keys are compared: `date created`, `date_created` and `dateCreated`
/// are equal.
struct MarkdownFields {
    private var entries: [FrontMatter.Entry] = []
    private var indices: [String: Int] = [:]
    private var taken: Set<String> = []

    init(_ matter: FrontMatter) {
        for entry in matter.entries { add(entry.key, entry.values) }
    }

    mutating func add(_ key: String, _ values: [String]) {
        let name = Self.folded(key)
        guard !name.isEmpty else { return }
        if let index = indices[name] {
            entries[index].values += values
        } else {
            indices[name] = entries.count
            entries.append(FrontMatter.Entry(key: key, values: values))
        }
    }

    /// Whether all values are empty.
    var isEmpty: Bool { entries.allSatisfy { Self.said($0.values).isEmpty } }

    func has(_ names: String...) -> Bool {
        names.contains { !values($0).isEmpty }
    }

    /// Whether there is a key with this prefix, such as "kindlesync.".
    func hasKey(beginning start: String) -> Bool { indices.keys.contains { $0.hasPrefix(start) } }

    /// The value of a key, without consuming it.
    func peek(_ names: String...) -> String? { names.lazy.compactMap { values($0).first }.first }

    /// All values of the first of these keys that has any.
    mutating func list(_ names: String...) -> [String] { take(names) }

    /// The first of these values.
    mutating func text(_ names: String...) -> String? { take(names).first }

    /// Consumes keys that only the program that wrote them needs.
    mutating func skip(_ names: String...) { taken.formUnion(names) }

    /// The fields that were not consumed.
    var rest: [(key: String, value: String)] {
        entries.compactMap { entry in
            let said = Self.said(entry.values)
            guard !taken.contains(Self.folded(entry.key)), !said.isEmpty else { return nil }
            return (entry.key, said.joined(separator: ", "))
        }
    }

    private mutating func take(_ names: [String]) -> [String] {
        for name in names {
            let found = values(name)
            if found.isEmpty { continue }
            taken.insert(name)
            return found
        }
        return []
    }

    private func values(_ name: String) -> [String] {
        indices[name].map { Self.said(entries[$0].values) } ?? []
    }

    private static func said(_ values: [String]) -> [String] {
        values.filter { !$0.trimmed.isEmpty }
    }

    /// Dots separate the keys of a path.
    static func folded(_ key: String) -> String {
        key.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "." }
    }
}

// MARK: - In the text

extension MarkdownFields {
    /// Removes and parses the lines `Key:: value` above a text, as in Dataview and Logseq.
    ///
    /// - Returns: the text without them.
    mutating func takeLines(above text: String) -> String {
        var rest = text[...]
        var hasFound = false
        while !rest.isEmpty {
            let line = rest.prefix { $0 != "\n" }
            if let (key, value) = Self.inlineField(line) {
                add(key, [value])
                hasFound = true
            } else if !line.allSatisfy(\.isWhitespace) {
                break
            }
            rest = rest[line.endIndex...].dropFirst()
        }
        return hasFound ? String(rest) : text
    }

    /// `Key:: value`, usually in a line of its own; nil for everything else.
    static func inlineField(_ line: Substring) -> (key: String, value: String)? {
        var text = line.trimmed
        if text.hasPrefix("- ") || text.hasPrefix("* ") { text = text.dropFirst(2).trimmed }
        guard let range = text.range(of: "::"), range.lowerBound > text.startIndex else {
            return nil
        }
        let key = text[..<range.lowerBound]
        let value = text[range.upperBound...]
        guard key.count <= 40, value.first?.isWhitespace ?? true,
            key.first?.isLetter == true, key.last != " ",
            key.allSatisfy({ $0.isLetter || $0.isNumber || " _-.".contains($0) })
        else { return nil }
        return (String(key), value.trimmed)
    }

    /// `Key: value`, `**Key:** value` or `- Key:: value`; nil for everything else.
    static func label(_ line: some StringProtocol) -> (key: String, value: String)? {
        var text = line.trimmed
        for mark in ["- ", "* ", "+ "] where text.hasPrefix(mark) {
            text = text.dropFirst(2).trimmed
        }
        let emphasis = text.prefix { $0 == "*" || $0 == "_" }
        text = String(text.dropFirst(emphasis.count))
        guard let colon = text.firstIndex(of: ":") else { return nil }
        var key = text[..<colon].trimmed
        var value = text[colon...].dropFirst()
        if value.first == ":" { value = value.dropFirst() }
        if !emphasis.isEmpty {
            // The emphasis ends before or after the colon, or extends to the end of the line.
            let end = String(emphasis.reversed())
            if key.hasSuffix(end) {
                key = String(key.dropLast(end.count)).trimmed
            } else if value.hasPrefix(end) {
                value = value.dropFirst(end.count)
            } else if value.hasSuffix(end) {
                value = value.dropLast(end.count)
            } else {
                return nil
            }
        }
        guard !key.isEmpty, key.count <= 30, value.first?.isWhitespace ?? true,
            key.first?.isLetter == true, key.allSatisfy({ $0.isLetter || " _-".contains($0) })
        else { return nil }
        return (key, value.trimmed)
    }
}
