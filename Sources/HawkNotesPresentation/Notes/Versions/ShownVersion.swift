import Foundation
import HawkNotesModel

/// The shown content of a version: its text, and the words added and removed since the version
/// before.
package struct ShownVersion: Equatable, Sendable {
    package typealias Part = WordDifference.Part

    /// The maximum length of the differences in a collapsed row, in Unicode scalars.
    static let briefLimit = 1000
    /// The number of characters shown around a difference.
    static let surroundings = 60

    /// The differences with a little context.
    package let brief: [Part]
    /// The full text, or its beginning.
    package let whole: [Part]
    /// Whether `whole` is only the beginning.
    package let isCut: Bool

    /// Compares two texts. Takes time in proportion to their lengths.
    ///
    /// - Parameter previous: the text before; nil for the oldest version.
    init(_ text: String, previous: String?) {
        let parts = previous.map { WordDifference.parts(from: $0, to: text) } ?? [.common(text)]
        let whole = Self.prefix(of: parts, NoteExcerpt.unfoldedLimit)
        self.whole = whole.parts
        isCut = whole.isCut
        let changes = previous == nil ? parts : Self.changes(parts)
        brief = Self.prefix(of: changes, Self.briefLimit).parts
    }

    /// Drops the text far from any difference.
    private static func changes(_ parts: [Part]) -> [Part] {
        parts.enumerated().map { index, part in
            guard case .common(let text) = part else { return part }
            let isFirst = index == 0
            let isLast = index == parts.count - 1
            return .common(shortened(text, isFirst: isFirst, isLast: isLast))
        }
    }

    private static func shortened(_ text: String, isFirst: Bool, isLast: Bool) -> String {
        // Unchanged text at the beginning or end borders on a difference on one side only.
        let head = isFirst ? "" : String(text.prefix(surroundings))
        let tail = isLast ? "" : String(text.suffix(surroundings))
        let kept = head.count + tail.count
        // A single common part means that nothing differs.
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

    /// The version's text, without the removed words.
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

    /// The same kind of part with another text.
    fileprivate func with(_ text: String) -> Self {
        switch self {
        case .common: .common(text)
        case .removed: .removed(text)
        case .inserted: .inserted(text)
        }
    }
}
