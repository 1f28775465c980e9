import Foundation

/// The part of a text around the first match, for a row of the results.
public struct SearchExcerpt: Hashable, Sendable {
    /// One line of text, with an ellipsis where it is cut.
    public let text: String
    /// The matches in it.
    public let matches: [Range<String.Index>]

    /// The length of the pieces in which a text is searched, in scalars.
    private static let pieceLength = 4000
    /// The number of pieces that are searched: all of a long text would take longer than a frame.
    private static let pieceLimit = 25
    /// At most this many scalars of a text are searched.
    public static let searchedLength = pieceLength * pieceLimit
    /// The maximum length before the first match.
    private static let lead = 40

    /// - Parameters:
    ///   - whole: the text of a note. Only the beginning of a very long one is searched.
    ///   - request: the request that found it.
    ///   - words: the words of filters, which are not matches.
    ///   - limit: the approximate length in characters.
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

    /// The beginning of a word shortly before the match, or of the text if that is near.
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

    /// The text on one line, with single spaces.
    private static func flattened(_ text: Substring.UnicodeScalarView) -> String {
        var result = String.UnicodeScalarView()
        var isBlank = true
        for scalar in text {
            // The Unicode table is needed only outside of ASCII.
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
    /// The beginning of the character at an index.
    fileprivate func rangeOfComposed(at index: String.Index) -> String.Index {
        rangeOfComposedCharacterSequence(at: index).lowerBound
    }
}
