import Foundation
import HawkNotesPresentation
import Phrases

extension MainWindow {
    /// Looks through a file or folder in the dialog for imports: one that was dropped on the window, or
    /// named on the command line.
    func importFile(at path: String) {
        dialogs.show(.importing)
        guard let dialog = dialogs.dialog(.importing)?.content as? ImportDialog else { return }
        if case .importing = dialog.stage {
            show(localized("Another file is being imported."))
        } else {
            dialog.look(at: path)
        }
    }

    /// Imports the first of the files whose addresses are in a list, one a line.
    func importFiles(named list: String) {
        let files = list.split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("#") }
            .compactMap { URL(string: $0.trimmingCharacters(in: .whitespaces)) }
            .filter(\.isFileURL)
        guard let first = files.first else {
            return show(localized("Only files on this computer can be imported."))
        }
        importFile(at: first.path)
        if files.count > 1 {
            show(localized("Files are imported one at a time."))
        }
    }
}
