import Foundation

extension RestorationSession {
    /// The application's settings of a session.
    public struct Configuration: Sendable {
        /// The state directory; made with mode 0700 when it is missing.
        public var directory: URL
        /// The writing program and its version, such as `hawk-notes 0.1.0`; stored in each file.
        public var writer: String
        /// Whether the windows of the last run are restored. Otherwise they become the previous
        /// session, and closed windows that can be reopened.
        public var restoresState = true
        /// Whether anything is written at all. Otherwise the directory is not locked either, and
        /// changes of this run are lost at its end.
        public var savesState = true
        /// The maximum number of closed windows that can be reopened; older ones are moved to the
        /// trash.
        public var recentlyClosedLimit = 20
        /// The limits of the history; by default there is none. See `RestorationSession.history()`.
        public var history: HistoryLimits?
        /// Windows closed with at most this interval between two closings count as one quit.
        public var closingRunInterval: Duration = .seconds(10)
        /// The maximum delay before a change is written. Further changes do not extend it.
        public var writeDelay: Duration = .milliseconds(50)
        /// The maximum delay before written data is synced to the disk.
        public var syncDelay: Duration = .milliseconds(800)
        /// The date of the application's newest crash report: the last time that it crashed by its
        /// own fault; `nil` when it never did, or this is unknown.
        ///
        /// A run that crashed within 30 seconds after its `completeRestoration()` counts as a
        /// failed launch, see `RestorationPlan`. Give the date of the newest report, read or
        /// unread: the session determines whether it is about the last run. A run that was killed,
        /// ran out of memory, or lost its display or the power did not crash by its own fault, and
        /// must not give a date.
        public var lastFault: Date?
        /// Decides at launch whether a window is restored; refused ones keep their files.
        ///
        /// Not called for windows that the user requests: reopened, or from the previous session.
        public var shouldRestore: @Sendable (RestorationCandidate) -> RestorationDecision = { _ in
            .restore
        }

        /// Whether this session still owns its directory; `nil` when only the lock decides.
        ///
        /// For a directory shared by several machines, whose locks do not affect each other: the
        /// application keeps its own lease there, and returns whether it still has it. Called
        /// before each burst of writing and each step after a wait, never on the main thread, which
        /// may be waiting for the answer: read a small file, and do not block.
        ///
        /// After it has returned false, it is not called again. The session then writes, renames or
        /// removes nothing more in the directory, and drops pending changes; see
        /// ``RestorationSession/onDirectoryLoss(_:)`` and
        /// ``RestorationSession/leaveDirectory(for:)``. A write that is underway when another
        /// machine takes the lease is not cancelled.
        public var holdsDirectory: (@Sendable () -> Bool)?

        /// See `StateDirectory`; tests use another one.
        var smallestContinued = 128 * 1024

        /// Makes a configuration.
        public init(directory: URL, writer: String) {
            self.directory = directory
            self.writer = writer
        }
    }
}

/// A window that can be restored.
public struct RestorationCandidate: Sendable {
    /// The window's identifier.
    public var id: SceneIdentifier
    /// Its title.
    public var title: String
    /// The program and version that wrote the file.
    public var writer: String
    /// The version of the file format.
    public var format: Int
}

/// The decision whether to restore a window.
public enum RestorationDecision: Sendable {
    /// Restore it.
    case restore
    /// Do not restore it, for the given reason; the file stays for a later launch.
    case refuse(reason: String)
}
