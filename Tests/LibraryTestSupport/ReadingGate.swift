import HawkNotesModel
import Synchronization

/// Keeps what a library is to read until it is let through, as a slow disk does.
public final class ReadingGate: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isOpen = false
    }

    private let state = Mutex(State())

    /// Makes a gate that is closed.
    public init() {}

    /// How many readings wait.
    public var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Lets through what waits. What comes later waits again.
    public func letThrough() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for reading in waiting { reading() }
    }

    /// Lets through what waits and all that comes later.
    public func open() {
        state.withLock { $0.isOpen = true }
        letThrough()
    }

    fileprivate func add(_ reading: @escaping @Sendable () -> Void) {
        let passes = state.withLock { state in
            if !state.isOpen { state.waiting.append(reading) }
            return state.isOpen
        }
        if passes { reading() }
    }
}

extension LibraryEnvironment {
    /// The same, but nothing is read until the gate lets it through, and no reading is waited for.
    public func held(by gate: ReadingGate) -> LibraryEnvironment {
        var environment = self
        environment.readingPatience = 0
        environment.reading = { gate.add($0) }
        return environment
    }
}
