import Foundation

/// What came of looking after a library.
public struct LibraryCare: Sendable {
    /// What the check found; empty when all is well, or when there was no reason to check.
    public var findings = LibraryFindings()
    /// Why this week's copy could not be made.
    public var copyProblem: LibraryError?
    /// What was deleted for good, as its time in the trash was over.
    public var expired = TrashCount()
}

extension Library {
    /// Does what is due after a start: brings a new library to the disk, checks one that was in use
    /// when the last run ended, folds in the log that it left, makes this week's copy, and deletes for
    /// good what has been in the trash for long enough.
    ///
    /// Takes as long as the disk does, and holds nothing up: it runs beside the calls of
    /// `perform(_:completion:)`.
    ///
    /// - Parameter trashPeriod: in seconds; nil for ever. See ``expire(keeping:asOf:)``.
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
                // Behind the copy, which then still has it.
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
            // What was cut short by the end of the program is done at the next start.
            if store.isClosed { care.copyProblem = nil }
            environment.onMain { [care] in completion(care) }
        }
    }
}
