import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// What is shown of a series that has no books yet.
@MainActor
enum EmptySeries {
    static func make(_ series: Series, _ host: any PartEditing) -> Widget {
        let id = series.id
        let button: Button
        if series.isMissing {
            button = Button(Command.newSeries.title, "suggested-action", "pill")
            button.onClicked { [weak host] in host?.addSeries() }
        } else {
            button = Button(localized("Add Book…"), "suggested-action", "pill")
            button.onClicked { [weak host] in host?.addBook(to: id) }
        }
        return StatusPage(
            icon: "hawknotes-book-symbolic",
            heading: localized("No books yet"),
            [
                StatusPage.remark(
                    localized("Add the book that you are reading; its title is enough to begin.")
                ),
                button.halign(.center).margin(top: 12),
            ]
        ).root.margin(horizontal: 12, vertical: 24)
    }
}
