import Foundation

/// A time of day within a text: "14:46:33", "9:12:45 PM", "下午 9:12", "23h32min06s", "8시 23분 54초".
struct WrittenClock {
    /// The range of the time in the text.
    let range: Range<Int>
    /// From 0 to 86,399.
    let secondOfDay: Int
    /// Seconds east of UTC, if an offset such as "+01:00" follows.
    let zone: Int?

    /// The last valid time in a folded text; nil if there is none.
    init?(lastIn text: DateText) {
        var last: Scanner?
        var start = text.startIndex
        while let index = text[start...].firstIndex(where: \.isDigit) {
            let run = text[index...].prefix(while: \.isDigit)
            let sign = index > text.startIndex ? text[index - 1] : " "
            // A signed time after another one is the offset of its time zone.
            let isOffset = last != nil && (sign == "+" || sign == "-")
            if !isOffset, run.count <= 2, let found = Scanner(text[index...]) {
                last = found
                start = found.end
            } else {
                start = run.endIndex
            }
        }
        guard let last else { return nil }
        let (before, behind) = (text[..<last.start], text[last.end...])
        range = last.start..<last.end
        secondOfDay = last.secondOfDay(DateWords.half(before: before, behind: behind))
        let rest = behind.drop(while: \.properties.isWhitespace)
        zone = rest.first == "z" ? 0 : Self.zone(rest)
    }

    /// Seconds east of UTC: "+01:00", "-0330", "+1"; nil if there is no sign.
    static func zone(_ text: DateText) -> Int? {
        guard let sign = text.first, sign == "+" || sign == "-" || sign == "\u{2212}" else {
            return nil
        }
        let rest = text.dropFirst()
        let digits = rest.prefix(while: \.isDigit)
        let more = rest.dropFirst(digits.count)
        let hours = (digits.count > 2 ? digits.dropLast(2) : digits).number ?? 99
        var minutes = digits.count > 2 ? digits.suffix(2).number ?? 99 : 0
        if digits.count <= 2, more.first == ":" {
            minutes = more.dropFirst().prefix(2).number ?? 99
        }
        guard hours <= 14, minutes < 60 else { return nil }
        return (sign == "+" ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
}

/// Scans hours, minutes and seconds and their separators.
private struct Scanner {
    let start: Int
    private(set) var end: Int
    private var hour = 0
    private var minute = 0
    private var second = 0

    init?(_ text: DateText) {
        start = text.startIndex
        var rest = text
        guard let hour = Self.number(&rest), Self.takeMark(&rest, Self.hourMarks),
            let minute = Self.number(&rest), hour < 24, minute < 60
        else { return nil }
        self.hour = hour
        self.minute = minute
        end = rest.startIndex
        guard Self.takeMark(&rest, Self.minuteMarks), let second = Self.number(&rest), second < 60
        else { return }
        self.second = second
        if let mark = rest.first, mark == "." || mark == "," {
            let fraction = rest.dropFirst().prefix(while: \.isDigit)
            if !fraction.isEmpty { rest = rest.dropFirst(1 + fraction.count) }
        }
        _ = Self.takeMark(&rest, Self.secondMarks)
        end = rest.startIndex
    }

    func secondOfDay(_ half: DateWords.Half?) -> Int {
        var hour = hour
        switch half {
        case .morning,
            .night where hour == 12:
            hour %= 12
        case .afternoon, .night: if hour < 12 { hour += 12 }
        case .noon: if hour < 6 { hour += 12 }
        case nil: break
        }
        return hour * 3600 + minute * 60 + second
    }

    private static let hourMarks = marks(":", "h", "時", "时", "點", "点", "시")
    private static let minuteMarks = marks(":", "min", "m", "分", "분")
    private static let secondMarks = marks("s", "秒", "초")

    private static func marks(_ marks: String...) -> [DateText] {
        marks.map { DateText($0.unicodeScalars) }
    }

    private static func number(_ text: inout DateText) -> Int? {
        let rest = text.drop { $0 == " " }
        let digits = rest.prefix(while: \.isDigit)
        guard (1...2).contains(digits.count) else { return nil }
        text = rest.dropFirst(digits.count)
        return digits.number
    }

    private static func takeMark(_ text: inout DateText, _ marks: [DateText]) -> Bool {
        guard let mark = marks.first(where: { text.starts(with: $0) }) else { return false }
        text = text.dropFirst(mark.count)
        return true
    }
}
