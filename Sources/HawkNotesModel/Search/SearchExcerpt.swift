import Foundation

/// The part of a text in which something was found, for a row of the results.
public struct SearchExcerpt: Hashable, Sendable {
    /// One piece of text without line ends, with an ellipsis where it was cut.
    public let text: String
    /// What is to be marked in it.
    public let matches: [Range<String.Index>]

    /// - Parameters:
    ///   - whole: the text of a note. Costs the length of it: for what is seen only.
    ///   - request: what was searched for.
    ///   - limit: about how many characters to show.
    public init(_ whole: String, finding request: SearchRequest, limit: Int = 160) {
        text = String(whole.prefix(limit))
        let word = request.text.split(separator: " ").last.map(String.init) ?? ""
        matches = text.range(of: word, options: .caseInsensitive).map { [$0] } ?? []
    }
}
