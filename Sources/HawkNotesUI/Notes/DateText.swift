import Foundation
import GTKBridge

/// Dates as people say them.
@MainActor
enum DateText {
    /// How long ago, or the day when that is clearer.
    static func relative(_ date: Date, now: Date) -> String {
        let seconds = now.timeIntervalSince(date)
        switch seconds {
        case ..<60: return localized("Just now")
        case ..<3600:
            return localized(
                "%1 minute ago",
                plural: "%1 minutes ago",
                count: Int(seconds / 60)
            )
        case ..<86_400:
            return localized("%1 hour ago", plural: "%1 hours ago", count: Int(seconds / 3600))
        case ..<(7 * 86_400):
            return localized("%1 day ago", plural: "%1 days ago", count: Int(seconds / 86_400))
        default:
            return LocalTime.format(date.timeIntervalSince1970, "%x")
        }
    }

    /// The day and the time.
    static func exact(_ date: Date) -> String {
        LocalTime.format(date.timeIntervalSince1970, "%x %X")
    }
}
