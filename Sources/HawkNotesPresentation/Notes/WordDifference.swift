/// The differences between two texts, word by word.
package enum WordDifference {
    /// A stretch of one or both of the texts, with the blanks in it.
    package enum Part: Equatable {
        case common(String)
        /// Only in the first text.
        case removed(String)
        /// Only in the second text.
        case inserted(String)
    }

    /// The maximum number of words of each text that are compared one by one: a comparison takes
    /// time in proportion to the words times the differences.
    static let limit = 2000

    /// The parts in the order of the texts; removed words precede their replacement.
    ///
    /// Texts with more differing words are treated as different throughout, except for their common
    /// beginning and end.
    package static func parts(from old: String, to new: String) -> [Part] {
        let (old, new) = (words(old), words(new))
        let most = min(old.count, new.count)
        let start = (0..<most).first { !isSame(old[$0], new[$0]) } ?? most
        let rest = most - start
        let end =
            (0..<rest).first { !isSame(old[old.count - 1 - $0], new[new.count - 1 - $0]) } ?? rest
        let oldMiddle = old[start..<(old.count - end)]
        let newMiddle = new[start..<(new.count - end)]
        var parts = Parts()
        for word in old[..<start] { parts.add(.common(word)) }
        if oldMiddle.count > limit || newMiddle.count > limit {
            parts.add(.removed(oldMiddle.joined()))
            parts.add(.inserted(newMiddle.joined()))
        } else {
            compare(Array(oldMiddle), Array(newMiddle), into: &parts)
        }
        for word in old[(old.count - end)...] { parts.add(.common(word)) }
        return parts.all
    }

    private static func compare(_ old: [String], _ new: [String], into parts: inout Parts) {
        let difference = new.difference(from: old, by: isSame)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var (from, to) = (0, 0)
        while from < old.count || to < new.count {
            if from < old.count, removed.contains(from) {
                parts.add(.removed(old[from]))
                from += 1
            } else if to < new.count, inserted.contains(to) {
                parts.add(.inserted(new[to]))
                to += 1
            } else {
                parts.add(.common(old[from]))
                from += 1
                to += 1
            }
        }
    }

    /// By scalars: String's == takes different spellings of é for the same text.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.unicodeScalars.elementsEqual(right.unicodeScalars)
    }

    /// The words of a text; the blanks between them are words of their own.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for character in text {
            // Each line break is a word of its own: joining two paragraphs is a single difference.
            let isBlank = character.isWhitespace
            if let last = word.last, isBlank || last.isWhitespace {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// Collects parts, and merges neighbors of the same kind.
    private struct Parts {
        private(set) var all: [Part] = []

        mutating func add(_ part: Part) {
            switch (all.last, part) {
            case (_, .common("")), (_, .removed("")), (_, .inserted("")): return
            case (.common(let text)?, .common(let more)): replaceLast(.common(text + more))
            case (.removed(let text)?, .removed(let more)): replaceLast(.removed(text + more))
            case (.inserted(let text)?, .inserted(let more)): replaceLast(.inserted(text + more))
            default: all.append(part)
            }
        }

        private mutating func replaceLast(_ part: Part) { all[all.count - 1] = part }
    }
}
