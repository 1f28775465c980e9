import Foundation
import HawkNotesModel
import Phrases

/// The backups in a folder of the reader's choice: one runs at a time, off the main thread, and ends
/// with the program.
@MainActor
package final class BackupFlow {
    /// The stage.
    package enum Stage: Equatable {
        /// Nothing is being written.
        case idle
        /// Writing into a folder; the fraction that is done.
        case writing(URL, Double)
        /// The last backup was made, and checked.
        case done(BackupRecord)
        /// The last backup failed; the reason as a sentence.
        case failed(String)
    }

    /// The stored record of the last backup.
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

        /// A record that is forgotten with the program.
        @MainActor package static var temporary: Memory {
            var record: BackupRecord?
            return Memory(load: { record }, store: { record = $0 })
        }
    }

    package private(set) var stage = Stage.idle
    private let library: Library
    private let memory: Memory
    private let drafts: @MainActor () -> [BackupDraft]
    private let now: @MainActor () -> Date
    private let observers = ChangeObservers<Void>()
    private var task: Task<BackupFolder.Backup, any Error>?
    /// Counts the backups: late results of cancelled ones are ignored.
    private var number = 0

    /// - Parameter drafts: returns the drafts of all open windows.
    package init(
        _ library: Library,
        memory: Memory = .temporary,
        drafts: @escaping @MainActor () -> [BackupDraft] = { [] },
        now: @escaping @MainActor () -> Date = { Date() }
    ) {
        self.library = library
        self.memory = memory
        self.drafts = drafts
        self.now = now
    }

    /// Calls the body when the stage changes, as long as the returned object is kept.
    package func observe(_ body: @escaping @MainActor () -> Void) -> ChangeObservation {
        observers.add(body)
    }

    /// The last backup.
    package var last: BackupRecord? { memory.load() }

    /// Backs up to a folder, which is remembered once the backup is good.
    package func begin(in folder: URL) { begin(in: folder, isKnown: false) }

    /// Backs up to the folder of the last backup, unless its disk is away.
    package func beginAgain() {
        if let folder = last?.folder { begin(in: folder, isKnown: true) }
    }

    /// Cancels the backup; nothing of it stays.
    package func cancel() {
        guard case .writing = stage else { return }
        number += 1
        task?.cancel()
        setStage(.idle)
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

    /// Looks whether the reader should be reminded of making a backup, and removes what a backup
    /// that was killed has left.
    package func findReminder(_ completion: @escaping @MainActor (BackupReminder) -> Void) {
        guard let record = last else { return }
        let library = library
        Task { [weak self] in
            let isAvailable = await Task.detached {
                // The next backup tries again.
                try? BackupFolder(record.folder).removeRemains(of: library)
                return Self.isAvailable(record.folder, to: library)
            }.value
            guard let self, stage == .idle, record == last else { return }
            if let reminder = BackupReminder.due(
                after: record,
                isAvailable: isAvailable,
                now: now()
            ) {
                completion(reminder)
            }
        }
    }

    /// The reader has dismissed the reminder.
    package func dismissReminder() {
        guard var record = last else { return }
        record.dismissed = now()
        memory.store(record)
    }

    private func begin(in folder: URL, isKnown: Bool) {
        if case .writing = stage { return }
        number += 1
        let number = number
        let library = library
        let drafts = drafts()
        let progress: @Sendable (Double) throws -> Void = { [weak self] fraction in
            try Task.checkCancellation()
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.show(fraction, of: folder, number) }
            }
        }
        let task = Task.detached {
            if isKnown, !Self.isAvailable(folder, to: library) {
                throw BackupFolderIsAway()
            }
            return try library.backUp(
                to: BackupFolder(folder),
                drafts: drafts,
                progress: progress
            )
        }
        self.task = task
        setStage(.writing(folder, 0))
        Task { [weak self] in
            let result = await task.result
            guard let self, number == self.number else { return }
            finish(result, in: folder)
        }
    }

    private func finish(_ result: Result<BackupFolder.Backup, any Error>, in folder: URL) {
        task = nil
        switch result {
        case .success(let backup):
            let record = BackupRecord(folder: folder, date: backup.date)
            memory.store(record)
            setStage(.done(record))
        case .failure(is CancellationError): setStage(.idle)
        case .failure(let error):
            Log.warn("\(error)")
            setStage(.failed(BackupText.failure(error, in: folder)))
        }
    }

    private func show(_ fraction: Double, of folder: URL, _ number: Int) {
        if number == self.number, case .writing = stage { setStage(.writing(folder, fraction)) }
    }

    private func setStage(_ stage: Stage) {
        self.stage = stage
        observers.notify(())
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
