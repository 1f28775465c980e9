import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// The application: opens the library and the windows' state, and answers requests of the desktop.
@MainActor
public final class HawkNotesApplication {
    let configuration: ApplicationConfiguration
    let application: Application
    private(set) var windows: WindowManager?
    private var pump: MainQueuePump?
    private var appearance: Appearance?
    private var sessionClient: SessionClient?
    private(set) lazy var preferences = makePreferences()
    private lazy var afterLogin = configuration.loginEntry.map { AfterLogin(preferences, $0) }
    private var seriesChanges: ChangeObservation?
    /// The requests of the command line, performed on the first activation.
    var firstRequests: [ProgramRequest] = []
    var startsFresh = false
    var startsInBackground = false
    /// Whether `run` ends with the notice that the program runs on another display.
    var endsWithNotice = false
    /// Answers other processes without a session bus, while this process owns the windows' state.
    var server: LocalServer?
    private var restoresState = true
    private var opening = Opening.nothing
    private(set) lazy var machines = OtherMachines(configuration)
    /// Observes whether another machine takes the windows' state.
    var stateLoss: RestorationObservation?
    /// Whether the previous windows were stored in this machine's own folder, beside another
    /// machine's.
    var wasBesideOther = false
    /// Keeps other machines away from the windows' state, as long as there are windows.
    private var stateLease: HeldLease?
    private var closing = Closing.nothing
    /// The state that all windows share; exists before them if the desktop has searched.
    private var context: AppContext?
    private var library: Library? { context?.library }
    /// The library, if it was opened for the desktop's search.
    private var loaded: LibraryLoader.Loaded?
    private var desktopSearch: [AnyObject] = []
    private var actions: ApplicationActions?
    /// Requests from before the windows, for a process that can perform them instead.
    private(set) var earlyRequests: [ProgramRequest] = []
    /// The requests to perform once the windows exist.
    private var waitingRequests: [@MainActor (WindowManager) -> Void] = []

    /// The opening in progress.
    private enum Opening {
        case nothing
        /// The library, for the desktop's search.
        ///
        /// - waiting: called when it is open, or cannot be opened.
        /// - opensWindows: whether windows have been requested meanwhile.
        case library(waiting: [@MainActor () -> Void], opensWindows: Bool)
        /// The library and the windows' state.
        case session(StartUp)
    }

    /// The closing in progress.
    private enum Closing {
        case nothing
        /// Everything: the program ends.
        case toQuit(Quitting)
        /// Everything, to be opened again.
        ///
        /// - quitsInstead: whether quitting has been requested meanwhile.
        case toReopen(Quitting, quitsInstead: Bool)
    }

    /// The saving in progress.
    var quitting: Quitting? {
        switch closing {
        case .nothing: nil
        case .toQuit(let quitting), .toReopen(let quitting, _): quitting
        }
    }

    private var startUp: StartUp? {
        if case .session(let startUp) = opening { startUp } else { nil }
    }

    /// A program that has not started yet.
    public init(_ configuration: ApplicationConfiguration) {
        self.configuration = configuration
        Desktop.addDataDirectory(configuration.iconDirectory.deletingLastPathComponent().path)
        setUpLocalization(
            domain: ApplicationConfiguration.textDomain,
            directory: configuration.localeDirectory.path
        )
        application = Application(identifier: configuration.identifier)
        ProgramOptions.declare(on: application)
        connect()
    }

    /// Runs until the last window is closed or the program is asked to quit.
    ///
    /// - Returns: the status to exit with.
    public func run(arguments: [String]) -> Int32 {
        let status = application.run(arguments: arguments)
        guard endsWithNotice else { return status }
        return ProblemApplication(
            .runsElsewhere,
            dataDirectory: configuration.styleFile.deletingLastPathComponent()
        ).run()
    }

    private func connect() {
        application.onLocalOptions { [weak self] in self?.begin(with: $0) }
        application.onStartup { [weak self] in self?.start() }
        application.onActivate { [weak self] in self?.activate() }
        application.onOpen { [weak self] in self?.perform(.open($0, isPrivate: false)) }
        application.onQueryEnd { [weak self] in self?.windows?.saveForTheEnd() }
        application.onShutdown { [weak self] in self?.shutDown() }
    }

