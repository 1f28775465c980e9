import Foundation
import HawkNotesModel
import StateRestoration

/// What a search page needs of the window that it is in.
@MainActor
package protocol SearchHost: MessagePresenter {
    /// The series that is searched if not all are; nil when there is none to tell from the others.
    var searchedSeriesID: UUID? { get }
    /// Shows what was found, in this window.
    func openFound(_ place: Place)
    /// Opens a window on what was found; an existing one that shows it is raised instead, if wanted.
    func openFoundInNewWindow(_ place: Place, raisingExisting: Bool)
    /// The windows whose drafts are searched.
    var scenesWithFoundDrafts: [RestorationScene] { get }
    /// Goes to a draft that was found, in its own window.
    func openDraft(_ draft: SearchDraft, in series: UUID)
    /// Shows what is in the trash.
    func showTrash()
    /// Shows again what was shown before the search.
    func leaveSearch()
}
