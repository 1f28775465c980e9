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
    private var startsFresh = false
    private var problemWindow: ProblemWindow?

    /// A program that has not started yet.
    public init(_ configuration: ApplicationConfiguration) {
        self.configuration = configuration
        Desktop.addDataDirectory(configuration.iconDirectory.deletingLastPathComponent().path)
        setUpLocalization(directory: configuration.localeDirectory.path)
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
        application.onQueryEnd { [weak self] in self?.windows?.flush() }
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
        return nil
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
            MainLoop.onSignal(number) { [weak self] in self?.quit() }
        }
        let settings = Settings(
            schema: configuration.identifier,
            fallbackDirectory: configuration.schemaDirectory.path
        )
        appearance = Appearance(
            application: application,
            configuration: configuration,
            settings: settings
        )
        addActions()
        var seriesProblem: String?
        do {
            let library = try Library.open(at: configuration.libraryFile)
            seriesProblem = importSeries(into: library)
            let context = AppContext(
                library: library,
                series: try library.series(),
                seriesDirectory: configuration.seriesFile.deletingLastPathComponent(),
                webPages: WebPages(
                    WebPages.Places(
                        libraries: configuration.webPageLibraries,
                        data: configuration.webDataDirectory,
                        cache: configuration.webCacheDirectory
                    )
                ),
                now: { Date() }
            )
            appearance?.addAccents(context.series.books)
            var restoration = RestorationSession.Configuration(
                directory: configuration.stateDirectory,
                writer: "hawk-notes \(configuration.version)"
            )
            restoration.restoresState =
                !startsFresh && settings?.boolean("restore-windows") ?? true
            windows = try openWindows(restoration, context: context)
            seriesProblem.map { windows?.report($0) }
            appearance?.onChange = { [weak self] in self?.windows?.updateAppearance() }
        } catch {
            Log.warn("\(error)")
            // Without a series in the library, what is wrong with the file is the real reason.
            problemWindow = ProblemWindow(
                application: application,
                reason: seriesProblem ?? "\(error)"
            )
        }
    }

    /// Opens the windows' state. When nothing can be written there, the program goes on without keeping
    /// anything, and says so.
    private func openWindows(
        _ configuration: RestorationSession.Configuration,
        context: AppContext
    ) throws -> WindowManager {
        let crashReports = self.configuration.crashReports
        func manager(_ configuration: RestorationSession.Configuration) throws -> WindowManager {
            WindowManager(
                application: application,
                context: context,
                session: try RestorationSession.open(configuration),
                crashReports: crashReports
            )
        }
        do {
            return try manager(configuration)
        } catch let error as RestorationError where error.code == .cannotWrite {
            var readOnly = configuration
            readOnly.savesState = false
            let windows = try manager(readOnly)
            windows.reportStorage(localized("Drafts cannot be kept on disk: %1", "\(error)"))
            return windows
        }
    }

    /// Takes over the bundled series. When its file is bad, the one that the library has already goes on.
    private func importSeries(into library: Library) -> String? {
        do {
            try library.importSeries(from: configuration.seriesFile)
            return nil
        } catch {
            let problem = "\(configuration.seriesFile.path): \(error)"
            Log.warn(problem)
            return problem
        }
    }

    private func activate() {
        if let problemWindow {
            problemWindow.present()
        } else {
            windows?.activate()
        }
    }

    private func open(_ addresses: [String]) {
        guard let windows else {
            activate()
            return
        }
        for address in addresses { windows.open(address: address) }
    }

    private func quit() {
        windows?.terminate()
        application.quit()
    }

    // MARK: Actions

    private func addActions() {
        add("new-window", keys: ["<Control>n"]) { $0.windows?.openNewWindow() }
        add("reopen-closed-window", keys: ["<Control><Shift>t"]) { $0.windows?.reopenClosed() }
        add("restore-previous-session") { $0.windows?.restorePreviousSession() }
        add("quit", keys: ["<Control>q"]) { $0.quit() }
        add("shortcuts", keys: ["<Control>question", "F1"]) { $0.windows?.showShortcuts() }
        add("about") { $0.showAbout() }
        application.add(
            Action(
                "open-activity",
                performWithString: { [weak self] in self?.windows?.open(address: $0) }
            )
        )
        let keys: [(String, [String])] = [
            ("win.close", ["<Control>w"]),
            ("win.go-back", ["<Alt>Left"]),
            ("win.next-tab", ["<Control>Page_Down"]),
            ("win.previous-tab", ["<Control>Page_Up"]),
            ("win.toggle-favorite", ["<Control>d"]),
            ("win.toggle-fullscreen", ["F11"]),
            ("win.open-menu", ["F10"]),
        ]
        for (action, keys) in keys { application.setKeys(keys, for: action) }
        for number in 1...9 {
            application.setKeys(["<Alt>\(number)"], for: "win.select-tab-number('\(number)')")
        }
    }

    private func add(
        _ name: String,
        keys: [String] = [],
        _ body: @escaping @MainActor (HawkNotesApplication) -> Void
    ) {
        application.add(Action(name) { [weak self] in if let self { body(self) } })
        if !keys.isEmpty { application.setKeys(keys, for: "app." + name) }
    }

    private func showAbout() {
        Desktop.showAbout(
            parent: windows?.frontWindow?.window,
            name: "Hawk Notes",
            version: configuration.version,
            icon: configuration.identifier,
            comments: localized("Study notes that are there again, as if you never left"),
            copyright: "© 2026 The Hawk Notes developers"
        )
    }
}
