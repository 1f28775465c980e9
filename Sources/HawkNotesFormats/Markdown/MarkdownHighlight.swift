import Foundation

/// A passage of a book in a Markdown file, with the reader's notes on it.
struct MarkdownHighlight: Hashable {
    /// The quotation; empty if there is none.
    var quote = ""
    /// The reader's own words.
    var words = ""
    var chapter: String?
    var page: String?
    var location: String?
    /// A place in the reader's own wording, or in that of a template.
    var place: String?
    /// An exact position that is not meant for people: a CFI, an address.
    var anchor: String?
    /// A globally unique ID, with the name of its source.
    var id: String?
    /// An ID that is, or should be, unique in its file: `^ref-123`.
    var blockID: String?
    var color: String?
    var style: String?
    var tags: [String] = []
    var created: String?
    /// Addresses that show the passage in a program.
    var links: [String] = []

    var isEmpty: Bool { quote.isEmpty && words.isEmpty }

    mutating func addQuote(_ text: String) { Self.add(text, to: &quote) }
    mutating func addWords(_ text: String) { Self.add(text, to: &words) }

    private static func add(_ text: String, to whole: inout String) {
        let text = text.trimmed
        guard !text.isEmpty else { return }
        whole += whole.isEmpty ? text : "\n\n\(text)"
    }

    // MARK: - Labels

    /// Parses a line such as `Note: …`, `**Tags**: …`, `- Color: …`.
    ///
    /// - Returns: false for all other lines.
    mutating func takeLabel(_ line: String) -> Bool {
        guard let (key, value) = MarkdownFields.label(line) else { return false }
        let name = MarkdownFields.folded(key)
        guard value.utf8.count <= 1_000 || Self.noteLabels.contains(name) else { return false }
        switch name {
        case _ where Self.noteLabels.contains(name): addWords(value)
        case "tag", "tags": tags += MarkdownTags.list(value)
        case "color", "colour":
            guard Self.isWord(value) else { return false }
            color = value
        case "style":
            guard Self.isWord(value) else { return false }
            style = value
        case "page", "location":
            guard take(place: "\(key) \(LinkText.plain(value))") else { return false }
            links += LinkText.addresses(value)
        case "chapter": chapter = Self.value(LinkText.plain(value), or: chapter)
        case "created", "createdat", "datecreated", "added", "highlightedat":
            created = Self.value(LinkText.plain(value), or: created)
        default: return false
        }
        return true
    }

    private static let noteLabels: Set = [
        "note", "notes", "comment", "annotation", "notiz", "nota", "remarque", "commentaire",
    ]

    /// Whether a line begins with a label.
    static func isLabel(_ line: String) -> Bool {
        var any = Self()
        return any.takeLabel(line)
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 20 && !text.contains(where: \.isWhitespace)
    }

    private static func value(_ text: String, or earlier: String?) -> String? {
        text.isEmpty ? earlier : text
    }

    // MARK: - Ends of passages

    /// Parses and removes what programs append to a passage: `([Location 12](https://…))`, ` —
    /// location: [12](kindle://…) ^ref-123`, `%% Color: yellow %%`.
    ///
    /// - Returns: the passage without it, and whether anything was removed.
    mutating func takeEnd(of text: String) -> (text: String, isFound: Bool) {
        var text = takeComments(in: text.trimmed)
        let start = text
        if let blank = text.lastIndex(where: \.isWhitespace) {
            let last = text[blank...].dropFirst()
            let id = last.dropFirst()
            if last.first == "^", !id.isEmpty, id.utf8.allSatisfy(Self.isOfID) {
                blockID = String(id)
                text = text[..<blank].trimmed
            }
        }
        if text.hasSuffix(")"), let before = takeLink(endOf: text) ?? takeBrackets(endOf: text) {
            text = before
        }
        return (text, text != start || id != nil)
    }

    private static func isOfID(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
    }

    /// `%% Color: yellow %%`; other comments stay, because they are text.
    private mutating func takeComments(in text: String) -> String {
        guard text.contains("%%") else { return text }
        var result = ""
        let parts = text.components(separatedBy: "%%")
        for (index, part) in parts.enumerated() {
            if index % 2 == 0 || index == parts.count - 1 {
                result += index % 2 == 0 ? part : "%%\(part)"
            } else if let label = MarkdownFields.label(part), label.key.lowercased() == "id" {
                id = "readwise:\(label.value)"
            } else if !takeLabel(part) {
                result += "%%\(part)%%"
            }
        }
        return result.trimmed
    }

