import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// The head of the shelf: its title, and the buttons that add to it.
@MainActor
final class ShelfHead {
    /// Shrinks when the window gets narrower, and is rearranged then.
    let root: Widget
    /// Opens the search; it looks like the search's field, which then gets the focus.
    let search: Button

    private let rows = Box(.vertical, spacing: ShelfHead.spacing)
    private let line = Box(.horizontal, spacing: ShelfHead.spacing)
    private let buttons = WrapBox(spacing: ShelfHead.spacing)
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
    private var isCompact = false
    private var arrangement: Arrangement?

    /// Where the search and the buttons are.
    private enum Arrangement {
        /// All in one line with the title.
        case inLine
        /// The search on a line of its own.
        case searchBelow
        /// The search and the buttons on lines of their own, without a heading.
        case stacked
    }

    /// - Parameter view: the button that sorts the shelf.
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
        // In a box of their own: otherwise the buttons' text would be aligned with the heading's
        // baseline, too.
        let words = Box(.horizontal, spacing: 12).append(heading.valign(.baseline), count)
        line.append(words.valign(.center).hexpand())
        search.valign(.center).visible(false)
        view.visible(false)
        rows.append(line).classes("shelf-head")
        arrange(isCompact: false)
    }

    private static let leastWidth = 300
    private static let spacing = 12

    private static func makeSearch() -> Button {
        let name = localized("Search the Library")
        let content = Box(.horizontal, spacing: 6).append(
            Image(icon: "hawknotes-search-symbolic"),
            Label(name).ellipsizing()
        )
        return Button(content, name: name, "search-button").action(.search)
    }

    /// Places the buttons beside the title, or below it in a narrow window.
    func arrange(isCompact: Bool) {
        self.isCompact = isCompact
        arrange(isCompact ? .stacked : arrangement == .searchBelow ? .searchBelow : .inLine)
    }

    /// Moves the search to a line of its own if its text does not fit beside the title.
    func fit(width: Int) {
        guard !isCompact else { return }
        arrange(widthInLine > width ? .searchBelow : .inLine)
    }

    /// The width that everything in one line takes.
    private var widthInLine: Int {
        let isBelow = arrangement != .inLine && search.isVisible
        return line.naturalWidth + (isBelow ? Self.spacing + search.naturalWidth : 0)
    }

    private func arrange(_ new: Arrangement) {
        guard new != arrangement else { return }
        arrangement = new
        rows.keepingFocus {
            heading.visible(new != .stacked)
            for part in [view, search, buttons] where part.hasParent { part.removeFromBox() }
            line.append(view)
            (new == .inLine ? line : rows).append(search)
            (new == .stacked ? rows : line).append(buttons)
        }
    }

    /// Shows the number of books, once it is known.
    func show(count number: Int, isComplete: Bool) {
        count.text =
            isComplete && number > 0
            ? localized("%1 book", plural: "%1 books", count: number) : ""
    }

    /// Shows the ways to find a book among this many series, including lone books.
    func showWays(toSeries count: Int) {
        search.visible(count > 0)
        view.visible(count > 1)
    }

    private static func openMenu(below button: Button) {
        let menu = Menu().item(localized("Book…"), .newBook).item(localized("Series…"), .newSeries)
        MainLoop.whenIdle { PopoverMenu(menu).popUp(below: button) }
    }

    /// Opens the menu of the library, like the menu at the head of every page.
    private static func openLibraryMenu(below button: Button) {
        let menu = Menu().section(Menu().item(.newBook).item(.newSeries))
            .section(Menu().item(.import).item(.export))
            .section(Menu().item(.showTrash))
        PopoverMenu(menu).popUp(afterFocusing: button)
    }

    /// Shows the buttons whose command is possible.
    func showButtons(_ canPerform: @MainActor (Command) -> Bool) {
        adding.visible(canPerform(.newSeries))
        importing.visible(canPerform(.import))
    }
}

/// The message when no book on the shelf has the chosen reading status.
@MainActor
struct NothingOnShelf {
    let root = StatusPage(
        icon: "hawknotes-search-symbolic",
        heading: localized("No results found"),
        [StatusPage.remark(localized("No book has this reading status."))]
    ).below(12)
}

/// The message of an empty shelf.
@MainActor
struct EmptyShelf {
    let root: Widget

    /// - Parameter offerBundled: restores the sample series.
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
