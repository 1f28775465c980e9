import Foundation
import HawkNotesModel

extension LibraryEnvironment {
    /// One whose first values come before the call returns, also while other things keep the machine.
    static let patient: LibraryEnvironment = {
        var environment = LibraryEnvironment.live
        environment.readingPatience = 60
        return environment
    }()

    /// One that reads nothing until the gate is opened, and waits for no reading.
    static func held(by gate: ReadingGate) -> LibraryEnvironment {
        var environment = LibraryEnvironment.live
        environment.readingPatience = 0
        environment.reading = { gate.add($0) }
        return environment
    }
}

/// Keeps what is to be read until it is opened, as a slow disk does.
final class ReadingGate: @unchecked Sendable {
    private let lock = NSLock()
    private var waiting: [@Sendable () -> Void] = []
    private var isOpen = false

    func add(_ job: @escaping @Sendable () -> Void) {
        let runs = lock.withLock {
            if !isOpen { waiting.append(job) }
            return isOpen
        }
        if runs { job() }
    }

    func open() {
        let jobs = lock.withLock {
            isOpen = true
            defer { waiting = [] }
            return waiting
        }
        for job in jobs { job() }
    }
}
