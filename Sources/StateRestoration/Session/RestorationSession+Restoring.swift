import Foundation

extension RestorationSession {
    /// Reports that a window could not be restored; its file stays unchanged for the next launch.
    public func restorationFailed(_ scene: RestorationScene, reason: String) {
        guard !isRestorationComplete else { return }
        failedRestores.insert(scene.id)
        report.add(
            .notRestored,
            .failed,
            scene: scene.id,
            subject: scene.name,
            reason: reason + " It is kept for the next launch."
        )
    }

    /// Declares the restore complete: from now on the state on disk belongs to the new run.
    ///
    /// The state at launch is kept as the previous session. A second call does nothing.
    public func completeRestoration() { completeRestoration(stillOpening: []) }

    /// Declares the restore complete while these windows are still being opened, because others,
    /// such as the one in front, are usable.
    ///
    /// They count as opened, so that text typed into the first window is stored at once, and the
    /// others keep their contents. The launch only succeeds with `finishOpening()`: a run that
    /// crashes before counts as incomplete.
    public func completeRestoration(stillOpening rest: [RestorationScene]) {
        guard !isRestorationComplete, !hasTerminated else { return }
        isRestorationComplete = true
        isOpening = !rest.isEmpty
        for scene in rest { scene.wasRequested = true }
        let unopened = unopenedScenes()
        leave(unopened)
        let opened = scenesToRestore.filter { unopened[$0.id] == nil }
        for scene in scenes + [applicationScene] { scene.finishRestorables() }
        for scene in opened {
            decodeObservers.notify(scene)
        }
        reportOpened(opened)
        var closed = closedAtLaunch(unopened)
        let left = leaveWorkspacesAtLaunch(&closed)
        leaveAlone(opened: opened, closed: closed.union(left.values.joined()))
        if configuration.savesState {
            var change = generationChange(closed: closed)
            change.workspaces = workspaceChange(left: left)
            change.restored.subtract(change.workspaces.leftIDs)
            change.history = HistorySnapshot(
                date: environment.clock.now(),
                windows: loaded.windows.map { HistorySnapshot.Window($0.id, $0.state) }
            )
            beginWriting(change)
        }
        let listed = Set(recentlyClosed.map(\.id))
        listAsClosed(loaded.windows.filter { closed.contains($0.id) && !listed.contains($0.id) })
        // A launch with almost no content does not change the previous session.
        if configuration.savesState, hasDirectory, !loaded.isBare,
            !loaded.unlistedFolders.contains(directory.windows)
        {
            previousSession.setWindows(loaded.windows)
        }
        // The scenes have the contents; a second copy would diverge from theirs.
        loaded.windows = []
        evictClosed()
        updateIndex()
    }

    /// Reports that all windows given to `completeRestoration(stillOpening:)` are open. Does
    /// nothing without such windows.
    public func finishOpening() {
        guard isOpening, !hasTerminated else { return }
        isOpening = false
        let marker = markerOfThisRun
        if pendingChange != nil {
            pendingChange?.marker = marker
        } else {
            submit(.job(Job(steps: [.quick { try marker.markRestored(in: $0) }])))
        }
    }

    private var markerOfThisRun: LaunchMarker {
        LaunchMarker(
            incompleteLaunches: incompleteLaunches,
            wasRestored: !isOpening,
            restorationDate: isOpening ? nil : environment.clock.now()
        )
    }

    /// The restorable windows that were not opened, and why.
    private func unopenedScenes() -> [SceneIdentifier: RestorationReport.Entry.Code] {
        var unopened: [SceneIdentifier: RestorationReport.Entry.Code] = [:]
        for scene in scenesToRestore {
            if let choice, !choice.chosen.contains(scene.id) {
                unopened[scene.id] = .notChosen
            } else if failedRestores.contains(scene.id) {
                unopened[scene.id] = .failed
            } else if !scene.wasRequested {
                unopened[scene.id] = .notOpened
            }
        }
        return unopened
    }

    private func leave(_ unopened: [SceneIdentifier: RestorationReport.Entry.Code]) {
        for scene in scenesToRestore {
            guard let code = unopened[scene.id] else { continue }
            scene.submit = nil
            scenes.removeAll { $0 === scene }
            if activeScene === scene { activeScene = scenes.first }
            submit(.forget(scene.id))
            // Failures reported by the application are already in the report.
            guard !failedRestores.contains(scene.id) else { continue }
            let reason =
                switch (code, choice?.others) {
                case (.notChosen, .recentlyClosed):
                    "The window was not chosen. It can be reopened from the closed windows."
                case (.notChosen, _): "The window was not chosen. It is kept for the next launch."
                default: "The window was not opened. It is kept for the next launch."
                }
            report.add(.notRestored, code, scene: scene.id, subject: scene.name, reason: reason)
        }
    }

