import Foundation

/// What a library takes from the world around it: the time, fresh ids, the main queue.
public struct LibraryEnvironment: Sendable {
    /// The present time, for the dates of notes.
    public var now: @Sendable () -> Date
    /// An id for a new note.
    public var makeID: @Sendable () -> UUID
    /// Runs a job later on the main thread; jobs must run in the order in which they came.
    public var onMain: @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void

    /// Takes each from the caller, for tests and other main loops.
    public init(
        now: @escaping @Sendable () -> Date,
        makeID: @escaping @Sendable () -> UUID,
        onMain: @escaping @Sendable (@escaping @MainActor @Sendable () -> Void) -> Void
    ) {
        self.now = now
        self.makeID = makeID
        self.onMain = onMain
    }

    /// The system's clock, random ids, and the main dispatch queue.
    public static let live = LibraryEnvironment(
        now: { Date() },
        makeID: { UUID() },
        onMain: { job in
            DispatchQueue.main.async { MainActor.assumeIsolated(job) }
        }
    )
}
