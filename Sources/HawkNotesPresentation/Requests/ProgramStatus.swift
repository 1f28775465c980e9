import Foundation

/// The status of a running program, for other processes.
package struct ProgramStatus: Codable, Hashable, Sendable {
    /// The titles of its windows, front first. For private windows, a placeholder.
    package var windows: [String] = []
    /// The names of its workspaces.
    package var workspaces: [String] = []
    /// Where its windows are; nil from older versions, which did not tell.
    package var display: DisplayName?

    package init(windows: [String] = [], workspaces: [String] = []) {
        self.windows = windows
        self.workspaces = workspaces
    }
}

/// A question to another process that is not on the same session bus.
package struct ProgramQuestion: Codable, Hashable, Sendable {
    /// The request to perform; nil to ask only for the status.
    package var request: ProgramRequest?

    package init(request: ProgramRequest? = nil) {
        self.request = request
    }
}

/// The running program, as seen from another process of it.
@MainActor
package struct RunningProgram {
    /// Returns its status.
    package var status: @MainActor () -> ProgramStatus?
    /// Passes a request to it; returns whether it has accepted that.
    package var send: @MainActor (ProgramRequest) -> Bool

    package init(
        status: @escaping @MainActor () -> ProgramStatus?,
        send: @escaping @MainActor (ProgramRequest) -> Bool
    ) {
        self.status = status
        self.send = send
    }
}
