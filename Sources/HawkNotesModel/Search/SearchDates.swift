import Foundation

/// Parses the dates of filters: always ISO dates, complete or not (2024, 2024-05, 2024-05-17), and
/// dates in figures as the user's locale writes them.
public struct SearchDates: Sendable {
    /// Whether the month comes before the day, unless the date has points.
    public var monthComesFirst: Bool
    /// The moment at which the user's clock shows a time.
    public var moment: @Sendable (_ clock: Double) -> Double

    /// - Parameters:
    ///   - monthComesFirst: as in the United States.
    ///   - moment: when the user's clock shows a time, both in seconds since 1970, the time as if
    ///     the clock were in UTC. The default is UTC.
    public init(
        monthComesFirst: Bool = false,
        moment: @escaping @Sendable (_ clock: Double) -> Double = { $0 }
    ) {
        self.monthComesFirst = monthComesFirst
        self.moment = moment
    }

    /// The beginning of the year, month or day; nil for anything but a date.
    func beginning(of text: String) -> Date? { Self.numbers(text, monthComesFirst).flatMap(date) }

    /// A date in ISO 8601, also a month or a year: "2024-05-17", "2024-05", "2024"; nil for
    /// anything but a date.
    public func iso(_ text: String) -> String? {
        let text = text.filter { !$0.isWhitespace }
        guard let numbers = Self.numbers(text, monthComesFirst), date(numbers) != nil else {
            return nil
        }
        return zip(numbers, [4, 2, 2]).map { number, width in
            String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
        }.joined(separator: "-")
    }

    /// Year, month and day, as far as they are given.
    private static func numbers(_ text: String, _ monthComesFirst: Bool) -> [Int]? {
        for separator in ["-", ".", "/"] as [Swift.Character] {
            let parts = text.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count > 1 || separator == "-" else { continue }
            let numbers = parts.map { part in
                part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
            }
            guard !numbers.contains(nil) else { continue }
            var values = numbers.compactMap { $0 }
            if let first = parts.first, first.utf8.count < 4 {
                values.reverse()
                if separator != ".", monthComesFirst, values.count == 3 { values.swapAt(1, 2) }
            }
            return values
        }
        return nil
    }

    private func date(_ values: [Int]) -> Date? {
        guard (1...3).contains(values.count), (1000...9999).contains(values[0]) else { return nil }
        let month = values.count > 1 ? values[1] : 1
        let day = values.count > 2 ? values[2] : 1
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        var time = tm()
        time.tm_year = Int32(values[0] - 1900)
        time.tm_mon = Int32(month - 1)
        time.tm_mday = Int32(day)
        let clock = timegm(&time)
        // `timegm` turns a day past the end of a month into one of the next month.
        guard Int(time.tm_mday) == day else { return nil }
        return Date(timeIntervalSince1970: moment(Double(clock)))
    }
}
