import Foundation

/// The windows of an application, kept in one state directory from run to run.
///
/// ```swift
/// for scene in session.scenesToRestore.reversed() { openWindow(for: scene) }
/// session.completeRestoration()
/// ```
///
/// Everything is kept all the time, not only at the end: a change is written after at most
/// `Configuration.writeDelay` and synced within a second, off the main thread.
///
/// Until `completeRestoration()` nothing that was on disk at launch is touched, and nothing new is
/// written: a run that fails while restoring leaves everything to the next one.
@MainActor
public final class RestorationSession {
    /// Why the application is being launched.
    public let launchReason: LaunchReason
    /// What was restored, what was not, and why.
    public internal(set) var report: RestorationReport
    /// The windows of the last run, front first.
    ///
    /// Taking a scene's `root` counts as restoring it. One that is left alone, or for which
    /// `restorationFailed(_:reason:)` was called, keeps its file for the next launch. See `plan` for
    /// how much of them to bring back.
    public let scenesToRestore: [RestorationScene]
    /// Names the paths at which the value of a path may be stored instead, the best one first; by default
    /// none.
    ///
    /// For an application whose scopes are named after things that can come to belong elsewhere: what is
    /// stored stays where it is, in open windows, closed ones, workspaces and the history, and is read from
    /// the first of these paths as long as nothing is stored at its own. The first write moves it to its
    /// own path. A path that has an owner in the window is passed over.
    ///
    /// Set it before anything of a window is made. It is asked often, and must be quick.
    public var fallbackPaths: @MainActor (_ path: String) -> [String] = { _ in [] }
    /// The open windows, front first; at launch those to be restored.
    public internal(set) var scenes: [RestorationScene] { didSet { offerObservers.notify(()) } }
    /// The window with the focus, or the one that had it last; at launch, in the last run.
    public internal(set) var activeScene: RestorationScene?
    /// How many launches in a row before this one failed: they did not get as far as
    /// `completeRestoration()`, or died of their own fault within 30 seconds after it, see
    /// `Configuration.lastFault`.
    public let incompleteLaunches: Int
    /// The closed windows that can be reopened, newest first.
    public internal(set) var recentlyClosed: [RecentlyClosedScene] {
        didSet { offerObservers.notify(()) }
    }
    /// Whether there is a previous session to go back to.
    public internal(set) var hasPreviousSession: Bool { didSet { offerObservers.notify(()) } }
    /// Whether `completeRestoration()` has been called.
    public internal(set) var isRestorationComplete = false {
        didSet { offerObservers.notify(()) }
    }
    /// Whether windows of the last run are still being opened, although the restore is complete.
    var isOpening = false
    /// Whether the session has ended: `terminate()` has been called, or `end()` is all but done.
    public internal(set) var hasTerminated = false
    /// Whether state can be written, as far as is known; see `onStorageStatusChange(_:)`.
    public internal(set) var storageStatus = StorageStatus.working

