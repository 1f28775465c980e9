import Foundation

// One window as it was before: for a person who wants more of it than came back.

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
