import HawkNotesModel

/// A text with its links and styles; tags that are typed in it are links, too. The marks of emphasis are not shown.
struct StyledWords {
    /// The text as shown.
    let text: String
    /// The links in the shown text, in order.
    let links: [ShownNote.Link]
    let marks: EmphasisMarks
    /// The text as typed, with its marks.
    private let typed: String
    private let typedLinks: [(range: Range<String.Index>, address: String)]
    /// The ranges of links that are tags.
    private let tags: Set<Range<String.Index>>
    private let spans: [NoteStyles.Span]

    /// A link, or a name that is none.
    private typealias TypedLink = (range: Range<String.Index>, address: String?)

    /// - Parameters:
    ///   - names: the names of mentioned characters in the typed text, in order, in bytes of UTF-8;
    ///     without an address if the character was deleted. They hold no marks, and take precedence
    ///     over addresses that overlap with them.
    ///   - hasStyles: whether the text is the reader's own, which may contain marks.
    ///   - rest: what follows if this is the beginning of a text: words may be emphasized beyond it.
    init(
        _ typed: String,
        names: [(range: Range<Int>, address: String?)] = [],
        hasStyles: Bool = true,
        followedBy rest: Substring = ""
    ) {
        self.typed = typed
        let utf8 = typed.utf8
        let named: [TypedLink] = names.map { name in
            let start = utf8.index(utf8.startIndex, offsetBy: name.range.lowerBound)
            return (start..<utf8.index(start, offsetBy: name.range.count), name.address)
        }
        let found: [TypedLink] = NoteLinks.ranges(in: typed).map { ($0, String(typed[$0])) }
        let tagged: [TypedLink] =
            hasStyles ? NoteTags.ranges(in: typed).map { ($0, String(typed[$0])) } : []
        tags = Set(tagged.map(\.range))
        let typedLinks = Self.merged(Self.merged(named, found), tagged)
        let styles =
            hasStyles
            ? NoteStyles.find(in: typed, links: typedLinks.map(\.range), followedBy: rest)
            : NoteStyles.Found()
        spans = styles.spans
        let marks = EmphasisMarks(styles.emphasis, in: typed)
        self.marks = marks
        text = marks.removed(from: typed)
        let links = typedLinks.compactMap { link in link.address.map { (link.range, $0) } }
        self.typedLinks = links
        self.links = links.map { range, address in
            let start = utf8.distance(from: utf8.startIndex, to: range.lowerBound)
            let length = utf8.distance(from: range.lowerBound, to: range.upperBound)
            let shown = marks.shownOffset(of: start)
            // Links hold no marks.
            return ShownNote.Link(range: shown..<shown + length, address: address)
        }
    }

    /// A text without the marks of emphasis in its beginning.
    ///
    /// - Parameter limit: the length of the beginning, in Unicode scalars.
    static func unmarked(_ typed: String, limit: Int) -> String {
        guard typed.utf8.contains(UInt8(ascii: "*")) else { return typed }
        let scalars = typed.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex)
        guard let end, end < scalars.endIndex else { return Self(typed).text }
        return Self(String(scalars[..<end]), followedBy: rest(of: typed, end)).text + typed[end...]
    }

    /// The beginning of a text, which is enough for a title.
    static func beginning(of typed: String) -> Self {
        let limit = 1000
        let beginning = typed.unicodeScalars.prefix(limit)
        return Self(String(beginning), followedBy: rest(of: typed, beginning.endIndex))
    }

    /// What follows the beginning of a text, as far as emphasis is looked for there.
    private static func rest(of text: String, _ end: String.Index) -> Substring {
        let limit = NoteExcerpt.unfoldedLimit
        return Substring(text.unicodeScalars[end...].prefix(limit))
    }

    /// The text as markup for a label; nil where it has neither links nor styles.
    var markup: String? {
        guard !typedLinks.isEmpty || !spans.isEmpty else { return nil }
        let styled = StyledText(typed, spans)
        var markup = ""
        var position = typed.startIndex
        for (range, address) in typedLinks {
            markup += styled.markup(of: position..<range.lowerBound, NoteLinks.escaped)
            var words = styled.markup(of: range, NoteLinks.escaped)
            if tags.contains(range) { words = TagLinks.quiet(words) }
            markup += "<a href=\"\(NoteLinks.escaped(address[...]))\">\(words)</a>"
            position = range.upperBound
        }
        return markup + styled.markup(of: position..<typed.endIndex, NoteLinks.escaped)
    }

    /// An emphasized part of the shown text.
    struct Emphasized: Equatable, Sendable {
        /// In bytes of UTF-8.
        let range: Range<Int>
        let style: NoteStyle
    }

    /// The emphasized parts of the shown text, which may overlap.
    var emphasized: [Emphasized] {
        let utf8 = typed.utf8
        return spans.filter { !$0.style.isDisjoint(with: [.emphasis, .strong]) }.map { span in
            func shown(_ index: String.Index) -> Int {
                marks.shownOffset(of: utf8.distance(from: utf8.startIndex, to: index))
            }
            let range = shown(span.range.lowerBound)..<shown(span.range.upperBound)
            return Emphasized(range: range, style: span.style)
        }
    }

    /// Merges two ordered lists; drops elements of the second that overlap with the first.
    private static func merged(_ first: [TypedLink], _ others: [TypedLink]) -> [TypedLink] {
        var merged: [TypedLink] = []
        var rest = first[...]
        for other in others {
            while let next = rest.first, next.range.upperBound <= other.range.lowerBound {
                merged.append(rest.removeFirst())
            }
            if rest.first.map({ $0.range.overlaps(other.range) }) != true { merged.append(other) }
        }
        return merged + rest
    }
}
