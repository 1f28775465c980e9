import Foundation

extension RestorationSession {
    /// What an application decides about its session.
    public struct Configuration: Sendable {
        /// The state directory; made with mode 0700 when it is missing.
        public var directory: URL
        /// The program and version that write, such as `hawk-notes 0.1.0`; kept in each file.
        public var writer: String
        /// Whether the windows of the last run come back. When not, they become the previous
        /// session, and closed windows that can be reopened.
        public var restoresState = true
        /// Whether anything is written at all. When not, the directory is not locked either, and what
        /// changes in this run is gone at its end.
        public var savesState = true
        /// How many closed windows can be reopened; older ones go to the trash.
        public var recentlyClosedLimit = 20
        /// How much is kept of what the windows were; by default nothing. See
        /// `RestorationSession.history()`.
        public var history: HistoryLimits?
        /// Windows closed with no more than this between two closings count as one quit.
        public var closingRunInterval: Duration = .seconds(10)
        /// The longest a change waits before it is written. Waiting is never begun anew.
        public var writeDelay: Duration = .milliseconds(50)
        /// The longest that written data waits before it is synced to the disk.
        public var syncDelay: Duration = .milliseconds(800)
        /// When a run of the application last died of its own fault, as its newest crash report says;
        /// `nil` when it never did, or nothing is known.
        ///
        /// A run that did so within 30 seconds after its `completeRestoration()` counts as a launch
        /// that failed, see `RestorationPlan`. Give the date of the newest report, read or
        /// unread: the session finds out whether it is about the last run. A run that was killed, that
        /// ran out of memory, lost its display or the power, did not die of its own fault, and must
        /// not give a date.
        public var lastFault: Date?
        /// Decides per window, at launch, whether it is restored; refused ones keep their files.
        ///
        /// Not asked about windows that a person wants back: reopened, or from the previous session.
        public var shouldRestore: @Sendable (RestorationCandidate) -> RestorationDecision = { _ in
            .restore
        }

        /// Whether this session still has its directory; `nil` when nothing but the lock says so.
        ///
        /// For a directory that several machines share, whose locks do not reach each other: the
        /// application keeps a lease of its own there, and says here whether it still has it. Asked before
        /// each burst of writing and each step that follows a wait, never on the main thread, which may be
        /// waiting for the answer: read a small file, and wait for nothing.
        ///
        /// Once it has said no it is not asked again. Nothing more is written, renamed or removed in the
        /// directory by this session then, and what was on its way is given up; see
        /// ``RestorationSession/onDirectoryLoss(_:)`` and ``RestorationSession/leaveDirectory(for:)``. A
        /// write that has begun when another machine takes the lease is not called back.
        public var holdsDirectory: (@Sendable () -> Bool)?

        /// See `StateDirectory`; another one in tests.
        var smallestContinued = 128 * 1024

        /// Makes a configuration.
        public init(directory: URL, writer: String) {
            self.directory = directory
            self.writer = writer
        }
    }
}

/// A window that could be restored.
public struct RestorationCandidate: Sendable {
    /// The window's identifier.
    public var id: SceneIdentifier
    /// Its title.
    public var title: String
    /// The program and version that wrote it.
    public var writer: String
    /// The version of the file format.
    public var format: Int
}

/// Whether a window is to be restored.
public enum RestorationDecision: Sendable {
    /// It is.
    case restore
    /// It is not, for the reason given; the file stays for a later launch.
    case refuse(reason: String)
}
