import Foundation

// What the windows were: kept at each launch and, while something changes, once an hour.

extension RestorationSession {
    /// How much is kept of what the windows were; `nil` when nothing is.
    ///
    /// May be changed at any time: smaller limits count at once. With `nil` nothing more is kept, and what
    /// there is stays until it is forgotten, see `forget(_:)`.
    public var historyLimits: HistoryLimits? {
        get { storedHistoryLimits }
        set {
            guard newValue != storedHistoryLimits else { return }
            storedHistoryLimits = newValue
            submit(.limitHistory(newValue))
        }
    }

    /// The states that are kept, newest first. Reads a small file for each, off the main thread.
    ///
    /// A state that cannot be read is left out.
    ///
    /// - Throws: A `RestorationError` with the code `cannotRead` when the folder cannot be listed, or nothing
    ///   that is in it can be read now or by this version. That is no empty history: nothing is removed.
    public func history() async throws -> [HistoryState] {
        try await writer.read(following: [.history]) { directory in
            Result { try RestorationSession.states(in: directory) }
        }.get()
    }

    /// All that the windows of a state hold, front first, to be looked at without opening any.
    ///
    /// - Returns: The windows; none when the state is gone.
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

    /// Opens windows of an earlier state beside those that are there, none of which is replaced.
    ///
    /// They are new windows with identifiers of their own.
    ///
    /// - Parameters:
    ///   - id: The state.
    ///   - windows: The windows of it; by default all.
    ///   - paths: What of them is wanted: values and texts at these paths and below. By default all.
    /// - Returns: The windows, front first; those of which nothing can be read are left out, for the
    ///   reason that the report has.
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
            // By its name, also where the folder cannot be listed.
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
    /// What a state of the history had; `nil` when it is gone or cannot be read.
    fileprivate func historyIndex(_ id: HistoryState.ID) -> HistoryIndex? {
        guard let bytes = try? fileSystem.read(history(id), StateDirectory.fileSizeLimit) else {
            return nil
        }
        return try? HistoryIndex(bytes)
    }
}

/// What the files of a window in the history have.
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
    /// What is stored, long texts as strings; `nil` when it is of an unknown type.
    var value: RestorableValue? {
        switch self {
        case .value(let value): value
        case .text(let text): .string(text.string)
        case .unknown: nil
        }
    }
}
