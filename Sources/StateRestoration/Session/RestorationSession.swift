import Foundation

/// The windows of an application, stored in a state directory across runs.
///
/// ```swift
/// for scene in session.scenesToRestore.reversed() { openWindow(for: scene) }
/// session.completeRestoration()
/// ```
///
/// Everything is stored continuously, not only at the end: a change is written after at most
/// `Configuration.writeDelay` and synced within a second, off the main thread.
///
/// Until `completeRestoration()`, nothing on disk is changed or written: a run that fails while
/// restoring leaves everything to the next one.
@MainActor
public final class RestorationSession {
    /// The reason of the launch.
    public let launchReason: LaunchReason
    /// The results of restoring: what was restored, what was not, and why.
    public internal(set) var report: RestorationReport
    /// The windows of the last run, front first.
    ///
    /// Accessing a scene's `root` counts as restoring it. A scene that is left alone, or for which
    /// `restorationFailed(_:reason:)` was called, keeps its file for the next launch. See `plan`
    /// for how many of them to restore.
    public let scenesToRestore: [RestorationScene]
    /// Returns other paths where the value of a path may be stored, the best one first; by default
    /// none.
    ///
    /// For an application whose scopes are named after things that can move: stored values stay
    /// where they are, in open windows, closed ones, workspaces and the history, and are read from
    /// the first of these paths as long as nothing is stored at their own. The first write moves a
    /// value to its own path. A path that has an owner in the window is skipped.
    ///
    /// Set it before anything of a window is made. It is called often, and must be fast.
    public var fallbackPaths: @MainActor (_ path: String) -> [String] = { _ in [] }
    /// The open windows, front first; at launch those to be restored.
    public internal(set) var scenes: [RestorationScene] { didSet { offerObservers.notify(()) } }
    /// The window that has or last had the focus; at launch, that of the last run.
    public internal(set) var activeScene: RestorationScene?
    /// The number of consecutive failed launches before this one: they did not reach
    /// `completeRestoration()`, or crashed by their own fault within 30 seconds after it, see
    /// `Configuration.lastFault`.
    public let incompleteLaunches: Int
    /// The closed windows that can be reopened, newest first.
    public internal(set) var recentlyClosed: [RecentlyClosedScene] {
        didSet { offerObservers.notify(()) }
    }
    /// Whether there is a previous session.
    public internal(set) var hasPreviousSession: Bool { didSet { offerObservers.notify(()) } }
    /// Whether `completeRestoration()` has been called.
    public internal(set) var isRestorationComplete = false {
        didSet { offerObservers.notify(()) }
    }
    /// Whether windows of the last run are still being opened, although the restore is complete.
    var isOpening = false
    /// Whether the session has ended: `terminate()` was called, or `end()` is almost done.
    public internal(set) var hasTerminated = false
    /// Whether state can be written, as far as known; see `onStorageStatusChange(_:)`.
    public internal(set) var storageStatus = StorageStatus.working

    let configuration: Configuration
    let environment: RestorationEnvironment
    let directory: StateDirectory
    let writer: StateWriter
    let applicationScene: RestorationScene
    /// Whether a value of the application itself was changed in this run.
    var hasChangedApplication = false
    /// The windows whose restorables are encoded at the end of the current event.
    var scenesToEncode: [RestorationScene] = []
    var loaded: LoadedSession
    var workspaceList: [LoadedWorkspace] { didSet { offerObservers.notify(()) } }
    /// Workspaces whose windows are being read.
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
    /// Windows that existed at launch and are not open; they keep their places behind the open
    /// ones.
    var leftAlone: [SceneIdentifier] = []
    var failedRestores: Set<SceneIdentifier> = []
    var choice: SceneChoice?
    var previousSession = PreviousSession() { didSet { offerObservers.notify(()) } }
    let access: DirectoryAccess
    /// Whether this process has the directory and knows its content.
    var hasDirectory: Bool
    /// The change of generations, until there is a directory for it.
    var pendingChange: GenerationChange?
    /// The current run of `end()`.
    var ending: Task<Void, Never>?
    /// Whether the directory belongs to another session now, and observers were notified.
    var isDirectoryLost = false
    /// The directory that the windows move to after the session has left its own.
    var leaving: DirectoryLeaving?
    /// Why not all windows could be written to the directory that `leaveDirectory(for:)` names;
    /// `nil` on success, and before the end.
    public internal(set) var leavingError: RestorationError?

    /// Acquires the state directory and reads the last run's state.
    ///
    /// A bad file costs at most its window and is named in the report. A directory that cannot be
    /// made or locked, such as on a full or broken disk, does not prevent a session:
    /// `storageStatus` is then failing, and acquiring it is retried with growing delays until the
    /// current state can be written. Windows of the last run that are only found then are kept for
    /// the next launch, and named in the report.
    ///
    /// - Throws: `RestorationError` with code `.alreadyInUse` when another process has the
    ///   directory. If another process takes it while this session waits for it, the status says
    ///   so.
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
        // Before anything else is read: reading it may be the failure.
        let marker = LaunchMarker.read(directory, fault: configuration.lastFault)
        let markerProblem = access.isHeld ? LaunchMarker.leave(after: marker, in: directory) : nil
        var loaded = SessionLoader.load(directory, after: marker)
        loaded.markerProblem = markerProblem
        loaded.report.addSetAside(access.drainSetAside(), in: directory)
        let session = RestorationSession(configuration, environment, directory, loaded, access)
        if let problem { session.waitForDirectory(after: problem) }
        return session
    }

    /// The path of the state directory. If that is the user's own link to a state directory or to
    /// an empty folder, its target. A folder with other files is another program's.
    nonisolated static func path(of url: URL, _ files: FileSystem) -> String {
        let path = url.standardizedFileURL.path
        do {
            guard let target = try files.ownLinkTarget(path) else { return path }
            let names = try files.names(target)
            return names.isEmpty || names.contains("lock") || names.contains("windows")
                ? target : path
        } catch {
            // Acquiring the directory will report the error.
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

/// Calls the session on the main thread from the writer's queue, without retaining it.
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
