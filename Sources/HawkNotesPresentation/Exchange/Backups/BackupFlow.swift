import Foundation
import HawkNotesModel
import Phrases

/// The backups in a folder of the reader's choice.
@MainActor
package final class BackupFlow: FolderTask<BackupRecord> {
    /// Stores the record of the last backup.
    package struct Memory {
        /// Returns the record.
        package var load: @MainActor () -> BackupRecord?
        /// Stores the record.
        package var store: @MainActor (BackupRecord) -> Void

        package init(
            load: @escaping @MainActor () -> BackupRecord?,
            store: @escaping @MainActor (BackupRecord) -> Void
        ) {
            self.load = load
            self.store = store
        }

        /// One that is forgotten with the program.
        @MainActor package static var temporary: Memory {
            var record: BackupRecord?
            return Memory(load: { record }, store: { record = $0 })
        }
    }

    private let library: Library
    private let memory: Memory
    private let drafts: @MainActor () -> [BackupDraft]
    private let now: @MainActor () -> Date

    /// - Parameter drafts: returns the drafts of all open windows.
    package init(
        _ library: Library,
        memory: Memory = .temporary,
        unfinished: UnfinishedFolder = .temporary,
        drafts: @escaping @MainActor () -> [BackupDraft] = { [] },
        now: @escaping @MainActor () -> Date = { Date() }
    ) {
        self.library = library
        self.memory = memory
        self.drafts = drafts
        self.now = now
        super.init(
            unfinished: unfinished,
            cleanUp: { try BackupFolder($0).removeRemains(of: library) },
            failure: BackupText.failure,
            onWritten: memory.store
        )
    }

    /// The last backup.
    package var last: BackupRecord? { memory.load() }

    /// Backs up to a folder, which is remembered once the backup is good.
    package func begin(in folder: URL) { begin(in: folder, isKnown: false) }

    /// Backs up to the folder of the last backup, unless its disk is away.
    package func beginAgain() {
        if let folder = last?.folder { begin(in: folder, isKnown: true) }
    }

    private func begin(in folder: URL, isKnown: Bool) {
        let library = library
        let drafts = drafts()
        begin(in: folder) { progress in
            if isKnown, !Self.isAvailable(folder, to: library) { throw BackupFolderIsAway() }
            let backup = try library.backUp(to: BackupFolder(folder), drafts: drafts) { fraction in
                try Task.checkCancellation()
                progress(fraction)
            }
            return BackupRecord(folder: folder, date: backup.date)
        }
    }

    /// Looks whether the folder of the last backup is available.
    ///
    /// - Parameter completion: not called without a last backup.
    package func findWhetherAvailable(_ completion: @escaping @MainActor (Bool) -> Void) {
        guard let record = last else { return }
        let library = library
        Task {
            completion(await Task.detached { Self.isAvailable(record.folder, to: library) }.value)
        }
    }

    /// Looks whether the reader should be reminded of making a backup.
    package func findReminder(_ completion: @escaping @MainActor (BackupReminder) -> Void) {
        guard let record = last else { return }
        findWhetherAvailable { [weak self] isAvailable in
            guard let self, stage == .idle, record == last else { return }
            let reminder = BackupReminder.due(after: record, isAvailable: isAvailable, now: now())
            if let reminder { completion(reminder) }
        }
    }

    /// The reader has dismissed the reminder.
    package func dismissReminder() {
        guard var record = last else { return }
        record.dismissed = now()
        memory.store(record)
    }

    /// Whether a folder has a backup of the library. A mount point without its disk has none.
    private nonisolated static func isAvailable(_ folder: URL, to library: Library) -> Bool {
        do {
            return try BackupFolder(folder).hasBackup(of: library)
        } catch {
            Log.warn("\(error)")
            return false
        }
    }
}

/// The folder of the last backup has no backup of the library any more.
struct BackupFolderIsAway: Error {}
