import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

// What the program does before there is anything to see: it answers at once, hands over to the one that
// runs, or goes on.

extension HawkNotesApplication {
    /// How many seconds a process lives that only answers the desktop's search: users may type more.
    private static let serviceTimeout = 60

    /// - Returns: the status to exit with; nil to go on.
    func begin(with given: GivenOptions) -> Int32? {
        let options = ProgramOptions(given)
        if options.printsVersion {
            return StandardOutput.write("Hawk Notes \(configuration.version)\n") ? 0 : 1
        }
        if options.needsRunningProgram { return tellRunningProgram(options) }
        if application.isService { return prepare(options) }
        if let status = startAfterLogin(options) { return status }
        if !options.isAfterLogin, let running = findRunningProgram() {
            return handOver(options, to: running)
        }
        return prepare(options)
    }

    /// - Returns: the status to exit with, where the program cannot start; else nil.
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

    /// - Returns: 0 where there is nothing to open after the login.
    private func startAfterLogin(_ options: ProgramOptions) -> Int32? {
        guard options.isAfterLogin, options.isFresh || !isDueAfterLogin else { return nil }
        return 0
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

    // MARK: Another process

    /// The program as it runs already: by its name on the session bus, or by the folder that it keeps its
    /// windows in, where there is no bus, or another one.
    private func findRunningProgram() -> RunningProgram? {
        if Application.isRunning(configuration.identifier) {
            if let problem = application.register() { Log.warn(problem) }
            // It may have ended since.
            if application.isRemote { return .onBus(application) }
        }
        return .atSocket(configuration.socketPath)
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

    /// Has the process do what was asked for that has the windows' state, and ends this one; says whether
    /// there is one that answers.
    func handOverToOwner() -> Bool {
        guard let running = RunningProgram.atSocket(configuration.socketPath) else { return false }
        for request in earlyRequests where !running.send(request) { return false }
        application.quit()
        return true
    }

    // MARK: Being asked

    /// Answers other processes that do not have the session bus in common with this one.
    func serveOtherProcesses() {
        guard server == nil, let path = configuration.socketPath else { return }
        server = LocalServer(at: path) { [weak self] in self?.answer(question: $0) ?? "" }
    }

    /// Does what another process has handed over on the session bus.
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
        let status = windows?.status ?? ProgramStatus()
        if let request = question.request {
            // After the answer: what is asked for may take its time, or end the program.
            MainLoop.whenIdle { [weak self] in self?.perform(request) }
        }
        guard let data = try? JSONEncoder().encode(status) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}

extension RunningProgram {
    /// The program that has the application's name on the session bus, which this process has registered
    /// with.
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

    /// The program that keeps its windows in the same folder as this process would; nil where none
    /// answers.
    ///
    /// - Parameter path: where it listens.
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
