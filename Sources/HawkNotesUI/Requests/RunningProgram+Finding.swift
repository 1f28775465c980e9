import Foundation
import GTKBridge

/// The actions by which other processes see and steer a running program.
enum RemoteAction {
    static let request = "request"
    static let windows = "windows"
    static let workspaces = "workspaces"
    /// What the window is about that has the keyboard: `type`, `title`, `link`, `web-page` where there is
    /// one, and `activity`, the whole in its encoded form. Empty where there is none, or it is private.
    static let currentActivity = "current-activity"
}

extension RunningProgram {
    /// The program that has the application's name on the session bus, which this process has registered
    /// with.
    static func onBus(_ application: Application) -> RunningProgram {
        RunningProgram(
            status: {
                ProgramStatus(
                    windows: application.actionState(RemoteAction.windows)?.texts ?? [],
                    workspaces: application.actionState(RemoteAction.workspaces)?.texts ?? []
                )
            },
            send: { request in
                guard let text = try? request.encoded() else { return false }
                application.activateAction(RemoteAction.request, target: text)
                return true
            }
        )
    }

    /// The program that keeps its windows in the same folder as this process would; nil where nobody
    /// answers for it.
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
