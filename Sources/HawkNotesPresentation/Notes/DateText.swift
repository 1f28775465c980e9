import Foundation
import HawkNotesModel
import Phrases

/// Dates in words.
package enum DateText {
    /// The age of a date, as precise as it is shown.
    private enum Age {
        case justNow, minutes(Int), hours(Int), yesterday, days(Int), older
    }

    private static let (minute, hour, day) = (60.0, 3600.0, 86_400.0)

    /// The age of a date, or the day where that is clearer.
    ///
    /// - Parameter time: determines when a day ends.
    package static func relative(_ date: Date, now: Date, in time: LocalTime = .here) -> String {
        switch age(of: date, now: now, time) {
        case .justNow: localized("Just now")
        case .minutes(let count):
            localized("%1 minute ago", plural: "%1 minutes ago", count: count)
        case .hours(let count): localized("%1 hour ago", plural: "%1 hours ago", count: count)
        case .yesterday: localized("Yesterday")
        case .days(let count): localized("%1 day ago", plural: "%1 days ago", count: count)
        case .older: day(of: date)
        }
    }

    /// The first moment at which `relative` returns another text; nil when it never will.
    package static func nextChange(
        of date: Date,
        after now: Date,
        in time: LocalTime = .here
    ) -> Date? {
        switch age(of: date, now: now, time) {
        case .justNow: date + minute
        case .minutes(let count): date + Double(count + 1) * minute
        case .hours(let count):
            // The day on which daylight saving time ends has more than 24 hours.
            count < 24
                ? date + Double(count + 1) * hour
                : min(date + Double(count + 1) * hour, midnight(days: 1, after: date, time))
        case .yesterday: midnight(days: 2, after: date, time)
        case .days(let count): date + Double(count + 1) * day
        case .older: nil
        }
    }

    /// The day and the time, to the minute.
    package static func exact(_ date: Date) -> String {
        // Translators: %1 is a day such as “November 22, 2026”, %2 a time such as “18:05”.
        localized(
            "%1, %2",
            day(of: date),
            LocalTime.here.timeOfDay(date.timeIntervalSince1970)
        )
    }

    /// The day, with its month in words: numeric dates are ambiguous between countries.
    package static func day(
        of date: Date,
        in time: LocalTime = .here,
        as order: LocaleFormats.DateOrder = LocaleFormats.ofUser.dateOrder
    ) -> String {
        func number(_ format: String) -> Int {
            Int(time.format(date.timeIntervalSince1970, format)) ?? 0
        }
        return day(number("%d"), month: number("%m"), year: number("%Y"), as: order)
    }

    /// The day as the heading of a group.
    package static func heading(_ date: Date, now: Date, in time: LocalTime = .here) -> String {
        let days = [now, midnight(days: -1, after: now, time)].map { isoDay(of: $0, in: time) }
        switch isoDay(of: date, in: time) {
        case days[0]: return localized("Today")
        case days[1]: return localized("Yesterday")
        default: return day(of: date, in: time)
        }
    }

    /// The day in ISO 8601.
    package static func isoDay(of date: Date, in time: LocalTime = .here) -> String {
        time.format(date.timeIntervalSince1970, "%Y-%m-%d")
    }

    /// An ISO 8601 day, month or year in words; nil if the text is none.
    package static func partial(
        _ text: String,
        as order: LocaleFormats.DateOrder = LocaleFormats.ofUser.dateOrder
    ) -> String? {
        let parts = text.split(separator: "-").map { Int($0) }
        switch parts.count {
        case 1: return parts[0].map(String.init)
        case 2:
            guard let year = parts[0], let month = parts[1], months.indices.contains(month - 1)
            else { return nil }
            // Translators: %1 is the name of a month, %2 a year.
            return localized("%1 %2", months[month - 1], "\(year)")
        case 3:
            guard let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
            return self.day(day, month: month, year: year, as: order)
        default: return nil
        }
    }

    /// An ISO 8601 day, month or year in figures, in the order of the user's country and as
    /// `SearchDates` reads them; any other text unchanged.
    package static func figures(_ text: String, as formats: LocaleFormats = .ofUser) -> String {
        guard ReadingDates.isDate(text), let separator = formats.dateSeparator else { return text }
        var parts = text.split(separator: "-")
        switch formats.dateOrder {
        case .yearFirst: break
        case .dayFirst: parts.reverse()
        case .monthFirst:
            // With points as separators, `SearchDates` reads the day first.
            guard separator != "." else { return text }
            parts.append(parts.removeFirst())
        }
        return parts.joined(separator: String(separator))
    }

    private static func day(
        _ day: Int,
        month: Int,
        year: Int,
        as order: LocaleFormats.DateOrder
    ) -> String {
        guard months.indices.contains(month - 1) else { return "" }
        let name = months[month - 1]
        // English-speaking countries differ in the order; other languages have one order each.
        if order == .dayFirst, localized("%1 %2, %3") == "%1 %2, %3" {
            return "\(day) \(name) \(year)"
        }
        // Translators: as it is written in a date, such as “1er”.
        let number = day == 1 ? localized("1", context: "the first day of a month") : "\(day)"
        // Translators: a date. %1 is the name of a month, %2 a day of it, %3 a year.
        return localized("%1 %2, %3", name, number, "\(year)")
    }

    private static let months = [
        localized("January"), localized("February"), localized("March"), localized("April"),
        localized("May"), localized("June"), localized("July"), localized("August"),
        localized("September"), localized("October"), localized("November"),
        localized("December"),
    ]

    private static func age(of date: Date, now: Date, _ time: LocalTime) -> Age {
        let seconds = now.timeIntervalSince(date)
        switch seconds {
        case ..<minute: return .justNow
        case ..<hour: return .minutes(Int(seconds / minute))
        case ..<day: return .hours(Int(seconds / hour))
        case ..<(7 * day):
            if now < midnight(days: 1, after: date, time) {
                return .hours(Int(seconds / hour))
            }
            if now < midnight(days: 2, after: date, time) { return .yesterday }
            return .days(max(2, Int(seconds / day)))
        default: return .older
        }
    }

    /// The midnight that begins the day a number of days after the date's.
    private static func midnight(days: Int, after date: Date, _ time: LocalTime) -> Date {
        let moment = time.startOfDay(date.timeIntervalSince1970, plus: days)
        return Date(timeIntervalSince1970: moment)
    }
}
