import Foundation
import HawkNotesExchange
import HawkNotesModel
import HawkNotesPresentation
import Phrases

extension AppContext {
    /// Writes a note into a file for another program, in the background.
    ///
    /// - Returns: where the file will be; nil where there is no place for one.
    func handOn(note id: Note.ID, called title: String) -> URL? {
        guard let handOnFolder else { return nil }
        let name = ExportText.fileName(of: title) + ".md"
        let url = LibraryExport.placeToHandOn(name, in: handOnFolder)
        let veil = ExportVeil.kept(except: series.unveiled.all, name: VeilText.name)
        let export = LibraryExport(of: library, veil: veil)
        Task.detached {
            do {
                try await export.handOn(note: id, at: url)
            } catch {
                Log.warn("\(url.path): \(error)")
            }
        }
        return url
    }
}