    private func reportOpened(_ opened: [RestorationScene]) {
        let partial = Set(report.entries.filter { $0.outcome == .partial }.compactMap(\.scene))
        for scene in opened where !partial.contains(scene.id) {
            report.add(
                .restored,
                .restored,
                scene: scene.id,
                subject: scene.name,
                reason: "The window is as it was."
            )
        }
    }

    /// The windows of the last run to move to the closed ones.
    private func closedAtLaunch(
        _ unopened: [SceneIdentifier: RestorationReport.Entry.Code]
    ) -> Set<SceneIdentifier> {
        guard configuration.restoresState else { return Set(loaded.windows.map(\.id)) }
        let replaced = Set(loaded.windows.map(\.id)).intersection(loaded.workspaces.replaced.keys)
        guard choice?.others == .recentlyClosed else { return replaced }
        return replaced.union(unopened.filter { $0.value == .notChosen }.keys)
    }

    /// Windows that are neither open nor closed keep their files, and their places behind the open
    /// ones.
    private func leaveAlone(opened: [RestorationScene], closed: Set<SceneIdentifier>) {
        let settled = closed.union(opened.map(\.id))
        leftAlone = loaded.windows.map(\.id).filter { !settled.contains($0) }
    }

    /// Windows that the user did not close one by one can be reopened all the same, the front one
    /// first.
    private func listAsClosed(_ windows: [LoadedSession.Window]) {
        let date = environment.clock.now()
        recentlyClosed.insert(
            contentsOf: windows.map {
                RecentlyClosedScene(id: $0.id, title: $0.state.title, closingDate: date)
            },
            at: 0
        )
    }

    private func generationChange(closed: Set<SceneIdentifier>) -> GenerationChange {
        var change = GenerationChange()
        change.marker = markerOfThisRun
        for window in loaded.windows {
            // A window restored from the previous session has no file of its own.
            change.launchFiles[window.id] = window.path
            change.numbers[window.id] = window.state.nextSequence
            change.leftovers[window.id] = window.leftovers
            change.continuations[window.id] = window.continuation
            if window.base != nil { change.continuable.insert(window.id) }
        }
        change.closed = closed
        change.restored = Set(scenesToRestore.map(\.id)).subtracting(leftAlone)
            .subtracting(closed)
        change.mayBeUnsynced = loaded.marker != nil
        change.isBare = loaded.isBare
        change.damaged = loaded.damaged
        change.closedMeanwhile = loaded.closedMeanwhile
        change.trash = loaded.trash
        change.unlistedFolders = loaded.unlistedFolders
        change.application = loaded.application
        return change
    }
}

// MARK: - Presented content

extension RestorationSession {
    /// Registers a factory that recreates content missing at launch, such as a dialog, by its
    /// restoration class; it replaces any earlier factory.
    ///
    /// The factory's argument is the scope in which the content was presented: `scope.scene` is the
    /// window, and the components of `scope.path` are the identifiers that lead to it. The factory
    /// throws to refuse.
    public func registerFactory(
        forClass name: String,
        _ factory: @escaping @MainActor (RestorationScope) throws -> Void
    ) {
        factories[name] = factory
    }

    /// Calls the factories for all content that was presented in the window, outermost first.
    ///
    /// A class without a factory, or whose factory throws, gets a line in the report and keeps its
    /// state for the next launch. The others are recreated nevertheless. Call it when the window
    /// itself exists; like accessing the scene's `root`, it counts as restoring the window.
    public func rebuildPresented(in scene: RestorationScene) {
        scene.wasRequested = true
        let suffix = RestorationScene.presentedClassKey
        let paths = scene.storedKeys()
            .filter { $0 == suffix || $0.hasSuffix("/" + suffix) }
            .map { String($0.dropLast(suffix.count).dropLast()) }
            .sorted { ($0.split(separator: "/").count, $0) < ($1.split(separator: "/").count, $1) }
        for path in paths {
            let scope = RestorationScope(path: path, scene: scene)
            // An outer factory may have removed the inner content.
            guard let name = scope.presentedClass else { continue }
            guard let factory = factories[name] else {
                let reason = "Nothing here knows how to rebuild “\(name)”; its state is kept."
                notRebuilt(.noFactory, scope, reason)
                continue
            }
            do {
                try factory(scope)
            } catch {
                let reason = "“\(name)” cannot be rebuilt; its state is kept. \(error)"
                notRebuilt(.factoryFailed, scope, reason)
            }
        }
    }

    private func notRebuilt(
        _ code: RestorationReport.Entry.Code,
        _ scope: RestorationScope,
        _ reason: String
    ) {
        report.add(.partial, code, scene: scope.scene?.id, subject: scope.path, reason: reason)
    }
}
