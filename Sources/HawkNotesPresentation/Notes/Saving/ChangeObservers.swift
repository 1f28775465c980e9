/// Keeps a closure registered as long as this object exists.
@MainActor
package class ChangeObservation {}

/// The observers of a model's changes.
@MainActor
package final class ChangeObservers<Change> {
    private final class Listener: ChangeObservation {
        let body: @MainActor (Change) -> Void

        init(_ body: @escaping @MainActor (Change) -> Void) { self.body = body }
    }

    private struct Entry {
        /// Weak: the observation ends when its owner releases it.
        weak var listener: Listener?
    }

    private var entries: [Entry] = []

    package init() {}

    /// Calls the body with each change as long as the returned object is kept.
    package func add(_ body: @escaping @MainActor (Change) -> Void) -> ChangeObservation {
        let listener = Listener(body)
        entries.append(Entry(listener: listener))
        return listener
    }

    /// Notifies all observers, in the order in which they were added.
    package func notify(_ change: Change) {
        entries.removeAll { $0.listener == nil }
        for entry in entries { entry.listener?.body(change) }
    }
}
