import Foundation

// Reads the workspaces, and decides where their windows belong.

extension SessionLoader {
    /// Reads the indexes, and lists the windows in the folders without reading them.
    mutating func loadWorkspaces() {
        for name in (names(in: directory.workspaces) ?? []).sorted() {
            guard let id = WorkspaceIdentifier(name) else { continue }
            loadWorkspace(id)
        }
        settleMembership()
    }

    private mutating func loadWorkspace(_ id: WorkspaceIdentifier) {
        let folder = directory.folder(of: id)
        guard let names = names(in: folder) else {
            if session.unlistedFolders.contains(folder) { loadUnlistedWorkspace(id) }
            return
        }
        let files = Set(
            names.filter { $0.hasSuffix(".state") }
                .compactMap { StateDirectory.window(fileName: $0) }
        )
        session.workspaces.members.formUnion(files)
        let path = directory.index(of: id)
        var index: WorkspaceIndex?
        var isSpoiled = false
        var problem = "It is missing."
        do {
            let bytes = try directory.fileSystem.read(path, StateDirectory.fileSizeLimit)
            do {
                index = try WorkspaceIndex(bytes)
                isSpoiled = !DoubleLine.isWhole(bytes)
                if isSpoiled { setAsideIndex(path, bytes, of: id, isMoved: false) }
            } catch {
                if error.code == .tooNew { return leaveAlone(id, error.message) }
                problem = error.message
                setAsideIndex(path, bytes, of: id, isMoved: true)
            }
        } catch let error as POSIXError where error.code == .ENOENT {
            // A folder that never had one is not the library's.
            if files.isEmpty { return }
        } catch {
            let found = StateFileProblem(error as? POSIXError ?? POSIXError(.EIO))
            if found.mayPass || found.isPassing { return leaveAlone(id, found.sentence) }
            problem = found.sentence
            setAsideIndex(path, nil, of: id, isMoved: true)
        }
        var workspace = LoadedWorkspace(id: id, index: index ?? WorkspaceIndex(), files: files)
        workspace.needsWriting = isSpoiled
        let listed = workspace.index.memberIDs
        let unlisted = files.subtracting(listed).sorted { $0.rawValue < $1.rawValue }
        workspace.index.members += unlisted.map { member($0, in: folder) }
        if index == nil {
            workspace.needsWriting = true
            workspace.index.name =
                workspace.index.members.lazy.map(\.title).first { !$0.isEmpty } ?? ""
            session.report.add(
                .note,
                .indexLost,
                subject: workspace.index.name.isEmpty ? id.rawValue : workspace.index.name,
                reason: "\(path) cannot be used. The workspace has the windows that lie there, and "
                    + "the title of the first for its name. \(problem)"
            )
            if files.isEmpty { return }
        }
        session.workspaces.list.append(workspace)
    }

    /// Reads a workspace whose folder cannot be listed by the names in its index.
    private mutating func loadUnlistedWorkspace(_ id: WorkspaceIdentifier) {
        let folder = directory.folder(of: id)
        do {
            let (path, limit) = (directory.index(of: id), StateDirectory.fileSizeLimit)
            let index = try WorkspaceIndex(directory.fileSystem.read(path, limit))
            // A workspace to be removed is moved to the trash when its folder can be listed.
            guard !index.isRemoved else { return }
            let files = try index.memberIDs.filter { member in
                try directory.fileSystem.status(folder + "/\(member).state")?.kind == .file
            }
            session.workspaces.members.formUnion(files)
            session.workspaces.list.append(LoadedWorkspace(id: id, index: index, files: files))
        } catch {
            leaveAlone(id, SessionLoader.words(error))
        }
    }

    private mutating func leaveAlone(_ id: WorkspaceIdentifier, _ sentence: String) {
        session.report.add(
            .notRestored,
            .unreadableFile,
            subject: id.rawValue,
            reason: "The workspace \(directory.folder(of: id)) is left as it is. \(sentence)"
        )
    }

