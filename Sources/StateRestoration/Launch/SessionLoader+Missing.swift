import Foundation

// Windows whose files are lost.

extension SessionLoader {
    /// Brings a window that is listed, and has no file, back from the previous session.
    mutating func lookForMissing(_ id: SceneIdentifier) {
        guard !session.trash.contains(id) else { return }
        // A folder that cannot be read may well have it; what cannot be seen is left as it is.
        guard session.unlistedFolders.isEmpty,
            session.oddFolders.isDisjoint(with: [directory.windows, directory.closed])
        else {
            return session.leftAlone.append(id)
        }
        let window = olderCopy(id)
        if let window { session.windows.append(window) } else { session.listsMissingWindows = true }
        let path = directory.window(id)
        session.report.add(
            // After a crash or a power cut it may be a window that had only just been opened.
            window != nil ? .partial : session.marker == nil ? .notRestored : .note,
            window == nil ? .missingFile : .olderCopy,
            scene: id,
            subject: window.map(\.state.title).flatMap { $0.isEmpty ? nil : $0 } ?? id.rawValue,
            reason: window == nil
                ? "The window did not come back: its file \(path) is missing."
                : "The file \(path) is missing. The window came back as it was at the launch before."
        )
    }

    /// The window as it was at the launch before, for when its file is lost.
    func olderCopy(_ id: SceneIdentifier) -> LoadedSession.Window? {
        let path = directory.previousSession + "/\(id).state"
        guard case .state(let state, _)? = directory.readState(path, of: id)?.reading else {
            return nil
        }
        return LoadedSession.Window(
            id: id,
            state: state,
            path: path,
            isOlderCopy: true,
            modificationDate: .distantPast
        )
    }
}
