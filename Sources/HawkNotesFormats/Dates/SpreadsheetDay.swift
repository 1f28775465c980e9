extension LocalTime {
    /// Parses a date as spreadsheets store it: the number of days since 30 December 1899, with the
    /// time as a fraction.
    ///
    /// - Returns: nil for everything else, and for days outside readers' lifetimes: such a number
    ///   is not a date.
    init?(spreadsheetDay text: String) {
        let whole = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text.dropFirst(whole.count)
        guard whole.count == 5, let days = Int(whole), (20_000..<80_000).contains(days),
            rest.isEmpty || rest.first == "." || rest.first == ",",
            rest.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        self.init(dayNumber: days - 25_569)
    }

    /// - Parameter dayNumber: days since 1 January 1970.
    init?(dayNumber: Int) {
        // Civil from days, http://howardhinnant.github.io/date_algorithms.html
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    /// The day in ISO 8601.
    var isoDay: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }
}

extension ImportedDate {
    /// The day in ISO 8601; for a moment, the day in UTC.
    var isoDay: String? {
        switch self {
        case .local(let time): return time.isoDay
        case .instant(let date):
            let days = (date.timeIntervalSince1970 / 86_400).rounded(.down)
            guard abs(days) < 1_000_000 else { return nil }
            return LocalTime(dayNumber: Int(days))?.isoDay
        }
    }
}
