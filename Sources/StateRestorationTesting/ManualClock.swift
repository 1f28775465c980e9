import Dispatch
import Foundation
import StateRestoration

/// A clock that only moves when advanced.
public final class ManualClock: @unchecked Sendable {
    private struct Appointment {
        var due: Duration
        var number: Int
        var queue: DispatchQueue
        var body: @Sendable () -> Void
    }

    private let lock = NSLock()
    private let start: Date
    private var elapsed: Duration = .zero
    private var appointments: [Appointment] = []
    private var count = 0

    /// Makes a clock with this date.
    public init(start: Date = Date(timeIntervalSinceReferenceDate: 700_000_000)) {
        self.start = start
    }

    /// The clock for a `RestorationEnvironment`.
    public var clock: RestorationClock {
        RestorationClock(
            now: { [self] in now },
            uptime: { [self] in lock.withLock { elapsed } },
            schedule: { [self] delay, queue, body in
                lock.withLock {
                    count += 1
                    appointments.append(
                        Appointment(due: elapsed + delay, number: count, queue: queue, body: body)
                    )
                }
            }
        )
    }

    /// The current date of the clock.
    public var now: Date {
        let components = lock.withLock { elapsed }.components
        return start.addingTimeInterval(
            Double(components.seconds) + Double(components.attoseconds) * 1e-18
        )
    }

    /// The number of pending delayed tasks.
    public var waitingCount: Int { lock.withLock { appointments.count } }

    /// Advances the clock, and runs due tasks in order; returns when they have run.
    public func advance(by duration: Duration) {
        let end = lock.withLock { elapsed + duration }
        while let appointment = removeNext(until: end) {
            appointment.queue.sync(execute: appointment.body)
        }
        lock.withLock { elapsed = end }
    }

    private func removeNext(until end: Duration) -> Appointment? {
        lock.withLock {
            let due = appointments.indices.filter { appointments[$0].due <= end }
            guard
                let first = due.min(by: {
                    (appointments[$0].due, appointments[$0].number)
                        < (appointments[$1].due, appointments[$1].number)
                })
            else { return nil }
            elapsed = max(elapsed, appointments[first].due)
            return appointments.remove(at: first)
        }
    }
}
