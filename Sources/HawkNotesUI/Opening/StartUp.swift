import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration
import Synchronization

/// Starts the program: opens the windows' state, then the library, and shows a window when either
/// takes long or cannot be opened.
@MainActor
final class StartUp {
    /// The result, for the windows.
    struct Outcome {
        var session: RestorationSession
        var loaded: LibraryLoader.Loaded
        /// Keeps other machines away from the windows' state; ends with the session.
        var stateLease: HeldLease?
        /// The other machine that uses any of the files; nil when none does.
        var other: OtherMachine?
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
    private let machines: OtherMachines
    /// The machine that has the library or the windows' state.
    private var other: OtherMachine?
    private let stateLease = StateLease()

    /// The coordination with other processes that store their windows in the same folder.
    struct OtherProcesses {
        /// Called as soon as this process owns the windows' state.
        var begin: @MainActor () -> Void = {}
        /// Called when another process owns it; returns whether that one handles the requests, so
        /// that this one must stop.
        var handOver: @MainActor () -> Bool = { false }
    }

    /// A start in the background, which leaves the focus to other programs.
    struct InBackground {
        /// Called when there are no windows to restore, or another process has them; nothing else
        /// follows.
        var nothingToOpen: @MainActor () -> Void
    }

    /// - Parameters:
    ///   - machines: knows the machines that share the files.
    ///   - preferences: determine how much is stored of earlier windows; nil for the defaults.
    ///   - loaded: the library, if it is open already.
    ///   - inBackground: for a start in the background; nil for any other.
    init(
        application: Application,
        configuration: ApplicationConfiguration,
        machines: OtherMachines,
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
        self.machines = machines
        self.restoresState = restoresState
        self.preferences = preferences
        self.loaded = loaded
        self.inBackground = inBackground
        self.others = others
        self.onReady = onReady
        self.quit = quit
    }

    /// Opens everything; calls `onReady` before this returns, or later.
    func begin() {
        machines.stop()
        // Before anything is locked, changed or read: the other machine's locks may be invisible
        // here.
        other = machines.present()
        if let inBackground, other != nil { return inBackground.nothingToOpen() }
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
            showProblem(StorageText.openingProblem(error))
        }
    }

    /// Whether this process owns the windows' state.
    var hasState: Bool { session != nil }

    /// Raises the window that shows the progress.
    func present() { shown?.present() }

    /// Releases everything, when the program is to end before it has started.
    func abandon() async {
        machines.stop()
        await session?.end()
        stateLease.end()
    }

    private func openSession() throws -> RestorationSession {
        let isElsewhere = other?.hasState == true
        var restoration = RestorationSession.Configuration(
            directory: isElsewhere
                ? configuration.ownStateDirectory : configuration.stateDirectory,
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
        let environment = configuration.libraryEnvironment
        if !isElsewhere, environment.isShared(configuration.stateDirectory) {
            restoration.holdsDirectory = { [stateLease] in stateLease.isHeld }
        }
        let session = try RestorationSession.open(restoration)
        // Now that the directory is locked, a lease of this machine no longer counts.
        if !isElsewhere { stateLease.acquire(configuration.stateLease, environment) }
        return session
    }

    private func loadLibrary(_ session: RestorationSession) {
        if let loaded { return succeed(session, loaded) }
        // Windows of an earlier run imply a library. An unreadable state implies nothing: a folder
        // that cannot be listed may be empty.
        let isWholeSeen = !session.report.entries.contains { $0.code == .unreadableFolder }
        let isExpected =
            !session.scenesToRestore.isEmpty || !session.recentlyClosed.isEmpty
            || (session.hasPreviousSession && isWholeSeen)
        if let other, other.hasLibrary { return loadCopy(session, other) }
        load(.library(isExpected: isExpected, leases: machines.leases), session)
    }

    private func load(_ source: LibraryLoader.Source, _ session: RestorationSession) {
        let loader = LibraryLoader(configuration, source)
        var window: OpeningWindow?
        let takesLong = loader.load(
            onProgress: { window?.show($0) },
            completion: { [weak self] result in self?.finish(result, session) }
        )
        guard takesLong else { return }
        let opening = OpeningWindow(application: application, onClose: quit)
        window = opening
        replaceWindow(with: opening)
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
            if let other, other.hasLibrary {
                showHeldElsewhere(other, problem.error)
            } else if (problem.error as? LibraryError)?.code == .heldElsewhere {
                // Another machine was quicker.
                begin()
            } else if let damage = problem.damage {
                offerRecovery(of: damage)
            } else {
                showProblem(LibraryText.openingProblem(problem.error))
            }
        }
    }

    private func succeed(_ session: RestorationSession, _ loaded: LibraryLoader.Loaded) {
        onReady(
            Outcome(session: session, loaded: loaded, stateLease: stateLease.lease, other: other)
        )
    }

    private func offerRecovery(of damage: LibraryDamage) {
        replaceWindow(
            with: RecoveryWindow(
                application: application,
                damage: damage,
                recovery: LibraryRecovery(
                    at: configuration.libraryFile,
                    folder: preferences?.lastBackup.map { BackupFolder($0.folder) },
                    environment: configuration.libraryEnvironment
                ),
                actions: .init(open: { [weak self] in self?.begin() }, quit: quit)
            )
        )
    }

    private func showProblem(_ problem: String) {
        replaceWindow(
            with: ProblemWindow(
                application: application,
                reason: problem,
                onRetry: { [weak self] in self?.begin() },
                onClose: quit
            )
        )
    }

    private func replaceWindow(with window: any StartUpWindow) {
        let last = shown
        shown = window
        window.window.comeUp(inBackground: inBackground != nil)
        last?.close()
    }
}

// MARK: - Another machine

extension StartUp {
    /// Reads a copy as long as the other machine has the library.
    private func loadCopy(_ session: RestorationSession, _ other: OtherMachine) {
        guard let folder = configuration.copyFolder else { return showHeldElsewhere(other, nil) }
        load(.copy(heldBy: other.name, in: folder), session)
    }

    /// Says which machine has the library and why it cannot be read here. Continues as soon as that
    /// machine has closed it.
    private func showHeldElsewhere(_ other: OtherMachine, _ error: (any Error)?) {
        let ended = session
        session = nil
        Task {
            // The next one may be in another folder.
            await ended?.end()
            stateLease.end()
            showProblem(LibraryText.heldElsewhere(other.name, withoutCopy: error))
            machines.whenGone { [weak self] in self?.begin() }
        }
    }
}

/// The lease of the windows' state; it exists before the lease can be acquired, as the session
/// needs it to open.
private final class StateLease: Sendable {
    private let held = Mutex<HeldLease?>(nil)

    var lease: HeldLease? { held.withLock { $0 } }
    /// Whether no other machine has taken it.
    var isHeld: Bool { lease?.isHeld ?? true }

    func acquire(_ file: URL, _ environment: LibraryEnvironment) {
        let lease = HeldLease(file, environment: environment)
        held.withLock { $0 = lease }
    }

    func end() {
        let ended = held.withLock { lease in
            defer { lease = nil }
            return lease
        }
        ended?.end()
    }
}

/// A window that is shown while there are no user windows.
@MainActor
protocol StartUpWindow {
    var window: Window { get }
    func present()
    func close()
}

extension OpeningWindow: StartUpWindow {}
extension ProblemWindow: StartUpWindow {}
extension RecoveryWindow: StartUpWindow {}
