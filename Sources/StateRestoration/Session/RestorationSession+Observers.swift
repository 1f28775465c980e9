import Foundation

extension RestorationSession {
    /// Adds a line of the application's own to the report.
    public func addToReport(
        _ outcome: RestorationReport.Entry.Outcome,
        scene: RestorationScene? = nil,
        subject: String,
        reason: String
    ) {
        report.add(outcome, .application, scene: scene?.id, subject: subject, reason: reason)
    }

    /// Calls the body before a window's restorables are encoded: when it loses the focus, is closed,
    /// and at the end.
    ///
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onWillEncode(
        _ body: @escaping @MainActor (RestorationScene) -> Void
    ) -> RestorationObservation {
        encodeObservers.add(body)
    }

    /// Calls the body for each restored window when the restore is complete, after its restorables.
    ///
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onDidDecode(
        _ body: @escaping @MainActor (RestorationScene) -> Void
    ) -> RestorationObservation {
        decodeObservers.add(body)
    }

    /// Calls the body when `recentlyClosed`, `workspaces` or `canRestorePreviousSession` may have changed,
    /// so that an application can show what there is to do.
    ///
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onOfferChange(
        _ body: @escaping @MainActor () -> Void
    ) -> RestorationObservation {
        offerObservers.add(body)
    }

    /// Calls the body when the session has lost its directory, because `Configuration.holdsDirectory` said
    /// so or by ``leaveDirectory(for:)``: once, and at once when that has happened already.
    ///
    /// From then on nothing is written there; ``storageStatus`` is failing with the code
    /// ``RestorationError/Code/alreadyInUse`` and stays so. What is in the windows is in memory alone until
    /// the end, if the application calls ``leaveDirectory(for:)`` by then: from the body, say.
    ///
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onDirectoryLoss(
        _ body: @escaping @MainActor () -> Void
    ) -> RestorationObservation {
        let observation = lossObservers.add(body)
        if isDirectoryLost { body() }
        return observation
    }

    /// Calls the body when writing begins to fail, and once more when it works again.
    ///
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onStorageStatusChange(
        _ body: @escaping @MainActor (StorageStatus) -> Void
    ) -> RestorationObservation {
        storageObservers.add(body)
    }
}

// MARK: - Whether it can be written

extension RestorationSession {
    func setStorageStatus(_ status: StorageStatus) {
        // What was on its way when the directory was lost tells nothing new.
        guard !isDirectoryLost else { return }
        storageStatus = status
        storageObservers.notify(status)
    }

    func noteDirectoryLoss() {
        guard !isDirectoryLost else { return }
        if case .failing(let error) = storageStatus, error.code == .alreadyInUse {
            // Another process on this machine has it as well.
        } else {
            setStorageStatus(.failing(DirectoryHold.error(configuration.directory)))
        }
        isDirectoryLost = true
        lossObservers.notify(())
    }
}

// MARK: - Other programs

extension RestorationSession {
    /// Calls the body when another program was found to have replaced, changed or removed something in the
    /// state directory while this one was using it. What it had put there is kept, and what the windows
    /// hold is written anew; the entry, which is in the report as well, says where.
    ///
    /// That is noticed before something is written there, and at the end.
    ///
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onSetAside(
        _ body: @escaping @MainActor (RestorationReport.Entry) -> Void
    ) -> RestorationObservation {
        setAsideObservers.add(body)
    }

    func foundForeign(_ files: [ForeignFile]) {
        for file in files {
            let scene = file.id.flatMap { id in scenes.first { $0.id == id } }
            report.add(
                .note,
                .setAside,
                scene: file.id == .application ? nil : file.id,
                subject: scene?.name ?? (file.path as NSString).lastPathComponent,
                reason: file.sentences,
                file: file.keptPath
            )
            if let entry = report.entries.last { setAsideObservers.notify(entry) }
        }
        // The index that is there may be another program's.
        updateIndex(isForced: true)
    }
}

/// Whether state can be written.
public enum StorageStatus: Sendable {
    /// It can.
    case working
    /// It cannot, for this reason; it is tried again, ever more slowly.
    case failing(RestorationError)
}
