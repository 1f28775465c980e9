import Foundation

/// The words that refer to characters while a note is edited: `@` and one of these is a mention.
///
/// Each character has unique words, even if two have the same name: the name, or the name with a
/// suffix that distinguishes the two. Aliases also refer to their character, and so do former names
/// that are still in use while a note is being edited. Case counts.
public struct MentionNames: Sendable {
    /// A mention in a text.
    public struct Match: Hashable, Sendable {
        /// The character.
        public let characterID: UUID
        /// The range of `@` and the words.
        public let range: Range<String.Index>
    }

    /// No characters.
    public static let none = MentionNames([])

    private let wordsByID: [UUID: String]
    private let index: WordIndex<UUID>

    /// - Parameters:
    ///   - characters: the characters that can be mentioned; of several with the same name, the
    ///     first gets the name without a suffix.
    ///   - bookTitle: returns the title of a book, which distinguishes the others of that name.
    public init(_ characters: [Character], bookTitle: (UUID) -> String? = { _ in nil }) {
        var taken = Set(characters.map { Self.line($0.name) })
        var named: Set<String> = []
        var words: [UUID: String] = [:]
        var entries: [(words: String, value: UUID)] = []
        for character in characters {
            let name = Self.line(character.name)
            guard !name.isEmpty else { continue }
            var own = name
            if !named.insert(name).inserted {
                let title = character.bookID.flatMap(bookTitle).map { "\(name) (\(Self.line($0)))" }
                let numbered = (2...).lazy.map { "\(name) (\($0))" }
                own =
                    title.flatMap { taken.contains($0) ? nil : $0 }
                    ?? numbered.first { !taken.contains($0) } ?? name
            }
            taken.insert(own)
            words[character.id] = own
            entries.append((own, character.id))
        }
        for character in characters {
            for alias in character.aliases.map(Self.line)
            where !alias.isEmpty && taken.insert(alias).inserted {
                entries.append((alias, character.id))
            }
        }
        wordsByID = words
        index = WordIndex(entries)
    }

    /// The words after the `@` of a character; nil for an unknown one.
    public func words(for id: UUID) -> String? { wordsByID[id] }

    /// The maximum length of a mention, in bytes of UTF-8.
    public var longest: Int { index.longest + 1 }

    /// The mentions in a text being edited, in order: of words with a common beginning, the longest
    /// count. Takes time linear in the length of the text.
    public func matches(in text: String) -> [Match] {
        guard !index.isEmpty else { return [] }
        var text = text
        let found = text.withUTF8 { bytes in
            var found: [(range: Range<Int>, id: UUID)] = []
            var position = 0
            while let at = bytes[position...].firstIndex(of: UInt8(ascii: "@")) {
                position = at + 1
                guard WordEdge.canBegin(bytes, at: at),
                    let match = index.longestMatch(bytes, from: at + 1)
                else { continue }
                found.append((at..<match.end, match.value))
                position = match.end
            }
            return found
        }
        let start = text.utf8.startIndex
        return found.map { found in
            let lower = text.utf8.index(start, offsetBy: found.range.lowerBound)
            let upper = text.utf8.index(lower, offsetBy: found.range.count)
            return Match(characterID: found.id, range: lower..<upper)
        }
    }

    /// The character that the longest matching words refer to, and their end.
    func longestMatch(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> (value: UUID, end: Int)? {
        index.longestMatch(bytes, from: start)
    }

    /// A name on one line.
    static func line(_ name: String) -> String {
        onOneLine(name).trimmingCharacters(in: .whitespaces)
    }

    static func onOneLine(_ name: String) -> String {
        String(name.map { $0.isNewline || $0 == "\0" ? " " : $0 })
    }
}

/// Words with their values, found by matching them against the bytes of a text.
struct WordIndex<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let bytes: [UInt8]
        let value: Value
    }

    /// Sorted by bytes, so that entries with the same beginning are adjacent, shortest first.
    private let entries: [Entry]
    /// The length of the longest words, in bytes.
    let longest: Int

    /// If the same words are given twice, the first ones count.
    init(_ words: [(words: String, value: Value)]) {
        var seen: Set<[UInt8]> = []
        var entries: [Entry] = []
        for (words, value) in words where !words.isEmpty {
            // Both encodings of an accent.
            for spelling in [
                words, words.precomposedStringWithCanonicalMapping,
                words.decomposedStringWithCanonicalMapping,
            ] {
                let bytes = Array(spelling.utf8)
                if seen.insert(bytes).inserted { entries.append(Entry(bytes: bytes, value: value)) }
            }
        }
        self.entries = entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        longest = entries.map(\.bytes.count).max() ?? 0
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The longest words that match the bytes and end at the end of a word. Takes time linear in
    /// the length of these words, however many words there are.
    func longestMatch(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> (value: Value, end: Int)? {
        matches(bytes, from: start).last { WordEdge.canEnd(bytes, at: $0.end) }
    }

    /// All words that match the bytes, shortest first.
    func matches(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> [(value: Value, end: Int)] {
        var candidates = 0..<entries.count
        var found: [(value: Value, end: Int)] = []
        var position = start
        while !candidates.isEmpty {
            let depth = position - start
            if let first = candidates.first, entries[first].bytes.count == depth {
                found.append((entries[first].value, position))
                candidates.removeFirst()
            }
            guard position < bytes.count else { break }
            let byte = bytes[position]
            let lower = partition(candidates) { entries[$0].bytes[depth] < byte }
            candidates =
                lower..<partition(lower..<candidates.upperBound) {
                    entries[$0].bytes[depth] == byte
                }
            position += 1
        }
        return found
    }

    /// The end of the leading entries for which the condition holds.
    private func partition(_ range: Range<Int>, _ holds: (Int) -> Bool) -> Int {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper {
            let middle = (lower + upper) / 2
            if holds(middle) { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}

/// Word boundaries, for text that begins with `@`.
public enum WordEdge {
    /// Whether a scalar forms a word with its neighbors. Scripts without spaces between words have
    /// no such scalars: there, a mention ends with its name.
    public static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x200D: return true
        case 0..<0x80: return false
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0xA4CF, 0xAC00...0xD7FF,
            0xF900...0xFAFF, 0xFF66...0xFFDC, 0x20000...0x3FFFF:
            return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber:
            return true
        default: return false
        }
    }

    /// Whether an `@` after this scalar begins a mention: not within a word, e-mail address or URL.
    public static func canBegin(after scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return true }
        switch scalar {
        case "@", "/", "=", "&", "%", "#": return false
        default: return !isInWord(scalar)
        }
    }

    /// Whether an `@` at this position begins a mention.
    static func canBegin(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        guard position > 0 else { return true }
        var start = position - 1
        while start > 0, position - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        let before = String(decoding: bytes[start..<position], as: UTF8.self)
        return canBegin(after: before.unicodeScalars.last)
    }

    /// Whether a word can end at this position.
    static func canEnd(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        guard position < bytes.count else { return true }
        var end = position + 1
        while end < bytes.count, end - position < 4, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self).unicodeScalars.first
            .map { !isInWord($0) } ?? true
    }
}
