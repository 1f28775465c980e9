import Foundation

/// The second line of a clipping: its kind, its place, and its date.
struct ClippingLine {
    enum Kind {
        case highlight, note, bookmark
    }

    /// A device's own unit for positions in a book.
    struct Location: Hashable {
        var first: Int
        var last: Int

        var text: String { first == last ? "\(first)" : "\(first)-\(last)" }
    }

    /// The position as numbers; in locations if there are any, otherwise in pages.
    var span: ClippingSpan? {
        if let location {
            return ClippingSpan(unit: .location, first: location.first, last: location.last)
        }
        let ends = (page ?? "").split(separator: "-")
        guard let first = ends.first, let last = ends.last else { return nil }
        if let first = Int(first), let last = Int(last), first <= last {
            return ClippingSpan(unit: .page, first: first, last: last)
        }
        guard let first = RomanNumeral.value(first), let last = RomanNumeral.value(last) else {
            return nil
        }
        return ClippingSpan(unit: .romanPage, first: first, last: last)
    }

    /// Nil if the line is not in a known language.
    private(set) var kind: Kind?
    private(set) var page: String?
    private(set) var location: Location?
    private(set) var date: WrittenDate = .unknown
    /// The date as the device wrote it; nil if there is none.
    private(set) var dateText: String?

    init(_ line: String) {
        // No device writes longer lines, and searching them for places takes time.
        let shown = line.utf8.count > 500 ? line.prefix(500) : line[...]
        let written = shown.unicodeScalars.split { $0 == "|" || $0 == "｜" }.map { Substring($0) }
        let parts = written.map { Self.composed($0.lowercased()) }
        // A date comes last: no other part contains a year.
        let last = written.last.map { WrittenDate(String($0)) } ?? .unknown
        let isDate =
            last != .unknown
            || parts.count > 1 && parts.last.map(Self.hasPlace) == false
        let places = isDate && parts.count > 1 ? Array(parts.dropLast()) : parts
        kind = Self.kind(in: places)
        for part in places {
            page = page ?? Self.page(in: part)
            location = location ?? Self.location(in: part)
        }
        if isDate {
            date = last
            dateText = written.last.map { $0.trimmed }
        }
    }

    // MARK: - Words

    /// English, German, French, Spanish, Italian, Portuguese, Dutch, Russian, Chinese, Japanese. No
    /// word has a different meaning in another of these languages, so the language need not be
    /// known.
    private static let bookmarkWords = [
        "bookmark", "lesezeichen", "signet", "marcador", "segnalibro", "bladwijzer", "закладка",
        "书签", "書籤", "ブックマーク",
    ]
    private static let highlightWords = [
        "highlight", "underline", "asterisk", "clip this", "your clip", "markierung",
        "surlignement", "subrayado",
        "evidenziazione", "destaque", "markering", "выделенный", "标注", "標註", "ハイライト",
    ]
    private static let noteWords = [
        "note", "notiz", "nota", "notitie", "заметка", "笔记", "筆記", "メモ",
    ]
    private static let pageWords = [
        "page", "seite", "página", "pagina", "странице", "страница",
    ]
    /// These follow the number.
    private static let pageEndings = ["ページ", "页", "頁"]
    private static let locationWords = [
        "location", "loc.", "position", "emplacement", "posición", "posizione", "posição",
        "locatie",
        "местоположение", "мест", "位置",
    ]

    /// Composes accents as in the words above.
    private static func composed(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    }

    private static func kind(in parts: [String]) -> Kind? {
        if parts.contains(where: { $0.containsAny(bookmarkWords) }) { return .bookmark }
        if parts.contains(where: { $0.containsAny(highlightWords) }) { return .highlight }
        return parts.contains { $0.containsAny(noteWords) } ? .note : nil
    }

    // MARK: - Numbers

    private static func hasPlace(_ part: String) -> Bool {
        location(in: part) != nil || page(in: part) != nil
    }

    private static func page(in part: String) -> String? {
        for word in pageWords {
            // "Marcador de página na página 222".
            var rest = part[...]
            while let range = rest.firstRange(ofBytes: word) {
                rest = rest[range.upperBound...]
                let page = rest.drop { $0 == " " || $0 == "\u{A0}" }
                    .prefix { $0.isASCII && ($0.isLetter || $0.isNumber) || isDash($0) }
                if isPage(page) { return shown(page) }
            }
        }
        for word in pageEndings {
            guard let range = part.firstRange(ofBytes: word) else { continue }
            let before = part[..<range.lowerBound].reversed().drop { $0 == " " }
            let page = String(before.prefix { isDigit($0) || isDash($0) }.reversed())[...]
            if page.contains(where: isDigit) { return shown(page) }
            // Older devices write the number after the word.
            let behind = part[range.upperBound...].prefix { isDigit($0) || isDash($0) }
            if isPage(behind) { return shown(behind) }
        }
        return nil
    }

