import HawkNotesExchange
import HawkNotesModel
import HawkNotesPresentation

// The export of the whole library into a folder of the reader's choice.

extension WindowManager {
    /// Creates the export with the unfinished folder in the preferences.
    func makeLibraryExportFlow() -> LibraryExportFlow {
        var unfinished = UnfinishedFolder.temporary
        if let preferences = preferences?.values, preferences.canChange {
            unfinished.load = { preferences.unfinishedExport }
            unfinished.store = { preferences.unfinishedExport = $0 }
        }
        let export = LibraryExport(
            of: context.library,
            bundledPicture: ExportFlow.pictures(in: context.images.directory)
        )
        let flow = LibraryExportFlow(export, unfinished: unfinished)
        libraryExportChanges = flow.observe { [weak self, weak flow] in
            if let flow { self?.report(flow.stage) }
        }
        return flow
    }

    /// Shows the preferences of the library, and asks for a folder.
    func chooseExportFolder() {
        showDialog(.preferences) { window in
            window.dialogs.show(.preferences)
            let dialog = window.dialogs.dialog(.preferences)?.content as? PreferencesDialog
            dialog?.show(.library)
            dialog?.exportEverything()
        }
    }

    /// Reports the end of an export, unless the preferences show it.
    private func report(_ stage: LibraryExportFlow.Stage) {
        switch stage {
        case .idle, .writing: break
        case .done(let folder, let counts):
            guard !isShown(.preferences) else { return }
            frontWindow?.show(LibraryExportText.done(in: folder, counts))
        case .failed(let reason):
            if !isShown(.preferences) { notices.report(reason) }
        }
    }
}
