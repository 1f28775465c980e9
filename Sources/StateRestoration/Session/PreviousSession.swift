import Foundation

extension RestorationSession {
    /// Whether the previous session may have content that is not open; false before
    /// `completeRestoration()`.
    ///
    /// It changes when windows are opened and closed, and when text is removed from one. Until an
    /// earlier launch's state has been read (`lookAtPreviousSession()`), it is true.
    public var canRestorePreviousSession: Bool {
        isRestorationComplete && !hasTerminated && hasPreviousSession
            && previousSession.hasMore(than: scenes.map(\.id))
    }

    /// Determines the windows of the previous session for `canRestorePreviousSession`, unless they
    /// are known. Reads off the main thread.
    public func lookAtPreviousSession() async {
        guard isRestorationComplete, !hasTerminated, hasPreviousSession,
            previousSession.texts == nil
        else { return }
        previousSession.setWindows(await readPreviousSession().windows)
    }

    /// Opens copies of the windows that existed at launch and are not open now, front first.
    ///
    /// A window counts as open when it was restored, or a copy of it was opened, and its texts
    /// still contain all of their former text. The copies are new windows with new identifiers; the
    /// previous session does not change and can be opened again. Returns none before
    /// `completeRestoration()`. Reads off the main thread, and waits for no unrelated sync.
    ///
    /// A launch that found at most one window, without any text, does not count: the windows are
    /// then those of the launch before. So repeated launches do not replace a session that the user
    /// worked in.
    public func restorePreviousSession() async -> [RestorationScene] {
        guard isRestorationComplete, !hasTerminated else { return [] }
        let previous = await readPreviousSession()
        guard !hasTerminated else { return [] }
        for entry in previous.report.entries where entry.outcome != .note {
            report.add(entry)
        }
        previousSession.setWindows(previous.windows)
        let copies = previous.windows.filter { !isOpen($0) }.reversed().map { window in
            var state = window.state
            state.closingDate = nil
            let copy = makeScene(state: state, isPrivate: false)
            previousSession.add(copy: copy.id, of: window.id)
            return copy
        }
        return copies.reversed()
    }

    private func readPreviousSession() async -> LoadedSession {
        let folder = directory.previousSession
        return await writer.read(following: [.previousSession]) { directory in
            SessionLoader.windows(in: folder, of: directory)
        }
    }

    private func isOpen(_ window: LoadedSession.Window) -> Bool {
        let texts = window.state.texts
        return scenes.contains {
            previousSession.original(of: $0.id) == window.id && $0.stillHas(texts)
        }
    }
}

// MARK: - Its windows and texts

/// The known facts about the previous session that tell which of its windows are open.
struct PreviousSession {
    /// The paths of the texts in its windows; `nil` until it has been read.
    private(set) var texts: [SceneIdentifier: Set<String>]?
    /// The originals of copies.
    private var originals: [SceneIdentifier: SceneIdentifier] = [:]
    /// The texts of this run's windows from which something was removed.
    private var shortened: [SceneIdentifier: Set<String>] = [:]

    /// Sets the windows of the previous session.
    mutating func setWindows(_ windows: [LoadedSession.Window]) {
        texts = Dictionary(
            windows.map { ($0.id, Set($0.state.texts.map(\.path))) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Records a window that was opened as a copy of another one.
    mutating func add(copy: SceneIdentifier, of original: SceneIdentifier) {
        originals[copy] = original
    }

    /// Whether text was removed from a text in this run.
    func isShortened(_ path: String, of id: SceneIdentifier) -> Bool {
        shortened[id]?.contains(path) ?? false
    }

    /// Records a text from which some was removed.
    mutating func addShortened(_ path: String, of id: SceneIdentifier) {
        shortened[id, default: []].insert(path)
    }

    /// The window itself, or the original of a copy.
    func original(of id: SceneIdentifier) -> SceneIdentifier { originals[id] ?? id }

    /// Whether any of the windows is not open, or may have lost some of its texts. Does not compare
    /// texts.
    func hasMore(than open: [SceneIdentifier]) -> Bool {
        guard let texts else { return true }
        let whole = open.filter { id in
            texts[original(of: id)]?.isDisjoint(with: shortened[id] ?? []) ?? false
        }
        return !Set(texts.keys).isSubset(of: whole.map(original))
    }
}

extension SceneChange {
    /// The path of a text from which some may be removed; `nil` for other changes.
    var shortenedText: String? {
        switch self {
        case .splice(let path, let edit): edit.removed.isEmpty ? nil : path
        case .text(let path, _), .value(let path, nil): path
        case .value, .selection, .title: nil
        }
    }
}

extension WindowState {
    /// The long texts that are not empty.
    var texts: [(path: String, text: String)] {
        contents.compactMap { path, content in
            content.longText.flatMap { $0.isEmpty ? nil : (path, $0.string) }
        }
    }
}

extension RestorationScene {
    /// Whether the texts still contain all of their former text, in the same order; text typed in
    /// between does not matter.
    fileprivate func stillHas(_ texts: [(path: String, text: String)]) -> Bool {
        texts.allSatisfy { path, text in
            var rest = (contents[path]?.longText?.string ?? "").utf8[...]
            for byte in text.utf8 {
                guard let index = rest.firstIndex(of: byte) else { return false }
                rest = rest[rest.index(after: index)...]
            }
            return true
        }
    }
}

// MARK: - Earlier versions

// A window's earlier version, for users who miss something in the restored one.

extension RestorationSession {
    /// The windows that have a complete earlier version. Reads off the main thread.
    public func scenesWithEarlierVersion(
        among ids: Set<SceneIdentifier>
    ) async -> Set<SceneIdentifier> {
        guard isRestorationComplete, !hasTerminated, !ids.isEmpty else { return [] }
        return await writer.read(following: [.previousSession]) { directory in
            ids.filter { directory.earlierVersion(of: $0) != nil }
        }
    }

    /// Opens an earlier version of this window beside the current ones: from the previous session,
    /// or from one before that, the latest in which its file was undamaged.
    ///
    /// It is a new window with a new identifier; the previous session does not change. Returns
    /// `nil` when there is no such version, and before `completeRestoration()`.
    public func openEarlierVersion(of id: SceneIdentifier) async -> RestorationScene? {
        guard isRestorationComplete, !hasTerminated else { return nil }
        let found = await writer.read(following: [.previousSession]) { directory in
            directory.earlierVersion(of: id)
        }
        guard !hasTerminated, var state = found else { return nil }
        state.closingDate = nil
        return makeScene(state: state, isPrivate: false)
    }
}

extension StateDirectory {
    /// A window's state at the last launch that found its file undamaged.
    fileprivate func earlierVersion(of id: SceneIdentifier) -> WindowState? {
        let folders =
            [previousSession]
            + GenerationChange.retiredSessions.map { trash + "/" + $0 }
        for folder in folders {
            let reading = readState(folder + "/\(id).state", of: id)?.reading
            if case .state(let state, damage: nil)? = reading { return state }
        }
        return nil
    }
}
