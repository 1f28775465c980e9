/// Why the application is being launched, as far as its state tells.
public enum LaunchReason: String, Sendable, CaseIterable {
    /// There has never been a session here.
    case pristine
    /// The last run ended cleanly and left no window to restore.
    case launch
    /// The last run did not end cleanly: a crash, a kill, a power cut.
    case recover
    /// The last run ended cleanly and left windows to restore.
    case restore
}
