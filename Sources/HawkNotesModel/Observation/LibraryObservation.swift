/// Keeps an observation of the library going; it ends when this object goes away.
@MainActor
public final class LibraryObservation {
    private(set) var isCancelled = false

    init() {}

    /// Ends the observation now: nothing is delivered from here on.
    public func cancel() {
        isCancelled = true
    }
}
