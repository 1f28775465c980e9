import Foundation
import GRDB
import LibrarySalvage

/// What was brought back of a damaged library.
public struct RecoveryReport: Sendable {
    /// What was found, and what was not.
    let salvage: SalvageReport
    /// The folder in which the damaged library lies, whole.
    public let folder: URL

    /// How many notes are in the library now.
    public var noteCount: Int { salvage.tables["note"]?.count ?? 0 }
    /// How many of them are cut off, or may not be as they were saved.
    public var doubtfulNoteCount: Int {
        salvage.partialNotes.union(salvage.alteredNotes).count
    }
    /// How many notes the damaged library had that were not found.
    public var lostNoteCount: Int { salvage.lostNoteCount }
    /// How many notes were found that had been deleted, and were left out.
    public var deletedNoteCount: Int { salvage.deletedNotes.count }
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
            let log = copy(files.log)
            let hasLog = try Disk.status(log) != .nothing
            let library = DamagedLibrary(
                database: copy(files.database),
                bytes: try ByteSource(copy(files.database)),
                log: hasLog ? try ByteSource(log) : nil,
                rules: LibraryRules(
                    makeEmpty: { try LibraryOpening.makeEmpty($0) },
                    makeID: environment.makeID
                )
            )
            let report: SalvageReport
            do {
                report = try library.salvage(into: files.replacement, progress: progress)
            } catch let error as DatabaseError {
                let doing = "write what was found"
                throw LibraryError.translating(error, doing: doing, url: files.replacement)
            }
            try LibraryReplacement(files: files).begin(environment)
            return RecoveryReport(salvage: report, folder: folder)
        }
    }
}

extension LibraryRules {
    init(
        makeEmpty: @escaping @Sendable (URL) throws -> DatabaseQueue,
        makeID: @escaping @Sendable () -> UUID
    ) {
        self.init(
            makeEmpty: makeEmpty,
            makeID: makeID,
            textChecksum: { TextChecksum.of($0) },
            pictureID: PictureID.of,
            origins: Set(Origin.allCases.map(\.rawValue)),
            readingStatuses: Set(ReadingStatus.allCases.map(\.rawValue)),
            rebuildDerivedTables: { db in
                try Mentions.rebuild(in: db)
                try NoteTags.rebuild(in: db)
            }
        )
    }
}
