import Foundation
import HawkNotesModel

/// A word of a paragraph whose spelling is checked.
package struct SpelledWord: Equatable, Sendable {
    /// The place in the paragraph, in Unicode scalars.
    package let range: Range<Int>
    /// The word as dictionaries spell it: precomposed, with straight apostrophes and without soft
    /// hyphens.
    package let text: String
}

/// Finds the words of a text whose spelling is checked.
///
/// These are not checked: mentions, tags, links, e-mail addresses, file names and paths, words with
/// digits, short words in capitals, single letters, and lines that quote the book, which may be in
/// another language.
package enum SpelledWords {
    /// The maximum length of a paragraph that is checked, in Unicode scalars: drawing marks in a
    /// longer one takes GTK too long.
    package static let longestParagraph = 10_000
    /// The maximum length of a word, in Unicode scalars.
    private static let longestWord = 100
    /// The maximum length of a word in capitals that counts as an abbreviation.
    private static let longestAbbreviation = 6

    /// The words of a paragraph, in order. Takes time in proportion to its length.
    ///
    /// - Parameter mentions: the names behind `@`, which may have spaces.
    package static func find(
        in paragraph: String,
        mentions: MentionNames = .none
    ) -> [SpelledWord] {
        let scalars = Array(paragraph.unicodeScalars)
        guard !isQuotation(scalars) else { return [] }
        var mentioned = offsets(of: mentions.matches(in: paragraph).map(\.range), in: paragraph)[
            ...
        ]
        var words: [SpelledWord] = []
        var position = 0
        while position < scalars.count {
            if let mention = mentioned.first, mention.lowerBound <= position {
                mentioned.removeFirst()
                position = max(position, mention.upperBound)
            } else if isBlank(scalars[position]) {
                position += 1
            } else {
                let end = mentioned.first?.lowerBound ?? scalars.count
                let chunk = chunk(of: scalars, from: position, before: end)
                if !isAddress(scalars[chunk]) { addWords(of: scalars, chunk, to: &words) }
                position = chunk.upperBound
            }
        }
        return words
    }

    /// All words of a name, also those that are not checked in a text.
    static func words(ofName name: String) -> [String] {
        let scalars = Array(name.unicodeScalars)
        var words: [String] = []
        var position = 0
        while position < scalars.count {
            guard let word = word(of: scalars[...], from: position) else {
                position += 1
                continue
            }
            words.append(spelling(scalars[word]))
            position = word.upperBound
        }
        return words
    }

    private static func addWords(
        of scalars: [Unicode.Scalar],
        _ chunk: Range<Int>,
        to words: inout [SpelledWord]
    ) {
        var position = chunk.lowerBound
        while position < chunk.upperBound {
            let scalar = scalars[position]
            if scalar == "#" || scalar == "@" {
                position += 1
                while position < chunk.upperBound, isInTag(scalars[position]) { position += 1 }
                continue
            }
            guard let word = word(of: scalars[chunk], from: position) else {
                position += 1
                continue
            }
            position = word.upperBound
            let range = withoutUnderscores(word, scalars)
            if isChecked(scalars[range]), !isPart(word, ofNameWithDots: scalars[chunk]) {
                words.append(SpelledWord(range: range, text: spelling(scalars[range])))
            }
        }
    }

    /// The word that begins at a position; nil if none does.
    private static func word(
        of scalars: ArraySlice<Unicode.Scalar>,
        from start: Int
    ) -> Range<Int>? {
        guard WordEdge.isInWord(scalars[start]) else { return nil }
        var end = start + 1
        while end < scalars.endIndex {
            let isInside = end + 1 < scalars.endIndex && WordEdge.isInWord(scalars[end + 1])
            guard WordEdge.isInWord(scalars[end]) || (isInside && joins(scalars[end])) else {
                break
            }
            end += 1
        }
        return start..<end
    }

    /// The blank-separated part of a text that begins at a position.
    private static func chunk(
        of scalars: [Unicode.Scalar],
        from start: Int,
        before limit: Int
    ) -> Range<Int> {
        start..<(scalars[start..<limit].firstIndex(where: isBlank) ?? limit)
    }
}

// MARK: - Rules

