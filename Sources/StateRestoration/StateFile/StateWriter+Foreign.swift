import Foundation

// Other programs that put something where this one keeps its own: a client that syncs the folder, a
// snapshot that is restored. On the writer's queue.

extension StateWriter {
    /// Looks whether the directory is still the one that this process has locked, which costs one look at
    /// the lock. When it is not, the one that is there now is taken instead, and all is written there.
    func checkDirectory() {
        guard mayWrite, let loss = access.loss() else { return }
        do {
            try access.takeAgain()
        } catch {
            return waitForDirectory(after: error, loss)
        }
        goOn(after: loss)
    }

    /// The windows of which other files are there than those that this process has left; they are
    /// written anew by the next write.
    func foreignFiles() -> Set<SceneIdentifier> {
        checkDirectory()
        guard mayWrite else { return [] }
        return Set(files.values.filter { $0.requireSnapshotIfForeign() }.map(\.id))
    }

    /// Tells of what was found in the place of a window's files.
    func tellForeign(_ file: WindowFile) {
        let foreign = file.takeForeign()
        guard !foreign.isEmpty else { return }
        jobs.add(Job(steps: [.syncDirectory(directory.quarantine)]))
        foreignFound(foreign)
    }

    /// Another process has the directory that is there now, or it cannot be had: nothing is written
    /// until it can.
    private func waitForDirectory(
        after error: RestorationError,
        _ loss: DirectoryAccess.Loss
    ) {
        mayWrite = false
        jobs.suspendSoon()
        heldBack.formUnion(files.keys)
        takeLater(again: access, after: error) { [weak self] in
            guard let self else { return }
            mayWrite = true
            jobs.resume(with: [])
            goOn(after: loss)
            let ids = heldBack.sorted { $0.rawValue < $1.rawValue }
            heldBack = []
            writeFiles(ids)
            wellAgain()
        }
    }

    private func goOn(after loss: DirectoryAccess.Loss) {
        let isElsewhere = loss == .directory
        let ids = files.values.filter { $0.requireSnapshotIfForeign(isElsewhere: isElsewhere) }
            .map(\.id).sorted { $0.rawValue < $1.rawValue }
        if isElsewhere {
            let marker = marker
            // Where one of these cannot be made, writing says so.
            jobs.add(
                Job(steps: [
                    .quick { directory in
                        try directory.makeFolder(directory.windows)
                        try directory.makeFolder(directory.closed)
                        try marker?.markRestored(in: directory)
                    },
                    .syncDirectory(directory.path),
                ])
            )
        }
        foreignFound([
            ForeignFile(
                path: isElsewhere ? directory.path : directory.lock,
                kind: isElsewhere ? .directory : .lock
            )
        ])
        writeFiles(ids)
    }
}
