import Foundation
import GTKBridge
import HawkNotesModel
import StateRestoration

/// The program: it opens the library and the windows' state, and answers to the desktop.
@MainActor
public final class HawkNotesApplication {
    let configuration: ApplicationConfiguration
    let application: Application
    private(set) var windows: WindowManager?
    private var pump: MainQueuePump?
    private var appearance: Appearance?
    private lazy var preferences = makePreferences()
    private lazy var afterLogin = configuration.loginEntry.map { AfterLogin(preferences, $0) }
    private var seriesChanges: ChangeObservation?
    private var startsFresh = false
    private var startsInBackground = false
    private var restoresState = true
    private var startUp: StartUp?
    private var quitting: Quitting?
    private var library: Library?
    private var reopenAction: Action?
    private var orphansAction: Action?
    private var previousSessionAction: Action?
    /// What was asked for before there were windows.
    private var waitingRequests: [@MainActor (WindowManager) -> Void] = []

    /// A program that has not started yet.
    public init(_ configuration: ApplicationConfiguration) {
        self.configuration = configuration
        Desktop.addDataDirectory(configuration.iconDirectory.deletingLastPathComponent().path)
        setUpLocalization(
            domain: ApplicationConfiguration.textDomain,
            directory: configuration.localeDirectory.path
        )
        application = Application(identifier: configuration.identifier)
        application.setHelp(
            parameters: localized("[LINK…]"),
            summary: localized(
                "Notes on the books that you read; a hawknotes:// link opens what it names."
            )
        )
        application.addOption(
            "version",
            short: "v",
            description: localized("Print the version and exit")
        )
        application.addOption(
            "fresh",
            description: localized("Open without restoring; nothing is lost")
        )
        application.addOption("new-window", description: localized("Open a new window"))
        application.addOption(
            AfterLoginOption.name,
            description: localized(
                "Open in the background, if it was open when the last session ended"
            )
        )
        connect()
    }

    /// Runs until the last window is closed or the program is asked to quit.
    ///
    /// - Returns: the status to exit with.
    public func run(arguments: [String]) -> Int32 { application.run(arguments: arguments) }

    private func connect() {
        application.onLocalOptions { [weak self] in self?.localOptions($0) }
        application.onStartup { [weak self] in self?.start() }
        application.onActivate { [weak self] in self?.activate() }
        application.onOpen { [weak self] in self?.open($0) }
        application.onQueryEnd { [weak self] in self?.windows?.saveForTheEnd() }
        application.onShutdown { [weak self] in self?.windows?.terminate() }
    }

    private func localOptions(_ options: Set<String>) -> Int32? {
        if options.contains("version") {
            return StandardOutput.write("Hawk Notes \(configuration.version)\n") ? 0 : 1
        }
        if let version = Desktop.olderGTKVersion(than: 4, 8) {
            Log.warn(
                localized("GTK 4.8 or newer is needed; this machine has GTK %1.", version)
            )
            return 1
        }
        startsFresh = options.contains("fresh")
        if options.contains(AfterLoginOption.name), startsFresh || afterLogin?.isDue() != true {
            return 0
        }
        Desktop.prepareAccessibility()
        guard Desktop.connectToDisplay() else {
            Log.warn(
                localized(
                    "There is no display to show windows on: neither WAYLAND_DISPLAY nor DISPLAY leads to one."
                )
            )
            return 1
        }
        if options.contains("new-window") { return openNewWindow() }
        if options.contains(AfterLoginOption.name) { return openInBackground() }
        return nil
    }

    /// Lets this process open its windows behind others, unless there is another one, which needs nothing.
    private func openInBackground() -> Int32? {
        if let problem = application.register() {
            Log.warn(problem)
            return 1
        }
        startsInBackground = true
        return application.isRemote ? 0 : nil
    }

    /// Asks the program that is running, or else this one, for a new window.
    private func openNewWindow() -> Int32? {
        if let problem = application.register() {
            Log.warn(problem)
            return 1
        }
        application.activateAction("new-window")
        return application.isRemote ? 0 : nil
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
        appearance = Appearance(
            application: application,
            configuration: configuration,
            preferences: preferences
        )
        restoresState = !startsFresh && preferences.restoresWindows
        addActions()
    }

