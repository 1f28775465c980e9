import Foundation

/// The outcome of the maintenance of a library.
public struct LibraryCare: Sendable {
    /// The result of the check; empty if there is no damage, or there was no reason to check.
    public var findings = LibraryFindings()
    /// Why this week's backup failed.
    public var copyProblem: LibraryError?
    /// The items deleted permanently because their time in the trash was over.
    public var expired = TrashCount()
}

extension Library {
    /// Performs the maintenance after a start: syncs a new library, checks one that was in use when
    /// the last run ended, checkpoints its log, makes this week's backup, and permanently deletes
    /// expired items in the trash.
    ///
    /// Waits for the disk without blocking the calls of `perform(_:completion:)`.
    ///
    /// - Parameter trashPeriod: in seconds; nil for forever. See ``expire(keeping:asOf:)``.
    @MainActor
    public func lookAfter(
        keepingTrash trashPeriod: TimeInterval? = Library.trashPeriod,
        completion: @escaping @MainActor @Sendable (LibraryCare) -> Void
    ) {
        environment.after(0) { [self] in
            var care = LibraryCare()
            do {
                try store.settle()
                if needsCheck { care.findings = try check() }
                if care.findings.structure.isEmpty { try store.foldIn() }
                if care.findings.isEmpty { try copyWeeklyIfDue() }
                // After the backup, which then still has the items.
                if care.findings.isEmpty, !isMigrationDelayed {
                    let date = try trustedNow()
                    startOfTrust.withLock { $0 = date }
                    care.expired = try expire(keeping: trashPeriod, asOf: date)
                }
            } catch let error as LibraryError {
                care.copyProblem = error
            } catch {
                care.copyProblem = .translating(error, doing: "copy the library", url: url)
            }
            // The next start completes maintenance that the end of the program has interrupted.
            if store.isClosed { care.copyProblem = nil }
            environment.onMain { [care] in completion(care) }
        }
    }
}
