import StateRestorationTesting

@testable import StateRestoration

/// A session as a person knows it: which windows there are, and what is in them.
struct SessionPicture: Equatable {
    struct Window: Equatable {
        var isOpen: Bool
        var title: String
        /// What is stored, by path, as text.
        var values: [String: String]
        /// The name of the workspace that has it.
        var workspace: String?
    }

    var windows: [SceneIdentifier: Window] = [:]

    /// The windows of a session that is running; what the closed ones hold is read from their
    /// files.
    @MainActor
    init(_ session: RestorationSession, on files: InMemoryFileSystem) {
        for scene in session.scenes where !scene.isPrivate {
            windows[scene.id] = Window(
                isOpen: true,
                title: scene.title,
                values: SessionPicture.values(scene.contents)
            )
        }
        if !session.applicationScene.contents.isEmpty {
            let values = SessionPicture.values(session.applicationScene.contents)
            windows[.application] = Window(isOpen: false, title: "", values: values)
        }
        // Those that were closed one after another down to the last one come back.
        for id in session.closingRun.completed {
            windows[id] = SessionPicture.window(session.directory.window(id), true, files)
        }
        for closed in session.recentlyClosed {
            let path = session.directory.closedWindow(closed.id)
            // Of one that was replaced by a workspace, the file may not have got there yet.
            windows[closed.id] =
                SessionPicture.window(path, false, files)
                ?? SessionPicture.window(session.directory.window(closed.id), false, files)
        }
        for workspace in session.workspaceList where !workspace.index.isRemoved {
            for id in workspace.files {
                let path = session.directory.folder(of: workspace.id) + "/\(id).state"
                windows[id] = SessionPicture.window(path, false, files)
            }
            for member in workspace.index.members {
                if windows[member.id] == nil {
                    let path = session.directory.window(member.id)
                    windows[member.id] = SessionPicture.window(path, false, files)
                }
                windows[member.id]?.workspace = workspace.index.name
            }
        }
    }

    private static func window(
        _ path: String,
        _ isOpen: Bool,
        _ files: InMemoryFileSystem
    ) -> Window? {
        guard let bytes = files.files[path],
            case .state(let state, nil) = StateFileReader.read(bytes)
        else { return nil }
        return Window(isOpen: isOpen, title: state.title, values: values(state.contents))
    }

    private static func values(_ contents: [String: SceneContent]) -> [String: String] {
        contents.mapValues { content in
            switch content {
            case .text(let text): text.string
            case .value(.string(let string)): string
            case .value(let value): "\(value)"
            case .unknown(let json): "\(json)"
            }
        }
    }
}

extension SessionPicture.Window {
    /// Whether the other one has all that this one has.
    func isPart(of other: Self) -> Bool {
        isOpen == other.isOpen && (title.isEmpty || title == other.title)
            && values.allSatisfy { other.values[$0.key] == $0.value }
    }
}

extension SessionPicture.Window: CustomStringConvertible {
    var description: String {
        let values = values.sorted { $0.key < $1.key }.map { key, value in
            key + ": " + (value.count > 30 ? value.prefix(30) + "… (\(value.count))" : value)
        }
        let place = (isOpen ? "open" : "closed") + (workspace.map { " in “\($0)”" } ?? "")
        return "\(place) “\(title)” [\(values.joined(separator: ", "))]"
    }
}
