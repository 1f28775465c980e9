import Foundation

/// Keeps an observer registered until `cancel()` or until it is released.
public final class RestorationObservation: @unchecked Sendable {
    private let lock = NSLock()
    private var body: (@Sendable () -> Void)?

    init(cancel body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { cancel() }

    /// Ends the observation; a second call does nothing.
    public func cancel() {
        let body = lock.withLock {
            defer { self.body = nil }
            return self.body
        }
        body?()
    }
}

/// The observers of an event.
///
/// Locked rather than bound to the main actor, because an observation may end in a `deinit`,
/// which runs wherever the last reference is dropped.
final class ObserverList<Event>: @unchecked Sendable {
    typealias Observer = @MainActor (Event) -> Void

    private let lock = NSLock()
    private var observers: [(id: Int, body: Observer)] = []
    private var nextID = 0

    var isEmpty: Bool { lock.withLock { observers.isEmpty } }

    func add(_ body: @escaping Observer) -> RestorationObservation {
        let id = lock.withLock {
            nextID += 1
            observers.append((nextID, body))
            return nextID
        }
        return RestorationObservation { [weak self] in
            self?.remove(id)
        }
    }

    private func remove(_ id: Int) {
        let removed = lock.withLock {
            observers.firstIndex { $0.id == id }.map { observers.remove(at: $0) }
        }
        // Released outside the lock: the body's captures may end their own observation here.
        withExtendedLifetime(removed) {}
    }

    @MainActor func notify(_ event: Event) {
        for observer in lock.withLock({ observers }) { observer.body(event) }
    }
}