    /// With plain hyphens; a range from a page to itself is that page.
    private static func shown(_ page: Substring) -> String {
        let ends = page.split(whereSeparator: isDash)
        return ends.count == 2 && ends[0] == ends[1]
            ? String(ends[0]) : String(page.map { isDash($0) ? "-" : $0 })
    }

    /// Digits or Roman numerals, or a range of them.
    private static func isPage(_ text: Substring) -> Bool {
        guard !text.isEmpty, text.count <= 20 else { return false }
        return text.allSatisfy { isDigit($0) || isDash($0) }
            || text.allSatisfy { "ivxlcdm".contains($0) || isDash($0) }
    }

    private static func location(in part: String) -> Location? {
        for word in locationWords {
            guard let range = part.firstRange(ofBytes: word) else { continue }
            // "No. 12", "#12", " 12", but nothing longer.
            var rest = part[range.upperBound...]
            let skipped = rest.prefix(6).prefix { !isDigit($0) }
            rest.removeFirst(skipped.count)
            let digits = rest.prefix(while: isDigit).prefix(9)
            guard let first = Int(digits) else { continue }
            rest.removeFirst(digits.count)
            let mark = rest.drop { $0 == " " }
            // "55 t/m 88" in Dutch.
            let length = mark.hasPrefix("t/m ") ? 4 : 1
            guard length == 4 || mark.first.map(isDash) ?? false else {
                return Location(first: first, last: first)
            }
            let ending = mark.dropFirst(length).drop { $0 == " " }.prefix(while: isDigit).prefix(9)
            // "563-64" omits the common prefix.
            let last = Int(digits.dropLast(min(ending.count, digits.count)) + ending)
            let whole = ending.count < digits.count ? last : Int(ending)
            guard let whole, whole >= first else { return Location(first: first, last: first) }
            return Location(first: first, last: whole)
        }
        return nil
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isNumber
    }

    private static func isDash(_ character: Character) -> Bool {
        character == "-" || character == "\u{2013}" || character == "\u{2014}"
    }
}

/// The range of a clipping in numbers; ranges can contain each other.
struct ClippingSpan: Hashable {
    enum Unit: Int {
        case location, page, romanPage
    }

    var unit: Unit
    var first: Int
    var last: Int

    /// By unit and start; nil if both start at the same position.
    func isBefore(_ other: ClippingSpan) -> Bool? {
        if unit != other.unit { return unit.rawValue < other.unit.rawValue }
        return first == other.first ? nil : first < other.first
    }
}

/// Page numbers of forewords.
private enum RomanNumeral {
    static func value(_ text: Substring) -> Int? {
        let values: [Character: Int] = [
            "i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000,
        ]
        let digits = text.compactMap { values[$0] }
        guard !digits.isEmpty, digits.count == text.count else { return nil }
        return zip(digits, digits.dropFirst() + [0]).reduce(0) { sum, pair in
            pair.0 < pair.1 ? sum - pair.0 : sum + pair.0
        }
    }
}

extension String {
    fileprivate func containsAny(_ words: [String]) -> Bool {
        words.contains { firstRange(ofBytes: $0) != nil }
    }
}

extension StringProtocol {
    /// The first occurrence of a word with exactly these bytes.
    ///
    /// Foundation's search also finds other compositions of the same characters, but is many times
    /// slower: files have very many of these lines, and each is searched for all words of all
    /// languages.
    fileprivate func firstRange(ofBytes word: String) -> Range<Index>? {
        let offset = utf8.withContiguousStorageIfAvailable { text in
            word.utf8.withContiguousStorageIfAvailable { text.firstOffset(of: $0) } ?? nil
        }
        guard let offset = offset ?? nil else { return nil }
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: word.utf8.count)
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func firstOffset(of word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let start = baseAddress, let wordStart = word.baseAddress, !word.isEmpty else {
            return nil
        }
        var offset = 0
        while offset + word.count <= count,
            let found = memchr(start + offset, Int32(word[0]), count - word.count + 1 - offset)
        {
            offset = UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
            if memcmp(found, wordStart, word.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}
