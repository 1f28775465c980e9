import Foundation
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

// The dialogs over the windows.

extension WindowManager {
    /// Registers how to rebuild dialogs that were open when the program ended.
    func registerDialogs() {
        for kind in DialogKind.allCases {
            session.registerFactory(forClass: kind.restorationClass) { [weak self] scope in
                let window = self?.windows.first { $0.scene === scope.scene }
                switch kind {
                case .picture: window?.restorePicture(in: scope)
                case .seriesEditor, .bookEditor, .characterEditor:
                    window?.restoreEditor(kind, in: scope)
                case .preferences, .history, .trash, .importing, .exporting, .help, .backups,
                    .movingNotes, .noteVersions, .joining, .mergeLosses:
                    window?.dialogs.restore(kind, in: scope)
                }
            }
        }
        for (name, page) in HistoryPage.formerDialogs {
            session.registerFactory(forClass: name) { [weak self] scope in
                let window = self?.windows.first { $0.scene === scope.scene }
                window?.restoreHistory(at: page, from: scope)
            }
        }
    }

    /// Restores the dialogs of a window as soon as the window is visible.
    func restoreDialogs(of window: MainWindow) {
        guard window.scene.storedKeys().contains(where: { $0.contains("dialog:") }) else { return }
        var isRestored = false
        window.window.onMap { [weak self, weak window] in
            guard let self, let window, !isRestored else { return }
            isRestored = true
            // It would end up beneath a window that is still opening.
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
        case .history: return HistoryDialog(of: self, in: scope, over: window)
        case .picture: return PictureDialog(in: scope, context: context)
        case .importing: return ImportDialog(context.imports, in: scope, over: window)
        case .trash:
            let days = preferences.map(\.values.trashDays) ?? Preferences.usualTrashDays
            return TrashDialog(days: days, in: scope, over: window)
        case .exporting:
            return ExportDialog(in: scope, over: window) { [weak self] in
                self?.chooseExportFolder()
            }
        case .help: return HelpDialog(over: window)
        case .backups:
            guard let places = preferences?.places else { return nil }
            return BackupsDialog(
                context.library,
                at: places.libraryFile,
                folder: backups.last?.folder,
                in: scope,
                replace: { [weak self] in self?.restore($0, drafts: $1) },
                merge: { [weak self, weak window] in
                    window?.dialogs.dialog(.backups)?.dismiss()
                    self?.showMerge(of: $0)
                }
            )
        case .movingNotes: return MoveNotesDialog(in: scope, over: window)
        case .noteVersions: return NoteVersionsDialog(in: scope, context: context)
        case .joining: return JoinDialog(in: scope, over: window)
        case .mergeLosses: return MergeLossDialog(in: scope, context: context)
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
                backups: backups,
                export: libraryExport,
                merge: merge,
                showBackups: { [weak window] in window?.dialogs.show(.backups) },
                showMergeLosses: { [weak window] in window?.showMergeLosses(of: $0) },
                forget: { [weak self] in self?.forgetEverything() }
            )
        }
    }

    /// Shows an application-wide dialog over the front window, or raises the open one.
    ///
    /// - Parameter show: shows the dialog in a window.
    func showDialog(
        _ kind: DialogKind,
        show: (@MainActor (MainWindow) -> Void)? = nil
    ) {
        restore { [self] in
            if windows.isEmpty { openNewWindow() }
            let shown = windows.first { $0.dialogs.dialog(kind) != nil } ?? frontWindow
            guard let window = shown else { return }
            window.present()
            if let show { show(window) } else { window.dialogs.show(kind) }
        }
    }

    /// Replaces the library by a backup. The dialog in which it was chosen is not restored with the
    /// windows.
    private func restore(_ backup: URL, drafts: [BackupDraft]) {
        for window in windows {
            for kind in [DialogKind.backups, .preferences] {
                window.dialogs.dialog(kind)?.dismiss()
            }
        }
        onRestore(backup, drafts)
    }

    func isShown(_ kind: DialogKind) -> Bool {
        windows.contains { $0.dialogs.dialog(kind) != nil }
    }

    /// Whether any window has drafts without a page.
    var hasOrphanedDrafts: Bool { windows.contains { ($0.draftOffers?.count ?? 0) > 0 } }

    func orphanedDraftsDidChange() {
        onOfferChange()
        orphanedDraftObservers.notify(())
    }

    /// Calls the body when the drafts without a page change, as long as the returned object is
    /// kept.
    func observeOrphanedDrafts(_ body: @escaping @MainActor () -> Void) -> ChangeObservation {
        orphanedDraftObservers.add(body)
    }
}