    // MARK: Starting

    private func start() {
        pump = MainQueuePump()
        for number in [SIGTERM, SIGINT, SIGHUP] {
            MainLoop.onSignal(number) { [weak self] in
                self?.quit(number == SIGINT ? .interrupt : .system)
            }
        }
        Desktop.onConnectionLost { [weak self] in self?.displayIsLost() }
        if Newer.leavesSessionToProgram {
            let handlers = SessionClient.Handlers(
                query: { [weak self] in self?.windows?.saveForTheEnd() },
                end: { [weak self] in self?.quit(.system) }
            )
            sessionClient = SessionClient(identifier: configuration.identifier, handlers)
        }
        appearance = Appearance(
            application: application,
            configuration: configuration,
            preferences: preferences
        )
        restoresState = !startsFresh && preferences.restoresWindows
        actions = ApplicationActions(self, application)
    }

    private func makePreferences() -> Preferences {
        Preferences(
            Settings(
                schema: configuration.identifier,
                fallbackDirectory: configuration.schemaDirectory.path
            )
        )
    }

    /// Opens session and library, with the first request for a window: a start that only answers
    /// the desktop takes no lock, and does not count as a launch.
    private func beginSession() {
        // When the last window closes, everything is saved before the program ends.
        application.hold()
        let startUp = StartUp(
            application: application,
            configuration: configuration,
            machines: machines,
            restoresState: restoresState,
            preferences: preferences,
            loaded: loaded,
            inBackground: startsInBackground
                ? .init(nothingToOpen: { [weak self] in self?.quit(.interrupt) }) : nil,
            others: .init(
                begin: { [weak self] in self?.serveOtherProcesses() },
                handOver: { [weak self] in self?.handOverToOwner() ?? false }
            ),
            onReady: { [weak self] in self?.openWindows($0) },
            quit: { [weak self] in self?.quit() }
        )
        opening = .session(startUp)
        startUp.begin()
    }

    private func openWindows(_ outcome: StartUp.Outcome) {
        opening = .nothing
        stateLease = outcome.stateLease
        let loaded = outcome.loaded
        let readsCopy = outcome.other?.hasLibrary == true
        var places = readsCopy ? configuration.withCopyOfLibrary : configuration
        places.keepsOwnState = outcome.other?.hasState == true
        let context = context ?? makeContext(loaded, places)
        let windows = WindowManager(
            application: application,
            context: context,
            session: outcome.session,
            crashReports: configuration.crashReports,
            preferences: (preferences, places),
            quit: { [weak self] in self?.quit() }
        )
        self.windows = windows
        windows.onOfferChange = { [weak self] in self?.actions?.update() }
        windows.onStatusChange = { [weak self] in self?.actions?.statusDidChange() }
        windows.onRestore = { [weak self] in self?.restore($0, drafts: $1) }
        if loaded.seriesProblem != nil {
            let file = configuration.seriesFile.lastPathComponent
            windows.notices.report(LibraryText.olderSeries(file: file))
        }
        meetOtherMachine(outcome, in: windows)
        afterLogin?.begin { [weak windows] in windows?.notices.report($0) }
        appearance?.onChange = { [weak self] in self?.windows?.updateAppearance() }
        let requests = waitingRequests
        waitingRequests = []
        earlyRequests = []
        for request in requests { request(windows) }
        if !readsCopy { lookAfter(loaded.library, in: windows) }
    }

    private func lookAfter(_ library: Library, in windows: WindowManager) {
        if let folder = library.straysFolder {
            windows.notices.report(ReplacedLibraryText.strays(folder))
        }
        watchLibrary(library, in: windows)
        let trashPeriod: @MainActor @Sendable () -> TimeInterval? = { [preferences] in
            preferences.trashPeriod
        }
        library.lookAfter(keepingTrash: trashPeriod()) { [weak windows] in
            windows?.notices.report($0)
            windows?.remindOfBackup()
            ProcessMemory.releaseUnused()
        }
        library.expireDaily(keeping: trashPeriod)
        if let folder = configuration.searchIndexFile?.deletingLastPathComponent() {
            library.watchForConflictCopies(scratchIn: folder) { [weak windows] in
                windows?.notices.report($0)
            }
        }
    }

