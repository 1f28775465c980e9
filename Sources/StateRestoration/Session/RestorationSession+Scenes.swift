import Foundation

extension RestorationSession {
    /// Makes a new window, in front and active.
    ///
    /// - Parameter isPrivate: Whether nothing of it may be written to the disk.
    public func makeScene(isPrivate: Bool = false) -> RestorationScene {
        makeScene(state: WindowState(), isPrivate: isPrivate)
    }

    func makeScene(state: WindowState, isPrivate: Bool) -> RestorationScene {
        endClosingRun()
        let scene = RestorationScene(
            id: SceneIdentifier(from: environment),
            title: state.title,
            contents: state.contents,
            isPrivate: isPrivate
        )
        insert(scene)
        if !isPrivate { submit(.open(scene.id, state, isNew: true)) }
        updateIndex()
        return scene
    }

    /// Moves a window to the front because the user activated it.
    ///
    /// Has no effect before `completeRestoration()`: windows that open one after another would
    /// otherwise lose the order in which they are restored.
    public func activate(_ scene: RestorationScene) {
        guard isRestorationComplete, activeScene !== scene || scenes.first !== scene,
            scenes.contains(where: { $0 === scene })
        else { return }
        scenes.removeAll { $0 === scene }
        scenes.insert(scene, at: 0)
        activeScene = scene
        updateIndex()
    }

    /// Makes a scene from a restored window's state and removes the window from the closed ones.
    func insertScene(_ id: SceneIdentifier, of state: inout WindowState) -> RestorationScene {
        state.closingDate = nil
        let scene = RestorationScene(
            id: id,
            title: state.title,
            contents: state.contents,
            isPrivate: false
        )
        insert(scene)
        return scene
    }

    func insert(_ scene: RestorationScene) {
        connect(scene)
        scene.isDecoded = isRestorationComplete
        scenes.insert(scene, at: 0)
        activeScene = scene
    }

    func connect(_ scene: RestorationScene) {
        let id = scene.id
        scene.fallbackPaths = { [weak self] in self?.fallbackPaths($0) ?? [] }
        scene.complain = { [weak self] code, path, reason in
            let outcome: RestorationReport.Entry.Outcome =
                switch code {
                case .otherType, .unknownValue, .pathCut, .restorableFailed: .partial
                default: .note
                }
            self?.report.add(outcome, code, scene: id, subject: path, reason: reason)
            if code == .claimedTwice { self?.environment.programmingError(reason) }
        }
        // The restored values may be too large.
        scene.warnOfSize()
        if scene !== applicationScene {
            scene.willEncode = { [weak self] in
                self?.encodeObservers.notify($0)
                self?.encodeApplicationSoon()
            }
        }
        scene.needsEncoding = { [weak self, weak scene] in
            if let scene { self?.encodeSoon(scene) }
        }
        guard !scene.isPrivate, configuration.savesState else { return }
        let writer = writer
        let isApplication = scene === applicationScene
        scene.submit = { [weak self] change in
            if let path = change.shortenedText { self?.noteShortened(path, of: id) }
            if isApplication {
                self?.hasChangedApplication = true
                self?.encodeApplicationSoon()
            }
            writer.submit(.change(id, change))
        }
    }

    private func noteShortened(_ path: String, of id: SceneIdentifier) {
        // Not at every key press: observers are notified each time.
        guard !previousSession.isShortened(path, of: id) else { return }
        previousSession.addShortened(path, of: id)
    }

    func submit(_ command: StateWriter.Command) {
        if configuration.savesState { writer.submit(command) }
    }

