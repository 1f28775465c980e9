/// Puts together what belongs together in one file of clippings: a highlight and the note on it, a highlight
/// and the copies that were left when it was dragged to another length, a note and its earlier versions.
///
/// What is left knows the identities of its copies and earlier versions: a library may have one of those.
struct ClippingJoiner {
    /// A clipping with the note that is made of it.
    struct Mark {
        /// As it was read, and as it is in the end.
        fileprivate(set) var note: ImportedNote
        /// Whether the clipping is part of another, or a copy.
        fileprivate(set) var isLeftOut = false
        let kind: ClippingLine.Kind?
        let span: ClippingSpan?
        /// Without white space around it; empty for a note.
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

    /// What has come of the clippings.
    struct Joined {
        /// In the order of the file, with the notes as they are in the end.
        var marks: LongList<Mark>
        /// Why others were left out, with the line in the file.
        var problems: [(reason: ImportProblem.Reason, line: Int)] = []
    }

    private var result: Joined
    /// What a highlight that was left out is a copy of.
    private var originals: [Int: Int] = [:]
    /// Where the first copy stands of a highlight that has some.
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

    /// At most this many neighbours are looked at: a hostile file may have everything in one place.
    private static let reach = 100
    /// Longer texts are not searched for others, in bytes.
    private static let textLimit = 10_000

    private func span(_ index: Int) -> ClippingSpan? { marks[index].span }

    private mutating func leaveOut(_ index: Int, _ reason: ImportProblem.Reason) {
        marks[index].isLeftOut = true
        result.problems.append((reason, marks[index].number))
    }

    // MARK: - Copies

    /// The highlights that are no copies, sorted by where they begin.
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
        // The latest first: it is the one that a library is most likely to have.
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

    /// Which of two highlights is a copy of the other; nil when none is.
    ///
    /// One that was made longer or shorter has kept its beginning or its end. A word or two from the middle
    /// of another were marked for their own sake.
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

    /// The notes without those that the device has kept from before they were edited.
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

    /// - Parameter highlights: sorted by where they begin.
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
        // A device puts a note at the end of its highlight, unless the highlight has changed since.
        for (index, highlight, _) in pairs.filter(\.isAtEnd) + pairs.filter({ !$0.isAtEnd }) {
            guard taken.insert(highlight).inserted else { continue }
            let words = marks[index].note
            marks[highlight].note.put(words)
            marks[index].isLeftOut = true
        }
    }

    /// The highlight that a note is on: of those that its place is in, the one that ends nearest; of several
    /// that end there, the one that was made last before the note.
    ///
    /// - Parameter candidates: sorted by where they end.
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

    /// By their dates, or else by where they stand in the file.
    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        let (left, right) = (marks[one].note.created, marks[other].note.created)
        guard let left = left?.seconds, let right = right?.seconds, left != right else {
            return one < other
        }
        return left < right
    }
}

extension ImportedNote {
    /// Puts the words on a highlight.
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
    /// Since 1970, clocks as if they were in Greenwich.
    fileprivate var seconds: Double { date { $0 }.timeIntervalSince1970 }
}

extension String {
    /// Whether it begins with a text that ends where a word ends.
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

    /// How many words it has; a word of Chinese or Japanese counts as two characters.
    fileprivate var wordCount: Int {
        split { !$0.isLetter && !$0.isNumber }.reduce(0) { count, word in
            count + (word.contains { $0.isIdeograph } ? (word.count + 1) / 2 : 1)
        }
    }
}

extension Character {
    /// Whether it belongs to a script without blanks between words.
    fileprivate var isIdeograph: Bool {
        unicodeScalars.first.map { (0x2E80...0x9FFF).contains($0.value) || $0.value > 0x1FFFF }
            ?? false
    }
}
