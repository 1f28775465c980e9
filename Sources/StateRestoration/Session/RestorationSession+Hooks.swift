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

    /// Calls the body when writing begins to fail, and once more when it works again.
    ///
    /// - Returns: What keeps the body registered: hold it as long as you want to be told.
    public func onStorageStatusChange(
        _ body: @escaping @MainActor (StorageStatus) -> Void
    ) -> RestorationObservation {
        storageObservers.add(body)
    }
}

/// Whether state can be written.
public enum StorageStatus: Sendable {
    /// It can.
    case working
    /// It cannot, for this reason; it is tried again, ever more slowly.
    case failing(RestorationError)
}