    let configuration: Configuration
    let environment: RestorationEnvironment
    let directory: StateDirectory
    let writer: StateWriter
    let applicationScene: RestorationScene
    /// Whether a value of the application itself has been changed in this run.
    var hasChangedApplication = false
    /// The windows of which the restorables are encoded when the present event is over.
    var scenesToEncode: [RestorationScene] = []
    var loaded: LoadedSession
    var workspaceList: [LoadedWorkspace] { didSet { offerObservers.notify(()) } }
    /// Workspaces of which the windows are being read.
    var workspaceOpenings: [WorkspaceIdentifier: Task<Void, Never>] = [:]
    var storedHistoryLimits: HistoryLimits?
    var closedLimit: Int
    let indexBox = SessionIndexBox()
    let storageObservers = ObserverList<StorageStatus>()
    let lossObservers = ObserverList<Void>()
    let setAsideObservers = ObserverList<RestorationReport.Entry>()
    let offerObservers = ObserverList<Void>()
    let encodeObservers = ObserverList<RestorationScene>()
    let decodeObservers = ObserverList<RestorationScene>()
    var factories: [String: @MainActor (RestorationScope) throws -> Void] = [:]
    var closingRun = ClosingRun()
    var titlesOfRun: [SceneIdentifier: String] = [:]
    /// Windows that were there at launch and are not open; they keep their place behind the open
    /// ones.
    var leftAlone: [SceneIdentifier] = []
    var failedRestores: Set<SceneIdentifier> = []
    var choice: SceneChoice?
    var previousSession = PreviousSession() { didSet { offerObservers.notify(()) } }
    let access: DirectoryAccess
    /// Whether the directory is this process's, and what is in it is known.
    var hasDirectory: Bool
    /// The change of generations, until there is a directory in which to make it.
    var pendingChange: GenerationChange?
    /// The run of `end()` that is underway.
    var ending: Task<Void, Never>?
    /// Whether the directory belongs to another session now, and that has been told.
    var isDirectoryLost = false
    /// The directory that the windows go on in, once the session has left its own.
    var leaving: DirectoryLeaving?
    /// Why not all windows could be written to the directory that `leaveDirectory(for:)` names; `nil` when
    /// they are all there, and before the end.
    public internal(set) var leavingError: RestorationError?

    /// Takes the state directory and reads what the last run left there.
    ///
    /// Bad files cost at most the window they are about and are named in the report. A directory that
    /// cannot be made or locked, on a full or broken disk say, is no reason to do without a session:
    /// `storageStatus` is then failing, and it is tried again, ever more slowly, until what is there by
    /// then can be written. Windows of the last run that are only found when that succeeds are kept for
    /// the next launch, and named in the report.
    ///
    /// - Throws: `RestorationError` with code `.alreadyInUse` when another process has the
    ///   directory. Should one take it while this session waits for it, the status says so.
    public static func open(
        _ configuration: Configuration,
        environment: RestorationEnvironment = .live
    ) throws -> RestorationSession {
        let gaps = FileSystemGaps()
        let hold = DirectoryHold(configuration.holdsDirectory)
        let directory = StateDirectory(
            path: path(of: configuration.directory, environment.fileSystem),
            fileSystem: environment.fileSystem.held(by: hold, configuration.directory)
                .bridging(gaps),
            gaps: gaps,
            smallestContinued: configuration.smallestContinued
        )
        let access = DirectoryAccess(directory, hold: hold, lastFault: configuration.lastFault)
        var problem: RestorationError?
        if configuration.savesState, hold.ask() {
            do {
                try access.acquire()
            } catch {
                guard error.code != .alreadyInUse else { throw error }
                problem = error
            }
        }
        // Before anything else is read: reading it may be what fails.
        let marker = LaunchMarker.read(directory, fault: configuration.lastFault)
        let markerProblem = access.isHeld ? LaunchMarker.leave(after: marker, in: directory) : nil
        var loaded = SessionLoader.load(directory, after: marker)
        loaded.markerProblem = markerProblem
        loaded.report.addSetAside(access.drainSetAside(), in: directory)
        let session = RestorationSession(configuration, environment, directory, loaded, access)
        if let problem { session.waitForDirectory(after: problem) }
        return session
    }

    /// The path of the state directory; where that is a link of the user's own to a state directory, or
    /// to an empty folder that is to become one, what it leads to. A folder with other things in it is
    /// another program's.
    nonisolated static func path(of url: URL, _ files: FileSystem) -> String {
        let path = url.standardizedFileURL.path
        do {
            guard let target = try files.ownLinkTarget(path) else { return path }
            let names = try files.names(target)
            return names.isEmpty || names.contains("lock") || names.contains("windows")
                ? target : path
        } catch {
            // Taking the directory will say what is wrong with it.
            return path
        }
    }

