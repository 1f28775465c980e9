import Foundation
import HawkNotesFormats

/// Normalizes names and titles for comparison: two spellings of one name are equal.
enum NameMatching {
    /// The words of a name without case, accents and punctuation, separated by spaces.
    static func key(_ text: String) -> String {
        words(text).joined(separator: " ")
    }

    /// The same for the title of a series, which is often written with and without these words.
    static func key(series title: String) -> String {
        var words = words(title)
        if words.count > 1, words.first == "the" { words.removeFirst() }
        if words.count > 1, let last = words.last, kinds.contains(last) { words.removeLast() }
        return words.joined(separator: " ")
    }

    private static let kinds: Set = ["series", "saga", "cycle", "trilogy", "duology", "quartet"]

    /// Whether two names of authors are equivalent: "Le Guin, Ursula K." and "Ursula Le Guin".
    ///
    /// An unknown one matches any.
    static func isSameAuthor(_ one: String?, _ other: String?) -> Bool {
        let (one, other) = (nameWords(one), nameWords(other))
        return one.isEmpty || other.isEmpty || one.isSubset(of: other) || other.isSubset(of: one)
    }

    /// Whether it names a person.
    static func isKnown(_ name: String?) -> Bool { !nameWords(name).isEmpty }

    private static func nameWords(_ name: String?) -> Set<String> {
        guard let name, !AuthorNames.isNobody(name) else { return [] }
        return Set(words(name))
    }

    /// The part of an ISBN that is the same in its forms of ten and thirteen digits.
    static func key(isbn: String) -> String {
        let digits = isbn.uppercased().filter { $0.isASCII && ($0.isNumber || $0 == "X") }
        if digits.count == 13, digits.hasPrefix("978") {
            return String(digits.dropFirst(3).dropLast())
        }
        return digits.count == 10 ? String(digits.dropLast()) : digits
    }

    private static func words(_ text: String) -> [String] {
        text.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