extension SpelledWords {
    /// As in the styles of notes.
    private static func isQuotation(_ scalars: [Unicode.Scalar]) -> Bool {
        guard let first = scalars.firstIndex(where: { !isBlank($0) }), scalars[first] == ">" else {
            return false
        }
        return first + 1 == scalars.count || scalars[first + 1] == " "
    }

    /// Whether a part of a text is a link, an e-mail address or a path.
    private static func isAddress(_ chunk: ArraySlice<Unicode.Scalar>) -> Bool {
        let start = chunk.drop { !WordEdge.isInWord($0) && $0 != "/" && $0 != "~" }
        if start.starts(with: "/".unicodeScalars) || start.starts(with: "~/".unicodeScalars) {
            return true
        }
        if start.starts(with: "www.".unicodeScalars) { return true }
        for (index, scalar) in zip(chunk.indices, chunk) {
            switch scalar {
            case ":" where chunk[(index + 1)...].starts(with: "//".unicodeScalars): return true
            case "@" where index > chunk.startIndex && index + 1 < chunk.endIndex:
                if WordEdge.isInWord(chunk[index - 1]), WordEdge.isInWord(chunk[index + 1]) {
                    return true
                }
            default: break
            }
        }
        return false
    }

    /// Whether a word is a part of a file name, a host name or an abbreviation such as “z.B.”.
    private static func isPart(
        _ word: Range<Int>,
        ofNameWithDots chunk: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        func hasDot(at dot: Int, beside neighbor: Int) -> Bool {
            chunk.indices.contains(dot) && chunk.indices.contains(neighbor) && chunk[dot] == "."
                && WordEdge.isInWord(chunk[neighbor])
        }
        return hasDot(at: word.lowerBound - 1, beside: word.lowerBound - 2)
            || hasDot(at: word.upperBound, beside: word.upperBound + 1)
    }

    private static func isChecked(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        guard (2...longestWord).contains(word.count),
            word.contains(where: \.properties.isAlphabetic),
            !word.contains(where: { $0 == "_" || $0.properties.numericType != nil })
        else { return false }
        // The possessive of an abbreviation has a small letter.
        let stem = word.prefix { !isApostrophe($0) }
        guard stem.count > 1 else { return true }
        return stem.count > longestAbbreviation || stem.contains { $0.properties.isLowercase }
            || !stem.contains { $0.properties.isUppercase }
    }

    /// Underscores around a word are marks of emphasis, as other programs have them.
    private static func withoutUnderscores(
        _ word: Range<Int>,
        _ scalars: [Unicode.Scalar]
    ) -> Range<Int> {
        let rest = scalars[word].drop { $0 == "_" }
        let count = rest.reversed().drop { $0 == "_" }.count
        return rest.startIndex..<rest.startIndex + count
    }

    private static func spelling(_ word: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        var isPlain = true
        for scalar in word where scalar != softHyphen {
            text.append(isApostrophe(scalar) ? "'" : scalar)
            if !scalar.isASCII { isPlain = false }
        }
        let spelled = String(text)
        return isPlain ? spelled : spelled.precomposedStringWithCanonicalMapping
    }

    private static let softHyphen: Unicode.Scalar = "\u{AD}"

    /// Whether a character within a word belongs to it: an apostrophe, a soft hyphen, or the
    /// zero-width non-joiner of Persian.
    private static func joins(_ scalar: Unicode.Scalar) -> Bool {
        isApostrophe(scalar) || scalar == softHyphen || scalar == "\u{200C}"
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "'" || scalar == "\u{2019}" || scalar == "\u{2BC}"
    }

    private static func isInTag(_ scalar: Unicode.Scalar) -> Bool {
        WordEdge.isInWord(scalar) || scalar == "-" || scalar == "/"
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace
    }

    /// Ranges of a text in Unicode scalars.
    private static func offsets(
        of ranges: [Range<String.Index>],
        in text: String
    ) -> [Range<Int>] {
        let scalars = text.unicodeScalars
        var (position, offset) = (scalars.startIndex, 0)
        return ranges.map { range in
            let start = offset + scalars.distance(from: position, to: range.lowerBound)
            offset = start + scalars.distance(from: range.lowerBound, to: range.upperBound)
            position = range.upperBound
            return start..<offset
        }
    }
}
