import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases

extension HawkNotesApplication {
    /// Stops all use of the library as quitting does, replaces it by a backup, opens everything
    /// again, and adds drafts of the backup to the front window.
    func restore(_ backup: URL, drafts: [BackupDraft]) {
        guard quitting == nil else { return }
        let restore = LibraryRestore(
            at: configuration.libraryFile,
            environment: configuration.libraryEnvironment
        )
        saveAllToReopen { [weak self] in
            self?.reopen(
                after: { _ = try restore.restore(backup) },
                success: localized("The backup is restored."),
                complete: { $0.restore(drafts) },
                problem: { BackupText.problem($0, backup) }
            )
        }
    }
}
