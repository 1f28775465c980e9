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
        do {
            let session = try session ?? openSession()
            self.session = session
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
            show(problem: StorageText.openingProblem(error))
        }
    }

    /// Whether the windows' state is this process's.
    var hasState: Bool { session != nil }

    /// Raises the window that says what is going on.
    func present() { shown?.present() }

    /// Gives everything back, when the program is to end before it has begun.
    func abandon() async { await session?.end() }

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
        if let loaded { return onReady(Outcome(session: session, loaded: loaded)) }
        // Windows of an earlier run had a library. Why the state could not be read is no trace of one.
        let isExpected =
            !session.scenesToRestore.isEmpty || !session.recentlyClosed.isEmpty
            || session.hasPreviousSession
        let loader = LibraryLoader(configuration, isExpected: isExpected)
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
            onReady(Outcome(session: session, loaded: loaded))
            last?.close()
        case .failure(let problem):
            Log.warn("\(problem.error)")
            if let damage = problem.damage {
                show(damage)
            } else {
                show(problem: LibraryText.openingProblem(problem.error))
            }
        }
    }

    private func show(_ damage: LibraryDamage) {
        show(
            RecoveryWindow(
                application: application,
                damage: damage,
                recovery: LibraryRecovery(at: configuration.libraryFile),
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
