import Foundation
import Synchronization

@testable import HawkNotesModel

/// A clock that is set by hand, and a main queue that runs when it is told to.
package final class TestEnvironment: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
    private let jobs = Mutex<[@MainActor @Sendable () -> Void]>([])
    private let laterJobs = Mutex<[(TimeInterval, @Sendable () -> Void)]>([])

    package init() {}

    /// What a library is opened with.
    package var library: LibraryEnvironment {
        var environment = LibraryEnvironment(
            now: { self.time.withLock { $0 } },
            makeID: { UUID() },
            onMain: { job in self.jobs.withLock { $0.append(job) } },
            reading: { $0() },
            after: { seconds, job in
                self.laterJobs.withLock { $0.append((seconds, job)) }
            }
        )
        environment.onTimeout = environment.after
        return environment
    }

    /// The clock goes on.
    package func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }

    /// Lets so many seconds pass, and runs off the main thread what was to be run in that time.
    package func pass(_ seconds: TimeInterval) {
        advance(by: seconds)
        let due = laterJobs.withLock { jobs in
            jobs = jobs.map { ($0.0 - seconds, $0.1) }
            defer { jobs.removeAll { $0.0 <= 0 } }
            return jobs.filter { $0.0 <= 0 }
        }
        for (_, job) in due { job() }
    }

    package var laterJobCount: Int { laterJobs.withLock { $0.count } }

    package var waitingJobs: Int { jobs.withLock { $0.count } }

    @MainActor
    package func runMainQueue() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job()
        }
    }
}
