import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

// The start of the process before there are windows: it answers at once, passes requests to the
// running process, or continues.

extension HawkNotesApplication {
    /// How many seconds a process stays alive that only answers the desktop's search: users may
    /// type more.
    private static let serviceTimeout = 60

    /// - Returns: the exit status; nil to continue.
    func begin(with given: GivenOptions) -> Int32? {
        let options = ProgramOptions(given)
        if options.printsVersion {
            return StandardOutput.write("Hawk Notes \(configuration.version)\n") ? 0 : 1
        }
        if options.needsRunningProgram { return tellRunningProgram(options) }
        if application.isService { return prepare(options) }
        if let status = startAfterLogin(options) { return status }
        if !options.isAfterLogin, let running = findRunningProgram() {
            if isRunningElsewhere { return refuseElsewhere() }
            return handOver(options, to: running)
        }
        return prepare(options)
    }

    /// - Returns: the exit status if the program cannot start; otherwise nil.
    private func prepare(_ options: ProgramOptions) -> Int32? {
        if let version = Desktop.olderGTKVersion(than: 4, 8) {
            Log.warn(
                localized("GTK 4.8 or newer is needed; this machine has GTK %1.", version)
            )
            return 1
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
        startsFresh = options.isFresh
        firstRequests = options.requests
        offerDesktopSearch()
        if application.isService { application.setInactivityTimeout(seconds: Self.serviceTimeout) }
        return options.isAfterLogin ? openInBackground() : nil
    }

    /// - Returns: 0 if there is nothing to open after the login.
    private func startAfterLogin(_ options: ProgramOptions) -> Int32? {
        guard options.isAfterLogin, options.isFresh || !isDueAfterLogin else { return nil }
        return 0
    }

    /// Makes this process open its windows behind others, unless another process is running, which
    /// needs nothing.
    private func openInBackground() -> Int32? {
        if let problem = application.register() {
            Log.warn(problem)
            return 1
        }
        startsInBackground = true
        return application.isRemote ? 0 : nil
    }

    // MARK: Another process

    /// The running program: found by its name on the session bus, or by the folder with its windows
    /// if there is no bus, or a different one.
    private func findRunningProgram() -> RunningProgram? {
        if Application.isRunning(configuration.identifier) {
            if let problem = application.register() { Log.warn(problem) }
            // It may have ended since.
            if application.isRemote { return .onBus(application) }
        }
        return .atSocket(configuration.socketPath)
    }

    /// Whether the running program has its windows on a display that cannot be seen on this one.
    private var isRunningElsewhere: Bool {
        guard let there = RunningProgram.atSocket(configuration.socketPath)?.status()?.display
        else { return false }
        return ownDisplay.isElsewhere(than: there)
    }

    private var ownDisplay: DisplayName {
        DisplayName(environment: ProcessInfo.processInfo.environment)
    }

    /// Makes `run` end with a notice on this display. Windows on the other one may be read by
    /// others.
    private func refuseElsewhere() -> Int32 {
        endsWithNotice = true
        return 1
    }

    private func handOver(_ options: ProgramOptions, to running: RunningProgram) -> Int32 {
        for case .openWorkspace(let name) in options.requests {
            let names = running.status()?.workspaces ?? []
            let isKnown = names.contains {
                $0.compare(name, options: .caseInsensitive) == .orderedSame
            }
            guard isKnown else {
                Log.warn(RequestText.noWorkspace(name))
                return 1
            }
        }
        let requests = options.requests.isEmpty ? [.activate] : options.requests
        for request in requests where !running.send(request) {
            Log.warn(RequestText.sentence(.tooLong))
            return 1
        }
        return 0
    }

    private func tellRunningProgram(_ options: ProgramOptions) -> Int32 {
        guard let running = findRunningProgram() else {
            guard options.listsWindows else { return 0 }
            Log.warn(RequestText.notRunning)
            return 1
        }
        if options.listsWindows {
            let titles = running.status()?.windows ?? []
            return StandardOutput.write(titles.map { $0 + "\n" }.joined()) ? 0 : 1
        }
        return handOver(options, to: running)
    }

    /// Passes the requests to the process that owns the windows' state, and ends this one; returns
    /// whether that process answers.
    func handOverToOwner() -> Bool {
        guard let running = RunningProgram.atSocket(configuration.socketPath) else { return false }
        if isRunningElsewhere {
            _ = refuseElsewhere()
            application.quit()
            return true
        }
        for request in earlyRequests where !running.send(request) { return false }
        application.quit()
        return true
    }

    // MARK: Requests of other processes

    /// Answers other processes that are not on the same session bus.
    func serveOtherProcesses() {
        guard server == nil, let path = configuration.socketPath else { return }
        server = LocalServer(at: path) { [weak self] in self?.answer(question: $0) ?? "" }
    }

    /// Performs a request that another process has passed on the session bus.
    func follow(_ text: String) {
        do throws(RequestError) {
            perform(try ProgramRequest(encoded: text))
        } catch {
            let sentence = RequestText.sentence(error)
            Log.warn(sentence)
            withWindows { windows in
                windows.activate()
                windows.frontWindow?.show(sentence)
            }
        }
    }

    private func answer(question text: String) -> String {
        guard
            let question = try? JSONDecoder().decode(ProgramQuestion.self, from: Data(text.utf8))
        else {
            Log.warn(RequestText.sentence(.unknown))
            return ""
        }
        var status = windows?.status ?? ProgramStatus()
        status.display = ownDisplay
        if let request = question.request {
            // After the answer: the request may take long, or end the program.
            MainLoop.whenIdle { [weak self] in self?.perform(request) }
        }
        guard let data = try? JSONEncoder().encode(status) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}

extension RunningProgram {
    /// The program that owns the application's name on the session bus, which this process has
    /// registered with.
    static func onBus(_ application: Application) -> RunningProgram {
        RunningProgram(
            status: {
                ProgramStatus(
                    windows: application.actionState(Command.windows.name)?.texts ?? [],
                    workspaces: application.actionState(Command.workspaces.name)?.texts ?? []
                )
            },
            send: { request in
                guard let text = try? request.encoded() else { return false }
                application.activateAction(Command.request.name, target: text)
                return true
            }
        )
    }

    /// The program that stores its windows in the folder that this process would use; nil where
    /// none answers.
    ///
    /// - Parameter path: the path of its socket.
    static func atSocket(_ path: String?) -> RunningProgram? {
        guard let path, ask(ProgramQuestion(), at: path) != nil else { return nil }
        return RunningProgram(
            status: { ask(ProgramQuestion(), at: path) },
            send: { ask(ProgramQuestion(request: $0), at: path) != nil }
        )
    }

    private static func ask(_ question: ProgramQuestion, at path: String) -> ProgramStatus? {
        guard let data = try? JSONEncoder().encode(question),
            let answer = LocalSocket.ask(String(decoding: data, as: UTF8.self), at: path)
        else { return nil }
        return try? JSONDecoder().decode(ProgramStatus.self, from: Data(answer.utf8))
    }
}
