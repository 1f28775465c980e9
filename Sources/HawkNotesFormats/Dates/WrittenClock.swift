import Foundation

/// A time of day within a text: "14:46:33", "9:12:45 PM", "下午 9:12", "23h32min06s", "8시 23분 54초".
struct WrittenClock {
    /// Where it stands.
    let range: Range<String.Index>
    /// From 0 to 86,399.
    let secondOfDay: Int
    /// Seconds east of Greenwich, where an offset such as "+01:00" follows.
    let zone: Int?

    /// The last one that is valid; nil when there is none. The text is folded.
    init?(lastIn text: Substring) {
        var last: Scanner?
        var start = text.startIndex
        while let index = text[start...].firstIndex(where: Scanner.isDigit) {
            let run = text[index...].prefix(while: Scanner.isDigit)
            let sign = index > text.startIndex ? text[text.index(before: index)] : " "
            // What has a sign behind another clock is the offset of its zone.
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
        let rest = behind.drop { $0.isWhitespace }
        zone = rest.first == "z" ? 0 : Self.zone(rest)
    }

    /// Seconds east of Greenwich: "+01:00", "-0330", "+1"; nil when there is no sign.
    static func zone(_ text: Substring) -> Int? {
        guard let sign = text.first, "+-\u{2212}".contains(sign) else { return nil }
        let rest = text.dropFirst()
        let digits = rest.prefix(while: Scanner.isDigit)
        let more = rest.dropFirst(digits.count)
        let hours = Int(digits.count > 2 ? digits.dropLast(2) : digits) ?? 99
        var minutes = digits.count > 2 ? Int(digits.suffix(2)) ?? 99 : 0
        if digits.count <= 2, more.first == ":" { minutes = Int(more.dropFirst().prefix(2)) ?? 99 }
        guard hours <= 14, minutes < 60 else { return nil }
        return (sign == "+" ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
}

/// Reads hours, minutes and seconds with what stands between them.
private struct Scanner {
    let start: String.Index
    private(set) var end: String.Index
    private var hour = 0
    private var minute = 0
    private var second = 0

    init?(_ text: Substring) {
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
        if let mark = rest.first, ".,".contains(mark) {
            let fraction = rest.dropFirst().prefix(while: Self.isDigit)
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

    private static let hourMarks = [":", "h", "時", "时", "點", "点", "시"]
    private static let minuteMarks = [":", "min", "m", "分", "분"]
    private static let secondMarks = ["s", "秒", "초"]

    private static func number(_ text: inout Substring) -> Int? {
        let rest = text.drop { $0 == " " }
        let digits = rest.prefix(while: isDigit)
        guard (1...2).contains(digits.count) else { return nil }
        text = rest.dropFirst(digits.count)
        return Int(digits)
    }

    private static func takeMark(_ text: inout Substring, _ marks: [String]) -> Bool {
        guard let mark = marks.first(where: { text.hasPrefix($0) }) else { return false }
        text = text.dropFirst(mark.count)
        return true
    }

    static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isNumber
    }
}
