import Foundation

/// A mention of the opened text, in the text edited from it.
struct KeptMention {
    let mention: MentionText.OpenedMention
    /// Its position; nil for one that must be found by its words.
    var start: Int?
    /// A few bytes that followed the mention.
    let following: [UInt8]
    /// A few bytes before the mention, if it was in the middle of a word.
    let glued: [UInt8]?
}

/// Finds the mentions that an edit has not touched: those before and after the changed part.
struct KeptMentions {
    /// This many bytes after a mention identify it.
    static let context = 4

    var kept: [KeptMention] = []

    init(
        _ mentions: [MentionText.OpenedMention],
        from old: UnsafeBufferPointer<UInt8>,
        in new: UnsafeBufferPointer<UInt8>
    ) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
            tail += 1
        }
        let shift = new.count - old.count
        for mention in mentions {
            let range = mention.range
            var kept = KeptMention(
                mention: mention,
                following: Array(old[range.upperBound...].prefix(Self.context)),
                glued: WordEdge.canBegin(old, at: range.lowerBound)
                    ? nil : Array(old[..<range.lowerBound].suffix(Self.context))
            )
            if range.upperBound <= head {
                // Letters after it would make it a different word.
                if range.upperBound < head || WordEdge.canEnd(new, at: range.upperBound) {
                    kept.start = range.lowerBound
                }
            } else if range.lowerBound >= old.count - tail {
                let moved = range.lowerBound + shift
                if range.lowerBound > old.count - tail || WordEdge.canBegin(new, at: moved) {
                    kept.start = moved
                }
            }
            self.kept.append(kept)
        }
    }
}

/// Turns the mentions in a typed text into links.
struct MentionConversion {
    private(set) var result = ""
    private let names: MentionNames
    /// The mentions with known positions, by their start.
    private var fixed: [Int: MentionText.OpenedMention] = [:]
    /// The words of the mentions in the original text.
    private let old: WordIndex<Int>
    /// The mentions still to be found, by their words; each list is in reverse order.
    private var waiting: [[KeptMention]] = []
    /// The characters that the words last referred to.
    private var meant: [UUID] = []

    init(_ typed: String, _ names: MentionNames, _ kept: [KeptMention]) {
        self.names = names
        var numbers: [String: Int] = [:]
        for kept in kept.reversed() {
            let number = numbers[kept.mention.words] ?? waiting.count
            if number == waiting.count {
                numbers[kept.mention.words] = number
                waiting.append([])
                meant.append(kept.mention.id)
            }
            if let start = kept.start {
                fixed[start] = kept.mention
            } else {
                waiting[number].append(kept)
            }
        }
        old = WordIndex(numbers.map { ($0.key, $0.value) })
        guard typed.utf8.contains(UInt8(ascii: "@")) else {
            result = typed
            return
        }
        var typed = typed
        var (position, offset) = (typed.startIndex, 0)
        let links = Mention.all(in: typed).map { link in
            let start =
                offset + typed.utf8.distance(from: position, to: link.range.lowerBound)
            offset =
                start
                + typed.utf8.distance(from: link.range.lowerBound, to: link.range.upperBound)
            position = link.range.upperBound
            return start..<offset
        }
        typed.withUTF8 { convert($0, links) }
    }

    private mutating func convert(_ bytes: UnsafeBufferPointer<UInt8>, _ links: [Range<Int>]) {
        var links = links[...]
        var copied = 0
        var position = 0
        while let at = bytes[position...].firstIndex(of: UInt8(ascii: "@")) {
            position = at + 1
            while let link = links.first, link.upperBound <= at { links.removeFirst() }
            let mention: (id: UUID, end: Int)?
            if let known = fixed[at] {
                mention = (known.id, at + known.range.count)
            } else if let link = links.first, link.contains(at) {
                position = link.upperBound
                mention = nil
            } else {
                mention = character(bytes, at: at)
            }
            guard let mention else { continue }
            let words = String(decoding: bytes[at + 1..<mention.end], as: UTF8.self)
            result += String(decoding: bytes[copied..<at], as: UTF8.self)
            result += Mention.link(to: mention.id, name: words)
            copied = mention.end
            position = mention.end
        }
        result += String(decoding: bytes[copied...], as: UTF8.self)
    }

    /// The character that the words after an `@` refer to, and their end.
    private mutating func character(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at position: Int
    ) -> (id: UUID, end: Int)? {
        if let same = sameAsBefore(bytes, at: position) { return same }
        guard WordEdge.canBegin(bytes, at: position) else { return nil }
        let named = names.longestMatch(bytes, from: position + 1)
        let known = old.longestMatch(bytes, from: position + 1)
        if let known, !waiting[known.value].isEmpty, known.end >= named?.end ?? 0 {
            return (waiting[known.value].removeLast().mention.id, known.end)
        }
        if let named { return (named.value, named.end) }
        // A copied mention refers to the same character.
        return known.map { (meant[$0.value], $0.end) }
    }

    /// A mention before the same letters as when the edit began, whatever these are.
    private mutating func sameAsBefore(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at position: Int
    ) -> (id: UUID, end: Int)? {
        let canBegin = WordEdge.canBegin(bytes, at: position)
        let preceding = bytes[..<position].suffix(KeptMentions.context)
        for match in old.matches(bytes, from: position + 1).reversed() {
            let canEnd = WordEdge.canEnd(bytes, at: match.end)
            // Checking all of them would take too long in a text of nothing but mentions.
            let next = waiting[match.value].indices.suffix(8).last { index in
                let kept = waiting[match.value][index]
                if let glued = kept.glued, canEnd,
                    preceding.suffix(glued.count).elementsEqual(glued)
                {
                    return true
                }
                return (canBegin || kept.glued != nil) && !kept.following.isEmpty
                    && bytes[match.end...].starts(with: kept.following)
            }
            if let next { return (waiting[match.value].remove(at: next).mention.id, match.end) }
        }
        return nil
    }
}
