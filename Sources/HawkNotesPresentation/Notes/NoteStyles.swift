/// The style of a part of a note.
struct NoteStyle: OptionSet, Hashable {
    let rawValue: Int

    /// `*emphasis*`
    static let emphasis = NoteStyle(rawValue: 1)
    /// `**strong**`
    static let strong = NoteStyle(rawValue: 2)
    /// A line that begins with `> `.
    static let quote = NoteStyle(rawValue: 4)
    /// The marker of a quotation, which is not part of the styled text.
    static let marker = NoteStyle(rawValue: 8)
    /// A mark of emphasis, which is not shown.
    static let hidden = NoteStyle(rawValue: 16)

    /// The Pango tags around a text of this style.
    var tags: (opening: String, closing: String) {
        var (opening, closing) = ("", "")
        func add(_ style: NoteStyle, _ tag: String, _ attributes: String = "") {
            guard contains(style) else { return }
            opening += "<\(tag)\(attributes)>"
            closing = "</\(tag)>" + closing
        }
        add(.quote, "span", " alpha=\"80%\"")
        add(.emphasis, "i")
        add(.strong, "b")
        add(.marker, "span", " alpha=\"75%\"")
        return (opening, closing)
    }
}

/// The light markup of notes. Styles are derived from the text alone, so that it is saved, copied
/// and undone as typed.
///
/// A subset of Markdown: only asterisks, and only within a line. `2*3*4` and `* * *` remain plain
/// text.
enum NoteStyles {
    typealias Span = (range: Range<String.Index>, style: NoteStyle)

    /// The marks around an emphasized text.
    struct Emphasis {
        let opening: Range<String.Index>
        /// Empty at the end of a text that was cut before it.
        let closing: Range<String.Index>
    }

    /// The styles of a text.
    struct Found {
        /// The styled parts, which may overlap, and the hidden marks.
        var spans: [Span] = []
        /// The pairs of marks, in the order of the closing ones.
        var emphasis: [Emphasis] = []
    }

    /// Finds the styles of a text. Takes time in proportion to its length.
    ///
    /// - Parameter links: ranges that hold no marks, in order.
    static func find(in text: String, links: [Range<String.Index>] = []) -> Found {
        var found = Found()
        guard text.utf8.contains(where: { $0 == asterisk || $0 == hyphen || $0 == angle }) else {
            return found
        }
        var links = links[...]
        let utf8 = text.utf8
        var start = utf8.startIndex
        while start < utf8.endIndex {
            let end = utf8[start...].firstIndex(of: newline) ?? utf8.endIndex
            while let link = links.first, link.upperBound <= start { links.removeFirst() }
            let begun = beginLine(text, start..<end, &found.spans)
            var line = Line(text, begun..<end, links.prefix { $0.lowerBound < end })
            line.read()
            found.spans += line.found.spans
            found.emphasis += line.found.emphasis
            start = end < utf8.endIndex ? utf8.index(after: end) : end
        }
        return found
    }

    /// Finds the styles of the beginning of a text.
    ///
    /// - Parameters:
    ///   - beginning: the beginning; it may have an ellipsis that the text doesn't have.
    ///   - rest: what follows, without the ellipsis. Only its first line matters.
    static func find(
        in beginning: String,
        links: [Range<String.Index>],
        followedBy rest: Substring
    ) -> Found {
        let line = rest.prefix { $0 != "\n" }
        guard !line.isEmpty, beginning.utf8.contains(asterisk) else {
            return find(in: beginning, links: links)
        }
        let visible = beginning.hasSuffix("…") ? beginning.dropLast() : beginning[...]
        let whole = visible + line
        let length = visible.utf8.count
        func offset(_ index: String.Index, in text: some StringProtocol) -> Int {
            text.utf8.distance(from: text.startIndex, to: index)
        }
        let moved = links.filter { $0.upperBound <= visible.endIndex }.map { link in
            let start = offset(link.lowerBound, in: beginning)
            let end = offset(link.upperBound, in: beginning)
            let first = whole.utf8.index(whole.startIndex, offsetBy: start)
            return first..<whole.utf8.index(whole.startIndex, offsetBy: end)
        }
        let all = find(in: String(whole), links: moved)
        func cut(_ range: Range<String.Index>) -> Range<String.Index> {
            func index(_ index: String.Index) -> String.Index {
                let offset = offset(index, in: whole)
                return offset > length
                    ? beginning.endIndex
                    : beginning.utf8.index(beginning.startIndex, offsetBy: offset)
            }
            let start = index(range.lowerBound)
            return start..<max(start, index(range.upperBound))
        }
        func isSeen(_ range: Range<String.Index>) -> Bool {
            offset(range.lowerBound, in: whole) < length
        }
        return Found(
            spans: all.spans.filter { isSeen($0.range) }.map { (cut($0.range), $0.style) },
            emphasis: all.emphasis.filter { isSeen($0.opening) }.map { marks in
                let end = beginning.endIndex
                let closing = isSeen(marks.closing) ? cut(marks.closing) : end..<end
                return Emphasis(opening: cut(marks.opening), closing: closing)
            }
        )
    }

