import Foundation
import GRDB

/// What was brought back of a damaged library.
public struct RecoveryReport: Sendable {
    /// What was found, and what was not.
    public var salvage: SalvageReport
    /// The folder in which the damaged library lies, whole.
    public var folder: URL

    /// How many notes are in the library now.
    public var noteCount: Int { salvage.tables["note"]?.count ?? 0 }
    /// How many of them are cut off, or may not be as they were saved.
    public var doubtfulNoteCount: Int {
        salvage.partialNotes.union(salvage.alteredNotes).count
    }
}

extension LibraryRecovery {
    /// Brings back what can be read of a damaged library, and puts that in its place.
    ///
    /// - Parameter progress: told how far it has come, from 0 to 1, on this thread.
    public func bringBack(
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> RecoveryReport {
        try translatingErrors("bring the library back") {
            let folder = try setAside()
            try removeReplacement()
            func copy(_ url: URL) -> URL { folder.appendingPathComponent(url.lastPathComponent) }
            let report = try LibrarySalvage(
                database: copy(files.database),
                log: copy(files.log),
                makeID: environment.makeID
            ).run(
                into: files.replacement,
                makeEmpty: { try LibraryOpening.makeEmpty($0) },
                progress: progress
            )
            try LibraryReplacement(files: files).begin(environment)
            return RecoveryReport(salvage: report, folder: folder)
        }
    }
}
