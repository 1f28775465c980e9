/// How far a reader has come with a book.
public enum ImportedReadingStatus: String, Hashable, Codable, Sendable {
    /// Not begun.
    case toRead
    /// Begun.
    case reading
    /// Read to its end.
    case finished
    /// Begun, and given up.
    case stopped
}

/// One time that a book was read; at least one of both days is known.
///
/// Days are written as ISO 8601 has them, and may lack the day or the month: "2019-05-02", "2019-05", "2019".
public struct ImportedReading: Hashable, Sendable {
    /// When it was begun.
    public var startedOn: String?
    /// When it was finished.
    public var finishedOn: String?

    /// Takes both days as they are.
    public init(startedOn: String? = nil, finishedOn: String? = nil) {
        self.startedOn = startedOn
        self.finishedOn = finishedOn
    }
}

extension ImportedBook {
    /// Takes a rating in stars over, rounded to the half.
    ///
    /// - Returns: whether it has been rounded; nil when it is no rating, which zero is not either.
    @discardableResult
    mutating func rate(stars: Double?) -> Bool? {
        guard let stars, stars > 0, stars <= 5 else { return nil }
        let halves = (stars * 2).rounded(.toNearestOrAwayFromZero)
        rating = max(1, Int(halves))
        return halves != stars * 2
    }

    /// Adds shelves, each of them once however it is written.
    mutating func shelve(_ names: [String]) {
        for name in names {
            let folded = DateWords.folded(name)
            if !shelves.contains(where: { DateWords.folded($0) == folded }) { shelves.append(name) }
        }
    }
}
