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

    /// What is stored of the backups.
    package struct Memory {
        /// Returns the record of the last backup.
        package var load: @MainActor () -> BackupRecord?
        /// Stores the record of the last backup.
        package var store: @MainActor (BackupRecord) -> Void
        /// Returns the folder in which a backup was begun and did not end.
        package var loadUnfinished: @MainActor () -> URL?
        /// Stores that folder, or nil after the end.
        package var storeUnfinished: @MainActor (URL?) -> Void

        package init(
            load: @escaping @MainActor () -> BackupRecord?,
            store: @escaping @MainActor (BackupRecord) -> Void,
            loadUnfinished: @escaping @MainActor () -> URL?,
            storeUnfinished: @escaping @MainActor (URL?) -> Void
        ) {
            self.load = load
            self.store = store
            self.loadUnfinished = loadUnfinished
            self.storeUnfinished = storeUnfinished
        }

        /// One that is forgotten with the program.
        @MainActor package static var temporary: Memory {
            var record: BackupRecord?
            var unfinished: URL?
            return Memory(
                load: { record },
                store: { record = $0 },
                loadUnfinished: { unfinished },
                storeUnfinished: { unfinished = $0 }
            )
        }
    }

    package private(set) var stage = Stage.idle
    private let library: Library
    private let memory: Memory
    private let drafts: @MainActor () -> [BackupDraft]
    private let now: @MainActor () -> Date
    private let observers = ChangeObservers<Void>()
    private var cancellation: @MainActor () -> Void = {}
    /// Ends when the last backup no longer touches its folder, even a cancelled one.
    private(set) var work: Task<Void, Never>?
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
        cancellation()
        cancellation = {}
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

    /// Looks whether the reader should be reminded of making a backup.
    package func findReminder(_ completion: @escaping @MainActor (BackupReminder) -> Void) {
        guard let record = last else { return }
        findWhetherAvailable { [weak self] isAvailable in
            guard let self, stage == .idle, record == last else { return }
            let reminder = BackupReminder.due(after: record, isAvailable: isAvailable, now: now())
            if let reminder { completion(reminder) }
        }
    }

    /// Removes what a backup that was killed has left, once its disk is connected.
    package func removeRemains() {
        guard stage == .idle, let folder = memory.loadUnfinished() else { return }
        let library = library
        // The next backup waits for it.
        let previous = work
        work = Task { [weak self] in
            await previous?.value
            let isDone = await Task.detached {
                do {
                    return try BackupFolder(folder).removeRemains(of: library)
                } catch {
                    Log.warn("\(error)")
                    return false
                }
            }.value
            if isDone { self?.forgetUnfinished(folder) }
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
        // A cancelled backup may still be removing its file.
        let previous = work
        let task = Task.detached {
            await previous?.value
            try Task.checkCancellation()
            if isKnown, !Self.isAvailable(folder, to: library) { throw BackupFolderIsAway() }
            return try library.backUp(
                to: BackupFolder(folder),
                drafts: drafts,
                progress: progress
            )
        }
        cancellation = { task.cancel() }
        memory.storeUnfinished(folder)
        setStage(.writing(folder, 0))
        work = Task { [weak self] in
            let result = await task.result
            guard let self else { return }
            if number == self.number {
                forgetUnfinished(folder)
                finish(result, in: folder)
            } else if stage == .idle {
                forgetUnfinished(folder)
            }
        }
    }

    private func forgetUnfinished(_ folder: URL) {
        if memory.loadUnfinished() == folder { memory.storeUnfinished(nil) }
    }

    private func finish(_ result: Result<BackupFolder.Backup, any Error>, in folder: URL) {
        cancellation = {}
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
