import Foundation

/// A date as a device writes it, in any of its languages: "Monday, 30 December 2024 14:46:33",
/// "30. Dezember 2024 um 14:46 Uhr", "2024年3月5日星期二 下午9:12:45".
enum ClippingDate {
    /// Names of the months, from January on.
    private static let months: [[String]] = [
        [
            "january", "jan", "januar", "jänner", "janvier", "enero", "gennaio", "janeiro",
            "januari", "января",
        ],
        [
            "february", "feb", "februar", "février", "febrero", "febbraio", "fevereiro", "februari",
            "февраля",
        ],
        ["march", "märz", "mars", "marzo", "março", "maart", "марта"],
        ["april", "apr", "avril", "abril", "aprile", "апреля"],
        ["may", "mai", "mayo", "maggio", "maio", "mei", "мая"],
        ["june", "jun", "juni", "juin", "junio", "giugno", "junho", "июня"],
        ["july", "jul", "juli", "juillet", "julio", "luglio", "julho", "июля"],
        ["august", "aug", "août", "agosto", "augustus", "августа"],
        [
            "september", "sep", "sept", "septembre", "septiembre", "setiembre", "settembre",
            "setembro", "сентября",
        ],
        ["october", "oct", "oktober", "octobre", "octubre", "ottobre", "outubro", "октября"],
        ["november", "nov", "novembre", "noviembre", "novembro", "ноября"],
        [
            "december", "dec", "dezember", "décembre", "diciembre", "dicembre", "dezembro",
            "декабря",
        ],
    ]

    /// What a text in small letters says.
    static func time(_ text: String) -> LocalTime? {
        let clock = clock(in: text)
        let dayText = clock.map { String(text[..<$0.range.lowerBound]) } ?? text
        let words = dayText.split { !$0.isLetter }
        let month = words.lazy.compactMap { word in
            months.firstIndex { $0.contains { $0 == word } }
        }.first
        let numbers = dayText.split { !($0.isASCII && $0.isNumber) }
        guard let day = day(numbers, month: month.map { $0 + 1 }) else { return nil }
        return LocalTime(
            year: day.year,
            month: day.month,
            day: day.day,
            secondOfDay: clock?.secondOfDay
        )
    }

    private static func day(
        _ numbers: [Substring],
        month: Int?
    ) -> (year: Int, month: Int, day: Int)? {
        let values = numbers.map { (value: Int($0.prefix(9)) ?? 0, count: $0.count) }
        guard let yearIndex = values.firstIndex(where: { $0.count == 4 }) else { return nil }
        let year = values[yearIndex].value
        let others = values.enumerated().filter { $0.offset != yearIndex && $0.element.count <= 2 }
            .map { $0.element.value }
        if let month {
            guard let day = others.first else { return nil }
            return (year, month, day)
        }
        guard others.count >= 2 else { return nil }
        if yearIndex == 0 { return (year, others[0], others[1]) }
        // 30.12.2024 and 12/30/2024 can be told apart, 3/5/2024 cannot.
        if others[0] > 12 || others[0] == others[1] { return (year, others[1], others[0]) }
        return others[1] > 12 ? (year, others[0], others[1]) : nil
    }

    private static func clock(
        in text: String
    ) -> (range: Range<String.Index>, secondOfDay: Int)? {
        var search = text.startIndex
        while let colon = text[search...].firstIndex(of: ":") {
            search = text.index(after: colon)
            let before = text[..<colon].reversed().prefix(2).prefix { $0.isASCII && $0.isNumber }
            let start = text.index(colon, offsetBy: -before.count)
            let parts = text[start...].prefix { $0 == ":" || ($0.isASCII && $0.isNumber) }
                .split(separator: ":").map { Int($0.prefix(3)) ?? 99 }
            guard !before.isEmpty, (2...3).contains(parts.count), parts[0] < 24, parts[1] < 60,
                parts.count == 2 || parts[2] < 60
            else { continue }
            let hour = hour(parts[0], before: text[..<start], after: text[search...])
            let seconds = hour * 3600 + parts[1] * 60 + (parts.count == 3 ? parts[2] : 0)
            return (start..<text.endIndex, seconds)
        }
        return nil
    }

    private static func hour(_ hour: Int, before: Substring, after: Substring) -> Int {
        // The "am" of "hinzugefügt am" stands before the time, and is none.
        let letters = after.filter { $0.isLetter }
        let isAfternoon =
            letters.hasPrefix("pm") || ["下午", "午後", "晚上"].contains { before.contains($0) }
        let isMorning =
            letters.hasPrefix("am")
            || ["上午", "午前", "凌晨", "早上"].contains { before.contains($0) }
        if isAfternoon, hour < 12 { return hour + 12 }
        return isMorning && hour == 12 ? 0 : hour
    }
}
