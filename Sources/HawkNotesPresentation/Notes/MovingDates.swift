import Foundation
import Phrases

/// A view that shows how long ago a date was.
@MainActor
package protocol MovingDate: AnyObject {
    /// When the shown text changes next; nil when it never will.
    func nextChange(after now: Date) -> Date?
    /// Updates the shown text.
    func showDate(now: Date)
}

/// Updates the visible dates, so that “Just now” does not stay for hours.
///
/// All windows share one timer. It runs only while a visible date will change, fires at whole
/// minutes, so that many dates cost one wake-up, and rests while no window is visible.
@MainActor
package final class MovingDates {
    /// Calls a closure once after a number of seconds; the returned closure cancels the call.
    package typealias Timer =
        @MainActor (
            _ seconds: Double,
            _ body: @escaping @MainActor () -> Void
        ) -> @MainActor () -> Void

    private struct Weak {
        weak var date: (any MovingDate)?
    }

    /// The longest wait, in seconds: timers may stop while the computer sleeps, and the clock may
    /// be set, so that a text is wrong for this long at most.
    private static let longestWait = 3600.0

    private let now: () -> Date
    private let after: Timer
    private var dates: [ObjectIdentifier: Weak] = [:]
    private var timer: (due: Date, cancel: @MainActor () -> Void)?

    /// Whether no window is visible; changes are shown when one becomes visible.
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

    /// Starts to update a date; call it when the date becomes visible and when it changes.
    package func add(_ date: any MovingDate) {
        dates[ObjectIdentifier(date)] = Weak(date: date)
        let now = now()
        date.showDate(now: now)
        schedule(date.nextChange(after: now), now: now)
    }

    /// Stops updating a date; call it when the date is out of sight.
    package func remove(_ date: any MovingDate) {
        dates[ObjectIdentifier(date)] = nil
        guard dates.isEmpty else { return }
        timer?.cancel()
        timer = nil
    }

    /// Makes sure that the timer fires by then.
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
        // Not earlier: the text would not have changed yet.
        let delay = Duration.milliseconds(Int((seconds * 1000).rounded(.up)) + 1)
        let source = MainLoop.after(delay, body)
        return { source.cancel() }
    }
}
