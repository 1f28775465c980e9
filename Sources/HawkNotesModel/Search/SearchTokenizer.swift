import Foundation

/// A searchable word of a text; anything between words cannot be found.
struct SearchToken {
    /// How the scalars of a token form words.
    enum Kind {
        /// A word between spaces or punctuation.
        case word
        /// Words joined by an apostrophe, as in O’Neill: each matches, both match, and so does the
        /// compound without it.
        case compound
        /// A run in a script without word breaks: every part of it matches.
        case continuous
    }

    let kind: Kind
    /// Its range in the text.
    let range: Range<String.Index>
}

/// Splits texts into words, and folds them to ignore what users need not type exactly.
///
/// Used for the index, for queries, and for highlighting results: SQLite's own tokenizer only
/// splits at spaces. Otherwise it would miss `strasse` in Straße, `dartagnan` in d’Artagnan and
/// every part of a Chinese sentence but its beginning.
enum SearchTokenizer {
    /// The words of a text, in order.
    static func tokens(of text: String) -> [SearchToken] {
        var tokens: [SearchToken] = []
        let scalars = text.unicodeScalars
        var start: String.Index?
        var kind = SearchToken.Kind.word
        func end(at index: String.Index) {
            if let start { tokens.append(SearchToken(kind: kind, range: start..<index)) }
            start = nil
            kind = .word
        }
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let next = scalars.index(after: index)
            switch ScalarClass(scalars[index]) {
            case .letter:
                if kind == .continuous { end(at: index) }
                if start == nil { start = index }
            case .continuous:
                if start != nil, kind != .continuous { end(at: index) }
                if start == nil { start = index }
                kind = .continuous
            case .apostrophe
            where start != nil && kind != .continuous && next < scalars.endIndex
                && ScalarClass(scalars[next]) == .letter:
                kind = .compound
            case .invisible where start != nil:
                break
            case .apostrophe, .invisible, .other:
                end(at: index)
            }
            index = next
        }
        end(at: index)
        return tokens
    }

    /// A word without case, accents and width, and with `ss` for `ß`.
    static func folded(_ word: Substring) -> String {
        if word.utf8.allSatisfy({ $0 < 0x80 }) { return word.lowercased() }
        return FoldedLetters.folded(word) ?? foldedAsWhole(word)
    }

    /// The same for any word, slowly.
    static func foldedAsWhole(_ word: Substring) -> String {
        var result = ""
        var last: Unicode.Scalar = " "
        for scalar in word.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
            defer { last = scalar }
            switch scalar {
            // й is another letter than и.
            case "\u{306}" where last == "и": result.unicodeScalars.append(scalar)
            case "\u{300}"..."\u{36F}": break
            default:
                if let other = letters[scalar] {
                    result += other
                } else if ScalarClass(scalar).isInWord {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result.precomposedStringWithCanonicalMapping
    }

    /// The words of a compound, each folded.
    static func parts(of compound: Substring) -> [String] {
        compound.unicodeScalars.split { ScalarClass($0) == .apostrophe }
            .map { folded(Substring($0)) }
            .filter { !$0.isEmpty }
    }

    /// The pairs of a run without word breaks: every two consecutive scalars, and the last one
    /// alone.
    static func pairs(of run: String) -> [String] {
        let scalars = Array(run.unicodeScalars)
        return scalars.indices.map { index in
            var pair = String.UnicodeScalarView()
            pair.append(contentsOf: scalars[index..<min(index + 2, scalars.count)])
            return String(pair)
        }
    }

    /// Letters that are typed as others, although Unicode does not decompose them.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th",
        "ħ": "h",
        "ı": "i", "ς": "σ",
    ]
}

/// Letters that can be folded one by one, which is faster for an index of very many notes.
private enum FoldedLetters {
    /// Latin, Greek, Cyrillic, Hebrew and Arabic, by scalar; nil for marks.
    private static let table: [String?] = (0..<0x700).map { letter($0) }
    /// More of Latin.
    private static let additional: [String?] = (0x1E00..<0x1F00).map { letter($0) }

    /// Nil for a word with any other letter.
    static func folded(_ word: Substring) -> String? {
        let (table, additional) = (table, additional)
        var result = ""
        for scalar in word.unicodeScalars {
            switch scalar.value {
            case 0..<0x700:
                guard let letter = table[Int(scalar.value)] else { return nil }
                result += letter
            case 0x1E00..<0x1F00:
                guard let letter = additional[Int(scalar.value) - 0x1E00] else { return nil }
                result += letter
            // Kana, Han and Korean do not change, unless a mark follows.
            case 0x3041...0x3094, 0x30A1...0x30FA, 0x30FC, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
                result.unicodeScalars.append(scalar)
            default: return nil
            }
        }
        return result
    }

    private static func letter(_ value: UInt32) -> String? {
        guard let scalar = Unicode.Scalar(value), ScalarClass(scalar) == .letter,
            !scalar.properties.isDiacritic,
            scalar.properties.canonicalCombiningClass == .notReordered
        else { return nil }
        return SearchTokenizer.foldedAsWhole(Substring(String(scalar)))
    }
}

/// The role of a scalar when a text is split into words.
enum ScalarClass {
    case letter
    case continuous
    case apostrophe
    /// Invisible scalars that do not separate words.
    case invisible
    case other

    init(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": self = .letter
        case "'", "’", "ʼ", "＇": self = .apostrophe
        case "\0"..."\u{7F}": self = .other
        case "\u{AD}", "\u{200B}"..."\u{200D}", "\u{2060}", "\u{FEFF}": self = .invisible
        default: self = Self.isContinuous(scalar.value) ? .continuous : Self.byCategory(scalar)
        }
    }

    /// Scalars that can be part of a word.
    var isInWord: Bool { self == .letter || self == .continuous }

    private static func byCategory(_ scalar: Unicode.Scalar) -> ScalarClass {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            .letter
        default: .other
        }
    }

    /// Thai, Lao, Burmese, Khmer, kana and Han; Korean has spaces between words.
    private static func isContinuous(_ value: UInt32) -> Bool {
        switch value {
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3041...0x309F,
            0x30A1...0x30FA, 0x30FC...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0xFF66...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}

/// A text as the index has it: words separated by spaces.
struct IndexedText: Equatable {
    /// The words, in order.
    var words = ""
    /// Further words: pairs of runs without word breaks, compounds without apostrophes, the name of
    /// a note's chapter.
    var extra = ""

    /// Removes the links of mentions: a name finds its notes through the character.
    init(_ text: String) {
        let text = Mention.replacing(in: text) { _ in " " }
        for token in SearchTokenizer.tokens(of: text) {
            let written = text[token.range]
            switch token.kind {
            case .word: Self.append(SearchTokenizer.folded(written), to: &words)
            case .compound:
                let parts = SearchTokenizer.parts(of: written)
                for part in parts { Self.append(part, to: &words) }
                if parts.count > 1 { Self.append(parts.joined(), to: &extra) }
            case .continuous:
                for pair in SearchTokenizer.pairs(of: SearchTokenizer.folded(written)) {
                    Self.append(pair, to: &extra)
                }
            }
        }
    }

    /// Adds words that count less than those of the text.
    mutating func appendFurther(_ text: String) {
        let further = IndexedText(text)
        Self.append(further.words, to: &extra)
        Self.append(further.extra, to: &extra)
    }

    private static func append(_ word: String, to column: inout String) {
        guard !word.isEmpty else { return }
        if !column.isEmpty { column += " " }
        column += word
    }
}
