import Foundation
import HawkNotesExchange

/// The export of the whole library into a folder.
@MainActor
package final class LibraryExportFlow: FolderTask<ExportedCounts> {
    private let export: LibraryExport

    package init(_ export: LibraryExport, unfinished: UnfinishedFolder = .temporary) {
        self.export = export
        super.init(
            unfinished: unfinished,
            cleanUp: { try LibraryFolder($0).finish() },
            failure: LibraryExportText.failure
        )
    }

    /// Exports into a folder, which is empty or has an earlier export.
    package func begin(in folder: URL) {
        let export = export
        let words = LibraryExportText.words
        begin(in: folder) { progress in
            try await export.writeLibrary(
                into: LibraryFolder(folder),
                words: words,
                progress: progress
            )
        }
    }
}
