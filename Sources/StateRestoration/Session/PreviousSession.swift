import Foundation

extension RestorationSession {
    /// Whether the previous session may have something that is not open; false before
    /// `completeRestoration()`.
    ///
    /// It changes when windows are opened and closed, and when text is taken away from one. As long as
    /// what an earlier launch left has not been read (`lookAtPreviousSession()`), it is true.
    public var canRestorePreviousSession: Bool {
        isRestorationComplete && !hasTerminated && hasPreviousSession
            && previousSession.hasMore(than: scenes.map(\.id))
    }

    /// Finds out which windows the previous session has, for `canRestorePreviousSession`, where that is
    /// not known. Reads off the main thread.
    public func lookAtPreviousSession() async {
        guard isRestorationComplete, !hasTerminated, hasPreviousSession,
            previousSession.texts == nil
        else { return }
        previousSession.setWindows(await readPreviousSession().windows)
    }

    /// Opens copies of the windows that were there at launch and are not open now, front first.
    ///
    /// A window counts as open when it came back, or a copy of it was opened, and all that stood in its
    /// texts still stands there. They are new windows with identifiers of their own; the previous
    /// session stays as it is, to be opened again. Before `completeRestoration()` there are none. What
    /// is read is read off the main thread, and no sync is waited for that is about something else.
    ///
    /// A launch that found at most one window, without any text in it, does not count: the windows
    /// are then those of the launch before. So starting again and again does not push out a session that
    /// the user worked in.
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

// MARK: - What it had

/// What is known of the previous session, to tell which of its windows are open.
struct PreviousSession {
    /// The paths of the texts in its windows; `nil` until it has been read.
    private(set) var texts: [SceneIdentifier: Set<String>]?
    /// The windows of which open ones are copies.
    private var originals: [SceneIdentifier: SceneIdentifier] = [:]
    /// The texts of this run's windows from which something was removed.
    private var shortened: [SceneIdentifier: Set<String>] = [:]

    /// Notes the windows that the previous session has.
    mutating func setWindows(_ windows: [LoadedSession.Window]) {
        texts = Dictionary(
            windows.map { ($0.id, Set($0.state.texts.map(\.path))) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Notes a window that was made as a copy of another one.
    mutating func add(copy: SceneIdentifier, of original: SceneIdentifier) {
        originals[copy] = original
    }

    /// Whether something was removed from a text in this run.
    func isShortened(_ path: String, of id: SceneIdentifier) -> Bool {
        shortened[id]?.contains(path) ?? false
    }

    /// Notes a text from which something is removed.
    mutating func addShortened(_ path: String, of id: SceneIdentifier) {
        shortened[id, default: []].insert(path)
    }

    /// The window itself, or the one of which it is a copy.
    func original(of id: SceneIdentifier) -> SceneIdentifier { originals[id] ?? id }

    /// Whether any of the windows is not open, or may no longer have all of its texts. Costs no look at
    /// any text.
    func hasMore(than open: [SceneIdentifier]) -> Bool {
        guard let texts else { return true }
        let whole = open.filter { id in
            texts[original(of: id)]?.isDisjoint(with: shortened[id] ?? []) ?? false
        }
        return !Set(texts.keys).isSubset(of: whole.map(original))
    }
}

extension SceneChange {
    /// The path of what may be a text from which something is removed.
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
    /// Whether all that stood in the texts still stands there, in the same order; what was typed between
    /// does not matter.
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

// One window as it was before, for users who miss something in the one that came back.

extension RestorationSession {
    /// Which of the windows have an earlier version that can be read whole. Reads off the main thread.
    public func scenesWithEarlierVersion(
        among ids: Set<SceneIdentifier>
    ) async -> Set<SceneIdentifier> {
        guard isRestorationComplete, !hasTerminated, !ids.isEmpty else { return [] }
        return await writer.read(following: [.previousSession]) { directory in
            ids.filter { directory.earlierVersion(of: $0) != nil }
        }
    }

    /// Opens a window beside the present ones that is as this one was at an earlier launch: in the previous
    /// session, or in one before that, the latest in which its file was whole.
    ///
    /// It is a new window with an identifier of its own; the previous session stays as it is. `nil` when
    /// there is no such version, and before `completeRestoration()`.
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
    /// A window as it was at the last launch that found its file whole.
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
