import Foundation

extension RestorationSession {
    /// Tells that a window could not be restored; its file stays as it is for the next launch.
    public func restorationFailed(_ scene: RestorationScene, reason: String) {
        guard !isRestorationComplete else { return }
        failedRestores.insert(scene.id)
        report.add(
            .notRestored,
            scene: scene.id,
            subject: scene.name,
            reason: reason + " It is kept for the next launch."
        )
    }

    /// Declares the restore complete: from now on the state on disk is the new run's.
    ///
    /// What was there at launch is kept as the previous session. A second call does nothing.
    public func completeRestoration() {
        guard !isRestorationComplete, !hasTerminated else { return }
        isRestorationComplete = true
        leaveUnrestoredAlone()
        for scene in scenes { scene.finishRestorables() }
        let left = Set(leftAlone)
        for scene in scenesToRestore where !left.contains(scene.id) {
            decodeObservers.notify(scene)
        }
        if configuration.savesState {
            let change = generationChange()
            writer.openGate(after: { try change.makeFolders($0) }, then: { try change.run($0) })
        }
        if !configuration.restoresState { listAsClosed(loaded.windows) }
        // The scenes have the contents; a second copy would only grow apart from theirs.
        loaded.windows = []
        evictClosed()
        updateIndex()
    }

    private func leaveUnrestoredAlone() {
        let ids = Set(scenesToRestore.map(\.id))
        let failed = scenesToRestore.filter { !$0.wasTaken || failedRestores.contains($0.id) }
        for scene in failed {
            scene.submit = nil
            scenes.removeAll { $0 === scene }
            if activeScene === scene { activeScene = scenes.first }
            if !failedRestores.contains(scene.id) {
                report.add(
                    .notRestored,
                    scene: scene.id,
                    subject: scene.name,
                    reason: "The window was not opened. It is kept for the next launch."
                )
            }
        }
        for scene in scenesToRestore where scene.wasTaken && !failedRestores.contains(scene.id) {
            let isDamaged = report.entries.contains {
                $0.scene == scene.id && $0.outcome == .partial
            }
            if !isDamaged {
                report.add(
                    .restored,
                    scene: scene.id,
                    subject: scene.name,
                    reason: "The window is as it was."
                )
            }
        }
        guard configuration.restoresState else { return }
        let failedIDs = Set(failed.map(\.id))
        leftAlone = loaded.windows.map(\.id).filter { failedIDs.contains($0) || !ids.contains($0) }
        for id in failedIDs { submit(.forget(id)) }
    }

    /// The windows that a run which begins afresh does not open can be reopened, front one first.
    private func listAsClosed(_ windows: [LoadedSession.Window]) {
        let date = environment.clock.now()
        recentlyClosed.insert(
            contentsOf: windows.map {
                RecentlyClosedScene(id: $0.id, title: $0.state.title, closingDate: date)
            },
            at: 0
        )
    }

    private func generationChange() -> GenerationChange {
        var change = GenerationChange()
        for window in loaded.windows {
            // A window that came back from the previous session has no file of its own.
            change.launchFiles[window.id] = window.path
            change.leftovers[window.id] = window.leftovers
        }
        change.restored = Set(scenesToRestore.map(\.id)).subtracting(leftAlone)
        change.startsAfresh = !configuration.restoresState
        change.damaged = loaded.damaged
        change.closedMeanwhile = loaded.closedMeanwhile
        return change
    }
}

// MARK: - Previous session

extension RestorationSession {
    /// Opens copies of the windows that were there at launch, front first.
    ///
    /// They are new windows with identifiers of their own; the previous session stays as it is.
    /// Before `completeRestoration()` there are none.
    public func restorePreviousSession() -> [RestorationScene] {
        guard isRestorationComplete, !hasTerminated else { return [] }
        flush()
        let previous = SessionLoader.windows(in: directory.previousSession, of: directory)
        for entry in previous.report.entries where entry.outcome != .note {
            report.add(
                entry.outcome,
                scene: entry.scene,
                subject: entry.subject,
                reason: entry.reason
            )
        }
        let copies = previous.windows.reversed().map { window in
            var state = window.state
            state.closingDate = nil
            return makeScene(state: state, isPrivate: false)
        }
        return copies.reversed()
    }
}

// MARK: - What is not there at launch

extension RestorationSession {
    /// Registers how to rebuild what is not there at launch, such as a dialog, by its restoration
    /// class; it replaces the factory before.
    ///
    /// The factory is given the scope in which it was presented: `scope.scene` is the window, and the
    /// components of `scope.path` are the identifiers on the way to it. It throws when it refuses.
    public func registerFactory(
        forClass name: String,
        _ factory: @escaping @MainActor (RestorationScope) throws -> Void
    ) {
        factories[name] = factory
    }

    /// Calls the factories for everything that was presented in the window, outermost first.
    ///
    /// A class without a factory, and one whose factory throws, gets a line in the report and keeps
    /// its state for the next launch. The others are rebuilt nevertheless. Call it when the window
    /// itself is there; like taking the scene's `root` it counts as restoring the window.
    public func rebuildPresented(in scene: RestorationScene) {
        scene.wasTaken = true
        let suffix = RestorationScene.presentedClassKey
        let paths = scene.storedKeys()
            .filter { $0 == suffix || $0.hasSuffix("/" + suffix) }
            .map { String($0.dropLast(suffix.count).dropLast()) }
            .sorted { ($0.split(separator: "/").count, $0) < ($1.split(separator: "/").count, $1) }
        for path in paths {
            let scope = RestorationScope(path: path, scene: scene)
            // An outer factory may have done away with what was inside.
            guard let name = scope.presentedClass else { continue }
            guard let factory = factories[name] else {
                notRebuilt(scope, "Nothing here knows how to rebuild “\(name)”; its state is kept.")
                continue
            }
            do {
                try factory(scope)
            } catch {
                notRebuilt(scope, "“\(name)” cannot be rebuilt; its state is kept. \(error)")
            }
        }
    }

    private func notRebuilt(_ scope: RestorationScope, _ reason: String) {
        report.add(.partial, scene: scope.scene?.id, subject: scope.path, reason: reason)
    }
}
