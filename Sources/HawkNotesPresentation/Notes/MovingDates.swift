import Foundation
import Phrases

/// Something that shows how long ago a date was.
@MainActor
package protocol MovingDate: AnyObject {
    /// When what it shows changes next; nil when it never will.
    func nextChange(after now: Date) -> Date?
    /// Shows the date as it is said now.
    func showDate(now: Date)
}

/// Renews the dates that are seen, so that “Just now” does not stay for hours.
///
/// There is one timer for all windows. It runs only while something is seen that will change, and goes off
/// at whole minutes, so that many dates cost one wake-up, and rests while no window is seen.
@MainActor
package final class MovingDates {
    /// Calls a closure once, after a number of seconds; what is returned takes the call back.
    package typealias Timer =
        @MainActor (
            _ seconds: Double,
            _ body: @escaping @MainActor () -> Void
        ) -> @MainActor () -> Void

    private struct Weak {
        weak var date: (any MovingDate)?
    }

    /// A timer may sleep with the machine, and the clock may be set: then what is said is wrong for this
    /// long at most, in seconds.
    private static let longestWait = 3600.0

    private let now: () -> Date
    private let after: Timer
    private var dates: [ObjectIdentifier: Weak] = [:]
    private var timer: (due: Date, cancel: @MainActor () -> Void)?

    /// Whether no window is seen; what has changed meanwhile is shown when one is seen again.
    package var isResting = false {
        didSet {
            guard isResting != oldValue else { return }
            timer?.cancel()
            timer = nil
            if !isResting { renew() }
        }
    }

    package init(now: @escaping () -> Date, after: @escaping Timer = MovingDates.mainLoopTimer) {
        self.now = now
        self.after = after
    }

    isolated deinit { timer?.cancel() }

    /// Renews a date from now on; to be called when it comes into sight, and when it is another one.
    package func add(_ date: any MovingDate) {
        dates[ObjectIdentifier(date)] = Weak(date: date)
        let now = now()
        date.showDate(now: now)
        schedule(date.nextChange(after: now), now: now)
    }

    /// Lets a date be; to be called when it is out of sight.
    package func remove(_ date: any MovingDate) {
        dates[ObjectIdentifier(date)] = nil
        guard dates.isEmpty else { return }
        timer?.cancel()
        timer = nil
    }

    /// Sees to it that the timer goes off by then.
    private func schedule(_ change: Date?, now: Date) {
        guard let change, !isResting else { return }
        let minute = (change.timeIntervalSince1970 / 60).rounded(.up) * 60
        let due = min(Date(timeIntervalSince1970: minute), now + Self.longestWait)
        if let timer, timer.due <= due { return }
        timer?.cancel()
        let cancel = after(max(due.timeIntervalSince(now), 0)) { [weak self] in self?.renew() }
        timer = (due, cancel)
    }

    private func renew() {
        timer = nil
        let now = now()
        dates = dates.filter { $0.value.date != nil }
        for entry in dates.values { entry.date?.showDate(now: now) }
        schedule(dates.values.compactMap { $0.date?.nextChange(after: now) }.min(), now: now)
    }

    private static let mainLoopTimer: Timer = { seconds, body in
        // Not before: the text would still be the old one.
        let delay = Duration.milliseconds(Int((seconds * 1000).rounded(.up)) + 1)
        let source = MainLoop.after(delay, body)
        return { source.cancel() }
    }
}