    private func makeContext(
        _ loaded: LibraryLoader.Loaded,
        _ places: ApplicationConfiguration
    ) -> AppContext {
        let context = AppContext(
            library: loaded.library,
            series: loaded.series,
            formerSeries: loaded.formerSeries,
            seriesDirectory: configuration.seriesFile.deletingLastPathComponent(),
            webPages: WebPages(
                WebPages.Places(
                    libraries: configuration.webPageLibraries,
                    data: configuration.webDataDirectory,
                    cache: configuration.webCacheDirectory
                )
            ),
            importLibraries: configuration.importLibraries,
            searchIndexFile: places.searchIndexFile,
            spelling: preferences.makeSpellingChecker(),
            handOnFolder: configuration.handOnFolder,
            now: { Date() }
        )
        self.context = context
        appearance?.showAccents(context.accents)
        context.accents.onChange = { [weak self, weak context] in
            if let context { self?.appearance?.showAccents(context.accents) }
        }
        seriesChanges = context.series.observe { [weak context] _ in
            context?.accents.onChange()
        }
        return context
    }

    /// Performs a request once the windows exist.
    func withWindows(_ request: @escaping @MainActor (WindowManager) -> Void) {
        switch closing {
        case .nothing: break
        case .toQuit: return
        case .toReopen: return waitingRequests.append(request)
        }
        if let windows { return request(windows) }
        waitingRequests.append(request)
        switch opening {
        case .nothing: beginSession()
        case .library(let waiting, _):
            opening = .library(waiting: waiting, opensWindows: true)
        case .session(let startUp): startUp.present()
        }
    }

    /// Whether the program should open after a login.
    var isDueAfterLogin: Bool { afterLogin?.isDue() == true }

    private func activate() {
        let requests = firstRequests
        firstRequests = []
        if !requests.isEmpty { return requests.forEach(perform) }
        if windows == nil { earlyRequests.append(.activate) }
        let isInBackground = startsInBackground
        withWindows { isInBackground ? $0.openInBackground() : $0.activate() }
        // The user asks for the next one.
        startsInBackground = false
    }

    /// Performs an external request.
    func perform(_ request: ProgramRequest) {
        if request == .quit { return quit() }
        if windows == nil { earlyRequests.append(request) }
        withWindows { $0.perform(request) }
    }

    /// Saves everything, then quits.
    func quit(_ cause: Quitting.Cause = .person) {
        if case .toReopen(let quitting, _) = closing {
            closing = .toReopen(quitting, quitsInstead: true)
        }
        if let quitting {
            if cause == .person { quitting.present() } else { quitting.insist(cause) }
            return
        }
        let quitting = makeQuitting(cause) { [weak self] in self?.end() }
        closing = .toQuit(quitting)
        quitting.begin()
    }

    /// Saves everything and closes the library, then calls the rest.
    private func makeQuitting(
        _ cause: Quitting.Cause,
        then end: @escaping @MainActor () -> Void
    ) -> Quitting {
        Quitting(
            application: application,
            parts: .init(
                windows: windows,
                startUp: startUp,
                library: library,
                search: context?.search,
                afterLogin: afterLogin,
                preferences: preferences
            ),
            cause: cause,
            end: end,
            callOff: { [weak self] in self?.goOn() }
        )
    }

    private func goOn() {
        closing = .nothing
        windows?.goOn()
        let requests = waitingRequests
        waitingRequests = []
        requests.forEach(withWindows)
    }

    /// Saves everything and closes the library, so that the rest can open it again.
    func saveAllToReopen(
        _ cause: Quitting.Cause = .person,
        then reopen: @escaping @MainActor () -> Void
    ) {
        let quitting = makeQuitting(cause, then: reopen)
        closing = .toReopen(quitting, quitsInstead: false)
        quitting.begin()
    }

