/// The reading status of a book.
public enum ImportedReadingStatus: String, Hashable, Codable, Sendable {
    /// Not started.
    case toRead
    /// Started.
    case reading
    /// Finished.
    case finished
    /// Abandoned.
    case stopped
}

/// One reading of a book; at least one of the two days is known.
///
/// Days are in ISO 8601, possibly without the day or the month: "2019-05-02", "2019-05", "2019".
public struct ImportedReading: Hashable, Sendable {
    /// The day on which it was started.
    public var startedOn: String?
    /// The day on which it was finished.
    public var finishedOn: String?

    /// Does not check the days.
    public init(startedOn: String? = nil, finishedOn: String? = nil) {
        self.startedOn = startedOn
        self.finishedOn = finishedOn
    }

    /// Whether the end precedes the start, if both days show that.
    public var isReversed: Bool {
        guard let startedOn, let finishedOn else { return false }
        let length = min(startedOn.count, finishedOn.count)
        return startedOn.prefix(length) > finishedOn.prefix(length)
    }

    /// Both days as an ISO 8601 interval: "2019-05/2019-06-02", "/2019".
    package var interval: String { "\(startedOn ?? "")/\(finishedOn ?? "")" }

    /// Parses an interval; nil if a day is invalid, or neither is known.
    package init?(interval: String) {
        let days = interval.split(separator: "/", omittingEmptySubsequences: false)
        guard days.count == 2, days.contains(where: { !$0.isEmpty }),
            days.allSatisfy({ $0.isEmpty || Self.isDay($0) })
        else { return nil }
        startedOn = days[0].isEmpty ? nil : String(days[0])
        finishedOn = days[1].isEmpty ? nil : String(days[1])
    }

    /// Whether a text is a day, a month or a year.
    private static func isDay(_ text: Substring) -> Bool {
        guard let match = text.wholeMatch(of: /[0-9]{4}(?:-([0-9]{2})(?:-([0-9]{2}))?)?/),
            let month = Int(match.1 ?? "1"), (1...12).contains(month),
            let day = Int(match.2 ?? "1")
        else { return false }
        let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...lengths[month - 1]).contains(day)
    }
}

extension ImportedBook {
    /// Sets a rating in stars, rounded to half stars.
    ///
    /// - Returns: whether it was rounded; nil if the value is not a rating, as for zero.
    @discardableResult
    mutating func rate(stars: Double?) -> Bool? {
        guard let stars, stars > 0, stars <= 5 else { return nil }
        let halves = (stars * 2).rounded(.toNearestOrAwayFromZero)
        rating = max(1, Int(halves))
        return halves != stars * 2
    }

    /// Adds shelves without duplicates; spelling variants count as equal.
    mutating func shelve(_ names: [String]) {
        for name in names {
            let folded = DateWords.folded(name)
            if !shelves.contains(where: { DateWords.folded($0) == folded }) { shelves.append(name) }
        }
    }
}
