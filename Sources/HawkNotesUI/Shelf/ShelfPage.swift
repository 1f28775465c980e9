import Foundation
import GTKBridge
import HawkNotesModel
import HawkNotesPresentation
import Phrases
import StateRestoration

/// All series, on boards: what a window shows in the place of its tabs.
@MainActor
final class ShelfPage: Page {
    var root: Widget { list.view }
    let title = localized("Library")

    let list: PartList
    let boards: ShelfBoards
    private let entries: ShelfEntries
    private let head: ShelfHead
    private let empty: EmptyShelf
    private let nothing = NothingOnShelf()
    private var search: DraftBinding?
    /// Brings the bundled series back and shows it.
    let offerBundled: @MainActor () -> Void
    /// Whether it says that there is nothing on it.
    var isEmpty: Bool { empty.root.isVisible }
    /// Whether it says that nothing on it is what is looked for.
    var findsNothing: Bool { nothing.root.isVisible }
    /// What is looked for.
    var field: SearchEntry { head.search }
    private unowned let window: MainWindow
    private let scope: RestorationScope
    private var restorer: ScrollRestorer?
    /// What is to have the focus as soon as it is laid out: the field, or the first series.
    private var wantedFocus: WantedFocus?
    private enum WantedFocus { case field, first }
    private var hasShown = false
    /// The space beside the boards.
    private var side = 18
    /// The width of the longest boards.
    private static let widest = 1400
    private static let searchName = "search"
    /// The part of a board that stands out at its ends; as in the style sheet.
    private static let padding = 12

    /// - Parameters:
    ///   - drafts: finds out where texts were begun.
    ///   - offerBundled: brings the bundled series back and shows it.
    init(
        in window: MainWindow,
        scope: RestorationScope,
        drafts: @escaping @MainActor () -> SeriesDrafts,
        offerBundled: @escaping @MainActor () -> Void
    ) {
        self.window = window
        self.scope = scope
        self.offerBundled = offerBundled
        // Looked at, and then left to who restores it.
        let isScrolled = SceneStorage(.scroll, in: scope).wrappedValue != nil
        entries = ShelfEntries(window.context.library, drafts: drafts)
        list = PartList(maximumWidth: Self.widest)
        head = ShelfHead()
        empty = EmptyShelf(offerBundled: offerBundled)
        boards = ShelfBoards(in: window) { [entries] in entries.index(of: $0) }
        list.view.classes("shelf")
        list.rows.accessibleLabel(title)
        search = DraftBinding(head.search.content, key: .shelfFilter, in: scope)
        list.show([
            WidgetPart(head.root), WidgetPart(empty.root), WidgetPart(nothing.root), boards,
        ])
        empty.root.visible(false)
        nothing.root.visible(false)
        list.view.onLayout { [weak self] in self?.fit() }
        list.view.onMap { [weak self] in self?.updateButtons() }
        entries.onChange = { [weak self] in self?.entriesDidChange() }
        entries.onError = { [weak self] in self?.report($0) }
        entries.filter = ShelfFilter(field.text)
        entries.begin(atOnce: isScrolled || !entries.filter.isEmpty)
        field.captureTyping(in: list.view)
        field.content.onChanged { [weak self] in self?.find() }
        field.onActivate { [weak self] _ in self?.openFirst() }
    }

    func arrange(for sizeClass: SizeClass) {
        head.arrange(isCompact: sizeClass == .compact)
        side = sizeClass == .compact ? 6 : 18
        list.rows.setMargins(edge: 18, side: side)
    }

    func handle(_ key: Key, _ modifiers: Modifiers, focus: Widget?) -> Bool {
        if key == Key("f"), modifiers == .control, field.isVisible {
            grabFocus(Self.searchName)
            return true
        }
        guard modifiers.isEmpty, isField(focus) else { return false }
        switch key {
        case Key("Down"): return boards.focusFirst()
        case Key("Escape") where !field.text.isEmpty: field.text = ""
        default: return false
        }
        return true
    }

    private func isField(_ widget: Widget?) -> Bool {
        widget?.isDescendant(of: field) == true || widget?.isSame(as: field) == true
    }

    func focusName(of widget: Widget) -> String? {
        if isField(widget) { return Self.searchName }
        return boards.element(of: widget).map { "series:" + $0 }
    }

    func grabFocus(_ name: String) {
        wantedFocus = nil
        guard name != Self.searchName else {
            if !focusField() { wantedFocus = .field }
            return
        }
        let element = String(name.dropFirst("series:".count))
        list.restoreFocus(element) { [weak self] in
            // Somebody may have begun to search meanwhile.
            guard let self, !field.containsFocus else { return true }
            return boards.grabFocus(element)
        }
    }

    /// - Returns: whether it is laid out.
    private func focusField() -> Bool {
        // There was something to choose from, or it would not have had the focus.
        field.visible(true).grabFocus()
    }

    /// Gives the focus to the series that was opened last, now or when it is there.
    func focusFirst() {
        if !boards.focusFirst() { wantedFocus = .first }
    }

    /// Reads again what has no other way to tell that it has changed: drafts in other windows.
    func refresh() {
        updateButtons()
        entries.refresh()
    }

    func forget() {
        restorer = nil
        SceneStorage(.scroll, in: scope).reset()
        search?.discard()
        search = nil
    }

    func close() {
        restorer = nil
        search?.close()
        search = nil
    }

    /// Shows what is looked for now, from its beginning on.
    private func find() {
        entries.filter = ShelfFilter(field.text)
        list.rows.scroll(to: RowArrangement.Anchor(index: 0, top: 0))
    }

    private func openFirst() {
        if !entries.filter.isEmpty, let first = entries.items.first { window.showSeries(first.id) }
    }

    private func fit() {
        let width = min(list.view.size.width - 2 * side, Self.widest) - 2 * Self.padding
        if width > 0 { boards.arrange(width: width) }
        takeWantedFocus()
    }

    private func entriesDidChange() {
        boards.show(entries.items)
        empty.root.visible(entries.count == 0)
        nothing.root.visible(entries.count > 0 && entries.items.isEmpty && entries.isComplete)
        head.showSearch(among: entries.count)
        head.show(count: entries.items.count, isComplete: entries.isComplete)
        if !hasShown {
            hasShown = true
            restorer = ScrollRestorer(list, start: .top, key: .scroll, in: scope)
        }
        takeWantedFocus()
    }

    private func takeWantedFocus() {
        guard let wanted = wantedFocus, hasShown, list.rows.anchor != nil else { return }
        // Somebody may have begun to search meanwhile. What is not laid out yet is tried again.
        let isThere =
            field.containsFocus || (wanted == .field ? focusField() : boards.focusFirst())
        if isThere { wantedFocus = nil }
    }

    private func updateButtons() {
        head.showButtons { window.canPerform($0) }
    }

    private func report(_ error: LibraryError) {
        error.report(to: window, reason: LibraryText.readingReason) {
            localized("The library cannot be read: %1", $0)
        }
    }
}