    private init(
        _ configuration: Configuration,
        _ environment: RestorationEnvironment,
        _ directory: StateDirectory,
        _ loaded: LoadedSession,
        _ access: DirectoryAccess
    ) {
        self.configuration = configuration
        storedHistoryLimits = configuration.history
        closedLimit = max(configuration.recentlyClosedLimit, 0)
        self.environment = environment
        self.directory = directory
        self.loaded = loaded
        workspaceList = loaded.workspaces.list
        self.access = access
        hasDirectory = access.isHeld
        applicationScene = RestorationScene(
            id: .application,
            title: "",
            contents: loaded.application?.state.contents ?? [:],
            isPrivate: false
        )
        var report = loaded.report
        let restored = RestorationSession.restorableScenes(loaded, configuration, &report)
        self.report = report
        scenesToRestore = restored
        scenes = restored
        activeScene = restored.first { $0.id == loaded.active } ?? restored.first
        recentlyClosed = loaded.replacedScenes + loaded.closed
        hasPreviousSession = loaded.hasPreviousSession
        incompleteLaunches = loaded.marker?.failedLaunches ?? 0
        if loaded.isPristine {
            launchReason = .pristine
        } else if loaded.marker != nil {
            launchReason = .recover
        } else {
            launchReason = restored.isEmpty ? .launch : .restore
        }
        let link = SessionLink()
        writer = StateWriter(
            directory: directory,
            configuration: configuration,
            clock: environment.clock,
            index: indexBox,
            access: access,
            didPersist: { ids in link.onMain { $0.didPersist(ids) } },
            statusChanged: { status in
                link.onMain { $0.setStorageStatus(status) }
            },
            foreignFound: { files in link.onMain { $0.foundForeign(files) } },
            directoryLost: { link.onMain { $0.noteDirectoryLoss() } },
            historyFailure: { error in
                link.onMain { session in
                    session.report.add(
                        .note,
                        .historyFailed,
                        subject: "history",
                        reason: error.description
                    )
                }
            }
        )
        link.session = self
        connectApplication()
        let scenes = Dictionary(uniqueKeysWithValues: restored.map { ($0.id, $0) })
        for window in loaded.windows {
            guard let scene = scenes[window.id] else { continue }
            connect(scene)
            // Another process may change it until this one has the directory.
            let launchFile =
                hasDirectory
                ? window.launchFile(in: directory) : LaunchFile(continuation: window.continuation)
            submit(.open(scene.id, window.state, isNew: window.needsWriting, launchFile))
        }
        reportMarker(loaded.markerProblem)
        directory.gaps.onFind { gap in
            link.onMain { $0.reportGap(gap) }
        }
    }

    private func reportGap(_ gap: FileSystemGaps.Gap) {
        report.add(
            .note,
            .limitedFileSystem,
            subject: directory.path,
            reason: gap.sentences
        )
    }

    private static func restorableScenes(
        _ loaded: LoadedSession,
        _ configuration: Configuration,
        _ report: inout RestorationReport
    ) -> [RestorationScene] {
        guard configuration.restoresState else { return [] }
        return loaded.windows.compactMap { window in
            if loaded.workspaces.replaced[window.id] != nil { return nil }
            let candidate = RestorationCandidate(
                id: window.id,
                title: window.state.title,
                writer: window.state.writer,
                format: window.state.format
            )
            if case .refuse(let reason) = configuration.shouldRestore(candidate) {
                report.add(
                    .notRestored,
                    .refused,
                    scene: window.id,
                    subject: window.state.title,
                    reason: reason
                )
                return nil
            }
            return RestorationScene(
                id: window.id,
                title: window.state.title,
                contents: window.state.contents,
                isPrivate: false
            )
        }
    }

    func reportMarker(_ error: (any Error)?) {
        guard let error else { return }
        report.add(
            .note,
            .markerFailed,
            subject: "running.json",
            reason: "\(directory.running) cannot be written: \(SessionLoader.words(error))"
        )
    }
}

/// A way from the writer's queue to the session on the main thread, without keeping it alive.
final class SessionLink: @unchecked Sendable {
    @MainActor weak var session: RestorationSession?

    func onMain(_ body: @escaping @MainActor @Sendable (RestorationSession) -> Void) {
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                if let session = self.session { body(session) }
            }
        }
    }
}
