import Foundation
import HawkNotesModel

/// What leads from a page to another place.
@MainActor
package protocol Navigator: AnyObject {
    /// Shows a place on top of the page that is shown.
    func push(_ place: Place)
    /// Shows the tab of a book; Back leads to where that was asked.
    func select(book: UUID)
    /// Opens a window at the place; an existing one that shows it is raised instead, if wanted.
    func openInNewWindow(_ place: Place, raisingExisting: Bool)
    /// Opens what a link into the program names: in the window that shows it already, else in a new one.
    func open(link: String)
    /// Shows or leaves a book's web page.
    func setWebPageShown(_ isShown: Bool, for book: Book)
}
