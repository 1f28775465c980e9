import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// What stands above the boards of the shelf: its name, and what can be added to it.
@MainActor
final class ShelfHead {
    /// Gives way when the window gets narrower, and is arranged otherwise then.
    let root: Widget
    /// Opens the search; it looks like the field that has the focus then.
    let search: Button

    private let rows = Box(.vertical, spacing: 12)
    private let line = Box(.horizontal, spacing: 12)
    private let buttons = Box(.horizontal, spacing: 12)
    private let heading = Label(localized("Library"), "title-1", role: .heading(level: 1))
    private let count = Label("", "dim-label").ellipsizing().valign(.baseline).hexpand()
    private let adding: Button
    private let view: Button
    private let importing = Button(Command.import.title, "pill")
    private let more = Button(
        icon: "hawknotes-more-symbolic",
        name: localized("Library Menu"),
        "flat",
        "edit-page"
    )
    private var isCompact: Bool?

    /// - Parameter view: says how the shelf is sorted.
    init(view: Button) {
        self.view = view
        let content = Box(.horizontal, spacing: 6).append(
            Label(localized("New")),
            Image(icon: "hawknotes-down-symbolic")
        )
        adding = Button(content, name: localized("New"), "pill", "suggested-action")
        search = Self.makeSearch()
        root = AdaptiveBin(rows, minimumWidth: Self.leastWidth)
        adding.onClicked { [adding] in Self.openMenu(below: adding) }
        more.onClicked { [more] in Self.openLibraryMenu(below: more) }
        importing.action(.import)
        buttons.append(importing, adding, more).valign(.center)
        // In a box of their own: the words of the buttons would be put on the line of the heading, too.
        let words = Box(.horizontal, spacing: 12).append(heading.valign(.baseline), count)
        line.append(words.valign(.center).hexpand())
        search.valign(.center).visible(false)
        view.visible(false)
        rows.append(line).classes("shelf-head")
        arrange(isCompact: false)
    }

    private static let leastWidth = 300

    private static func makeSearch() -> Button {
        let name = localized("Search the Library")
        let content = Box(.horizontal, spacing: 6).append(
            Image(icon: "hawknotes-search-symbolic"),
            Label(name).ellipsizing()
        )
        return Button(content, name: name, "search-button").action(.search)
    }

    /// Puts the buttons beside the name, or below it where there is too little room.
    func arrange(isCompact: Bool) {
        guard isCompact != self.isCompact else { return }
        self.isCompact = isCompact
        rows.keepingFocus {
            heading.visible(!isCompact)
            for part in [view, search, buttons] where part.hasParent { part.removeFromBox() }
            line.append(view)
            (isCompact ? rows : line).append(search, buttons)
        }
    }

    /// Says how many books there are, once that is known.
    func show(count number: Int, isComplete: Bool) {
        count.text =
            isComplete && number > 0
            ? localized("%1 book", plural: "%1 books", count: number) : ""
    }

    /// Shows what leads to a book among so many series, lone books included.
    func showWays(toSeries count: Int) {
        search.visible(count > 0)
        view.visible(count > 1)
    }

    private static func openMenu(below button: Button) {
        let menu = Menu().item(localized("Book…"), .newBook).item(localized("Series…"), .newSeries)
        MainLoop.whenIdle { PopoverMenu(menu).popUp(below: button) }
    }

    /// What can be done with the library, as the menu at the head of every page has it for that page.
    private static func openLibraryMenu(below button: Button) {
        let menu = Menu().section(Menu().item(.newBook).item(.newSeries))
            .section(Menu().item(.import).item(.export))
            .section(Menu().item(.showTrash))
        PopoverMenu(menu).popUp(afterFocusing: button)
    }

    /// Shows those buttons that do something.
    func showButtons(_ canPerform: @MainActor (Command) -> Bool) {
        adding.visible(canPerform(.newSeries))
        importing.visible(canPerform(.import))
    }
}

/// What the shelf says when no book on it has the chosen reading status.
@MainActor
struct NothingOnShelf {
    let root = StatusPage(
        icon: "hawknotes-search-symbolic",
        heading: localized("No results found"),
        [StatusPage.remark(localized("No book has this reading status."))]
    ).below(12)
}

/// What the shelf says when there is nothing on it.
@MainActor
struct EmptyShelf {
    let root: Widget

    /// - Parameter offerBundled: brings back the series that ships with the program.
    init(offerBundled: @escaping @MainActor () -> Void) {
        let button = Button(localized("Add the Sample Series"), "pill").halign(.center)
        button.onClicked(offerBundled)
        root = StatusPage(
            icon: "hawknotes-library-symbolic",
            heading: localized("No books here yet"),
            [
                StatusPage.remark(
                    localized("Every book that you read can have a place here, with your notes.")
                ),
                button.margin(top: 12),
            ]
        ).below(12)
    }
}