    private func makePreferences() -> Preferences {
        Preferences(
            Settings(
                schema: configuration.identifier,
                fallbackDirectory: configuration.schemaDirectory.path
            )
        )
    }

    /// Opens session and library, with the first window that is asked for: a start that only answers the
    /// desktop takes no lock, and is no launch.
    private func beginSession() {
        // Closing the last window is not yet the end: everything is saved before.
        application.hold()
        let startUp = StartUp(
            application: application,
            configuration: configuration,
            restoresState: restoresState,
            preferences: preferences,
            inBackground: startsInBackground
                ? .init(nothingToOpen: { [weak self] in self?.quit(.interrupt) }) : nil,
            onReady: { [weak self] in self?.openWindows($0) },
            quit: { [weak self] in self?.quit() }
        )
        self.startUp = startUp
        startUp.begin()
    }

    private func openWindows(_ outcome: StartUp.Outcome) {
        startUp = nil
        let loaded = outcome.loaded
        library = loaded.library
        let context = AppContext(
            library: loaded.library,
            series: loaded.series,
            seriesDirectory: configuration.seriesFile.deletingLastPathComponent(),
            webPages: WebPages(
                WebPages.Places(
                    libraries: configuration.webPageLibraries,
                    data: configuration.webDataDirectory,
                    cache: configuration.webCacheDirectory
                )
            ),
            importLibraries: configuration.importLibraries,
            searchIndexFile: configuration.searchIndexFile,
            now: { Date() }
        )
        appearance?.show(context.accents)
        context.accents.onChange = { [weak self, weak context] in
            if let context { self?.appearance?.show(context.accents) }
        }
        seriesChanges = context.series.observe { [weak context] _ in
            context?.accents.onChange()
        }
        let windows = WindowManager(
            application: application,
            context: context,
            session: outcome.session,
            crashReports: configuration.crashReports,
            preferences: (preferences, configuration),
            quit: { [weak self] in self?.quit() }
        )
        self.windows = windows
        windows.onOfferChange = { [weak self] in self?.updateActions() }
        windows.onRestore = { [weak self] in self?.restore($0) }
        if loaded.seriesProblem != nil {
            let file = configuration.seriesFile.lastPathComponent
            windows.notices.report(LibraryText.olderSeries(file: file))
        }
        afterLogin?.begin { [weak windows] in windows?.notices.report($0) }
        appearance?.onChange = { [weak self] in self?.windows?.updateAppearance() }
        let requests = waitingRequests
        waitingRequests = []
        for request in requests { request(windows) }
        let trashPeriod: @MainActor @Sendable () -> TimeInterval? = { [preferences] in
            preferences.trashPeriod
        }
        loaded.library.lookAfter(keepingTrash: trashPeriod()) { [weak windows] in
            windows?.notices.report($0)
        }
        loaded.library.expireDaily(keeping: trashPeriod)
    }

    /// Does what was asked for, as soon as there are windows.
    private func withWindows(_ request: @escaping @MainActor (WindowManager) -> Void) {
        if quitting != nil { return }
        if let windows {
            request(windows)
        } else {
            waitingRequests.append(request)
            if let startUp { startUp.present() } else { beginSession() }
        }
    }

    private func activate() {
        let isInBackground = startsInBackground
        withWindows { isInBackground ? $0.openInBackground() : $0.activate() }
        // A person asks for the next one.
        startsInBackground = false
    }

    private func open(_ addresses: [String]) {
        withWindows { windows in
            for address in addresses { windows.open(address: address) }
        }
    }

    /// Saves everything, then ends.
    private func quit(_ cause: Quitting.Cause = .person) {
        if let quitting {
            if cause == .person { quitting.present() } else { quitting.insist(cause) }
            return
        }
        saveAll(cause) { [weak self] in self?.end() }
    }

