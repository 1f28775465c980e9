import Foundation

/// A date as devices and spreadsheets display it, in any of the languages of `DateWords`: "Monday,
/// 30 December 2024 14:46:33", "30. Dezember 2024 um 14:46 Uhr", "2024年3月5日星期二 下午9:12:45", "26 July
/// 14 21:37:48 GMT+01:00", "26/02/2023".
///
/// There is no guessing: a date stays undecided if day and month are interchangeable.
enum WrittenDate: Equatable {
    /// The date. With a time zone it is a moment, without one a local time.
    case date(ImportedDate)
    /// Either number may be the month.
    case undecided
    /// Not a date, or not in a known language.
    case unknown

    /// - Parameter order: the order of day and month in dates of the same source, if known.
    init(_ text: String, order: DayMonthOrder? = nil) {
        let parts = Parts(text)
        switch parts.day(order) {
        case .unknown: self = .unknown
        case .undecided: self = .undecided
        case .day(let year, let month, let day):
            let second = parts.clock?.secondOfDay
            if let time = LocalTime(year: year, month: month, day: day, secondOfDay: second) {
                self = .date(Self.date(time, zone: second == nil ? nil : parts.zone))
            } else {
                self = .unknown
            }
        }
    }

    /// The only possible order of a date's numbers; nil if both are possible, or if it is not
    /// numeric.
    static func order(of text: String) -> DayMonthOrder? {
        guard let found = Parts(text).numbersOfDay, found.first != found.second,
            let order = found.onlyOrder, found.time(order) != nil
        else { return nil }
        return order
    }

    private static func date(_ time: LocalTime, zone: Int?) -> ImportedDate {
        guard let zone else { return .local(time) }
        return .instant(Date(timeIntervalSince1970: time.secondsSinceEpoch - Double(zone)))
    }
}

/// The order of day and month.
enum DayMonthOrder: Hashable {
    case dayFirst, monthFirst
}

/// The parts of a date's text.
private struct Parts {
    private(set) var clock: WrittenClock?
    /// Seconds east of UTC.
    private(set) var zone: Int?
    private let numbers: [Number]
    private let month: Int?
    private let weekday: Int?

    private struct Number {
        var value: Int
        var count: Int
        /// The scalar after it.
        var next: Unicode.Scalar?
    }

    enum Day {
        case day(year: Int, month: Int, day: Int)
        case undecided, unknown
    }

    private static let zoneNames = ["gmt", "utc"].map(DateWords.scalars)

    init(_ text: String) {
        var text = DateWords.scalars(text.utf8.count > 200 ? String(text.prefix(200)) : text)
        for name in Self.zoneNames {
            guard let range = text.suffix(16).firstRange(ofWord: name) else { continue }
            zone = WrittenClock.zone(text[range.upperBound...]) ?? 0
            text = text[..<range.lowerBound]
        }
        clock = WrittenClock(lastIn: text)
        // The text without time and zone.
        var dayText = text
        if let clock {
            zone = zone ?? clock.zone
            let before = text[..<clock.range.lowerBound]
            dayText = before.contains(where: \.isNumber) ? before : text[clock.range.upperBound...]
        }
        numbers = Self.numbers(in: dayText)
        (month, weekday) = Self.words(in: dayText)
    }

    private static func numbers(in text: DateText) -> [Number] {
        var result: [Number] = []
        var rest = text
        while let start = rest.firstIndex(where: \.isDigit) {
            let digits = rest[start...].prefix(while: \.isDigit)
            rest = rest[digits.endIndex...]
            result.append(
                Number(value: digits.prefix(9).number ?? 0, count: digits.count, next: rest.first)
            )
        }
        return result
    }

    private static func words(in text: DateText) -> (month: Int?, weekday: Int?) {
        let found = text.split { !$0.isLetter }.compactMap(DateWords.meaning)
        let months = found.filter { $0.month != nil }
        let month = months.first { !$0.isDoubtful } ?? months.first
        return (month?.month, found.lazy.compactMap(\.weekday).first)
    }

