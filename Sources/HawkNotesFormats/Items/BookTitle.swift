import Foundation

/// A title as lists write it, followed by series, number or author in brackets.
package struct BookTitle: Hashable {
    /// The title without series and author; "(German Edition)" stays.
    package private(set) var title: String
    package private(set) var authors: [String] = []
    package private(set) var series: String?
    /// Nil for several books in one, such as "#1-3".
    package private(set) var number: Double?

    /// `Gideon the Ninth (The Locked Tomb, #1)`.
    package init(_ text: String) {
        title = text
        takeSeries()
    }

    /// `Gideon the Ninth (The Locked Tomb Book 1) (Muir, Tamsyn)`: the author is in the last
    /// brackets.
    init(withAuthor text: String) {
        title = text
        if let (before, inside) = Self.lastBrackets(of: text), !Self.isEdition(inside),
            Self.seriesAndNumber(inside) == nil
        {
            title = before
            authors = AuthorNames.ofDevice(inside)
        }
        takeSeries()
    }

    /// The name of a book's file without its technical parts.
    static func title(ofFile name: String) -> String {
        var title = name.trimmed
        for ending in [".zip", ".epub", ".kepub"] {
            let isLonger = title.utf8.count > ending.utf8.count
            if isLonger, title.lowercased().hasSuffix(ending) {
                title = String(title.dropLast(ending.count)).trimmed
            }
        }
        // Underscores replace spaces in some file names.
        return title.contains(" ") ? title : title.replacing("_", with: " ")
    }

    /// The title in the name of calibre's folder for a book, without the number: `The Wall (12)`.
    static func title(ofCalibreFolder name: String) -> String {
        guard let (title, number) = lastBrackets(of: name), Int(number) != nil else { return name }
        return title
    }

    private mutating func takeSeries() {
        var rest = title
        var edition = ""
        // "The Long Way (The Roads Book 1) (German Edition)"
        if let (before, inside) = Self.lastBrackets(of: title), Self.isEdition(inside) {
            rest = before
            edition = String(title.trimmed.dropFirst(before.count))
        }
        guard let (before, inside) = Self.lastBrackets(of: rest),
            let (name, number) = Self.seriesAndNumber(inside)
        else { return }
        title = before + edition
        series = name
        self.number = number
    }

    /// `The Locked Tomb, #1`, `The Locked Tomb Series Book 1.5`; the first one if there are
    /// several.
    static func seriesAndNumber(_ text: String) -> (String, Double?)? {
        let first = text.split(separator: ";").first.map { $0.trimmed } ?? ""
        for mark in [" #", ",#", " Book ", ", Vol. "] {
            guard let range = first.range(of: mark, options: [.backwards, .caseInsensitive]) else {
                continue
            }
            let digits = first[range.upperBound...].trimmed
                .prefix { $0.isASCII && $0.isNumber || $0 == "." }
            let behind = first[range.upperBound...].trimmed.dropFirst(digits.count)
            var name = first[..<range.lowerBound].trimmed
            while let last = name.last, ",:–-".contains(last) || last == " " { name.removeLast() }
            if name.lowercased().hasSuffix(" series") { name.removeLast(7) }
            guard let number = Double(digits), number.isFinite, !name.isEmpty else { continue }
            let isRange =
                "-–".contains(behind.first ?? " ") && behind.dropFirst().first?.isNumber == true
            return (name, isRange ? nil : number)
        }
        return nil
    }

    // MARK: - Comparing titles

    /// The title without sellers' additions: "(German Edition)", ": A Novel".
    package var plain: String {
        var text = title
        while let (before, inside) = Self.lastBrackets(of: text), Self.isEdition(inside) {
            text = before
        }
        guard let (main, subtitle) = Self.halves(of: text) else { return text }
        return Self.kinds.contains(Self.words(subtitle).joined(separator: " ")) ? main : text
    }

    /// The title before its subtitle; nil if it has none.
    package var main: String? { Self.halves(of: plain)?.main }

    private static func halves(of text: String) -> (main: String, subtitle: String)? {
        for mark in [":", " – ", " — ", " - "] {
            guard let range = text.range(of: mark) else { continue }
            let (main, subtitle) =
                (text[..<range.lowerBound].trimmed, text[range.upperBound...].trimmed)
            if !main.isEmpty, !subtitle.isEmpty { return (main, subtitle) }
        }
        return nil
    }

    private static func words(_ text: String) -> [Substring] {
        DateWords.folded(text).split { !$0.isLetter && !$0.isNumber }
    }

    private static func isEdition(_ text: String) -> Bool {
        text.hasSuffix("版") || !editionWords.isDisjoint(with: words(text))
    }

    /// Folded, like all words here.
    private static let editionWords: Set<Substring> = [
        "edition", "ausgabe", "auflage", "edicion", "edizione", "edicao", "editie", "uitgave",
        "издание", "wydanie", "vydani", "kindle", "ebook", "paperback", "hardcover",
    ]

    /// Kinds of books, which are not part of a title.
    private static let kinds: Set<String> = [
        "a novel", "the novel", "novel", "a novella", "a memoir", "a thriller", "a mystery",
        "a romance", "a story", "stories", "short stories", "poems", "a play", "a biography",
        "an autobiography", "a graphic novel", "roman", "ein roman", "der roman", "un roman",
        "kriminalroman", "krimi", "thriller", "novelle", "erzahlung", "erzahlungen", "gedichte",
        "una novela", "novela", "cuentos", "romanzo", "un romanzo", "racconti", "romance", "contos",
        "recit", "nouvelles", "poemes",
    ]

    /// The text before and in its final brackets; nil if either is empty.
    private static func lastBrackets(of text: String) -> (before: String, inside: String)? {
        let text = text.trimmed
        guard let end = text.last, end == ")" || end == "）" else { return nil }
        var depth = 0
        for index in text.indices.reversed() {
            if ")）".contains(text[index]) { depth += 1 }
            guard "(（".contains(text[index]) else { continue }
            depth -= 1
            if depth > 0 { continue }
            let before = text[..<index].trimmed
            let inside = text[text.index(after: index)...].dropLast().trimmed
            return before.isEmpty || inside.isEmpty ? nil : (before, inside)
        }
        return nil
    }
}

extension StringProtocol {
    /// Without whitespace at both ends.
    var trimmed: String {
        let start = self.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
