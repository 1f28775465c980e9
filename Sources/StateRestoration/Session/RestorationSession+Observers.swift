import Foundation

extension RestorationSession {
    /// Adds a line of the application to the report.
    public func addToReport(
        _ outcome: RestorationReport.Entry.Outcome,
        scene: RestorationScene? = nil,
        subject: String,
        reason: String
    ) {
        report.add(outcome, .application, scene: scene?.id, subject: subject, reason: reason)
    }

    /// Calls the body before a window's restorables are encoded: when it loses the focus, is
    /// closed, and at the end.
    ///
    /// - Returns: A token that keeps the body registered: retain it as long as you need the calls.
    public func onWillEncode(
        _ body: @escaping @MainActor (RestorationScene) -> Void
    ) -> RestorationObservation {
        encodeObservers.add(body)
    }

    /// Calls the body for each restored window when the restore is complete, after its restorables.
    ///
    /// - Returns: A token that keeps the body registered: retain it as long as you need the calls.
    public func onDidDecode(
        _ body: @escaping @MainActor (RestorationScene) -> Void
    ) -> RestorationObservation {
        decodeObservers.add(body)
    }

    /// Calls the body when `recentlyClosed`, `workspaces` or `canRestorePreviousSession` may have
    /// changed, so that an application can update its commands.
    ///
    /// - Returns: A token that keeps the body registered: retain it as long as you need the calls.
    public func onOfferChange(
        _ body: @escaping @MainActor () -> Void
    ) -> RestorationObservation {
        offerObservers.add(body)
    }

    /// Calls the body once when the session has lost its directory, because
    /// `Configuration.holdsDirectory` returned false or by ``leaveDirectory(for:)``; immediately if
    /// that has already happened.
    ///
    /// From then on, nothing is written there; ``storageStatus`` stays failing with the code
    /// ``RestorationError/Code/alreadyInUse``. The content of the windows is only in memory until
    /// the end, unless the application calls ``leaveDirectory(for:)`` before, such as from the
    /// body.
    ///
    /// - Returns: A token that keeps the body registered: retain it as long as you need the calls.
    public func onDirectoryLoss(
        _ body: @escaping @MainActor () -> Void
    ) -> RestorationObservation {
        let observation = lossObservers.add(body)
        if isDirectoryLost { body() }
        return observation
    }

    /// Calls the body when writing starts to fail, and again when it works.
    ///
    /// - Returns: A token that keeps the body registered: retain it as long as you need the calls.
    public func onStorageStatusChange(
        _ body: @escaping @MainActor (StorageStatus) -> Void
    ) -> RestorationObservation {
        storageObservers.add(body)
    }
}

// MARK: - Storage status

extension RestorationSession {
    func setStorageStatus(_ status: StorageStatus) {
        // Failures of jobs that were underway when the directory was lost are not news.
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
    /// Calls the body when another program has replaced, changed or removed files in the state
    /// directory while this one was using it. Foreign files are kept, and the content of the
    /// windows is rewritten; the entry, which is also in the report, says where.
    ///
    /// Changes are noticed before files are written there, and at the end.
    ///
    /// - Returns: A token that keeps the body registered: retain it as long as you need the calls.
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
        // The current index may be another program's.
        updateIndex(isForced: true)
    }
}

/// Whether state can be written.
public enum StorageStatus: Sendable {
    /// State can be written.
    case working
    /// State cannot be written, for this reason; retried with growing delays.
    case failing(RestorationError)
}
