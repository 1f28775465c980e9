import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// All series, on boards, in place of the window's tabs.
@MainActor
final class ShelfPage: Page {
    var root: Widget { list.view }
    let title = localized("Library")

    let list: PartList
    let boards: ShelfBoards
    private let entries: ShelfEntries
    private let head: ShelfHead
    /// The order and the filter.
    let view: ShelfView
    private let empty: EmptyShelf
    private let nothing = NothingOnShelf()
    /// Restores the sample series and shows it.
    let offerBundled: @MainActor () -> Void
    /// Whether it shows the message of an empty shelf.
    var isEmpty: Bool { empty.root.isVisible }
    /// Whether it shows that no book has the chosen reading status.
    var findsNothing: Bool { nothing.root.isVisible }
    /// Opens the search.
    var searchButton: Button { head.search }
    private unowned let window: MainWindow
    private let scope: RestorationScope
    private var restorer: ScrollRestorer?
    /// What gets the focus once it is laid out: the search button, or the first series.
    private var wantedFocus: WantedFocus?
    private enum WantedFocus { case search, first }
    /// Whether its content is known.
    private(set) var hasShown = false
    /// Called once, when its content is known, or cannot be read.
    var onShow: (@MainActor () -> Void)?
    /// The space beside the boards, in pixels.
    private var side = 18
    /// The maximum width of a board, in pixels.
    private static let widest = 1400
    private static let searchName = "search"
    /// How far the ends of a board stand out, in pixels; as in the style sheet.
    private static let padding = 12

    /// - Parameters:
    ///   - drafts: finds the drafts of open windows.
    ///   - offerBundled: restores the sample series and shows it.
    init(
        in window: MainWindow,
        scope: RestorationScope,
        drafts: @escaping @MainActor () -> SeriesDrafts,
        offerBundled: @escaping @MainActor () -> Void
    ) {
        self.window = window
        self.scope = scope
        self.offerBundled = offerBundled
        // Only reads it: restoring is up to its owner.
        let isScrolled = SceneStorage(.scroll, in: scope).wrappedValue != nil
        entries = ShelfEntries(window.context.library, drafts: drafts)
        list = PartList(maximumWidth: Self.widest)
        view = ShelfView(in: scope)
        head = ShelfHead(view: view.button)
        empty = EmptyShelf(offerBundled: offerBundled)
        boards = ShelfBoards(in: window) { [entries] in entries.index(of: $0) }
        list.view.classes("shelf")
        list.rows.accessibleLabel(title)
        list.show([
            WidgetPart(head.root), WidgetPart(empty.root), WidgetPart(nothing.root), boards,
        ])
        empty.root.visible(false)
        nothing.root.visible(false)
        list.view.onLayout { [weak self] in self?.fit() }
        list.view.onMap { [weak self] in self?.updateButtons() }
        entries.onChange = { [weak self] in self?.entriesDidChange() }
        entries.onError = { [weak self] in self?.report($0) }
        entries.status = view.status
        entries.order = view.order
        view.onChange = { [weak self] in self?.viewDidChange() }
        entries.begin(atOnce: isScrolled || entries.status != nil)
    }

    func arrange(for sizeClass: SizeClass) {
        head.arrange(isCompact: sizeClass == .compact)
        side = sizeClass == .compact ? 6 : 18
        list.rows.setMargins(edge: 18, side: side)
    }

    func focusName(of widget: Widget) -> String? {
        if widget.isSame(as: searchButton) { return Self.searchName }
        return boards.element(of: widget).map { "series:" + $0 }
    }

    func grabFocus(_ name: String) {
        wantedFocus = nil
        guard name != Self.searchName else {
            if !focusSearch() { wantedFocus = .search }
            return
        }
        let element = String(name.dropFirst("series:".count))
        list.restoreFocus(element) { [weak self] in self?.boards.grabFocus(element) ?? true }
    }

    /// - Returns: whether the button is laid out.
    private func focusSearch() -> Bool {
        // There was something to search, as it had the focus.
        searchButton.visible(true).grabFocus()
    }

    /// Focuses the series that was opened last, now or once it is there, unless something else gets
    /// the focus.
    func focusFirst() {
        if wantedFocus == nil, !boards.focusFirst() { wantedFocus = .first }
    }

    /// Reads drafts in other windows again, whose changes are not reported.
    func refresh() {
        updateButtons()
        entries.refresh()
    }

    /// Whether a series on the shelf is a lone book.
    func isLoneBook(_ id: UUID) -> Bool {
        entries.index(of: id).map { entries.items[$0].entry.isLoneBook } ?? false
    }

    func forget() {
        restorer = nil
        SceneStorage(.scroll, in: scope).reset()
    }

    func close() {
        restorer = nil
        view.close()
    }

    private func viewDidChange() {
        entries.order = view.order
        entries.status = view.status
        list.rows.scroll(to: RowArrangement.Anchor(index: 0, top: 0))
    }

    private func fit() {
        let width = min(list.view.size.width - 2 * side, Self.widest) - 2 * Self.padding
        if width > 0 {
            head.fit(width: width)
            boards.arrange(width: width)
        }
        takeWantedFocus()
    }

