import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases

/// A window's header bar, the tabs in it or below the page, and the main menu.
@MainActor
final class WindowChrome {
    let header = HeaderBar()
    let content = Box(.vertical)
    /// The width available for the page, in pixels; 0 before the first layout.
    var width: Int { bin.size.width }
    /// Called with the tab that was pressed.
    var onSelect: @MainActor (Place) -> Void = { _ in }
    /// Returns the pages that Back returns to, in groups, nearest first.
    var recentPages: @MainActor () -> [[RecentPage]] = { [] }
    /// Called with the widget of a tab when it is created.
    var onMakeTab: @MainActor (Place, Widget) -> Void = { _, _ in }

    /// Whether a page covers the tabs.
    var hidesTabs = false {
        didSet { if hidesTabs != oldValue { rearrange() } }
    }

    /// The marks of the tabs.
    var marks: [Place: NoteMark] = [:] {
        didSet { if marks != oldValue { switcher?.show(marks: marks) } }
    }

    /// Whether the page is the search or leads to it itself, so that no button is needed.
    var isSearchShown = false

    private let window: Window
    private var series: Series
    private let backButton = Button(
        icon: "hawknotes-back-symbolic",
        name: Command.goBack.title,
        "flat"
    )
    let libraryButton = Button(
        icon: "hawknotes-library-symbolic",
        name: Command.showLibrary.title,
        "flat"
    )
    private let searchButton = Button(
        icon: "hawknotes-search-symbolic",
        name: localized("Search"),
        "flat"
    )
    // Not a GtkMenuButton, which costs a software-rendered window three megabytes more than a button.
    private let menuButton = Button(
        icon: "hawknotes-menu-symbolic",
        name: Command.openMenu.title,
        "flat"
    )
    /// The page's title, shown where the tabs are at the bottom.
    let title = Label("", "title").ellipsizing()
    private(set) var switcher: TabSwitcher?
    private let bin: AdaptiveBin
    private var arrangement: SizeClass?
    private var selected: Place?

    init(window: Window, series: Series) {
        self.window = window
        self.series = series
        bin = AdaptiveBin(content, minimumWidth: WindowGeometry.smallestSize.width)
        // The focus stays on the page.
        for button in [backButton, libraryButton, searchButton] { button.keepsFocusElsewhere() }
        backButton.action(.goBack).visible(false)
        backButton.tooltip(
            TextDirection.isRightToLeft
                ? localized("Back (Alt+Right)") : localized("Back (Alt+Left)")
        )
        libraryButton.action(.showLibrary)
        libraryButton.tooltip(localized("Library (Alt+Home)"))
        searchButton.action(.search)
        searchButton.tooltip(localized("Search (Ctrl+F)"))
        header.packStart(backButton)
        header.packStart(libraryButton)
        // At this end, which has fewer buttons: the tabs are in the middle.
        header.packStart(searchButton)
        addRecentPages()
        menuButton.onClicked { [weak self] in self?.openMenu() }
        header.packEnd(menuButton)
        window.setTitlebar(header)
        window.setChild(bin)
    }

    /// Puts the page and the banner in their places.
    func install(content page: Widget, banner: Widget) { content.append(banner, page) }

    /// Updates the tabs of a series.
    func showTabs(of series: Series, selected: Place) {
        guard series != self.series else { return }
        self.series = series
        self.selected = selected
        rearrange()
    }

    private func rearrange() {
        guard let arrangement, let selected else { return }
        self.arrangement = nil
        arrange(for: arrangement, selected: selected)
    }

    /// Puts the tabs in the header bar, or at the bottom when there is too little room for them.
    func arrange(for sizeClass: SizeClass, selected: Place) {
        guard arrangement != sizeClass else { return }
        arrangement = sizeClass
        self.selected = selected
        leaveRoomForTitle()
        let hadFocus = switcher.map { window.focus?.isDescendant(of: $0.root) ?? false } ?? false
        // Or GTK moves it on with the next frame, from wherever it is by then.
        if hadFocus { window.clearFocus() }
        if let old = switcher?.root, old.isDescendant(of: content) { content.remove(old) }
        switcher = nil
        guard !hidesTabs else {
            // Where there is room, the page shows its own title.
            return header.setTitle(sizeClass == .compact ? title : Box(.horizontal))
        }
        let switcher = TabSwitcher(series, sizeClass: sizeClass) { [weak self] in
            self?.onSelect($0)
        }
        self.switcher = switcher
        for item in switcher.items {
            if let button = switcher.button(of: item.tab) { onMakeTab(item.tab, button) }
        }
        switcher.more?.action(.showTabs)
        switcher.show(selected: selected)
        switcher.show(marks: marks)
        if sizeClass == .compact {
            header.setTitle(title)
            content.append(switcher.root)
        } else {
            header.setTitle(AdaptiveBin(switcher.root, minimumWidth: 24))
        }
        if hadFocus { switcher.button(of: selected)?.grabFocus() }
    }

