/// Keeps an observation of the library going; it ends when this object goes away.
@MainActor
public final class LibraryObservation {
    private var refresh: (@MainActor () -> Void)?

    init(refresh: @escaping @MainActor () -> Void) {
        self.refresh = refresh
    }

    /// Ends the observation now: nothing is delivered from here on.
    public func cancel() {
        refresh = nil
    }
}