    private func entriesDidChange() {
        boards.show(entries.items)
        empty.root.visible(entries.count == 0)
        let isNothing = entries.count > 0 && entries.items.isEmpty && entries.isComplete
        nothing.root.visible(isNothing)
        head.showWays(toSeries: entries.count)
        head.show(count: entries.bookCount, isComplete: entries.isComplete)
        if !hasShown {
            hasShown = true
            restorer = ScrollRestorer(list, start: .top, key: .scroll, in: scope)
        }
        takeWantedFocus()
        didShow()
    }

    private func didShow() {
        onShow?()
        onShow = nil
    }

    private func takeWantedFocus() {
        guard let wanted = wantedFocus, hasShown, list.rows.anchor != nil else { return }
        // Try again once it is laid out.
        if wanted == .search ? focusSearch() : boards.focusFirst() { wantedFocus = nil }
    }

    private func updateButtons() {
        head.showButtons { window.canPerform($0) }
    }

    private func report(_ error: LibraryError) {
        error.report(to: window, reason: LibraryText.readingReason) {
            localized("The library cannot be read: %1", $0)
        }
        didShow()
    }
}

// MARK: - The shelf in its window

extension MainWindow {
    /// Shows all series in place of the tabs.
    func showShelf() {
        if search.isShown { leaveSearch() }
        guard !shelf.isShown else { return }
        if !scene.isPrivate, !series.isMissing { context.openings.note(series.id) }
        showPage { openShelf(animated: true) }
        shelf.page?.focusFirst()
    }

    /// Returns to the tabs, as they were.
    func leaveShelf() {
        guard shelf.isShown, !series.isMissing else { return }
        showPage {
            isShelfComing = false
            shelf.leave()
            showTab(animated: true)
        }
    }

    /// Shows the shelf in place of the tabs, opened by the user or restored.
    func openShelf(animated: Bool) {
        let page = shelf.open { [unowned self] scope in
            let page = ShelfPage(
                in: self,
                scope: scope,
                drafts: { [weak self] in SeriesDrafts(in: self?.scenesWithDrafts ?? []) },
                offerBundled: { [weak self] in self?.bringBackBundledSeries() }
            )
            page.arrange(for: sizeClass)
            return page
        }
        guard animated, !page.hasShown else { return showShelf(page, animated: animated) }
        // Keep the current content until its replacement is ready, so that tabs and page change in
        // one frame.
        isShelfComing = true
        window.clearFocus()
        let show: @MainActor () -> Void = { [weak self, weak page] in
            guard let self, let page, page === shelf.page, isShelfComing else { return }
            if search.isShown { isShelfComing = false } else { showShelf(page, animated: true) }
            pageDidChange()
        }
        page.onShow = show
        MainLoop.after(Self.longestShelfWait, show)
    }

    /// How long the tabs stay visible while the library is read for the shelf.
    private static let longestShelfWait: Duration = .milliseconds(150)

    private func showShelf(_ page: ShelfPage, animated: Bool) {
        isShelfComing = false
        tabStack.show(page.root, animated ? .crossfade : .none)
    }

    /// The windows whose drafts the shelf shows: a private window's drafts only appear in that
    /// window.
    private var scenesWithDrafts: [RestorationScene] {
        coordinator.openScenes.filter { !$0.isPrivate || $0 === scene }
    }
}

// MARK: - The shelf's actions

extension MainWindow {
    /// Shows a series in this window, at its last page.
    func showSeries(_ id: UUID) {
        context.series.load([id]) { [weak self] in
            guard let self, !isClosed else { return }
            guard let series = context.series[id] else {
                show(PlaceText.sentence(PlaceError.missing(.series(id))))
                return
            }
            select(lastTab(of: series))
        }
    }

    /// Opens a window on a series; raises an existing one that shows it, if requested.
    func openSeriesInNewWindow(_ id: UUID, raisingExisting: Bool) {
        context.resolve(.series(id)) { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success(let place):
                if !scene.isPrivate { context.openings.note(id) }
                openInNewWindow(place, raisingExisting: raisingExisting)
            case .failure(let error): show(PlaceText.sentence(error))
            }
        }
    }

    /// Opens the editor of a series, or of a lone book.
    func editSeries(_ id: UUID) { withSeries(id) { $0.edit($1.shownPart) } }

    /// Moves a series, or a lone book, to the trash, and offers Undo.
    func deleteSeries(_ id: UUID) { withSeries(id) { $0.delete($1.shownPart) } }

    /// Continues when the series is loaded, if it still exists.
    private func withSeries(
        _ id: UUID,
        _ body: @escaping @MainActor (MainWindow, Series) -> Void
    ) {
        context.series.load([id]) { [weak self] in
            guard let self, !isClosed, let series = context.series[id] else { return }
            body(self, series)
        }
    }

    /// Whether the window can currently perform this command.
    func canPerform(_ command: Command) -> Bool { window.canPerform(command.rawValue) }

    private func bringBackBundledSeries() {
        context.bringBackBundledSeries { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success(let id): showSeries(id)
            case .failure(let error):
                error.report(to: self) { localized("The series could not be added: %1", $0) }
            }
        }
    }
}