    /// Opens everything again after the library's files were changed.
    ///
    /// - Parameter complete: called after a success, when the windows are restored.
    func reopen(
        after work: @escaping @Sendable () throws -> Void = {},
        success: String? = nil,
        complete: @escaping @MainActor (WindowManager) -> Void = { _ in },
        problem: @escaping @MainActor (any Error) -> String
    ) {
        let window = RestoringWindow(application: application)
        windows?.terminate()
        endStateLease()
        stateLoss = nil
        windows = nil
        context = nil
        loaded = nil
        seriesChanges = nil
        startsInBackground = false
        // These windows were open a moment ago: restore them even if the preferences say otherwise.
        restoresState = true
        Task {
            let result = await Task.detached { Result { try work() } }.value
            let quitsInstead = if case .toReopen(_, true) = closing { true } else { false }
            closing = .nothing
            if quitsInstead {
                if case .failure(let error) = result { Log.warn("\(error)") }
                window.close()
                return end()
            }
            withWindows { windows in
                windows.activate()
                switch result {
                case .success:
                    windows.restore {
                        complete(windows)
                        if let success { windows.frontWindow?.show(success) }
                    }
                case .failure(let error):
                    Log.warn("\(error)")
                    windows.notices.report(problem(error))
                }
            }
            window.close()
        }
    }

    private func endStateLease() {
        stateLease?.end()
        stateLease = nil
    }

    private func end() {
        windows?.terminate()
        endStateLease()
        context?.search.close()
        sessionClient?.answerEnd()
        application.quit()
    }

    /// Saves as quitting does, and closes the library: GTK quits on its own at the end of the
    /// user's session, and when only the desktop's search was answered.
    private func shutDown() {
        windows?.terminate()
        preferences.waitForWriting()
        endStateLease()
        guard let library, quitting == nil else { return }
        library.waitForWork()
        do { try library.close() } catch { Log.warn("\(error)") }
        context?.search.close()
    }

    // MARK: Desktop search

    /// Starts to answer the desktop's search; call it before the program owns its name on the
    /// session bus.
    func offerDesktopSearch() {
        let search = DesktopSearch { [weak self] body in
            self?.withContext { body($0?.desktopSearchContent) }
        }
        let open: @MainActor (String) -> Void = { [weak self] in
            self?.perform(.open([$0], isPrivate: false))
        }
        let shell = ShellSearchProvider(
            search,
            actions: .init(
                open: open,
                search: { [weak self] in self?.perform(.search($0, isPrivate: false)) }
            )
        )
        desktopSearch = [shell, RunnerSearchProvider(search, open: open)]
    }

    /// Calls back with the library, and opens it if necessary; nil when it cannot be read. Does not
    /// begin a session of windows.
    private func withContext(_ body: @escaping @MainActor (AppContext?) -> Void) {
        // Also restarts the time after which a process without windows exits.
        application.hold()
        let tell: @MainActor () -> Void = { [weak self] in
            body(self?.quitting == nil ? self?.context : nil)
            self?.application.release()
        }
        if context != nil || quitting != nil { return tell() }
        switch opening {
        case .session: return tell()
        case .library(let waiting, let opensWindows):
            opening = .library(waiting: waiting + [tell], opensWindows: opensWindows)
            return
        case .nothing: opening = .library(waiting: [tell], opensWindows: false)
        }
        // A search should not create a library.
        let source = LibraryLoader.Source.library(isExpected: true, leases: machines.leases)
        let loader = LibraryLoader(configuration, source)
        _ = loader.load(onProgress: { _ in }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let loaded):
                self.loaded = loaded
                _ = makeContext(loaded, configuration)
            case .failure(let problem): Log.warn("\(problem.error)")
            }
            guard case .library(let waiting, let opensWindows) = opening else { return }
            opening = .nothing
            for one in waiting { one() }
            // Cancelling a quit requests the windows again.
            if opensWindows, quitting == nil { beginSession() }
        }
    }

    /// Saves as quitting does; there is no later opportunity.
    private func displayIsLost() {
        windows?.saveAtOnce()
        library?.waitForWork()
        preferences.waitForWriting()
    }
}