    private mutating func setAsideIndex(
        _ path: String,
        _ bytes: [UInt8]?,
        of id: WorkspaceIdentifier,
        isMoved: Bool
    ) {
        session.damaged.append(
            LoadedSession.Damaged(
                path: path,
                quarantinePath: directory.quarantineName(of: path, bytes),
                isMoved: isMoved,
                topics: [.workspace(id)]
            )
        )
    }

    /// The list entry of a window that no index mentions.
    private func member(_ id: SceneIdentifier, in folder: String) -> Workspace.Window {
        let reading = directory.readState(folder + "/\(id).state", of: id)?.reading
        guard case .state(let state, _)? = reading else {
            return Workspace.Window(id: id, title: "", beginningOfText: "")
        }
        return Workspace.Window(id: id, state.title, state.contents)
    }

    /// Assigns each window to one workspace: the one whose folder has its file, or else the one
    /// that claimed it last.
    private mutating func settleMembership() {
        var list = session.workspaces.list
        var taken: Set<SceneIdentifier> = []
        let places = list.indices.sorted { list[$0].index.revision > list[$1].index.revision }
        for place in places {
            list[place].files.subtract(taken)
            taken.formUnion(list[place].files)
        }
        for place in places where !list[place].index.isRemoved {
            let files = list[place].files
            list[place].index.members.removeAll { member in
                !files.contains(member.id) && taken.contains(member.id)
            }
            taken.formUnion(list[place].index.memberIDs)
            for id in list[place].index.memberIDs { homes[id] = place }
        }
        session.workspaces.list = list
    }
}

// MARK: - Windows

/// A window of a workspace that has a file in `windows/`.
struct MemberInWindows {
    var place: Int
    var window: LoadedSession.Window
    var names: [String]
    /// Compared with the copy in the workspace's folder.
    var age: Age

    enum Age { case newer, same, older }
}

extension SessionLoader {
    /// The relation of a file in `windows/` to the workspace whose folder has the window, or had it
    /// when the index was last written; `nil` when the window belongs to none.
    func memberInWindows(
        _ window: LoadedSession.Window,
        _ names: [String]
    ) -> MemberInWindows? {
        let list = session.workspaces.list
        guard let place = homes[window.id] else { return nil }
        var member = MemberInWindows(place: place, window: window, names: names, age: .newer)
        guard list[place].files.contains(window.id) else { return member }
        let path = directory.folder(of: list[place].id) + "/\(window.id).state"
        let reading = directory.readState(path, of: window.id)?.reading
        guard case .state(let copy, let damage)? = reading, damage?.isInSnapshot != true
        else { return member }
        let isWhole = !window.isOlderCopy && window.damage?.isInSnapshot != true
        if !isWhole || copy.nextSequence > window.state.nextSequence {
            member.age = .older
        } else if copy.nextSequence == window.state.nextSequence {
            member.age = .same
        }
        return member
    }

    /// Decides which workspaces are open, and which file of each window counts.
    ///
    /// A workspace is open when its index says so. It is also open when the index does not say so
    /// yet, but one of its windows was written.
    mutating func placeMembers(_ found: [MemberInWindows]) {
        for place in session.workspaces.list.indices {
            let workspace = session.workspaces.list[place]
            guard !workspace.index.isRemoved else { continue }
            let here = found.filter { $0.place == place }
            guard workspace.index.isOpen || here.contains(where: { $0.age == .newer }) else {
                session.workspaces.leftovers += here.map { member in
                    let paths = member.names.map { directory.windows + "/" + $0 }
                    let files = LoadedSession.Leftover(id: member.window.id, paths: paths)
                    return (workspace: workspace.id, files: files)
                }
                continue
            }
            if !workspace.index.isOpen {
                session.workspaces.list[place].index.isOpen = true
                session.workspaces.list[place].needsWriting = true
            }
            noteReplaced(by: workspace.index)
            addArrivals(of: place, here)
        }
    }

    private mutating func noteReplaced(by index: WorkspaceIndex) {
        guard let date = index.replacementDate else { return }
        for id in index.replaced { session.workspaces.replaced[id] = date }
    }

