/// The reading status of a book. It hides nothing: hiding follows from ``ReadingPosition`` alone.
public enum ReadingStatus: String, CaseIterable, Sendable {
    case toRead, reading, finished, stopped
}

/// One reading of a book; at least one of the two dates is known.
///
/// Both are ISO 8601 dates: a day, or only a month or a year ("2019-05-17", "2019-05", "2019").
public struct ReadingDates: Hashable, Sendable {
    /// When the reader started the book.
    public var startedOn: String?
    /// When the reader finished the book.
    public var finishedOn: String?

    /// Doesn't validate either value.
    public init(startedOn: String? = nil, finishedOn: String? = nil) {
        self.startedOn = startedOn
        self.finishedOn = finishedOn
    }

    /// Whether a text is a day, month or year in this format.
    public static func isDate(_ text: String) -> Bool {
        guard text.utf8.count <= "2019-05-17".utf8.count else { return false }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let hasForm =
            parts.count <= 3
            && zip(parts, [4, 2, 2]).allSatisfy { part, length in
                part.utf8.count == length && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
        guard hasForm else { return false }
        let numbers = parts.compactMap { Int($0) } + [1, 1]
        let (month, day) = (numbers[1], numbers[2])
        let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
    }
}

extension ReadingDates {
    /// Whether the end is before the start, as far as both are known: a year is not earlier than
    /// any of its days.
    public var isBackwards: Bool {
        guard let startedOn, let finishedOn, Self.isDate(startedOn), Self.isDate(finishedOn) else {
            return false
        }
        let length = min(startedOn.count, finishedOn.count)
        return finishedOn.prefix(length) < startedOn.prefix(length)
    }
}

extension ReadingDates {
    /// Nil if neither date is known.
    init?(line: Substring) {
        let parts = line.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        startedOn = parts[0].isEmpty ? nil : parts[0]
        finishedOn = parts[1].isEmpty ? nil : parts[1]
        if startedOn == nil, finishedOn == nil { return nil }
    }

    /// Both dates on one line.
    var line: String { "\(startedOn ?? "")/\(finishedOn ?? "")" }
}
