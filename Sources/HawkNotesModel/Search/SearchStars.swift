/// Ratings in stars, such as “★★★½”. Stars are no letters, so the index has a word for each rating.
enum SearchStars {
    /// The word of a rating in the index; users don't type it.
    ///
    /// - Parameter rating: in half stars.
    static func word(of rating: Int) -> String { "halfstars\(rating)" }

    /// Matches books with exactly this rating; nil for anything but up to five stars.
    static func term(typed text: String) -> SearchQuery.Term? {
        // A variation selector may follow an emoji.
        var rest = Array(text.unicodeScalars.filter { $0 != "\u{FE0F}" })[...]
        func take(_ marks: Set<Unicode.Scalar>) -> Int {
            let count = rest.prefix(while: marks.contains).count
            rest = rest.dropFirst(count)
            return count
        }
        let whole = take(["★", "⭐"])
        let half = take(["½"])
        let empty = take(["☆"])
        guard rest.isEmpty, whole > 0, half < 2, whole + half + empty <= 5 else { return nil }
        let word = word(of: 2 * whole + half)
        return SearchQuery.Term(alternatives: [[word]], runs: [], isPrefix: false)
    }
}