    /// Saves everything and closes the library, then does the rest.
    private func saveAll(_ cause: Quitting.Cause, then end: @escaping @MainActor () -> Void) {
        let quitting = Quitting(
            application: application,
            parts: .init(
                windows: windows,
                startUp: startUp,
                library: library,
                afterLogin: afterLogin
            ),
            cause: cause,
            end: end,
            callOff: { [weak self] in
                self?.quitting = nil
                self?.windows?.goOn()
            }
        )
        self.quitting = quitting
        quitting.begin()
    }

    /// Ends all use of the library as a quit does, puts a backup in its place, and opens everything again.
    private func restore(_ backup: URL) {
        guard quitting == nil else { return }
        saveAll(.person) { [weak self] in self?.replaceLibrary(with: backup) }
    }

    private func replaceLibrary(with backup: URL) {
        let window = RestoringWindow(application: application)
        windows?.terminate()
        windows = nil
        library = nil
        seriesChanges = nil
        startsInBackground = false
        // The windows were there a moment ago, whatever the next start does.
        restoresState = true
        let restore = LibraryRestore(at: configuration.libraryFile)
        Task {
            let result = await Task.detached { Result { try restore.restore(backup) } }.value
            quitting = nil
            withWindows { windows in
                windows.activate()
                switch result {
                case .success:
                    windows.restore {
                        let toast = Toast(text: localized("The backup is restored."))
                        windows.frontWindow?.show(toast)
                    }
                case .failure(let error):
                    Log.warn("\(error)")
                    windows.notices.report(BackupText.problem(error, backup))
                }
            }
            window.close()
        }
    }

    private func end() {
        windows?.terminate()
        application.quit()
    }

    /// Saves what a quit would; the program has no later moment for it.
    private func displayIsLost() {
        windows?.saveAtOnce()
        library?.waitForWork()
    }

    // MARK: Actions

    private func addActions() {
        add("new-window", keys: ["<Control>n"]) { $0.withWindows { $0.openNewWindow() } }
        add("new-private-window", keys: ["<Control><Shift>p"]) {
            $0.withWindows { $0.openNewPrivateWindow() }
        }
        reopenAction = add("reopen-closed-window", keys: ["<Control><Shift>t"]) {
            $0.withWindows { $0.reopenClosed() }
        }
        previousSessionAction = add("restore-previous-session") {
            $0.withWindows { $0.restorePreviousSession() }
        }
        add("preferences", keys: ["<Control>comma"]) {
            $0.withWindows { $0.show(.preferences) }
        }
        orphansAction = add("show-orphaned-drafts") { $0.withWindows { $0.show(.orphans) } }
        orphansAction?.isEnabled = false
        add("larger-note-text") { $0.changeNoteText(by: Preferences.noteTextStep) }
        add("smaller-note-text") { $0.changeNoteText(by: -Preferences.noteTextStep) }
        add("normal-note-text") { $0.preferences.noteTextSize = 100 }
        add("start-fresh") { $0.withWindows { $0.startFresh() } }
        add("quit", keys: ["<Control>q"]) { $0.quit() }
        add("shortcuts", keys: ["<Control>question", "F1"]) { $0.windows?.showShortcuts() }
        add("about") { $0.showAbout() }
        application.add(
            Action(
                "open-activity",
                performWithString: { [weak self] address in
                    self?.withWindows { $0.open(address: address) }
                }
            )
        )
        for (action, keys) in WindowActions.keys { application.setKeys(keys, for: action) }
        for number in 1...9 {
            application.setKeys(["<Alt>\(number)"], for: "win.select-tab-number('\(number)')")
        }
    }

    @discardableResult
    private func add(
        _ name: String,
        keys: [String] = [],
        _ body: @escaping @MainActor (HawkNotesApplication) -> Void
    ) -> Action {
        let action = Action(name) { [weak self] in if let self { body(self) } }
        application.add(action)
        if !keys.isEmpty { application.setKeys(keys, for: "app." + name) }
        return action
    }

    private func changeNoteText(by percent: Int) {
        preferences.noteTextSize += percent
    }

    private func updateActions() {
        guard let windows else { return }
        reopenAction?.isEnabled = windows.canReopenClosed
        orphansAction?.isEnabled = windows.hasOrphanedDrafts
        previousSessionAction?.isEnabled = windows.canRestorePreviousSession
    }
}