    // MARK: - The day

    func day(_ order: DayMonthOrder?) -> Day {
        if let day = countedDay { return day }
        if let month { return day(in: month) }
        if let first = numbers.first, first.count == 4, numbers.count >= 3 {
            return .day(year: first.value, month: numbers[1].value, day: numbers[2].value)
        }
        guard let found = numbersOfDay else { return .unknown }
        guard let order = found.onlyOrder ?? order ?? self.order(of: found) else {
            return .undecided
        }
        let time = found.time(order)
        return time.map { .day(year: $0.year, month: $0.month, day: $0.day) } ?? .unknown
    }

    /// `2024年3月5日`, `2024년 3월 5일`.
    private var countedDay: Day? {
        func value(before marks: String) -> Int? {
            numbers.first { $0.next.map(marks.unicodeScalars.contains) ?? false }?.value
        }
        let year = numbers.first { $0.next == "年" || $0.next == "년" }
        guard let year, [2, 4].contains(year.count), let month = value(before: "月월"),
            let day = value(before: "日일號号")
        else { return nil }
        return .day(year: Self.year(year), month: month, day: day)
    }

    private func day(in month: Int) -> Day {
        let short = numbers.filter { $0.count <= 2 }
        if let year = numbers.first(where: { $0.count == 4 }) {
            guard let day = short.first else { return .unknown }
            return .day(year: year.value, month: month, day: day.value)
        }
        guard short.count >= 2 else { return .unknown }
        // In every language with month names and two-digit years the day comes first. Some devices
        // use the other order, which only the day of the week reveals.
        let pairs = [(short[0], short[1]), (short[1], short[0])].filter { $0.1.count == 2 }
        let days = pairs.compactMap { day, year in
            LocalTime(year: Self.year(year), month: month, day: day.value)
        }
        let found = days.first { weekday == nil || $0.weekday == weekday }
        return found.map { .day(year: $0.year, month: $0.month, day: $0.day) } ?? .unknown
    }

    // MARK: - Numbers alone

    struct NumbersOfDay {
        var first: Int
        var second: Int
        var year: Int
        /// Whether dots separate them; no country with the month first uses dots.
        var hasDots: Bool

        /// The day in that order; nil if it does not exist.
        func time(_ order: DayMonthOrder) -> LocalTime? {
            switch order {
            case .dayFirst: LocalTime(year: year, month: second, day: first)
            case .monthFirst: LocalTime(year: year, month: first, day: second)
            }
        }

        /// The only possible order; nil if both are possible.
        var onlyOrder: DayMonthOrder? {
            if hasDots || first == second || time(.monthFirst) == nil { return .dayFirst }
            return time(.dayFirst) == nil ? .monthFirst : nil
        }
    }

    /// `26/02/2023`, `2/26/23`: a leading year would have four digits.
    var numbersOfDay: NumbersOfDay? {
        guard month == nil, countedDay == nil, numbers.count >= 3, numbers[0].count <= 2,
            numbers[1].count <= 2, [2, 4].contains(numbers[2].count),
            let mark = numbers[0].next, ["/", ".", "-"].contains(mark), numbers[1].next == mark
        else { return nil }
        return NumbersOfDay(
            first: numbers[0].value,
            second: numbers[1].value,
            year: Self.year(numbers[2]),
            hasDots: mark == "."
        )
    }

    /// The order that the day of the week implies.
    private func order(of found: NumbersOfDay) -> DayMonthOrder? {
        guard let weekday else { return nil }
        let orders: [DayMonthOrder] = [.dayFirst, .monthFirst].filter {
            found.time($0)?.weekday == weekday
        }
        return orders.count == 1 ? orders[0] : nil
    }

    /// Two-digit years are of the hundred years from 1970 on, as in POSIX.
    private static func year(_ number: Number) -> Int {
        guard number.count == 2 else { return number.value }
        return number.value < 70 ? 2000 + number.value : 1900 + number.value
    }
}
