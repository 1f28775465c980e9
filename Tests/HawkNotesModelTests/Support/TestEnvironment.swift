import Foundation
import Synchronization

@testable import HawkNotesModel

/// A clock that is set by hand, and a main queue that runs when it is told to.
final class TestEnvironment: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
    private let jobs = Mutex<[@MainActor @Sendable () -> Void]>([])

    var library: LibraryEnvironment {
        LibraryEnvironment(
            now: { self.time.withLock { $0 } },
            makeID: { UUID() },
            onMain: { job in self.jobs.withLock { $0.append(job) } }
        )
    }

    func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }

    var waitingJobs: Int { jobs.withLock { $0.count } }

    @MainActor
    func runMainQueue() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job()
        }
    }
}
