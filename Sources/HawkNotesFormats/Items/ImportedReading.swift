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

    /// Whether it ended before it began, as far as both days say.
    public var isReversed: Bool {
        guard let startedOn, let finishedOn else { return false }
        let length = min(startedOn.count, finishedOn.count)
        return startedOn.prefix(length) > finishedOn.prefix(length)
    }

    /// Both days as an interval of ISO 8601: "2019-05/2019-06-02", "/2019".
    package var interval: String { "\(startedOn ?? "")/\(finishedOn ?? "")" }

    /// Takes an interval apart; nil when a day is none, or neither is known.
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
