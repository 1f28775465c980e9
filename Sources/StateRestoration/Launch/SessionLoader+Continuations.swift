// Windows whose last run had just begun to write to a second file, and was killed.

extension SessionLoader {
    /// The window with what stands in a file that goes on from its own, or as it was when that is left
    /// over.
    mutating func continued(
        _ window: LoadedSession.Window?,
        by continuation: Continuation,
        _ id: SceneIdentifier
    ) -> LoadedSession.Window? {
        let base = base(of: continuation, window, id)
        if base == nil, let window, window.isNewer(than: continuation.number) { return window }
        // Another file than it goes on from is better than none.
        let (path, bytes) = base ?? content(window?.path) ?? (continuation.path, [])
        guard case .state(let state, let damage) = continuation.read(after: bytes) else {
            return window
        }
        if let window, window.isNewer(than: state.nextSequence - 1) { return window }
        if damage != nil { setAside(continuation.path, continuation.bytes, isMoved: false, of: id) }
        return LoadedSession.Window(
            id: id,
            state: state,
            path: path,
            continuation: path == continuation.path ? nil : continuation.path,
            damage: damage,
            modificationDate: .distantPast
        )
    }

    /// The very file that another one goes on from: under its name, or as it was kept at launch.
    private func base(
        of continuation: Continuation,
        _ window: LoadedSession.Window?,
        _ id: SceneIdentifier
    ) -> (path: String, bytes: [UInt8])? {
        for path in [directory.window(id), directory.previousSession + "/\(id).state"] {
            guard let found = content(path) else { continue }
            if continuation.goesOn(from: found.bytes) { return found }
            // Whatever it is that the window has been written to since.
            if path == window?.path, window?.isNewer(than: continuation.number) == true {
                return nil
            }
        }
        return nil
    }

    private func content(_ path: String?) -> (path: String, bytes: [UInt8])? {
        guard let path else { return nil }
        do {
            return (path, try directory.fileSystem.read(path, StateDirectory.fileSizeLimit))
        } catch {
            // What it has been good for is in the report.
            return nil
        }
    }
}

extension LoadedSession.Window {
    /// Whether it is whole, and was written after the record of this number.
    fileprivate func isNewer(than number: Int) -> Bool {
        damage?.isInSnapshot != true && state.nextSequence > number + 1
    }
}
