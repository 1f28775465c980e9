import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

// The dialogs over the windows.

extension WindowManager {
    /// Says how dialogs are rebuilt that are open when the program ends.
    func registerDialogs() {
        for kind in DialogKind.allCases {
            session.registerFactory(forClass: kind.restorationClass) { [weak self] scope in
                let window = self?.windows.first { $0.scene === scope.scene }
                switch kind {
                case .picture: window?.restorePicture(in: scope)
                case .seriesEditor, .bookEditor, .characterEditor:
                    window?.restoreEditor(kind, in: scope)
                case .report, .orphans, .preferences, .workspaces, .history, .trash,
                    .importing, .exporting, .help, .backups, .movingNotes,
                    .noteVersions:
                    window?.dialogs.restore(kind, in: scope)
                }
            }
        }
    }

    /// Brings the dialogs of a window back, as soon as it can be seen itself.
    func restoreDialogs(of window: MainWindow) {
        guard window.scene.storedKeys().contains(where: { $0.contains("dialog:") }) else { return }
        var isRestored = false
        window.window.onMap { [weak self, weak window] in
            guard let self, let window, !isRestored else { return }
            isRestored = true
            // It would come to lie below a window that is still on its way.
            MainLoop.whenIdle { [weak self, weak window] in
                guard let self, let window, !window.isClosed else { return }
                self.session.rebuildPresented(in: window.scene)
            }
        }
    }

    func dialogContent(
        _ kind: DialogKind,
        in scope: RestorationScope,
        of window: MainWindow
    ) -> (any DialogContent)? {
        switch kind {
        case .report: return ReportDialog(session.report, windows: self, over: window)
        case .workspaces: return WorkspacesDialog(workspaces, in: scope, over: window)
        case .history:
            return HistoryDialog(
                PastWindows(of: self),
                in: scope,
                over: window,
                now: context.now()
            )
        case .picture: return PictureDialog(in: scope, context: context)
        case .importing: return ImportDialog(context.imports, in: scope, over: window)
        case .trash:
            let days = preferences.map(\.values.trashDays) ?? Preferences.usualTrashDays
            return TrashDialog(days: days, in: scope, over: window)
        case .exporting: return ExportDialog(in: scope, over: window)
        case .help: return HelpDialog(over: window)
        case .backups:
            guard let places = preferences?.places else { return nil }
            return BackupsDialog(
                context.library,
                at: places.libraryFile,
                in: scope,
                replace: { [weak self] in self?.restore($0) }
            )
        case .movingNotes: return MoveNotesDialog(in: scope, over: window)
        case .noteVersions: return NoteVersionsDialog(in: scope, context: context)
        case .orphans: return OrphansDialog(windows: self, in: scope)
        case .seriesEditor, .bookEditor, .characterEditor:
            return PartEditor(in: scope, over: window)
        case .preferences:
            // There is one for all windows.
            guard let preferences, !isShown(.preferences) else { return nil }
            return PreferencesDialog(
                preferences.values,
                LibraryFiles(database: preferences.places.libraryFile),
                in: (window.scene.isPrivate ? scope : session.application).preferences,
                over: window.window,
                showBackups: { [weak window] in window?.dialogs.show(.backups) },
                forget: { [weak self] in self?.forgetEverything() }
            )
        }
    }

    /// Shows a dialog about the whole program over the front window, or the one that is open already.
    func showDialog(_ kind: DialogKind) {
        restore { [self] in
            if windows.isEmpty { openNewWindow() }
            let window = windows.first { $0.dialogs.dialog(kind) != nil } ?? frontWindow
            window?.present()
            window?.dialogs.show(kind)
        }
    }

    /// Puts a backup in the library's place. What it was chosen in does not come back with the windows.
    private func restore(_ backup: URL) {
        for window in windows {
            for kind in [DialogKind.backups, .preferences] {
                window.dialogs.dialog(kind)?.dismiss()
            }
        }
        onRestore(backup)
    }

    private func isShown(_ kind: DialogKind) -> Bool {
        windows.contains { $0.dialogs.dialog(kind) != nil }
    }

    /// Whether some window has drafts without a page.
    var hasOrphanedDrafts: Bool { windows.contains { ($0.draftOffers?.count ?? 0) > 0 } }

    func orphanedDraftsDidChange() { onOfferChange() }
}
