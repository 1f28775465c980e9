import Foundation
import GTKBridge
import HawkNotesPresentation
import Phrases

/// What stands above the boards of the shelf: its name, and what can be added to it.
@MainActor
final class ShelfHead {
    /// Gives way when the window gets narrower, and is arranged otherwise then.
    let root: Widget
    /// What series are looked for with.
    let search = SearchEntry(name: localized("Search the Library"))

    private let rows = Box(.vertical, spacing: 12)
    private let line = Box(.horizontal, spacing: 12)
    private let buttons = Box(.horizontal, spacing: 12)
    private let heading = Label(localized("Library"), "title-1", role: .heading(level: 1))
    private let count = Label("", "dim-label").ellipsizing().valign(.baseline).hexpand()
    private let adding: Button
    private let view: Button
    private let importing = Button(Command.import.title, "pill")
    private var isCompact: Bool?

    /// - Parameter view: says how the shelf is sorted.
    init(view: Button) {
        self.view = view
        let content = Box(.horizontal, spacing: 6).append(
            Label(localized("New")),
            Image(icon: "hawknotes-down-symbolic")
        )
        adding = Button(content, name: localized("New"), "pill", "suggested-action")
        root = AdaptiveBin(rows, minimumWidth: Self.leastWidth)
        adding.onClicked { [adding] in Self.openMenu(below: adding) }
        importing.action(.import)
        buttons.append(importing, adding).valign(.center)
        // In a box of their own: the words of the buttons would be put on the line of the heading, too.
        let words = Box(.horizontal, spacing: 12).append(heading.valign(.baseline), count)
        line.append(words.valign(.center).hexpand())
        search.valign(.center).visible(false)
        rows.append(line).classes("shelf-head")
        arrange(isCompact: false)
    }

    private static let leastWidth = 300

    /// Puts the buttons beside the name, or below it where there is too little room.
    func arrange(isCompact: Bool) {
        guard isCompact != self.isCompact else { return }
        self.isCompact = isCompact
        rows.keepingFocus {
            heading.visible(!isCompact)
            for part in [view, search, buttons] where part.hasParent { part.removeFromBox() }
            (isCompact ? rows : line).append(view, search, buttons)
        }
    }

    /// Says how many books there are, once that is known.
    func show(count number: Int, isComplete: Bool) {
        count.text =
            isComplete && number > 0
            ? localized("%1 book", plural: "%1 books", count: number) : ""
    }

    /// Shows the field for what is looked for: where there is something to choose from.
    func showSearch(among count: Int) {
        search.visible(count > 1 || !search.text.isEmpty)
        view.visible(count > 1)
    }

    private static func openMenu(below button: Button) {
        let menu = Menu().item(localized("Book…"), .newBook).item(localized("Series…"), .newSeries)
        MainLoop.whenIdle { PopoverMenu(menu).popUp(below: button) }
    }

    /// Shows those buttons that do something.
    func showButtons(_ canPerform: @MainActor (Command) -> Bool) {
        adding.visible(canPerform(.newSeries))
        importing.visible(canPerform(.import))
        buttons.visible(adding.isVisible || importing.isVisible)
    }
}

/// What the shelf says when nothing on it is what is looked for.
@MainActor
struct NothingOnShelf {
    let root: Widget
    private let words = StatusPage.remark("")
    /// The most characters of the words that are quoted.
    private static let longestQuote = 60

    init() {
        root = StatusPage(
            icon: "hawknotes-search-symbolic",
            heading: localized("No results found"),
            [words]
        ).root.margin(horizontal: 12, vertical: 24)
    }

    /// Says what was looked for in vain, or nothing.
    ///
    /// - Parameter text: the words that were looked for, which are empty if it was only a reading status;
    ///   nil if something was found.
    func show(_ text: String?) {
        root.visible(text != nil)
        guard let text = text?.trimmingCharacters(in: .whitespacesAndNewlines) else { return }
        let quote = text.beginning(limit: Self.longestQuote)
        words.text =
            text.isEmpty
            ? localized("No book has this reading status.")
            : localized("Nothing in your library matches “%1”.", quote)
    }
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
        ).root.margin(horizontal: 12, vertical: 24)
    }
}
