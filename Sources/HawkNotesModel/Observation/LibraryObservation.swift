/// Keeps an observation of the library alive; it ends when this object is released.
@MainActor
public final class LibraryObservation {
    private(set) var isCancelled = false

    init() {}

    /// Ends the observation now: nothing more is delivered.
    public func cancel() {
        isCancelled = true
    }
}
