import Foundation
import GTKBridge

/// Dates as people say them.
@MainActor
enum DateText {
    /// How long ago something was, as far as that is said.
    private enum Age {
        case justNow, minutes(Int), hours(Int), yesterday, days(Int), older
    }

    private static let (minute, hour, day) = (60.0, 3600.0, 86_400.0)

    /// How long ago, or the day when that is clearer.
    ///
    /// - Parameter calendar: says when a day ends.
    static func relative(
        _ date: Date,
        now: Date,
        calendar: Calendar = .autoupdatingCurrent
    ) -> String {
        switch age(of: date, now: now, calendar) {
        case .justNow: localized("Just now")
        case .minutes(let count):
            localized("%1 minute ago", plural: "%1 minutes ago", count: count)
        case .hours(let count): localized("%1 hour ago", plural: "%1 hours ago", count: count)
        case .yesterday: localized("Yesterday")
        case .days(let count): localized("%1 day ago", plural: "%1 days ago", count: count)
        case .older: LocalTime.format(date.timeIntervalSince1970, "%x")
        }
    }

    /// The first moment at which `relative` says something else; nil when it never will.
    static func nextChange(
        of date: Date,
        after now: Date,
        calendar: Calendar = .autoupdatingCurrent
    ) -> Date? {
        switch age(of: date, now: now, calendar) {
        case .justNow: date + minute
        case .minutes(let count): date + Double(count + 1) * minute
        case .hours(let count):
            // The day on which clocks are put back has more than 24 hours.
            count < 24
                ? date + Double(count + 1) * hour
                : min(date + Double(count + 1) * hour, midnight(days: 1, after: date, calendar))
        case .yesterday: midnight(days: 2, after: date, calendar)
        case .days(let count): date + Double(count + 1) * day
        case .older: nil
        }
    }

    /// The day and the time.
    static func exact(_ date: Date) -> String {
        LocalTime.format(date.timeIntervalSince1970, "%x %X")
    }

    private static func age(of date: Date, now: Date, _ calendar: Calendar) -> Age {
        let seconds = now.timeIntervalSince(date)
        switch seconds {
        case ..<minute: return .justNow
        case ..<hour: return .minutes(Int(seconds / minute))
        case ..<day: return .hours(Int(seconds / hour))
        case ..<(7 * day):
            if now < midnight(days: 1, after: date, calendar) {
                return .hours(Int(seconds / hour))
            }
            if now < midnight(days: 2, after: date, calendar) { return .yesterday }
            return .days(max(2, Int(seconds / day)))
        default: return .older
        }
    }

    /// When the day begins that is so many days after the one of the date.
    private static func midnight(days: Int, after date: Date, _ calendar: Calendar) -> Date {
        let start = calendar.startOfDay(for: date)
        // At noon there is no change of clocks, so that no day is met twice or left out.
        let noon = start + Double(days) * day + day / 2
        return calendar.startOfDay(for: noon)
    }
}
