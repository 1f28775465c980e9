import Foundation

/// The words that stand for characters where a note is written: `@` and one of these is a mention.
///
/// Each character has words of its own, even where two are called the same: the name, or the name with
/// something behind it that tells the two apart. Aliases stand for whom they belong to as well, and so do
/// names that are in use still while a note is being edited. Case counts.
public struct MentionNames: Sendable {
    /// What `@` stands with in a text.
    public struct Match: Hashable, Sendable {
        /// The character.
        public let characterID: UUID
        /// Where `@` and the words stand.
        public let range: Range<String.Index>
    }

    /// No character at all.
    public static let none = MentionNames([])

    private let wordsByID: [UUID: String]
    private let index: WordIndex<UUID>

    /// - Parameters:
    ///   - characters: those that can be mentioned; of several with the same name the first has it alone.
    ///   - bookTitle: tells the title of a book, which tells others of that name apart.
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

    /// What stands behind the `@` of a character; nil for one that is none of these.
    public func words(for id: UUID) -> String? { wordsByID[id] }

    /// How long a mention can be at most, in bytes of UTF-8.
    public var longest: Int { index.longest + 1 }

    /// The mentions in a text that is being written, in their order: of words that begin alike, the
    /// longest count. Costs the length of the text.
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

    /// The character for whom the longest words in the bytes stand, and where they end.
    func longestMatch(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> (value: UUID, end: Int)? {
        index.longestMatch(bytes, from: start)
    }

    /// A name as it can stand in a line.
    static func line(_ name: String) -> String {
        onOneLine(name).trimmingCharacters(in: .whitespaces)
    }

    static func onOneLine(_ name: String) -> String {
        String(name.map { $0.isNewline || $0 == "\0" ? " " : $0 })
    }
}

/// Words with what they stand for, found where a text goes on with them.
struct WordIndex<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let bytes: [UInt8]
        let value: Value
    }

    /// By their bytes, so that those with the same beginning stand together, the shortest first.
    private let entries: [Entry]
    /// The length of the longest words, in bytes.
    let longest: Int

    /// Of the same words given twice, the first count.
    init(_ words: [(words: String, value: Value)]) {
        var seen: Set<[UInt8]> = []
        var entries: [Entry] = []
        for (words, value) in words where !words.isEmpty {
            // However an accent is written.
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

    /// The longest words with which the bytes go on and that end where a word ends. Costs the length of
    /// these words, however many there are.
    func longestMatch(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> (value: Value, end: Int)? {
        matches(bytes, from: start).last { WordEdge.canEnd(bytes, at: $0.end) }
    }

    /// All words with which the bytes go on, the shortest first.
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

    /// The end of those at the beginning for which it holds.
    private func partition(_ range: Range<Int>, _ holds: (Int) -> Bool) -> Int {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper {
            let middle = (lower + upper) / 2
            if holds(middle) { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}

/// Where words begin and end, for what begins with `@`.
public enum WordEdge {
    /// Whether a scalar belongs to a word with what stands beside it. Scripts that set no space between
    /// words have no such scalars: there, a mention ends with its name.
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

    /// Whether an `@` behind this scalar begins a mention: not in a word, an e-mail or web address.
    public static func canBegin(after scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return true }
        switch scalar {
        case "@", "/", "=", "&", "%", "#": return false
        default: return !isInWord(scalar)
        }
    }

    /// Whether an `@` at this place begins a mention.
    static func canBegin(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        guard position > 0 else { return true }
        var start = position - 1
        while start > 0, position - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        let before = String(decoding: bytes[start..<position], as: UTF8.self)
        return canBegin(after: before.unicodeScalars.last)
    }

    /// Whether a word can end at this place.
    static func canEnd(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        guard position < bytes.count else { return true }
        var end = position + 1
        while end < bytes.count, end - position < 4, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self).unicodeScalars.first
            .map { !isInWord($0) } ?? true
    }
}
