import Foundation

/// Reads the dates of filters: ISO dates always, whole or the beginning of one (2024, 2024-05,
/// 2024-05-17), and dates with points or slashes as they are written where the reader lives.
public struct SearchDates: Sendable {
    /// Whether the month comes before the day where slashes stand between them.
    public var monthComesFirst: Bool
    /// Where the reader is.
    public var timeZone: TimeZone

    /// - Parameters:
    ///   - monthComesFirst: as in the United States.
    ///   - timeZone: where a day begins.
    public init(monthComesFirst: Bool = false, timeZone: TimeZone = .current) {
        self.monthComesFirst = monthComesFirst
        self.timeZone = timeZone
    }

    /// As the system's locale writes them, which the program has set at its start.
    public static var ofLocale: SearchDates {
        guard let format = nl_langinfo(nl_item(D_FMT)).map({ String(cString: $0) }),
            let month = format.firstRange(of: "%m"), let day = format.firstRange(of: "%d")
        else { return SearchDates() }
        return SearchDates(monthComesFirst: month.lowerBound < day.lowerBound)
    }

    /// When the year, month or day begins; nil for what is no date.
    func beginning(of text: String) -> Date? {
        for (separator, isYearFirst) in [("-", true), (".", false), ("/", false)]
            as [(Swift.Character, Bool)]
        {
            let parts = text.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count > 1 || separator == "-" else { continue }
            let numbers = parts.map { part in
                part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
            }
            guard !numbers.contains(nil) else { continue }
            var values = numbers.compactMap { $0 }
            if !isYearFirst, let first = parts.first, first.utf8.count < 4 {
                values.reverse()
                if separator == "/", monthComesFirst, values.count == 3 { values.swapAt(1, 2) }
            }
            return date(values)
        }
        return nil
    }

    private func date(_ values: [Int]) -> Date? {
        guard (1...3).contains(values.count), (1000...9999).contains(values[0]) else { return nil }
        let month = values.count > 1 ? values[1] : 1
        let day = values.count > 2 ? values[2] : 1
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let components = DateComponents(year: values[0], month: month, day: day)
        guard let date = calendar.date(from: components),
            calendar.component(.day, from: date) == day
        else { return nil }
        return date
    }
}