    /// Writes a changed index; a session without windows never replaces one with windows, unless
    /// all of those are closed or no longer exist.
    ///
    /// - Parameter isForced: Whether to write it in any case, because it has data that is to be
    ///   erased.
    func updateIndex(isForced: Bool = false) {
        let open = scenes.filter { !$0.isPrivate }
        var index = SessionIndex()
        index.order = open.isEmpty ? closingRun.completed : open.map(\.id)
        index.order += leftAlone + loaded.leftAlone
        index.active = open.isEmpty ? closingRun.completed.first : activeScene?.id
        if let activeScene, activeScene.isPrivate { index.active = open.first?.id }
        index.closed = recentlyClosed
        index.unknown = loaded.unknownIndexMembers
        let isAllSettled =
            loaded.listsMissingWindows || (isEverythingSeen && !recentlyClosed.isEmpty)
        guard !index.order.isEmpty || isAllSettled || isForced,
            indexBox.set(index) || isForced
        else { return }
        let box = indexBox
        let name = configuration.writer
        let steps = StateDirectory.replacing(directory.session) { box.index.encoded(writer: name) }
        submit(
            .index(
                Job(
                    topics: [.index],
                    following: .everything,
                    supersedesOthers: true,
                    steps: steps
                )
            )
        )
    }

    /// Whether no folder with windows that may be restored was hidden from this run.
    private var isEverythingSeen: Bool {
        !report.entries.contains { $0.code == .unreadableFolder }
    }

    func didPersist(_ ids: Set<SceneIdentifier>) {
        for scene in scenes + [applicationScene] where ids.contains(scene.id) {
            scene.persistObservers.notify(())
        }
    }
}

// MARK: - The application

extension RestorationSession {
    /// The scope of values that belong to the application rather than a window, such as the last
    /// page of its preferences.
    ///
    /// ```swift
    /// @SceneStorage var page: PreferencesPage
    ///
    /// init(in session: RestorationSession) {
    ///     _page = SceneStorage(wrappedValue: .general, "preferences/page", in: session.application)
    /// }
    /// ```
    ///
    /// These values are stored like those of a window, in a separate file. They are restored at the
    /// next launch whichever windows are, even if ``Configuration/restoresState`` is off. The
    /// application is not a window, and not in any list of windows. Restorables, long texts and
    /// scopes work as in a window.
    public var application: RestorationScope { applicationScene.root }

    func connectApplication() {
        connect(applicationScene)
        if loaded.isApplicationLeftAlone { applicationScene.submit = nil }
        var state = loaded.application?.state ?? WindowState()
        if loaded.application == nil, loaded.unlistedFolders.contains(directory.path) {
            state.nextSequence = UnseenFiles.number(after: state.nextSequence)
        }
        let isNew = loaded.application?.needsWriting ?? false
        submit(.open(.application, state, isNew: isNew))
    }

    /// Compares the current values in the directory with those that this run has read.
    ///
    /// Values that were hidden from this run, or changed by another process, are left to the next
    /// launch if this run has none; otherwise they are kept as a copy.
    func mergeApplication(_ found: LoadedSession, into change: inout GenerationChange) {
        let number = change.application?.state.nextSequence
        change.application = found.application
        if found.isApplicationLeftAlone { return leaveApplicationAlone() }
        guard let application = found.application, application.state.nextSequence != number else {
            return
        }
        guard hasChangedApplication else { return leaveApplicationAlone() }
        keepBeside(application.path, of: .application, in: &change)
        submit(.supersede(.application, number: application.state.nextSequence))
    }

    private func leaveApplicationAlone() {
        applicationScene.submit = nil
        submit(.forget(.application))
    }
}

// MARK: - Encoding

extension RestorationSession {
    /// Requests encoding of the application's restorables, if there are any: nothing else reports
    /// changes of their state, and a kill leaves no time.
    private func encodeApplicationSoon() {
        guard !applicationScene.isEncoding, !applicationScene.restorables.isEmpty else { return }
        encodeSoon(applicationScene)
    }

    /// Encodes a window's restorables at the end of the current event, once for all its changes.
    /// There is no timer: the writer has the delay.
    private func encodeSoon(_ scene: RestorationScene) {
        guard isRestorationComplete, !hasTerminated,
            !scenesToEncode.contains(where: { $0 === scene })
        else { return }
        scenesToEncode.append(scene)
        guard scenesToEncode.count == 1 else { return }
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.encodeInvalidated() }
        }
    }

    private func encodeInvalidated() {
        let invalidated = scenesToEncode
        scenesToEncode = []
        guard !hasTerminated else { return }
        for scene in invalidated { scene.encodeRestorables() }
    }
}
