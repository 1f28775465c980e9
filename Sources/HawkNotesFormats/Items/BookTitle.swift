import Foundation

/// A title as lists write it, with series, number or author in brackets behind it.
struct BookTitle: Hashable {
    var title: String
    var authors: [String] = []
    var series: String?
    var number: Double?

    /// `Gideon the Ninth (The Locked Tomb, #1)`.
    init(_ text: String) {
        title = text
        takeSeries()
    }

    /// `Gideon the Ninth (The Locked Tomb Book 1) (Muir, Tamsyn)`: the author stands in the last brackets.
    init(withAuthor text: String) {
        title = text
        if let (before, inside) = Self.lastBrackets(of: text) {
            title = before
            authors = Self.authors(inside)
        }
        takeSeries()
    }

    /// `Muir, Tamsyn; Le Guin, Ursula K.`
    static func authors(_ text: String) -> [String] {
        text.split(separator: ";").compactMap { part in
            let name = part.trimmed
            let halves = name.split(separator: ",", omittingEmptySubsequences: false)
            guard halves.count == 2 else { return name.isEmpty ? nil : name }
            let (last, first) = (halves[0].trimmed, halves[1].trimmed)
            // "King, Jr." is no other way round.
            guard !last.isEmpty, !first.isEmpty, !first.hasSuffix("r.") || first.count > 3 else {
                return name
            }
            return "\(first) \(last)"
        }
    }

    /// `Tamsyn Muir, Ursula K. Le Guin`, `Tamsyn Muir & Ursula K. Le Guin`.
    static func listedAuthors(_ text: String?) -> [String] {
        (text ?? "").replacingOccurrences(of: " & ", with: ",")
            .replacingOccurrences(of: " and ", with: ",")
            .split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
    }

    /// The name of a book's file without what only programs need.
    static func title(ofFile name: String) -> String {
        var title = name.trimmed
        for ending in [".zip", ".epub", ".kepub"] {
            let isLonger = title.utf8.count > ending.utf8.count
            if isLonger, title.lowercased().hasSuffix(ending) {
                title = String(title.dropLast(ending.count)).trimmed
            }
        }
        // Where blanks are not allowed, people write lines instead.
        return title.contains(" ") ? title : title.replacing("_", with: " ")
    }

    /// The name that calibre has given to a book's folder, without its number: `The Wall (12)`.
    static func title(ofCalibreFolder name: String) -> String {
        guard let (title, number) = lastBrackets(of: name), Int(number) != nil else { return name }
        return title
    }

    private mutating func takeSeries() {
        guard let (before, inside) = Self.lastBrackets(of: title),
            let (name, number) = Self.seriesAndNumber(inside)
        else { return }
        title = before
        series = name
        self.number = number
    }

    /// `The Locked Tomb, #1`, `The Locked Tomb Series Book 1.5`; of several the first.
    static func seriesAndNumber(_ text: String) -> (String, Double)? {
        let first = text.split(separator: ";").first.map { $0.trimmed } ?? ""
        for mark in [" #", ",#", " Book ", ", Vol. "] {
            guard let range = first.range(of: mark, options: [.backwards, .caseInsensitive]) else {
                continue
            }
            let digits = first[range.upperBound...].trimmed
                .prefix { $0.isASCII && $0.isNumber || $0 == "." }
            var name = first[..<range.lowerBound].trimmed
            while let last = name.last, ",:–-".contains(last) || last == " " { name.removeLast() }
            if name.lowercased().hasSuffix(" series") { name.removeLast(7) }
            if let number = Double(digits), number.isFinite, !name.isEmpty { return (name, number) }
        }
        return nil
    }

    /// What stands before and in the brackets that end the text; nil when something is missing.
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
    /// Without white space at both ends.
    var trimmed: String {
        let start = self.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
