import Foundation

/// A workspace, and the windows whose files are in its folder.
struct LoadedWorkspace: Sendable {
    var id: WorkspaceIdentifier
    var index: WorkspaceIndex
    var files: Set<SceneIdentifier> = []
    /// Whether the index must be written anew.
    var needsWriting = false
}

extension LoadedWorkspace {
    /// Makes open windows its own; those that could not be opened stay its as well.
    @MainActor
    mutating func setMembers(_ scenes: [RestorationScene]) {
        let open = scenes.map { Workspace.Window(id: $0.id, $0.title, $0.contents) }
        let ids = Set(open.map(\.id))
        let others = index.members.filter { files.contains($0.id) && !ids.contains($0.id) }
        index.members = open + others
    }
}

extension LoadedSession {
    /// What the launch found of workspaces, besides the windows that are open.
    struct Workspaces: Sendable {
        var list: [LoadedWorkspace] = []
        /// The windows that are in a folder of a workspace, also of one that this run leaves alone.
        var members: Set<SceneIdentifier> = []
        /// Files in `windows/` of windows that are in their workspace: their leaving was interrupted.
        var leftovers: [(workspace: WorkspaceIdentifier, files: Leftover)] = []
        /// Files in the folders of open workspaces, which belong in `windows/`: their opening was
        /// interrupted.
        var arrivals: [Arrival] = []
        /// The windows instead of which a workspace was opened, which was interrupted, with the dates.
        var replaced: [SceneIdentifier: Date] = [:]
    }

    /// A file in the folder of an open workspace.
    struct Arrival: Sendable {
        var workspace: WorkspaceIdentifier
        var window: SceneIdentifier
        /// Whether there is a better copy in `windows/` already.
        var isUseless: Bool
    }
}

extension LoadedSession {
    /// The windows instead of which a workspace was opened, front first. Those of another workspace are
    /// in that, and not among the closed ones.
    var replacedScenes: [RecentlyClosedScene] {
        windows.compactMap { window in
            guard let date = workspaces.replaced[window.id],
                workspaces.list.place(of: window.id) == nil
            else { return nil }
            return RecentlyClosedScene(
                id: window.id,
                title: window.state.title,
                closingDate: date
            )
        }
    }
}

extension [LoadedWorkspace] {
    /// The place of the one to which a window belongs; what was removed has none, also while it can be
    /// restored.
    func place(of window: SceneIdentifier) -> Int? {
        firstIndex { !$0.index.isRemoved && $0.index.members.contains { $0.id == window } }
    }
}
