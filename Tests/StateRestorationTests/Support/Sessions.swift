import StateRestorationTesting

@testable import StateRestoration

extension RestorationTester {
    static func path(_ name: String) -> String { directory + "/" + name }

    /// Opens windows of these titles with a draft each, the last one in front.
    @discardableResult
    func open(_ titles: String...) -> [RestorationScene] { open(titles) }

    /// Opens windows of these titles with a draft each, the last one in front.
    @discardableResult
    func open(_ titles: [String]) -> [RestorationScene] {
        titles.map { title in
            let scene = session.makeScene()
            scene.title = title
            RestorableText("draft", in: scene.root).setString("draft of \(title)")
            return scene
        }
    }

    /// The titles of the open windows, front first.
    var titles: [String] { session.scenes.map(\.title) }

    /// The drafts of the open windows by title.
    var drafts: [String: String] {
        Dictionary(
            session.scenes.map { ($0.title, $0.draft) },
            uniquingKeysWith: { $0 + " and " + $1 }
        )
    }

    /// The names of the files in a folder of the state directory.
    func names(in folder: String) -> Set<String> {
        let prefix = RestorationTester.path(folder) + "/"
        let paths = files.files.keys.filter { $0.hasPrefix(prefix) }
        return Set(paths.map { String($0.dropFirst(prefix.count)) })
    }

    /// All files but the marker of the run.
    var filesOfWindows: [String: [UInt8]] {
        files.files.filter { !$0.key.contains("running.json") }
    }
}

extension RestorationSession {
    /// Opens copies of all windows that the previous session has, as if none of them were open.
    func restoreWholePreviousSession() async -> [RestorationScene] {
        for scene in scenes {
            previousSession.add(copy: scene.id, of: SceneIdentifier(from: environment))
        }
        return await restorePreviousSession()
    }
}

extension RestorationScene {
    var draft: String {
        if case .string(let text) = storedValue(at: "draft") { text } else { "" }
    }
}

extension RestorationReport {
    @MainActor
    func codes(about scene: RestorationScene? = nil) -> [Entry.Code] {
        let id = scene?.id
        return entries.filter { id == nil || $0.scene == id }.map(\.code)
    }
}
