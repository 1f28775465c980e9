import Foundation

// The history of windows: stored at each launch and, during changes, once an hour.

extension RestorationSession {
    /// The limits of the history; `nil` turns it off.
    ///
    /// May be changed at any time: smaller limits take effect at once. With `nil`, nothing more is
    /// stored, and existing states stay until they are erased, see `forget(_:)`.
    public var historyLimits: HistoryLimits? {
        get { storedHistoryLimits }
        set {
            guard newValue != storedHistoryLimits else { return }
            storedHistoryLimits = newValue
            submit(.limitHistory(newValue))
        }
    }

    /// The stored states, newest first. Reads a small file for each, off the main thread.
    ///
    /// A state that cannot be read is left out.
    ///
    /// - Throws: A `RestorationError` with the code `cannotRead` when the folder cannot be listed,
    ///   or none of its files can be read now or by this version. That is not an empty history:
    ///   nothing is removed.
    public func history() async throws -> [HistoryState] {
        try await writer.read(following: [.history]) { directory in
            Result { try RestorationSession.states(in: directory) }
        }.get()
    }

    /// The complete content of a state's windows, front first, without opening them.
    ///
    /// - Returns: The windows; none when the state no longer exists.
    public func historyWindows(of id: HistoryState.ID) async -> [HistoryWindow] {
        await contents(of: id).map { window in
            let contents = window.contents.filter { !$0.value.isEmptiedText }
            return HistoryWindow(
                id: window.id,
                title: window.title,
                values: contents.compactMapValues(\.value),
                texts: Set(contents.filter { $0.value.longText != nil }.keys),
                isWhole: window.isWhole
            )
        }
    }

    /// Opens windows of an earlier state beside the current ones, without replacing any.
    ///
    /// They are new windows with new identifiers.
    ///
    /// - Parameters:
    ///   - id: The state.
    ///   - windows: The windows to open; by default all.
    ///   - paths: The values and texts to restore, at these paths and below. By default all.
    /// - Returns: The windows, front first, without unreadable ones; the report has the reasons.
    public func restoreFromHistory(
        _ id: HistoryState.ID,
        windows: Set<SceneIdentifier>? = nil,
        paths: Set<String>? = nil
    ) async -> [RestorationScene] {
        guard isRestorationComplete, !hasTerminated else { return [] }
        let found = await contents(of: id)
        guard !hasTerminated else { return [] }
        var scenes: [RestorationScene] = []
        for window in found.reversed() where windows?.contains(window.id) ?? true {
            if !window.isWhole { reportHistory(window) }
            var state = WindowState()
            state.title = window.title
            state.contents = window.contents.filter { path, _ in
                paths?.contains { path == $0 || path.hasPrefix($0 + "/") } ?? true
            }
            state.unknownRecords = paths == nil ? window.unknownRecords : []
            if state.contents.isEmpty, !window.isWhole { continue }
            scenes.insert(makeScene(state: state, isPrivate: false), at: 0)
        }
        return scenes
    }

    private func reportHistory(_ window: HistoryContents) {
        report.add(
            .partial,
            .damagedFile,
            subject: window.title.isEmpty ? window.id.rawValue : window.title,
            reason:
                "A file of the window in the history is damaged or missing; what could be read came "
                + "back."
        )
    }

    private func contents(of id: HistoryState.ID) async -> [HistoryContents] {
        await writer.read(following: [.history]) { directory in
            // By its name, even if the folder cannot be listed.
            guard let index = directory.historyIndex(id) else { return [] }
            return index.windows.map { HistoryContents($0, in: directory) }
        }
    }

    private nonisolated static func states(in directory: StateDirectory) throws -> [HistoryState] {
        let files = HistoryFiles(directory: directory, writer: "", limits: HistoryLimits())
        let folder = URL(fileURLWithPath: directory.history)
        let found: (states: [HistoryFiles.State], isComplete: Bool)
        do {
            found = try files.indexes(settingAside: false)
        } catch {
            throw RestorationError(
                .cannotRead,
                "The folder of the history cannot be listed",
                url: folder,
                underlying: error
            )
        }
        guard found.isComplete || !found.states.isEmpty else {
            throw RestorationError(
                .cannotRead,
                "No state of the history can be read now, or by this version",
                url: folder
            )
        }
        return found.states.reversed().map { state in
            HistoryState(
                id: state.id,
                date: state.index.date,
                windows: state.index.windows.map(\.summary)
            )
        }
    }
}

extension StateDirectory {
    /// The content of a state; `nil` when it does not exist or cannot be read.
    fileprivate func historyIndex(_ id: HistoryState.ID) -> HistoryIndex? {
        guard let bytes = try? fileSystem.read(history(id), StateDirectory.fileSizeLimit) else {
            return nil
        }
        return try? HistoryIndex(bytes)
    }
}

/// The content of a window's files in the history.
private struct HistoryContents: Sendable {
    var id: SceneIdentifier
    var title: String
    var contents: [String: SceneContent] = [:]
    var unknownRecords: [[JSONValue.Member]] = []
    var isWhole = true

    init(_ window: HistoryIndex.Window, in directory: StateDirectory) {
        id = window.summary.id
        title = window.summary.title
        for name in window.objects {
            let reading = directory.readState(directory.historyObjects + "/" + name)?.reading
            guard case .state(let state, let damage)? = reading else {
                isWhole = false
                continue
            }
            if damage != nil { isWhole = false }
            contents.merge(state.contents) { first, _ in first }
            unknownRecords += state.unknownRecords
        }
    }
}

extension SceneContent {
    /// The stored value, long texts as strings; `nil` for an unknown type.
    var value: RestorableValue? {
        switch self {
        case .value(let value): value
        case .text(let text): .string(text.string)
        case .unknown: nil
        }
    }
}