    /// The windows of an open workspace, including those whose files are still in its folder.
    private mutating func addArrivals(of place: Int, _ here: [MemberInWindows]) {
        let workspace = session.workspaces.list[place]
        let folder = directory.folder(of: workspace.id)
        for id in workspace.files.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard !session.leftAlone.contains(id) else { continue }
            let inWindows = here.first { $0.window.id == id }
            let isUseless = inWindows.map { $0.age != .older } ?? false
            if !isUseless {
                let path = folder + "/\(id).state"
                readings = StateFileReadings.read([path], in: directory)
                guard
                    var window = window(id, ["\(id).state"], in: folder) ?? inWindows?.window
                else { continue }
                window.base = nil
                window.leftovers = (inWindows?.names ?? []).filter { $0.hasSuffix(".new") }
                    .map { directory.windows + "/" + $0 }
                window.state.keepNumbersAbove(inWindows?.names ?? [])
                session.closed.removeAll { $0.id == id }
                session.windows.append(window)
            }
            session.workspaces.arrivals.append(
                LoadedSession.Arrival(workspace: workspace.id, window: id, isUseless: isUseless)
            )
            session.workspaces.list[place].files.remove(id)
        }
        for member in here where member.age != .older || !workspace.files.contains(member.window.id)
        {
            var window = member.window
            window.state.keepNumbersAbove(member.names)
            session.windows.append(window)
        }
    }
}

extension WindowState {
    /// The next replacement must not have the name of a file that is about to be removed, or of its
    /// copy.
    mutating func keepNumbersAbove(_ names: [String]) {
        let numbers = names.compactMap(StateDirectory.replacementNumber)
        nextSequence = max(nextSequence, (numbers.max() ?? -2) + 2)
    }
}

extension Workspace.Window {
    init(id: SceneIdentifier, _ title: String, _ contents: [String: SceneContent]) {
        self.init(id: id, title: title, beginningOfText: contents.beginningOfText)
    }
}

/// A workspace, and the windows with files in its folder.
struct LoadedWorkspace: Sendable {
    var id: WorkspaceIdentifier
    var index: WorkspaceIndex
    var files: Set<SceneIdentifier> = []
    /// Whether the index must be rewritten.
    var needsWriting = false
}

extension LoadedWorkspace {
    /// Adds open windows to it; windows that could not be opened stay its own as well.
    @MainActor
    mutating func setMembers(_ scenes: [RestorationScene]) {
        let open = scenes.map { Workspace.Window(id: $0.id, $0.title, $0.contents) }
        let ids = Set(open.map(\.id))
        let others = index.members.filter { files.contains($0.id) && !ids.contains($0.id) }
        index.members = open + others
    }
}

extension LoadedSession {
    /// The workspaces found at launch, besides the open windows.
    struct Workspaces: Sendable {
        var list: [LoadedWorkspace] = []
        /// The windows in folders of workspaces, including those that this run leaves alone.
        var members: Set<SceneIdentifier> = []
        /// Files in `windows/` of windows that are in their workspace: its closing was interrupted.
        var leftovers: [(workspace: WorkspaceIdentifier, files: Leftover)] = []
        /// Files in the folders of open workspaces that belong in `windows/`: the opening was
        /// interrupted.
        var arrivals: [Arrival] = []
        /// The windows that the interrupted opening of a workspace replaced, with the dates.
        var replaced: [SceneIdentifier: Date] = [:]
    }

    /// A file in the folder of an open workspace.
    struct Arrival: Sendable {
        var workspace: WorkspaceIdentifier
        var window: SceneIdentifier
        /// Whether there is a better copy in `windows/`.
        var isUseless: Bool
    }
}

extension LoadedSession {
    /// The windows that the opening of a workspace replaced, front first, without those of another
    /// workspace: they are in that, and not among the closed ones.
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
    /// The index of the workspace that a window belongs to; removed workspaces have none, even
    /// while they can be restored.
    func place(of window: SceneIdentifier) -> Int? {
        firstIndex { !$0.index.isRemoved && $0.index.members.contains { $0.id == window } }
    }
}
