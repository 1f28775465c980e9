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
            authors = AuthorNames.ofDevice(inside)
        }
        takeSeries()
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