    /// `([Location 12](…))`, or without the outer brackets.
    private mutating func takeLink(endOf text: String) -> String? {
        guard let open = text.lastIndex(of: "["),
            let link = LinkText.markdownLink(text[open...]),
            link.rest.isEmpty || link.rest == ")"
        else { return nil }
        let address = link.address ?? ""
        var before = text[..<open].trimmed
        let isInBrackets = link.rest == ")"
        if isInBrackets {
            guard before.last == "(" else { return nil }
            before = String(before.dropLast()).trimmed
        }
        // "… — location: [12](…)": the label of the number precedes it.
        var words = ""
        if !isInBrackets, before.last == ":",
            let dash = before.lastIndex(where: { "—–-".contains($0) })
        {
            words = before[before.index(after: dash)...].trimmed
            before = before[..<dash].trimmed
        }
        if take(place: words + " " + link.text) || Self.isNumber(link.text) && isInBrackets {
            if page == nil, location == nil { location = link.text.trimmed }
        } else if !isInBrackets || !Self.isReadwise(address) {
            return nil
        }
        if !address.isEmpty { links.append(address) }
        if Self.isReadwise(address), address.contains("/read/") {
            id = "readwise:\(address.split(separator: "/").last ?? "")"
        }
        return before
    }

    /// `(Location 12)`.
    private mutating func takeBrackets(endOf text: String) -> String? {
        guard let open = text.lastIndex(of: "("), take(place: text[open...].dropFirst().dropLast())
        else { return nil }
        return text[..<open].trimmed
    }

    private static func isReadwise(_ address: String) -> Bool {
        ["https://read.readwise.io/", "https://readwise.io/"].contains { address.hasPrefix($0) }
    }

    // MARK: - Places

    /// `Page 12`, `location: 170-172`, `Page 12 · Location 170`.
    mutating func take(place text: some StringProtocol) -> Bool {
        let parts = text.split { ",·|".contains($0) }.map { $0.trimmed }.filter { !$0.isEmpty }
        let found = parts.map(Self.place)
        guard !found.isEmpty, found.allSatisfy({ $0 != nil }) else { return false }
        for case let part? in found {
            if part.isPage { page = part.number } else { location = part.number }
        }
        return true
    }

    private static func place(_ text: String) -> (isPage: Bool, number: String)? {
        let word = text.prefix { $0.isLetter }.lowercased()
        let number = text.dropFirst(word.count).drop { ".:# ".contains($0) }.trimmed
        guard isNumber(number) || isRoman(number) else { return nil }
        if pageWords.contains(word) { return (true, number) }
        return locationWords.contains(word) ? (false, number) : nil
    }

    private static let pageWords: Set = [
        "page", "p", "pp", "pg", "seite", "s", "página", "pagina", "pág", "pag", "стр",
    ]
    private static let locationWords: Set = [
        "location", "loc", "position", "pos", "posición", "posizione", "posição", "emplacement",
        "locatie", "место",
    ]

    private static func isNumber(_ text: String) -> Bool {
        text.first?.isNumber == true && text.count <= 20
            && text.allSatisfy { $0.isNumber || "-–".contains($0) }
    }

    private static func isRoman(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 8 && text.lowercased().allSatisfy { "ivxlc".contains($0) }
    }
}

/// Tags, with or without `#`, in a list or in one text.
enum MarkdownTags {
    static func list(_ text: String) -> [String] {
        if let names = LinkText.names(text) { return names }
        let parts = text.split { $0 == "," || $0.isWhitespace }
        return parts.map { withoutMark(String($0)) }.filter { !$0.isEmpty }
    }

    /// Each of several values is a tag; in a single value, every word may be one.
    static func list(_ values: [String]) -> [String] {
        if values.count == 1 { return values.flatMap { list($0) } }
        return values.compactMap { value in
            let tag = withoutMark(LinkText.plain(value))
            return tag.isEmpty ? nil : tag
        }
    }

    private static func withoutMark(_ text: String) -> String {
        text.trimmed.drop { $0 == "#" }.trimmed
    }
}
