import HawkNotesModel
import StateRestoration

/// The tags of a note as they are written in the field of its editor: separated by commas, with or
/// without `#`.
package enum WrittenTags {
    /// The text of the field.
    package static func text(of names: [String]) -> String { names.joined(separator: ", ") }

    /// The tags in a text.
    ///
    /// - Parameter known: tags that the field began with; these may contain a comma.
    package static func names(in text: String, known: [String] = []) -> [String] {
        let withComma = known.filter { $0.contains(",") }
        var names: [String] = []
        var rest = text[...]
        while !rest.isEmpty {
            rest = rest.drop { $0.isWhitespace || separators.contains($0) }
            let whole = withComma.first { name in
                rest.hasPrefix(name)
                    && rest.dropFirst(name.count).first.map { separators.contains($0) } ?? true
            }
            let length = whole?.count ?? rest.prefix { !separators.contains($0) }.count
            let part = rest.prefix(length)
            rest = rest.dropFirst(length)
            names += whole.map { [$0] } ?? Self.parts(of: part)
        }
        return NoteTags.normalized(names)
    }

    /// A tag that is being typed.
    package struct Part {
        /// The text before the cursor.
        package let typed: String
        /// The range of the tag, in Unicode scalars.
        package let range: Range<Int>
        /// The other tags of the field.
        package let others: [String]
    }

    /// The tag that contains the cursor; nil where nothing is typed yet.
    package static func part(
        of text: String,
        at cursor: Int
    ) -> Part? {
        let scalars = Array(text.unicodeScalars)
        guard cursor <= scalars.count else { return nil }
        let isEnd = { (scalar: Unicode.Scalar) in
            scalar == "#" || separators.contains(Swift.Character(scalar))
        }
        var start = scalars[..<cursor].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
        while start < cursor, scalars[start].properties.isWhitespace { start += 1 }
        guard start < cursor else { return nil }
        let end = scalars[cursor...].firstIndex(where: isEnd) ?? scalars.count
        let typed = String(String.UnicodeScalarView(scalars[start..<cursor]))
        let others = scalars[..<start] + scalars[end...]
        return Part(
            typed: typed,
            range: start..<end,
            others: names(in: String(String.UnicodeScalarView(others)))
        )
    }

    /// The known tags that begin with the typed text in any spelling, without those that the field
    /// has already.
    package static func hits(
        _ part: Part,
        among known: some Sequence<String>,
        limit: Int = 8
    ) -> [String] {
        let folded = NoteTags.folded(part.typed)
        let others = Set(part.others.map(NoteTags.folded))
        return Array(
            known.lazy.filter { name in
                let other = NoteTags.folded(name)
                return other.utf8.starts(with: folded.utf8) && name != part.typed
                    && !others.contains(other)
            }.prefix(limit)
        )
    }

    private static let separators: Set<Swift.Character> = [",", "\n", "\r\n", "،", "、", "，"]

    /// Splits `#one #two`.
    private static func parts(of text: Substring) -> [String] {
        guard text.first == "#" else { return [String(text)] }
        return text.split(separator: "#").map(String.init)
    }
}

extension TextKey {
    /// The changed tags of a note.
    package static let editTags = TextKey(name: "editTags")
}

extension RestorationKey<String> {
    /// The tags that an edit began with, each behind a line end; empty in edits that an older
    /// version began.
    static var editTagsBase: Self { .init(name: "editTagsBase", default: "") }
}
