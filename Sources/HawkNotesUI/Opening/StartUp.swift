import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration

/// The way from nothing to windows: the windows' state, then the library, then what is shown when
/// either takes long or cannot be opened.
@MainActor
final class StartUp {
    /// What the windows need.
    struct Outcome {
        var session: RestorationSession
        var loaded: LibraryLoader.Loaded
        /// Keeps other machines away from the windows' state; to be ended with the session.
        var stateLease: HeldLease?
    }

    private let application: Application
    private let configuration: ApplicationConfiguration
    private let restoresState: Bool
    private let preferences: Preferences?
    private let loaded: LibraryLoader.Loaded?
    private let inBackground: InBackground?
    private let others: OtherProcesses
    private let onReady: @MainActor (Outcome) -> Void
    private let quit: @MainActor () -> Void
    /// The session of windows, once its state has been read.
    private var session: RestorationSession?
    private var shown: (any StartUpWindow)?
    /// Knows for how long another machine has been silent.
    private let leases: LeaseWatch
    private var stateLease: HeldLease?
    /// Runs while what is shown is that another machine has the library.
    private var waiting: LoopSource?
    /// Counts the windows that say so: a look that was begun for an earlier one is of no use.
    private var waits = 0
    /// How many milliseconds pass between two looks at what that one does.
    private static let waitInterval = 2000

    /// What has to do with other processes that keep their windows in the same folder.
    struct OtherProcesses {
        /// Called as soon as the windows' state is this process's.
        var begin: @MainActor () -> Void = {}
        /// Called when it is another's; says whether that one does what was asked for, and nothing else
        /// follows.
        var handOver: @MainActor () -> Bool = { false }
    }

    /// What a start is like that nobody is waiting for: it leaves the keyboard to others.
    struct InBackground {
        /// Called when there are no windows to bring back, or another process has them; nothing else
        /// follows.
        var nothingToOpen: @MainActor () -> Void
    }

    /// - Parameters:
    ///   - preferences: say how much is kept of earlier windows; nil for the usual.
    ///   - loaded: the library, if it is open already.
    ///   - inBackground: for a start that nobody is waiting for; nil for any other.
    init(
        application: Application,
        configuration: ApplicationConfiguration,
        restoresState: Bool,
        preferences: Preferences? = nil,
        loaded: LibraryLoader.Loaded? = nil,
        inBackground: InBackground? = nil,
        others: OtherProcesses = OtherProcesses(),
        onReady: @escaping @MainActor (Outcome) -> Void,
        quit: @escaping @MainActor () -> Void
    ) {
        self.application = application
        self.configuration = configuration
        leases = LeaseWatch(environment: configuration.libraryEnvironment)
        self.restoresState = restoresState
        self.preferences = preferences
        self.loaded = loaded
        self.inBackground = inBackground
        self.others = others
        self.onReady = onReady
        self.quit = quit
    }

    /// Opens everything; tells `onReady` before this returns, or later.
    func begin() {
        stopWaiting()
        do {
            // Before anything is locked, changed or read: the other machine's locks may not be seen here.
            for file in leaseFiles { try leases.requireNoHolder(of: file) }
            let session = try session ?? openSession()
            self.session = session
            if stateLease == nil {
                stateLease = HeldLease(
                    configuration.stateLease,
                    environment: configuration.libraryEnvironment
                )
            }
            others.begin()
            if let inBackground, session.scenesToRestore.isEmpty {
                return inBackground.nothingToOpen()
            }
            loadLibrary(session)
        } catch {
            if (error as? RestorationError)?.code == .alreadyInUse {
                if let inBackground { return inBackground.nothingToOpen() }
                if others.handOver() { return }
            }
            Log.warn("\(error)")
            if (error as? LibraryError)?.code == .heldElsewhere {
                if let inBackground { return inBackground.nothingToOpen() }
                return showHeldElsewhere(error)
            }
            show(problem: StorageText.openingProblem(error))
        }
    }

    /// Whether the windows' state is this process's.
    var hasState: Bool { session != nil }

    /// Raises the window that says what is going on.
    func present() { shown?.present() }

    /// Gives everything back, when the program is to end before it has begun.
    func abandon() async {
        stopWaiting()
        await session?.end()
        stateLease?.end()
    }

