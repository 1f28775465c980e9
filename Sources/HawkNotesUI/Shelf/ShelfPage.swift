import Foundation
import GTKBridge
import HawkNotesModel
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
    /// Brings the bundled series back and shows it.
    let offerBundled: @MainActor () -> Void
    /// Whether it says that there is nothing on it.
    var isEmpty: Bool { empty.root.isVisible }
    private unowned let host: ShelfHost
    private let scope: RestorationScope
    private var restorer: ScrollRestorer?
    /// What is to have the focus as soon as it is there; an empty name is the first series.
    private var wantedFocus: String?
    private var hasShown = false
    /// The space beside the boards.
    private var side = 18
    /// The width of the longest boards.
    private static let widest = 1400
    /// The part of a board that stands out at its ends; as in the style sheet.
    private static let padding = 12

    /// - Parameters:
    ///   - drafts: finds out where texts were begun.
    ///   - offerBundled: brings the bundled series back and shows it.
    init(
        host: ShelfHost,
        context: AppContext,
        scope: RestorationScope,
        drafts: @escaping @MainActor () -> SeriesDrafts,
        offerBundled: @escaping @MainActor () -> Void
    ) {
        self.host = host
        self.scope = scope
        self.offerBundled = offerBundled
        // Looked at, and then left to who restores it.
        let isScrolled = SceneStorage(.scroll, in: scope).wrappedValue != nil
        entries = ShelfEntries(context.library, drafts: drafts)
        list = PartList(maximumWidth: Self.widest)
        head = ShelfHead()
        empty = EmptyShelf(offerBundled: offerBundled)
        boards = ShelfBoards(host: host, context: context) { [entries] in entries.index(of: $0) }
        list.view.classes("shelf")
        list.rows.accessibleLabel(title)
        list.show([WidgetPart(head.root), WidgetPart(empty.root), boards])
        empty.root.visible(false)
        list.view.onLayout { [weak self] in self?.fit() }
        list.view.onMap { [weak self] in self?.updateButtons() }
        entries.onChange = { [weak self] in self?.entriesDidChange() }
        entries.onError = { [weak self] in self?.report($0) }
        entries.begin(atOnce: isScrolled)
    }

    func arrange(for sizeClass: SizeClass) {
        head.arrange(isCompact: sizeClass == .compact)
        side = sizeClass == .compact ? 6 : 18
        list.rows.setMargins(edge: 18, side: side)
    }

    func focusName(of widget: Widget) -> String? {
        boards.element(of: widget).map { "series:" + $0 }
    }

    func grabFocus(_ name: String) {
        wantedFocus = nil
        let element = String(name.dropFirst("series:".count))
        if !boards.focus(element) { wantedFocus = element }
    }

    /// Gives the focus to the series that was opened last, now or when it is there.
    func focusFirst() {
        if !boards.focusFirst() { wantedFocus = "" }
    }

    /// Reads again what has no other way to tell that it has changed: drafts in other windows.
    func refresh() {
        updateButtons()
        entries.refresh()
    }

    func forget() {
        restorer = nil
        SceneStorage(.scroll, in: scope).reset()
    }

    func close() { restorer = nil }

    private func fit() {
        let width = min(list.view.size.width - 2 * side, Self.widest) - 2 * Self.padding
        if width > 0 { boards.arrange(width: width) }
        takeWantedFocus()
    }

    private func entriesDidChange() {
        boards.show(entries.items)
        empty.root.visible(entries.items.isEmpty)
        head.show(count: entries.items.count, isComplete: entries.isComplete)
        if !hasShown {
            hasShown = true
            restorer = ScrollRestorer(list, start: .top, key: .scroll, in: scope)
        }
        takeWantedFocus()
    }

    private func takeWantedFocus() {
        guard let element = wantedFocus, hasShown, list.rows.anchor != nil else { return }
        wantedFocus = nil
        // Somebody may have gone elsewhere meanwhile.
        if element.isEmpty { _ = boards.focusFirst() } else { _ = boards.focus(element) }
    }

    private func updateButtons() {
        head.showButtons { host.canPerform($0) }
    }

    private func report(_ error: LibraryError) {
        Log.warn("\(error)")
        let reason = LibraryText.readingReason(error)
        host.show(Toast(text: localized("The library cannot be read: %1", reason)))
    }
}
