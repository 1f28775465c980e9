import Foundation

/// The date of a note, with the precision of its source.
public enum ImportedDate: Hashable, Sendable {
    /// A moment, independent of time zones.
    case instant(Date)
    /// A local time. E-readers store no time zone.
    case local(LocalTime)

    /// The date as a moment.
    ///
    /// - Parameter moment: converts a local time of the device's time zone into a moment, both in
    ///   seconds since 1970; the local time is counted as if it were UTC.
    public func date(_ moment: (_ clock: Double) -> Double) -> Date {
        switch self {
        case .instant(let date): date
        case .local(let time): Date(timeIntervalSince1970: moment(time.secondsSinceEpoch))
        }
    }
}

/// A day, usually with a time, without a time zone.
public struct LocalTime: Hashable, Sendable {
    /// From 1 to 9999.
    public var year: Int
    /// From 1 to 12.
    public var month: Int
    /// From 1 to 31.
    public var day: Int
    /// From 0 to 86,399; nil if only the day is known.
    public var secondOfDay: Int?

    /// Returns nil if the day or time does not exist.
    public init?(year: Int, month: Int, day: Int, secondOfDay: Int? = nil) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.dayCount(of: month, in: year)).contains(day),
            (0..<86_400).contains(secondOfDay ?? 0)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.secondOfDay = secondOfDay
    }

    /// The seconds since 1970 as if the time were UTC; noon if only the day is known, which falls
    /// on that day nearly everywhere.
    var secondsSinceEpoch: Double { Double(dayNumber * 86_400 + (secondOfDay ?? 43_200)) }

    /// From 0 for Monday.
    var weekday: Int { (((dayNumber + 3) % 7) + 7) % 7 }

    /// Days since 1 January 1970, a Thursday.
    private var dayNumber: Int {
        // Days from the civil calendar, http://howardhinnant.github.io/date_algorithms.html
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func dayCount(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension ImportedDate {
    /// Parses `2024-12-30`, `2024/12/30`, `2024-12-30 14:46`, `2024-12-30T14:46:33.5+01:00` and the
    /// like.
    ///
    /// With a time zone it is a moment, without one a local time.
    public init?(iso text: String) {
        var scanner = NumberScanner(text)
        scanner.skipSpaces()
        guard let year = scanner.number(digits: 4...4), let separator = scanner.take("-/."),
            let month = scanner.number(digits: 1...2), scanner.take([separator]) != nil,
            let day = scanner.number(digits: 1...2)
        else { return nil }
        guard scanner.take("Tt ") != nil, let hour = scanner.number(digits: 1...2) else {
            guard scanner.isAtEnd, let time = LocalTime(year: year, month: month, day: day) else {
                return nil
            }
            self = .local(time)
            return
        }
        guard scanner.take(":") != nil, let minute = scanner.number(digits: 2...2) else {
            return nil
        }
        var second = 0
        var fraction = 0.0
        if scanner.take(":") != nil {
            guard let number = scanner.number(digits: 2...2) else { return nil }
            second = number
            if scanner.take(".,") != nil { fraction = scanner.fraction() }
        }
        // A leap second counts as the next second, as in systems without leap seconds.
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        let secondOfDay = min(hour * 3600 + minute * 60 + second, 86_399)
        guard
            let time = LocalTime(year: year, month: month, day: day, secondOfDay: secondOfDay)
        else { return nil }
        scanner.skipSpaces()
        if scanner.isAtEnd {
            self = .local(time)
        } else if let offset = scanner.zone(), scanner.isAtEnd {
            // Rounded to milliseconds, as dates are stored: adding a fraction would give another
            // number.
            let milliseconds = (time.secondsSinceEpoch - Double(offset) + fraction) * 1000
            self = .instant(Date(timeIntervalSince1970: milliseconds.rounded() / 1000))
        } else {
            return nil
        }
    }
}

/// Scans digits and the separators between them.
private struct NumberScanner {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    var isAtEnd: Bool { rest.allSatisfy { $0 == " " } }

    mutating func skipSpaces() { rest = rest.drop { $0 == " " } }

    mutating func take(_ characters: String) -> Character? {
        guard let first = rest.first, characters.contains(first) else { return nil }
        rest.removeFirst()
        return first
    }

    mutating func take(_ characters: [Character]) -> Character? {
        guard let first = rest.first, characters.contains(first) else { return nil }
        rest.removeFirst()
        return first
    }

    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let found = rest.prefix { $0.isASCII && $0.isNumber }.prefix(digits.upperBound)
        guard found.count >= digits.lowerBound, let value = Int(found) else { return nil }
        rest.removeFirst(found.count)
        return value
    }

    mutating func fraction() -> Double {
        let found = rest.prefix { $0.isASCII && $0.isNumber }
        rest.removeFirst(found.count)
        return Double("0." + found.prefix(9)) ?? 0
    }

    /// In seconds east of UTC.
    mutating func zone() -> Int? {
        if take("Zz") != nil { return 0 }
        guard let sign = take("+-"), let hours = number(digits: 2...2) else { return nil }
        _ = take(":")
        let minutes = number(digits: 2...2) ?? 0
        guard hours < 24, minutes < 60 else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}
