import Foundation
import GTKBridge
import HawkNotesPresentation

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
