import Foundation

/// The part of a text in which something was found, for a row of the results.
public struct SearchExcerpt: Hashable, Sendable {
    /// One line of text, with an ellipsis where it was cut.
    public let text: String
    /// What is to be marked in it.
    public let matches: [Range<String.Index>]

    /// A text is looked through in pieces of so many scalars.
    private static let pieceLength = 4000
    /// What comes later in a long text is not looked for: that would take longer than a frame.
    private static let pieceLimit = 25
    /// What stands before the first match, at most.
    private static let lead = 40

    /// - Parameters:
    ///   - whole: the text of a note; of one that is very long, only the beginning is looked through.
    ///   - request: what was searched for.
    ///   - words: the words of filters, which are not looked for.
    ///   - limit: about how many characters to show.
    public init(
        _ whole: String,
        finding request: SearchRequest,
        words: SearchFilterWords = .english,
        limit: Int = 160
    ) {
        let matcher = SearchMatcher(SearchQuery(request.text, words: words))
        let whole = Mention.replacing(in: whole) { "@" + $0.name }
        let scalars = whole.unicodeScalars
        var start = scalars.startIndex
        for _ in 0..<Self.pieceLimit {
            let end = scalars.index(start, offsetBy: Self.pieceLength, limitedBy: scalars.endIndex)
            let piece = Self.flattened(scalars[start..<(end ?? scalars.endIndex)])
            if let first = matcher.ranges(in: piece).first {
                let isFirst = start == scalars.startIndex
                self.init(
                    piece,
                    isFirst,
                    from: first.lowerBound,
                    limit,
                    hasMore: end != nil,
                    matcher
                )
                return
            }
            guard let end, end < scalars.endIndex else { break }
            start = end
        }
        let beginning = Self.flattened(scalars.prefix(Self.pieceLength))
        self.init(beginning, true, from: beginning.startIndex, limit, hasMore: false, matcher)
    }

    private init(
        _ piece: String,
        _ isFirst: Bool,
        from match: String.Index,
        _ limit: Int,
        hasMore: Bool,
        _ matcher: SearchMatcher
    ) {
        let start = Self.start(before: match, in: piece)
        let end = Self.end(after: start, in: piece, limit)
        var text = String(piece[start..<end])
        if !isFirst || start > piece.startIndex { text = "…" + text }
        if hasMore || end < piece.endIndex { text += "…" }
        self.text = text
        matches = matcher.ranges(in: text)
    }

    /// The beginning of a word not far before the match; all of a short beginning is shown.
    private static func start(before match: String.Index, in piece: String) -> String.Index {
        let scalars = piece.unicodeScalars
        guard
            let far = scalars.index(match, offsetBy: -lead, limitedBy: scalars.startIndex),
            far > scalars.startIndex
        else { return piece.startIndex }
        let blank = piece[far..<match].firstIndex(of: " ")
        return blank.map { piece.index(after: $0) } ?? piece.rangeOfComposed(at: far)
    }

    private static func end(
        after start: String.Index,
        in piece: String,
        _ limit: Int
    ) -> String.Index {
        guard let far = piece.index(start, offsetBy: limit, limitedBy: piece.endIndex),
            far < piece.endIndex
        else { return piece.endIndex }
        let blank = piece[start..<far].lastIndex(of: " ")
        let isNear = blank.map { piece.distance(from: $0, to: far) < Self.lead } ?? false
        return isNear ? blank ?? far : far
    }

    /// Without line ends and other blanks in a row.
    private static func flattened(_ text: Substring.UnicodeScalarView) -> String {
        var result = String.UnicodeScalarView()
        var isBlank = true
        for scalar in text {
            // Unicode's own table is asked for what is not ASCII only.
            let isSpace =
                scalar.isASCII
                ? scalar == " " || ("\t"..."\r").contains(scalar) || scalar == "\0"
                : scalar.properties.isWhitespace
            if isSpace, isBlank { continue }
            result.append(isSpace ? " " : scalar)
            isBlank = isSpace
        }
        if result.last == " " { result.removeLast() }
        return String(result)
    }
}

extension String {
    /// The beginning of the character in which an index is.
    fileprivate func rangeOfComposed(at index: String.Index) -> String.Index {
        rangeOfComposedCharacterSequence(at: index).lowerBound
    }
}
