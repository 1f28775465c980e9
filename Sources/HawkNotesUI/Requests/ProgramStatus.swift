import Foundation

/// What a running program tells other processes of itself.
struct ProgramStatus: Codable, Hashable, Sendable {
    /// The titles of its windows, the front one first. Those of private windows say only that.
    var windows: [String] = []
    /// The names of its workspaces.
    var workspaces: [String] = []
}

/// A question of one process to another that has no session bus in common with it.
struct ProgramQuestion: Codable, Hashable, Sendable {
    /// What is to be done; nil for one who only wants to know.
    var request: ProgramRequest?
}

/// The program as it runs already, seen from a process that has been started beside it.
@MainActor
struct RunningProgram {
    /// What it tells of itself.
    var status: @MainActor () -> ProgramStatus?
    /// Has it do something; says whether it took that on.
    var send: @MainActor (ProgramRequest) -> Bool
}
