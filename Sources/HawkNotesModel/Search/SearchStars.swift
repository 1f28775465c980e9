/// Ratings as they are shown, such as “★★★½”. Stars are no letters, so the index has a word for each rating.
enum SearchStars {
    /// What a book with a rating is found by; a word that is never typed.
    ///
    /// - Parameter rating: in half stars.
    static func word(of rating: Int) -> String { "halfstars\(rating)" }

    /// Finds the books with exactly the rating that was typed; nil for anything but stars, of which there are at
    /// most five.
    static func term(typed text: String) -> SearchQuery.Term? {
        // An emoji may have a mark behind it that says so.
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
