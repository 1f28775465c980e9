/// Joins related clippings of a file: a highlight with its note, a highlight with the copies that
/// were left when its range was changed, and a note with its earlier versions.
///
/// The remaining notes know the identities of their copies and earlier versions: a library may
/// contain one of those.
struct ClippingJoiner {
    /// A clipping with the note made of it.
    struct Mark {
        /// The note as it was read, and finally as it is imported.
        fileprivate(set) var note: ImportedNote
        /// Whether the clipping was merged into another, or is a copy.
        fileprivate(set) var isLeftOut = false
        let kind: ClippingLine.Kind?
        let span: ClippingSpan?
        /// Without surrounding whitespace; empty for a note.
        let quote: String
        /// The line in the file.
        let number: Int

        init(note: ImportedNote, line: ClippingLine, number: Int) {
            self.note = note
            kind = line.kind
            span = line.span
            quote = note.quote?.trimmed ?? ""
            self.number = number
        }
    }

    /// The result of joining.
    struct Joined {
        /// In the order of the file, with the final notes.
        var marks: LongList<Mark>
        /// The reasons why the others were left out, with the line in the file.
        var problems: [(reason: ImportProblem.Reason, line: Int)] = []
    }

    private var result: Joined
    /// The original of each highlight that was left out as a copy.
    private var originals: [Int: Int] = [:]
    /// The position of the first copy of a highlight, if it has copies.
    private var beginnings: [Int: Int] = [:]

    static func joined(_ marks: consuming LongList<Mark>) -> Joined {
        var joiner = ClippingJoiner(result: Joined(marks: marks))
        var books: [SourceIdentity: [Int]] = [:]
        for index in joiner.marks.indices {
            if let book = joiner.marks[index].note.book {
                books[book, default: []].append(index)
            }
        }
        for indices in books.values {
            let highlights = joiner.withoutCopies(
                indices.filter { joiner.marks[$0].kind == .highlight }
            )
            let notes = joiner.withoutOlder(
                indices.filter { joiner.marks[$0].kind == .note }
            )
            joiner.attach(notes, to: highlights)
        }
        joiner.result.problems.sort { $0.line < $1.line }
        return joiner.result
    }

    private init(result: Joined) { self.result = result }

    private var marks: LongList<Mark> {
        get { result.marks }
        _modify { yield &result.marks }
    }

    /// The maximum number of neighbors to compare: a malicious file may have everything in one
    /// place.
    private static let reach = 100
    /// Longer texts are not compared with others, in bytes.
    private static let textLimit = 10_000

    private func span(_ index: Int) -> ClippingSpan? { marks[index].span }

    private mutating func leaveOut(_ index: Int, _ reason: ImportProblem.Reason) {
        marks[index].isLeftOut = true
        result.problems.append((reason, marks[index].number))
    }

    // MARK: - Copies

    /// The highlights that are not copies, sorted by start.
    private mutating func withoutCopies(_ indices: [Int]) -> [Int] {
        let sorted = indices.filter { span($0) != nil }.sorted { one, other in
            guard let left = span(one), let right = span(other) else { return one < other }
            return left.isBefore(right) ?? (one < other)
        }
        for (place, index) in sorted.enumerated() where !marks[index].isLeftOut {
            guard let end = span(index) else { continue }
            for other in sorted[(place + 1)...].prefix(Self.reach) {
                guard let next = span(other), next.unit == end.unit, next.first <= end.last else {
                    break
                }
                guard !marks[other].isLeftOut else { continue }
                let (earlier, later) = (min(index, other), max(index, other))
                guard let (kept, copy) = Self.copy(marks, earlier, later) else { continue }
                beginnings[kept] = min(beginnings[kept] ?? kept, beginnings[copy] ?? copy)
                originals[copy] = kept
                marks[copy].isLeftOut = true
                if copy == index { break }
            }
        }
        // The latest first: the library is most likely to have that one.
        for copy in sorted.sorted(by: >) where marks[copy].isLeftOut {
            var kept = copy
            while let next = originals[kept] { kept = next }
            let note = marks[copy].note
            marks[kept].note.formerIdentities.append(note.identity)
            marks[kept].note.earlierReadings.append(EarlierReading(note))
            let isEqual = marks[kept].quote == marks[copy].quote
            leaveOut(copy, isEqual ? .repeated : .copyOfLonger(line: marks[kept].number))
        }
        return sorted.filter { !marks[$0].isLeftOut }
    }

    /// Determines which of two highlights is a copy of the other; nil if neither is.
    ///
    /// A highlight that was extended or shortened keeps its start or its end. A word or two from
    /// the middle of another highlight are a highlight of their own.
    private static func copy(_ marks: LongList<Mark>, _ earlier: Int, _ later: Int) -> (
        Int, copy: Int
    )? {
        let (first, second) = (marks[earlier].quote, marks[later].quote)
        if first == second { return (later, copy: earlier) }
        let isShortened = first.utf8.count > second.utf8.count
        let (kept, copy) = isShortened ? (earlier, later) : (later, earlier)
        guard let whole = marks[kept].span, let part = marks[copy].span else { return nil }
        let (long, short) = isShortened ? (first, second) : (second, first)
        let isCopy =
            whole.first == part.first && long.begins(withWords: short)
            || whole.last == part.last && long.ends(withWords: short)
            || whole.first <= part.first && part.last <= whole.last && short.wordCount > 2
                && long.utf8.count <= textLimit && long.contains(short)
        return isCopy ? (kept, copy: copy) : nil
    }