    fileprivate static let asterisk = UInt8(ascii: "*")
    private static let hyphen = UInt8(ascii: "-")
    private static let angle = UInt8(ascii: ">")
    private static let newline = UInt8(ascii: "\n")

    /// Parses the marker of a list item or a quotation at the beginning of a line.
    ///
    /// - Returns: where the line's words begin.
    private static func beginLine(
        _ text: String,
        _ line: Range<String.Index>,
        _ spans: inout [Span]
    ) -> String.Index {
        let utf8 = text.utf8
        guard let first = utf8[line].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else {
            return line.upperBound
        }
        let next = utf8.index(after: first)
        guard utf8[first] == hyphen || utf8[first] == angle,
            next == line.upperBound || utf8[next] == 0x20
        else { return line.lowerBound }
        spans.append((first..<next, utf8[first] == angle ? .marker : .strong))
        if utf8[first] == angle { spans.append((next..<line.upperBound, .quote)) }
        return next
    }
}

/// The asterisks of a line and the text between them.
private struct Line {
    private struct Run {
        let range: Range<String.Index>
        let length: Int
        let mayOpen: Bool
        let mayClose: Bool
    }

    private(set) var found = NoteStyles.Found()
    private let text: String
    private let range: Range<String.Index>
    private var links: ArraySlice<Range<String.Index>>

    init(_ text: String, _ range: Range<String.Index>, _ links: ArraySlice<Range<String.Index>>) {
        self.text = text
        self.range = range
        self.links = links
    }

    mutating func read() {
        var open: [Run] = []
        var position = range.lowerBound
        while let run = next(from: position) {
            position = run.range.upperBound
            if run.mayClose, let index = open.lastIndex(where: { $0.length == run.length }) {
                let opening = open[index]
                open.removeSubrange(index...)
                found.spans.append((opening.range, .hidden))
                found.spans.append((run.range, .hidden))
                found.emphasis.append(
                    NoteStyles.Emphasis(opening: opening.range, closing: run.range)
                )
                let style: NoteStyle =
                    switch run.length {
                    case 1: .emphasis
                    case 2: .strong
                    default: [.emphasis, .strong]
                    }
                found.spans.append((opening.range.upperBound..<run.range.lowerBound, style))
            } else if run.mayOpen {
                open.append(run)
            }
        }
    }

    private mutating func next(from position: String.Index) -> Run? {
        var position = position
        while let start = text.utf8[position..<range.upperBound]
            .firstIndex(of: NoteStyles.asterisk)
        {
            while let link = links.first, link.upperBound <= start { links.removeFirst() }
            if let link = links.first, link.contains(start) {
                position = min(link.upperBound, range.upperBound)
                continue
            }
            let end =
                text.utf8[start..<range.upperBound].firstIndex { $0 != NoteStyles.asterisk }
                ?? range.upperBound
            let length = text.utf8.distance(from: start, to: end)
            if length > 3 {
                position = end
                continue
            }
            let before = start > range.lowerBound ? text[..<start].unicodeScalars.last : nil
            let after = end < range.upperBound ? text[end...].unicodeScalars.first : nil
            return Run(
                range: start..<end,
                length: length,
                mayOpen: !Self.isBlank(after) && !Self.isWord(before),
                mayClose: !Self.isBlank(before) && !Self.isWord(after)
            )
        }
        return nil
    }

    private static func isBlank(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map(\.properties.isWhitespace) ?? true
    }

    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}

/// A text in runs of one style each.
struct StyledText {
    private let text: String
    private let pieces: [NoteStyles.Span]

    /// - Parameter spans: may overlap: the styles of a run are combined.
    init(_ text: String, _ spans: [NoteStyles.Span]) {
        self.text = text
        let ends = spans.flatMap {
            [($0.range.lowerBound, true, $0.style), ($0.range.upperBound, false, $0.style)]
        }
        .sorted { $0.0 < $1.0 }
        var pieces: [NoteStyles.Span] = []
        var counts: [NoteStyle: Int] = [:]
        var position = text.startIndex
        for (index, isStart, style) in ends {
            if position < index {
                let active = counts.reduce(into: NoteStyle()) {
                    if $1.value > 0 { $0.formUnion($1.key) }
                }
                pieces.append((position..<index, active))
                position = index
            }
            counts[style, default: 0] += isStart ? 1 : -1
        }
        if position < text.endIndex { pieces.append((position..<text.endIndex, [])) }
        self.pieces = pieces
    }

    /// A part of the text as markup for a label, without hidden marks.
    func markup(of range: Range<String.Index>, _ escaped: (Substring) -> String) -> String {
        var low = 0
        var high = pieces.count
        // Finds the first run that ends after the beginning of the range.
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].range.upperBound <= range.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var markup = ""
        for piece in pieces[low...] {
            guard piece.range.lowerBound < range.upperBound else { break }
            let part = piece.range.clamped(to: range)
            guard !part.isEmpty, !piece.style.contains(.hidden) else { continue }
            let tags = piece.style.tags
            markup += tags.opening + escaped(text[part]) + tags.closing
        }
        return markup
    }
}
