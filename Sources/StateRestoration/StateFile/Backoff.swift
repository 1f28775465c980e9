import Foundation

/// When to try again what has failed: ever more slowly, and sooner while somebody is at work.
///
/// The times are those of `RestorationClock.uptime`.
struct Backoff {
    static let firstDelay: Duration = .milliseconds(100)
    static let lastDelay: Duration = .seconds(30)
    /// The longest that somebody who goes on working waits for the next attempt.
    static let patience: Duration = .seconds(2)

    private var delay = Backoff.firstDelay
    private var isScheduled = false
    private var lastAttempt: Duration = .zero

    /// Notes a failure.
    ///
    /// - Returns: After what time to try again; `nil` when that is arranged already.
    mutating func fail(at time: Duration) -> Duration? {
        lastAttempt = time
        guard !isScheduled else { return nil }
        isScheduled = true
        defer { delay = min(delay * 2, Backoff.lastDelay) }
        return delay
    }

    /// Notes that the time that `fail` gave has come.
    mutating func begin() { isScheduled = false }

    /// Notes an attempt that nobody arranged.
    mutating func attempt(at time: Duration) { lastAttempt = time }

    /// Notes that all is well again.
    mutating func succeed() { delay = Backoff.firstDelay }

    /// Whether somebody who is at work has waited long enough since the last attempt.
    func isDue(at time: Duration) -> Bool { time - lastAttempt >= Backoff.patience }
}
