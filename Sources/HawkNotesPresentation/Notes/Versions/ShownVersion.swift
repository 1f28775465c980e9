import Foundation
import HawkNotesModel

/// What is shown of a version of a note: its text, and what was added and removed since the version before.
package struct ShownVersion: Equatable, Sendable {
    package typealias Part = WordDifference.Part

    /// The most Unicode scalars of what differs, before a version is looked at.
    static let briefLimit = 1000
    /// How many characters are shown around what differs.
    static let surroundings = 60

    /// What differs, with a little of what is around it.
    package let brief: [Part]
    /// All of it, or its beginning.
    package let whole: [Part]
    /// Whether there is more than its beginning.
    package let isCut: Bool

    /// Compares two texts as they are read. Takes time in proportion to their lengths.
    ///
    /// - Parameter previous: what the note read before that; nil for the oldest version.
    init(_ text: String, previous: String?) {
        let parts = previous.map { WordDifference.parts(from: $0, to: text) } ?? [.common(text)]
        let whole = Self.prefix(of: parts, NoteExcerpt.unfoldedLimit)
        self.whole = whole.parts
        isCut = whole.isCut
        let changes = previous == nil ? parts : Self.changes(parts)
        brief = Self.prefix(of: changes, Self.briefLimit).parts
    }

    /// The parts without what is far from what differs.
    private static func changes(_ parts: [Part]) -> [Part] {
        parts.enumerated().map { index, part in
            guard case .common(let text) = part else { return part }
            let isFirst = index == 0
            let isLast = index == parts.count - 1
            return .common(shortened(text, isFirst: isFirst, isLast: isLast))
        }
    }

    private static func shortened(_ text: String, isFirst: Bool, isLast: Bool) -> String {
        // The beginning and the end of the text have nothing beside them that differs.
        let head = isFirst ? "" : String(text.prefix(surroundings))
        let tail = isLast ? "" : String(text.suffix(surroundings))
        let kept = head.count + tail.count
        // Only a common part is a text that does not differ at all.
        if isFirst, isLast { return text }
        guard text.index(text.startIndex, offsetBy: kept + 1, limitedBy: text.endIndex) != nil
        else { return text }
        return head + "…" + tail
    }

    private static func prefix(
        of parts: [Part],
        _ limit: Int
    ) -> (parts: [Part], isCut: Bool) {
        var left = limit
        var kept: [Part] = []
        for part in parts {
            let scalars = part.text.unicodeScalars
            let end = scalars.index(scalars.startIndex, offsetBy: left, limitedBy: scalars.endIndex)
            if let end, end < scalars.endIndex {
                kept.append(part.with(String(scalars[..<end]) + "…"))
                return (kept, true)
            }
            kept.append(part)
            left -= scalars.count
        }
        return (kept, false)
    }

    /// The version's own words, without the removed ones.
    package var text: String {
        whole.reduce(into: "") { text, part in
            switch part {
            case .common(let words), .inserted(let words): text += words
            case .removed: break
            }
        }
    }
}

extension WordDifference.Part {
    /// The words of one or both of the texts.
    var text: String {
        switch self {
        case .common(let text), .removed(let text), .inserted(let text): text
        }
    }

    /// Other words of the same kind.
    fileprivate func with(_ text: String) -> Self {
        switch self {
        case .common: .common(text)
        case .removed: .removed(text)
        case .inserted: .inserted(text)
        }
    }
}
