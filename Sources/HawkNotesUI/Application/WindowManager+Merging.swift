import Foundation
import HawkNotesPresentation
import Phrases

// Merging another library into the open one.

extension WindowManager {
    /// Creates the merge, with a folder in the cache for the copy of the other library.
    func makeMergeFlow() -> MergeFlow {
        MergeFlow(
            into: context.library,
            copies: preferences?.places.mergeFolder,
            environment: preferences?.places.libraryEnvironment ?? .live
        )
    }

    /// Shows what merging a library would do, in the preferences.
    ///
    /// - Parameter begins: whether it is merged at once.
    func showMerge(of url: URL, begins: Bool = false) {
        if case .merging = merge.stage {
            Log.warn("Another library is being merged: \(url.path) is not.")
        } else {
            merge.look(at: url, begins: begins)
        }
        showDialog(.preferences) { window in
            window.dialogs.show(.preferences)
            let dialog = window.dialogs.dialog(.preferences)?.content as? PreferencesDialog
            dialog?.show(.library)
        }
    }
}