    /// Shows the buttons for another book and for the search where no tab loses its place by them; in a narrow
    /// window, where the tabs are elsewhere, that for the search always, and the title where it has room. To be
    /// called when things have been laid out.
    func fitButtons() {
        if arrangement != .compact, let switcher, let button = switcher.trailing {
            let isWanted = isRoom(for: widthOfButton, beside: switcher.widthOfTabs)
            if isWanted != button.isVisible { button.visible(isWanted) }
        }
        let isWanted = !isSearchShown && hasRoomForSearchButton
        if isWanted != searchButton.isVisible { searchButton.visible(isWanted) }
        if arrangement == .compact { fitTitle() }
    }

    private var hasRoomForSearchButton: Bool {
        if arrangement == .compact { return true }
        return isRoom(for: widthOfButton, beside: switcher?.root.naturalWidth ?? 0)
    }

    /// The least width of a longer title that is cut, in heights of its lines.
    private static let leastTitle = 8

    private func fitTitle() {
        let room = header.size.width - header.widthBesideTitle - 2 * Self.buttonSpacing
        let least = min(title.naturalWidth, Self.leastTitle * title.fontLineHeight)
        // The page says it as well, and the window to screen readers.
        title.childVisible(room >= least)
    }

    private var widthOfButton: Int {
        // Any other button has the same width; a hidden one has none.
        let one = libraryButton.isVisible ? libraryButton : backButton
        return one.naturalWidth + Self.buttonSpacing
    }

    /// Whether the header bar has room for the search button beside the others.
    private func isRoom(for own: Int, beside middle: Int) -> Bool {
        // The width of the others must not depend on that button, or it would flicker. Right after
        // it was shown, the others may still have the width of a narrow window.
        let taken = searchButton.isVisible ? searchButton.naturalWidth + Self.buttonSpacing : 0
        let others = header.widthBesideTitle - taken
        let room = header.size.width - others - middle - 2 * Self.buttonSpacing
        // Tabs that never fit are in a menu.
        return room >= own || room < 0 && arrangement != .compact
    }

    /// The theme's value, in pixels.
    private static let buttonSpacing = 6

    /// Opens the main menu.
    func openMenu() {
        MainMenu.makePopover().popUp(afterFocusing: menuButton)
    }

    /// Opens the recent pages on a long press, a right click, or the menu key.
    private func addRecentPages() {
        backButton.onPress(button: 3) { [weak self] _ in
            self?.openRecentPages()
            return true
        }
        backButton.onLongPress { [weak self] _, _ in self?.openRecentPages() }
        backButton.onHold { [weak self] in self?.openRecentPages() }
        backButton.onKey { [weak self] key, modifiers in
            guard key.opensMenu(modifiers) else { return false }
            self?.openRecentPages()
            return true
        }
    }

    /// Opens the menu of recent pages.
    func openRecentPages() {
        let groups = recentPages().filter { !$0.isEmpty }
        guard !groups.isEmpty else { return }
        let menu = Menu()
        for group in groups {
            menu.section(group.reduce(Menu()) { $0.item($1.title, $1.command, target: $1.target) })
        }
        PopoverMenu(menu).popUp(afterFocusing: backButton)
    }

    /// Shows all tabs in a list with a search field.
    func showTabs() {
        guard let switcher, let selected else { return }
        let menu = TabMenu(
            switcher.items,
            selected: selected,
            marks: marks,
            name: localized("Find a book")
        )
        let popover = Popover(menu.root)
        menu.onChoose = { [weak self, weak menu] tab in
            menu?.root.closePopover()
            self?.onSelect(tab)
        }
        popover.onMap {
            // The popover retains the menu.
            menu.grabFocus()
        }
        let button = switcher.hidesSome ? switcher.more : nil
        button?.grabFocus()
        MainLoop.whenIdle { popover.popUp(below: button ?? switcher.root) }
    }

    /// Updates the selected tab.
    func show(selected tab: Place) {
        selected = tab
        switcher?.show(selected: tab)
    }

    /// Shows the page's title, and the Back button if there is a page to return to.
    func update(title text: String, showsBack: Bool) {
        title.text = text
        backButton.visible(showsBack)
        leaveRoomForTitle()
    }

    /// In a narrow window the title has no room beside all buttons: Back comes first, and leads to
    /// the Library.
    private func leaveRoomForTitle() {
        libraryButton.visible(arrangement != .compact || !backButton.isVisible)
    }
}

// MARK: - Private windows

extension WindowChrome {
    /// Styles a private window before it gets its page, so that it cannot be mistaken for an
    /// ordinary one.
    func markAsPrivate() {
        window.classes("private")
        window.forgetTypingInFields()
        let name = localized("Private window")
        let icon = Image(icon: "hawknotes-private-symbolic", name: name).tooltip(name)
        header.packStart(icon.margin(horizontal: 6))
        let words = localized(
            "Private window. Drafts and pages of this window are not kept. Notes that you save are."
        )
        content.append(Label(words, "caption", "private-line").wrapping().centered())
    }
}
