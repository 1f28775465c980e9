import Foundation

/// What a running program tells other processes of itself.
package struct ProgramStatus: Codable, Hashable, Sendable {
    /// The titles of its windows, the front one first. Those of private windows say only that.
    package var windows: [String] = []
    /// The names of its workspaces.
    package var workspaces: [String] = []

    package init(windows: [String] = [], workspaces: [String] = []) {
        self.windows = windows
        self.workspaces = workspaces
    }
}

/// A question of one process to another that has no session bus in common with it.
package struct ProgramQuestion: Codable, Hashable, Sendable {
    /// What is to be done; nil for a request that only asks for the status.
    package var request: ProgramRequest?

    package init(request: ProgramRequest? = nil) {
        self.request = request
    }
}

/// The program as it runs already, seen from a process that has been started beside it.
@MainActor
package struct RunningProgram {
    /// What it tells of itself.
    package var status: @MainActor () -> ProgramStatus?
    /// Has it do something; says whether it took that on.
    package var send: @MainActor (ProgramRequest) -> Bool

    package init(
        status: @escaping @MainActor () -> ProgramStatus?,
        send: @escaping @MainActor (ProgramRequest) -> Bool
    ) {
        self.status = status
        self.send = send
    }
}