    /// The notes without their earlier versions, which the device keeps after an edit.
    private mutating func withoutOlder(_ indices: [Int]) -> [Int] {
        var latest: [ClippingSpan: Int] = [:]
        for index in indices {
            guard let span = span(index) else { continue }
            if let before = latest[span], isEdited(before, index) {
                let older = marks[before].note
                marks[index].note.formerIdentities = [older.identity] + older.formerIdentities
                marks[index].note.earlierReadings =
                    [EarlierReading(older)] + older.earlierReadings
                leaveOut(before, .olderVersion(line: marks[index].number))
            }
            latest[span] = index
        }
        return indices.filter { !marks[$0].isLeftOut }
    }

    private func isEdited(_ before: Int, _ after: Int) -> Bool {
        let (old, new) = (marks[before].note.text, marks[after].note.text)
        let shorter = min(old.count, new.count)
        return new.contains(old) || old.contains(new)
            || 2 * old.commonPrefix(with: new).count >= shorter
    }

    // MARK: - Notes

    /// - Parameter highlights: sorted by start.
    private mutating func attach(_ notes: [Int], to highlights: [Int]) {
        var byEnd: [ClippingSpan.Unit: [Int]] = [:]
        for index in highlights {
            if let unit = span(index)?.unit { byEnd[unit, default: []].append(index) }
        }
        for unit in byEnd.keys {
            byEnd[unit]?.sort { (span($0)?.last ?? 0, $0) < (span($1)?.last ?? 0, $1) }
        }
        let pairs = notes.compactMap { index -> (words: Int, highlight: Int, isAtEnd: Bool)? in
            guard let place = span(index), let candidates = byEnd[place.unit],
                let highlight = highlight(of: index, at: place.last, among: candidates)
            else { return nil }
            return (index, highlight, span(highlight)?.last == place.last)
        }
        var taken: Set<Int> = []
        // A device places a note at the end of its highlight, unless the highlight was changed
        // later.
        for (index, highlight, _) in pairs.filter(\.isAtEnd) + pairs.filter({ !$0.isAtEnd }) {
            guard taken.insert(highlight).inserted else { continue }
            let words = marks[index].note
            marks[highlight].note.put(words)
            marks[index].isLeftOut = true
        }
    }

    /// The highlight of a note: of those that contain its position, the one with the nearest end;
    /// if several end there, the last one made before the note.
    ///
    /// - Parameter candidates: sorted by end.
    private func highlight(of note: Int, at place: Int, among candidates: [Int]) -> Int? {
        var (low, high) = (0, candidates.count)
        while low < high {
            let middle = (low + high) / 2
            if (span(candidates[middle])?.last ?? 0) < place {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let around = candidates[low...].prefix(Self.reach).filter {
            span($0)?.first ?? .max <= place
        }
        guard let end = around.first.flatMap({ span($0)?.last }) else { return nil }
        let nearest = around.filter { span($0)?.last == end }
        let before = nearest.filter { isBefore(beginnings[$0] ?? $0, note) }
        if let last = before.max(by: { isBefore($0, $1) }) { return last }
        return nearest.min { isBefore($0, $1) }
    }

    /// By their dates, or else by their order in the file.
    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        let (left, right) = (marks[one].note.created, marks[other].note.created)
        guard let left = left?.seconds, let right = right?.seconds, left != right else {
            return one < other
        }
        return left < right
    }
}

extension ImportedNote {
    /// Adds the words of a note to a highlight.
    fileprivate mutating func put(_ words: ImportedNote) {
        text = words.text
        wordsIdentity = words.identity
        formerWordsIdentities = words.formerIdentities
        earlierReadings += words.earlierReadings
        updated = words.created == created ? nil : words.created
    }
}

extension EarlierReading {
    fileprivate init(_ note: ImportedNote) {
        self.init(text: note.text, quote: note.quote, created: note.created)
    }
}

extension ImportedDate {
    /// Since 1970; local times count as UTC.
    fileprivate var seconds: Double { date { $0 }.timeIntervalSince1970 }
}

extension String {
    /// Whether the text begins with another one that ends at a word boundary.
    fileprivate func begins(withWords text: String) -> Bool {
        guard hasPrefix(text) else { return false }
        return Self.isBoundary(text.last, dropFirst(text.count).first)
    }

    fileprivate func ends(withWords text: String) -> Bool {
        guard hasSuffix(text) else { return false }
        return Self.isBoundary(dropLast(text.count).last, text.first)
    }

    private static func isBoundary(_ one: Character?, _ other: Character?) -> Bool {
        guard let one, let other else { return true }
        let isWithinWord = [one, other].allSatisfy { $0.isLetter || $0.isNumber }
        return !isWithinWord || one.isIdeograph || other.isIdeograph
    }

    /// The number of words; two characters of Chinese or Japanese count as one word.
    fileprivate var wordCount: Int {
        split { !$0.isLetter && !$0.isNumber }.reduce(0) { count, word in
            count + (word.contains { $0.isIdeograph } ? (word.count + 1) / 2 : 1)
        }
    }
}

extension Character {
    /// Whether it belongs to a script without spaces between words.
    fileprivate var isIdeograph: Bool {
        unicodeScalars.first.map { (0x2E80...0x9FFF).contains($0.value) || $0.value > 0x1FFFF }
            ?? false
    }
}