    private func openSession() throws -> RestorationSession {
        var restoration = RestorationSession.Configuration(
            directory: configuration.stateDirectory,
            writer: "hawk-notes \(configuration.version)"
        )
        restoration.restoresState = restoresState
        restoration.history = HistoryLimits()
        if let preferences {
            restoration.recentlyClosedLimit = preferences.closedWindowsKept
            restoration.history?.days = preferences.historyDays
        }
        restoration.lastFault = configuration.crashReports?.newestFault()
        if let interval = configuration.closingRunInterval {
            restoration.closingRunInterval = interval
        }
        return try RestorationSession.open(restoration)
    }

    private func loadLibrary(_ session: RestorationSession) {
        if let loaded { return succeed(session, loaded) }
        // Windows of an earlier run had a library. Why the state could not be read is no trace of one: a
        // folder that cannot be listed may be empty.
        let isWholeSeen = !session.report.entries.contains { $0.code == .unreadableFolder }
        let isExpected =
            !session.scenesToRestore.isEmpty || !session.recentlyClosed.isEmpty
            || (session.hasPreviousSession && isWholeSeen)
        let loader = LibraryLoader(configuration, isExpected: isExpected, leases: leases)
        var window: OpeningWindow?
        let takesLong = loader.load(
            onProgress: { window?.show($0) },
            completion: { [weak self] result in self?.finish(result, session) }
        )
        guard takesLong else { return }
        let opening = OpeningWindow(application: application, onClose: quit)
        window = opening
        show(opening)
    }

    private func finish(
        _ result: Result<LibraryLoader.Loaded, LibraryLoader.Problem>,
        _ session: RestorationSession
    ) {
        switch result {
        case .success(let loaded):
            let last = shown
            shown = nil
            succeed(session, loaded)
            last?.close()
        case .failure(let problem):
            Log.warn("\(problem.error)")
            if let damage = problem.damage {
                show(damage)
            } else if (problem.error as? LibraryError)?.code == .heldElsewhere {
                showHeldElsewhere(problem.error)
            } else {
                show(problem: LibraryText.openingProblem(problem.error))
            }
        }
    }

    private func succeed(_ session: RestorationSession, _ loaded: LibraryLoader.Loaded) {
        onReady(Outcome(session: session, loaded: loaded, stateLease: stateLease))
    }

    private func show(_ damage: LibraryDamage) {
        show(
            RecoveryWindow(
                application: application,
                damage: damage,
                recovery: LibraryRecovery(
                    at: configuration.libraryFile,
                    environment: configuration.libraryEnvironment
                ),
                actions: .init(open: { [weak self] in self?.begin() }, quit: quit)
            )
        )
    }

    private func show(problem: String) {
        show(
            ProblemWindow(
                application: application,
                reason: problem,
                onRetry: { [weak self] in self?.begin() },
                onClose: quit
            )
        )
    }

    private func show(_ window: any StartUpWindow) {
        let last = shown
        shown = window
        window.window.comeUp(inBackground: inBackground != nil)
        last?.close()
    }
}

// MARK: - Another machine

extension StartUp {
    /// The files that say which machine has what is needed here.
    private var leaseFiles: [URL] { [configuration.libraryLease, configuration.stateLease] }

    /// Says which machine has the library, and goes on as soon as it has not any more.
    private func showHeldElsewhere(_ error: any Error) {
        show(problem: LibraryText.openingProblem(error))
        waitForOtherMachine()
    }

    private func waitForOtherMachine() {
        waiting = MainLoop.after(milliseconds: Self.waitInterval) { [weak self] in self?.look() }
    }

    private func look() {
        let (leases, files) = (leases, leaseFiles)
        let wait = waits
        Task { [weak self] in
            // The folder may be on a network that does not answer.
            let isHeld = await Task.detached {
                files.contains { leases.holder(of: $0) != nil }
            }.value
            guard let self, waits == wait else { return }
            if isHeld { waitForOtherMachine() } else { begin() }
        }
    }

    private func stopWaiting() {
        waits += 1
        waiting?.cancel()
        waiting = nil
    }
}

/// A window that is shown as long as there are none of the reader's own.
@MainActor
protocol StartUpWindow {
    var window: Window { get }
    func present()
    func close()
}

extension OpeningWindow: StartUpWindow {}
extension ProblemWindow: StartUpWindow {}
extension RecoveryWindow: StartUpWindow {}
