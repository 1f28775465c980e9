import Dispatch
import Foundation

/// The library's dependencies: files, time, new identifiers.
///
/// Tests replace them; the `StateRestorationTesting` product has the replacements.
public struct RestorationEnvironment: Sendable {
    /// The file system of state files.
    public var fileSystem: FileSystem
    /// Dates, and delayed work.
    public var clock: RestorationClock
    /// Makes the identifier of a new window; must never repeat one.
    public var makeIdentifier: @Sendable () -> String
    /// Called for mistakes in the calling program, such as two owners of one key.
    ///
    /// Stops debug builds; tests inject a recorder. The report gets a line in any case.
    public var programmingError: @Sendable (_ message: String) -> Void

    /// Makes an environment.
    public init(
        fileSystem: FileSystem,
        clock: RestorationClock,
        makeIdentifier: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() },
        programmingError: @escaping @Sendable (String) -> Void = { assertionFailure($0) }
    ) {
        self.fileSystem = fileSystem
        self.clock = clock
        self.makeIdentifier = makeIdentifier
        self.programmingError = programmingError
    }

    /// The real disk and time.
    public static var live: RestorationEnvironment {
        RestorationEnvironment(fileSystem: .live, clock: .live)
    }
}

/// Dates, and delayed work.
public struct RestorationClock: Sendable {
    /// The date of the wall clock, to show to users; it may jump.
    public var now: @Sendable () -> Date
    /// Monotonic time from an arbitrary start, which also advances while the machine sleeps.
    public var uptime: @Sendable () -> Duration
    /// Runs the body once on the queue after the delay.
    public var schedule:
        @Sendable (
            _ delay: Duration, _ queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
        ) -> Void

    /// Makes a clock.
    public init(
        now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> Duration,
        schedule:
            @escaping @Sendable (Duration, DispatchQueue, @escaping @Sendable () -> Void) -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.schedule = schedule
    }

    /// The system's clock.
    public static var live: RestorationClock {
        RestorationClock(
            now: { Date() },
            uptime: { bootTime() },
            schedule: { delay, queue, body in
                queue.asyncAfter(deadline: .now() + delay.timeInterval, execute: body)
            }
        )
    }
}

/// The time since the machine was started. Unlike that of `DispatchTime`, it advances while the
/// machine sleeps.
private func bootTime() -> Duration {
    var time = timespec()
    guard clock_gettime(CLOCK_BOOTTIME, &time) == 0 else {
        return .nanoseconds(DispatchTime.now().uptimeNanoseconds)
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

extension Duration {
    /// The duration in seconds.
    var timeInterval: TimeInterval {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
