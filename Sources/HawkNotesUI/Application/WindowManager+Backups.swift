import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

// Backups in a folder of the reader's choice.

extension WindowManager {
    /// Creates the backups with the record in the preferences, and the drafts.
    func makeBackupFlow() -> BackupFlow {
        var memory = BackupFlow.Memory.temporary
        var unfinished = UnfinishedFolder.temporary
        if let preferences = preferences?.values, preferences.canChange {
            memory.load = { preferences.lastBackup }
            memory.store = { preferences.lastBackup = $0 }
            unfinished.load = { preferences.unfinishedBackup }
            unfinished.store = { preferences.unfinishedBackup = $0 }
        }
        let flow = BackupFlow(context.library, memory: memory, unfinished: unfinished) {
            [weak self] in self?.backupDrafts ?? []
        }
        backupChanges = flow.observe { [weak self, weak flow] in
            if let flow { self?.report(flow.stage) }
        }
        return flow
    }

    /// The drafts of notes in all windows that are not private, and what is typed in their editors.
    var backupDrafts: [BackupDraft] {
        let notes = WrittenDrafts.backupDrafts(in: session.scenes.filter { !$0.isPrivate })
        let editors = windows.filter { !$0.scene.isPrivate }.flatMap(\.dialogs.all)
            .compactMap { $0.content as? PartEditor }
        return notes + editors.compactMap(\.backupDraft)
    }

    /// Reports the end of a backup, unless the preferences show it.
    private func report(_ stage: BackupFlow.Stage) {
        switch stage {
        case .idle, .writing: break
        case .done(_, let record):
            for window in windows { window.banner.withdraw(.backup) }
            if !isShown(.preferences) { frontWindow?.show(BackupText.done(record)) }
        case .failed(let reason):
            if !isShown(.preferences) { notices.report(reason) }
        }
    }

    /// Reminds of making a backup, if the last one is old or its disk is away, and removes what a
    /// backup or an export that was killed has left.
    func remindOfBackup() {
        backups.finishUnfinished()
        libraryExport.finishUnfinished()
        backups.findReminder { [weak self] reminder in self?.remind(reminder) }
    }

    private func remind(_ reminder: BackupReminder) {
        var isAccepted = false
        let title =
            switch reminder {
            case .old: localized("Back Up Now")
            case .away: localized("Backups…")
            }
        let action = Toast.Action(title: title) { [weak self] in
            isAccepted = true
            self?.showBackupPreferences()
            if case .old = reminder { self?.backups.beginAgain() }
        }
        var message = Banner.Message(
            topic: .backup,
            text: BackupText.reminder(reminder),
            action: action,
            weight: .quiet
        )
        message.onAnswer = { [weak self] in if !isAccepted { self?.backups.dismissReminder() } }
        notices.report(message)
    }

    /// Shows the preferences for backups.
    private func showBackupPreferences() {
        showDialog(.preferences) { window in
            window.dialogs.show(.preferences)
            let dialog = window.dialogs.dialog(.preferences)?.content as? PreferencesDialog
            dialog?.show(.library)
        }
    }

    /// Adds the drafts of a restored backup to the front window, except those that are open
    /// already. A draft without a page is offered for copying.
    func restore(_ drafts: [BackupDraft]) {
        let missing = drafts.filter { draft in !backupDrafts.contains { $0.contains(draft) } }
        guard !missing.isEmpty else { return }
        if frontWindow?.scene.isPrivate != false { openNewWindow() }
        guard let window = frontWindow else { return }
        for draft in missing {
            context.resolve(draft.page.place) { [weak window] result in
                guard let window, !window.isClosed else { return }
                window.restore(draft, on: try? result.get())
            }
        }
    }
}

extension MainWindow {
    /// Adds a draft of a backup to the draft of a page, or offers it for copying.
    fileprivate func restore(_ draft: BackupDraft, on page: Place?) {
        let quote = draft.quote.isEmpty ? nil : Quote(draft.quote)
        if let page, context.tab(of: page) != nil {
            return takeDraft(draft.words, quoting: quote, on: page)
        }
        let text = BackupText.text(draft)
        let words = localized("A draft in the backup has no page: “%1”", text.beginning())
        banner.show(.offer(text, words) { [weak self] in self?.show(localized("Text copied")) })
    }
}
